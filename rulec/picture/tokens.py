"""Converts entries to tokens with names, table cells and owners."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rulec.picture.entries import PLAYERS, UNKNOWN, Entry, EntryId
from rulec.picture.look.records import PLAIN, Icon, Look
from rulec.picture.names import Names, capitalised
from rulec.picture.options import Options
from rulec.picture.scene_records import NOBODY, Token


class TokenMaker:
    """Token factory; differences from `before` are marked as changed."""

    def __init__(
        self,
        names: Names,
        options: Options,
        before: Mapping[EntryId, Entry] | None,
        absent: frozenset[str],
        look: Look = PLAIN,
    ) -> None:
        self.names, self.options, self.before, self.absent = names, options, before, absent
        self.look = look

    def title(self, path: str) -> str:
        """Display name of a variable: from the look, else from its path."""
        zones = self.look.zones
        given = zones.get(path) or zones.get(path.rpartition(".")[2])
        return given.title if given is not None and given.title else last_name(path)

    def changed(self, entry: Entry) -> bool:
        old = None if self.before is None else self.before.get(entry.id)
        return self.before is not None and (old is None or old.value != entry.value)

    def gone(self, now: Mapping[EntryId, Entry]) -> list[Entry]:
        """Entries of `before` now empty."""
        return [] if self.before is None else [one for key, one in self.before.items() if key not in now]

    def pieces(self, entry: Entry, owner: int = NOBODY, claims: bool = True) -> tuple[Token, ...]:
        """Tokens of a zone or place; `owner` applies to pieces without one."""
        if entry.hidden_count is not None:
            count = entry.hidden_count
            return (Token("", "back", count, owner, changed=self.changed(entry)),) if count else ()
        if entry.value == UNKNOWN:
            return (Token(UNKNOWN, "back", owner=owner),)
        old: Mapping[str, int] | None = None
        if self.before is not None:
            was = self.before.get(entry.id)
            old = {} if was is None else was.counts()
        return tuple(
            self.token(entry, label, count, old is not None and old.get(label, 0) != count, owner, claims)
            for label, count in entry.counts().items()
            if label.rpartition(" of ")[2] not in self.absent
        )

    def token(self, entry: Entry, label: str, count: int, changed: bool, owner: int, claims: bool) -> Token:
        kind = entry.variable.kind
        mine = self.names.owner_of(label)
        words = self.names.words(kind, label) if mine == NOBODY else ()
        is_player = kind == PLAYERS
        text = f"Player {label}" if is_player else self.names.member(kind, label)
        look, signs = self.look.member(kind or self._piece_kind(label), label), self.look.signs
        return Token(
            text,
            "card" if words and self.names.is_card(kind) else "piece",
            count,
            int(label) - 1 if is_player and label.isdigit() else mine,
            words,
            look.colour.light if look.colour is not None else self.names.colour(kind, label),
            changed,
            self.options.claim(kind, label) if claims else None,
            (kind, label),
            look.icon or (Icon(signs[mine]) if 0 <= mine < len(signs) else None),
        )

    def _piece_kind(self, label: str) -> str:
        """Kind of a piece on a board of several kinds."""
        if not self.look.kinds:
            return ""
        return next((name for name, kind in self.names.kinds.items() if label in kind.members), "")

    def value(self, entry: Entry, name: str, owner: int = NOBODY) -> Token | None:
        """Token of a named number, flag or member; None if it carries no information."""
        value, content = entry.value, entry.variable.content
        if value is None or value is False:
            return None
        if value == UNKNOWN:
            return Token(f"{name}: {UNKNOWN}", "value", owner=owner)
        changed = self.changed(entry)
        if value is True:
            return Token(name, "value", owner=owner, changed=changed)
        if content == "member":
            kind, label = entry.variable.kind, str(value)
            shown = f"Player {label}" if kind == PLAYERS else self.names.member(kind, label)
            mark = self.options.claim(kind, label)
            return Token(f"{name}: {shown}", "value", 1, owner, changed=changed, mark=mark, key=(kind, label))
        return Token(f"{name} {value}", "value", owner=owner, changed=changed)

    def is_value(self, entry: Entry) -> bool:
        """Check whether the entry is a number, a flag, or a member other than a piece."""
        return entry.variable.content in ("number", "flag") or (
            entry.variable.content == "member" and not self.names.is_piece(entry.variable.kind)
        )


@lru_cache(maxsize=2048)
def last_name(path: str) -> str:
    return capitalised(path.rpartition(".")[2].replace("_", " "))
