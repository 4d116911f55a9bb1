"""Look-up of values by path: entries of `to_dict()` and definitions of the rules.

players.money.1     one value
players.money       value of `to_dict()["players"]["money"]`
squares.price.a1    a definition `square's price`, or a column of a table
square's price.a1   the same as the rules spell it
my money            of whoever decides now; `p1's money`, `money of p1`, `my gems(red)`, `a1's price`
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from typing import Any

from rulec.runtime import control, state_dict
from rulec.runtime.errors import UnknownName
from rulec.runtime.named_queries import QueryReader
from rulec.runtime.schema import PLAYERS, BoardInfo, Slot
from rulec.runtime.seats import unmarked
from rulec.runtime.spoken_paths import is_spoken, path_of, turned_round
from rulec.runtime.validate import path
from rulec.runtime.value_text import written
from rulec.runtime.view import View

_OF_A_MEMBER = re.compile(r"(\w+)'s (\w+)")
_SHOWN = 6


class Values:
    """Values of one game by path; definitions are opened lazily by `open_queries`."""

    def __init__(self, view: View, open_queries: Callable[[], QueryReader]) -> None:
        self.view, self._open_queries = view, open_queries
        self.names = state_dict.state_names(view)
        self.boards = {board.name: board for board in view.schema.boards}
        self._queries: QueryReader | None = None

    def at(self, cells: list[int], path: object, actor: str) -> Any:
        """Value at a path; `actor` evaluates definitions unless the path names one."""
        if not isinstance(path, str):
            raise UnknownName(f"a path is text such as 'players.money.1', not {written(path)}")
        path = self._in_plural(path.strip(), actor)
        parts = path.split(".")
        for end in range(len(parts), 0, -1):
            name = ".".join(parts[:end])
            if name in self.names:
                return self._in_variable_or_query(cells, name, parts, end, actor)
        if parts[0] in state_dict.META:
            return _within(parts[0], state_dict.meta(self.view, cells)[parts[0]], parts[1:])
        inside = [name for name in self.names if name.startswith(f"{path}.")]
        if inside:
            found: dict[str, Any] = {}
            for name in inside:
                state_dict.nest(found, name[len(path) + 1 :], state_dict.content_of(self.view, cells, name))
            return found
        return self._defined_value(cells, path, parts, actor)

    def _in_variable_or_query(
        self, cells: list[int], name: str, parts: list[str], end: int, actor: str
    ) -> Any:
        """Look up a variable, else a definition: a zone may be named like its pieces' kind."""
        try:
            return self._in_variable(cells, name, parts[end:])
        except UnknownName as problem:
            try:
                known = self.queries().paths()
            except LookupError:
                raise problem from None
            if not any(".".join(parts[:longer]) in known for longer in range(end + 1, len(parts) + 1)):
                raise
            return self._defined_value(cells, ".".join(parts), parts, actor)

    def _in_plural(self, path: str, actor: str) -> str:
        """Rewrite `square's price` to `squares.price`, and `my money` to `players.money.1`."""
        if not is_spoken(path):
            return path
        found = _OF_A_MEMBER.match(path)
        kind = "" if found is None else self._singular(found[1])
        if found is not None and kind:
            return f"{kind}.{found[2]}{path[found.end() :]}"
        return path_of(self.view, list(self.names), self._defined, path, actor)

    def _singular(self, name: str) -> str:
        try:
            return self.queries().singular(name)
        except LookupError:
            return ""

    def _defined(self) -> list[str]:
        """Return the paths of all definitions, none without the rules file."""
        try:
            return self.queries().paths()
        except LookupError:
            return []

    # --- definitions ------------------------------------------------------------------------------------

    def queries(self) -> QueryReader:
        if self._queries is None:
            self._queries = self._open_queries()
        return self._queries

    def _defined_value(self, cells: list[int], path: str, parts: list[str], actor: str) -> Any:
        try:
            queries = self.queries()
        except LookupError:
            raise UnknownName(self._unknown(path, self.names)) from None
        known = queries.paths()
        for end in range(len(parts), 0, -1):
            name = ".".join(parts[:end])
            if name in known:
                try:
                    return queries.value(cells, name, parts[end:], actor)
                except KeyError as problem:
                    raise UnknownName(str(problem.args[0])) from None
        raise UnknownName(self._unknown(path, [*self.names, *known]))

    def _unknown(self, path: str, known: list[str]) -> str:
        meant = turned_round(self.view, list(self.names), path)
        hint = f"; did you mean `{meant}`?" if meant else nearest(path, known)
        return f"`{path[:200]}` is nothing of {self.view.schema.name}{hint}"

    # --- variables --------------------------------------------------------------------------------------

    def _in_variable(self, cells: list[int], name: str, members: list[str]) -> Any:
        board = self.boards.get(name)
        if board is not None:
            return self._on_board(cells, board, members)
        slot, here = self.view.slots[name], state_dict.content_of(self.view, cells, name)
        for depth, member in enumerate(members):
            path = ".".join([name, *members[:depth]])
            if depth >= len(slot.dims):
                raise UnknownName(f"`{path}` is one value; it has no `{member}`")
            label = self._label(slot, depth, member, path)
            here = here.get(label, 0)  # sparse values omit zeros
        return here

    def _label(self, slot: Slot, depth: int, member: str, path: str) -> str:
        labels, seats = slot.dims[depth], slot.kept_for[depth] == PLAYERS
        label = unmarked(member) if seats else member
        if label not in labels:
            raise UnknownName(f"`{path}` has no `{member}`{nearest(member, labels)}")
        return label

    def _on_board(self, cells: list[int], board: BoardInfo, members: list[str]) -> Any:
        here = state_dict.content_of(self.view, cells, board.name)
        if not members:
            return here
        space, *rest = members
        if space not in board.spaces:
            raise UnknownName(f"`{board.name}` has no `{space}`{nearest(space, board.spaces)}")
        if rest:
            raise UnknownName(f"`{board.name}.{space}` is one value; it has no `{rest[0]}`")
        return here.get(space)


