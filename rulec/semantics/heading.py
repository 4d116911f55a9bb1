"""Title, players and options of a game, read off its heading lines alone, long before it is checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulec.base.diagnostics import Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.semantics import typed
from rulec.semantics.declarations.collect import SymbolTableBuilder
from rulec.semantics.declarations.configurations import values_of
from rulec.semantics.types import FlagType, MemberType, NumberType
from rulec.syntax import ast
from rulec.syntax.ast.examples import Example
from rulec.syntax.lines.outline import Line
from rulec.syntax.reading.declarations import read_declaration

Value = str | int | bool | None
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class HeadingOption:
    name: str
    text: str
    default: Value
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Heading:
    title: str
    players: tuple[int, ...]
    options: tuple[HeadingOption, ...]


def heading_of(outline: Sequence[Line]) -> Heading | None:
    """Read the heading of a game; None if its lines alone do not give it."""
    report = Reporter()
    wanted = _read((one for one in outline if _first(one) in {"game", "option"}), report)
    options = [one for one in wanted if isinstance(one, ast.Option)]
    if report.found or not any(isinstance(one, ast.Game) for one in wanted):
        return None
    named = {one.type.member.text for one in options if one.type.member is not None}
    sorts = (one for one in outline if named and _declares(one, named))
    declarations = (*wanted, *_read(sorts, report))
    file = ast.RulesFile("heading", declarations, (), (), (), (), {})
    game = SymbolTableBuilder(file, Reporter()).run()  # reports all that is not among these lines
    if game is None or len(game.options) != len(options):
        return None
    found = [_option(one.variable, one.text) for one in game.options]
    told = tuple(one for one in found if one is not None)
    low, high = game.players
    return Heading(game.title, tuple(range(low, high + 1)), told) if len(told) == len(found) else None


def _first(line: Line) -> str:
    return line.text.partition(" ")[0]


def _declares(line: Line, named: set[str]) -> bool:
    """Check whether a line declares a named sort: `kind suits of suit: ...`, `table cards of card:`."""
    if _first(line) not in {"kind", "table"}:
        return False
    return not named.isdisjoint(_WORD.findall(line.text.partition(":")[0]))


def _read(lines: Iterable[Line], report: Reporter) -> tuple[ast.Declaration, ...]:
    found = (read_declaration(one, report) for one in lines)
    return tuple(one for one in found if one is not None and not isinstance(one, Example))


def _option(variable: typed.Variable, text: str) -> HeadingOption | None:
    type_ = variable.type
    if not isinstance(type_, FlagType | NumberType | MemberType):
        return None

    def shown(value: int) -> Value:
        if isinstance(type_, MemberType):
            return None if value < 0 else type_.sort.members[value]
        return bool(value) if isinstance(type_, FlagType) else value

    values = tuple(map(shown, values_of(variable)))
    return HeadingOption(variable.name, text, shown(variable.initial), values)
