"""Assigns options to the places that show their members."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.face import ActionRow, State
from rulec.picture.maps import GameMaps, step_ends
from rulec.picture.names import Names, capitalised
from rulec.picture.scene_records import Arrow, Mark


class Options:
    """Assigns each option to the first claimant; the remaining ones are listed."""

    def __init__(
        self, state: State, observer: int | None, names: Names, atlas: GameMaps, offered: bool = True
    ) -> None:
        self._atlas, self._names = atlas, names
        self._waiting: dict[tuple[str, str], list[Mark]] = {}
        self._steps: list[tuple[str, int, int, Mark]] = []
        self._others: list[Mark] = []
        self.placed = 0
        if offered:
            self._collect(state, observer)

    def _collect(self, state: State, observer: int | None) -> None:
        if state.is_player_node() and observer in (None, state.current_player()):
            rows = state.description().actions
            for action in state.legal_actions():
                self._add(rows[action])
        elif state.is_chance_node() and observer is None:
            for action in state.legal_actions():
                label = state.action_to_string(action)
                self._others.append(Mark(action, label, capitalised(state.action_text(action))))

    def _add(self, row: ActionRow) -> None:
        mark = Mark(row.id, row.label, capitalised(self._names.wording.action(row.id)))
        spaces = self._atlas.step_kinds.get(row.kind)
        if spaces is not None:
            ends = next(
                (
                    found
                    for text in _endings(row.option)
                    if (found := step_ends(text, self._atlas.numbers[spaces]))
                ),
                None,
            )
            if ends is not None:
                self._steps.append((spaces, *ends, mark))
                return
        member = self._member(row)
        if member is None:
            self._others.append(mark)
        else:
            self._waiting.setdefault((self._place(row.kind), member), []).append(mark)

    def _member(self, row: ActionRow) -> str | None:
        kind = self._names.kinds.get(row.kind)
        if kind is None:
            return None
        return next((text for text in _endings(row.option) if text in kind.members), None)

    def _place(self, kind: str) -> str:
        """Normalize kinds of spaces to their map."""
        return self._atlas.space_kinds.get(kind, kind)

    def claim(self, kind: str, member: str) -> Mark | None:
        """Take the next option about this member, or None."""
        if not self._waiting:
            return None
        waiting = self._waiting.get((self._place(kind), member))
        if not waiting:
            return None
        self.placed += 1
        return waiting.pop(0)

    def arrows(self, spaces: str) -> tuple[Arrow, ...]:
        """Take the options denoting steps on this map."""
        found = tuple(Arrow(start, end, mark) for kind, start, end, mark in self._steps if kind == spaces)
        self._steps = [one for one in self._steps if one[0] != spaces]
        self.placed += len(found)
        return found

    def left(self) -> tuple[Mark, ...]:
        """Unclaimed options, by id."""
        waiting = [mark for marks in self._waiting.values() for mark in marks]
        steps = [mark for *_, mark in self._steps]
        return tuple(sorted((*self._others, *waiting, *steps), key=lambda mark: mark.action))


def _endings(option: str) -> Iterator[str]:
    """Yield suffixes of an option that may name a member: `put a1` -> `a1`."""
    words = option.split(" ")
    yield from (" ".join(words[n:]) for n in range(len(words)))


def last_choice(before: State | None, action: int | None, observer: int | None = None) -> str:
    """Text of the choice made in `before`, as far as the observer knows it."""
    if before is None or action is None:
        return ""
    who, text = choice_text(before, action, observer)
    return f"Before: {who}, {text}"


def choice_text(before: State, action: int, observer: int | None = None) -> tuple[str, str]:
    """Decider and text of a choice made in `before`, as far as the observer knows it."""
    text = _told(before, action)
    if observer is not None:
        seen = before.event(action, observer)
        if seen.get("option", seen.get("outcome")) is None:
            decision = before.action_to_string(action).partition(": ")[0]
            text = f"{before.description().wording.decision(decision)}: hidden"
    return f"Player {before.current_player() + 1}" if before.is_player_node() else "Chance", text


def _told(before: State, action: int) -> str:
    """Declared text of a choice, else question and option."""
    text, words = before.action_text(action), before.description().wording
    if not before.is_player_node() or words.is_worded(action):
        return text
    decision, _, option = before.action_to_string(action).partition(": ")
    asked, said = capitalised(words.decision(decision)), text.rpartition(": ")[2]
    return f"{asked}: {said if said.casefold() != asked.casefold() else option}"