def _within(path: str, here: Any, members: list[str]) -> Any:
    """Entry of a position's metadata."""
    known, path_so_far = here, path
    for number, member in enumerate(members):
        rest = ".".join(members[number:])
        if isinstance(known, dict) and rest in known:  # local names contain dots
            return known[rest]
        if not isinstance(known, dict) or member not in known:
            names = list(known) if isinstance(known, dict) else []
            raise UnknownName(f"`{path_so_far}` has no `{member}`{nearest(member, names)}")
        known, path_so_far = known[member], f"{path_so_far}.{member}"
    return known


def nearest(name: str, known: Iterable[str]) -> str:
    """Suggestion of similar names, to append to a message."""
    names = list(known)
    close = difflib.get_close_matches(name[:200], names, n=3, cutoff=0.5)
    if close:
        return "; did you mean " + " or ".join(f"`{one}`" for one in close) + "?"
    if not names:
        return ""
    return f"; there are {', '.join(names[:_SHOWN])}" + " ..." * (len(names) > _SHOWN)


def actor_of(view: View, cells: list[int]) -> str:
    """Member or player who acts now; empty if chance decides or the game is over."""
    member = acting(view, cells)
    if member is not None:
        return view.schema.actors[member] if member >= 0 else ""
    seat = view.get(cells, control.SEAT)
    return "" if view.schema.actors or seat < 0 else view.schema.seats[seat]


def acting(view: View, cells: list[int]) -> int | None:
    """Member for which a player decides now; None where players act for themselves."""
    pending = view.get(cells, control.PENDING)
    if not 0 < pending <= len(view.schema.decisions):
        return None
    name = view.schema.decisions[pending - 1].actor
    return view.get(cells, name) if name else None


def losses(view: View, before: list[int], after: list[int], actor: str) -> dict[str, int]:
    """Decreases of the actor's numeric variables between two positions: path -> amount."""
    is_member = actor in view.schema.actors
    kept_beside = {name for one in view.schema.hidden for name in (one.known, one.noticed)}
    found = {}
    for slot in view.schema.slots:
        if slot.role != "state" or slot.sort != "int" or not slot.dims or slot.name in kept_beside:
            continue
        if slot.dims[0] != view.schema.actors if is_member else slot.kept_for[0] != PLAYERS:
            continue
        start, size = view.start[slot.name], slot.cells // len(slot.dims[0])
        first = slot.dims[0].index(actor) * size
        for cell in range(first, first + size):
            lost = before[start + cell] - after[start + cell]
            if lost > 0:
                found[path(slot, cell)] = lost
    return found
