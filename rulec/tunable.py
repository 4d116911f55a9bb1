"""Programs with parameters: numbers of the rules that a game is given at its start.

One build serves all values of these numbers. That no number decides anything before the game begins (how
many pieces there are, how an option is called) is not believed but tried: the file is lowered with all
numbers at their least and with all at their greatest value, too, and the programs have to be equal.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from rulec.base.diagnostics import Reporter, did_you_mean
from rulec.base.fast_dataclass import dataclass
from rulec.base.gc_pause import gc_paused
from rulec.base.source_text import SourceText
from rulec.errors import RulecError
from rulec.frontend import Library, check, check_tree, read_source, refusal
from rulec.ir.presentation import Presentation
from rulec.ir.program import Program, Tunable
from rulec.ir.types import bounds
from rulec.syntax import ast
from rulec.syntax.reader import read_rules
from rulec.syntax.tunable_numbers import RulesNumber, rules_numbers, with_tunable

_INTERVAL: Final = re.compile(r"\s*([^=]*[^=\s])\s*(?:=\s*(-?\d{1,9})\s*(?:\.\.|to)\s*(-?\d{1,9})\s*)?")
Parameters = Sequence[str] | Mapping[str, tuple[int, int] | None]

# What of a program a number has decided, if programs for two of its values differ there.
_DECIDED: Final = (
    (("stores", "stocks", "pools", "room_limits"), "how many pieces there are"),
    (("domains",), "which members a kind has"),
    (("fields", "frame_bytes"), "what the state of a game holds"),
    (("decisions",), "what options there are, or how they are called"),
    (("max_decisions",), "how long a game may be"),
)


@dataclass(frozen=True)
class Parameter:
    """A number of the rules with the interval that it is searched in."""

    number: RulesNumber
    lo: int
    hi: int

    @property
    def name(self) -> str:
        return self.number.name


def numbers_of(path: str | Path) -> list[RulesNumber]:
    """Every number of a rules file that can be named, those of its base included."""
    return rules_numbers(_tree(read_source(path)))


def chosen_parameters(numbers: Sequence[RulesNumber], wanted: Parameters) -> tuple[Parameter, ...]:
    """The parameters that names of numbers and of whole columns ask for, each with its interval."""
    found: dict[str, Parameter] = {}
    for name, interval in wanted.items() if isinstance(wanted, Mapping) else ((one, None) for one in wanted):
        for one in numbers_called(numbers, name):
            found[one.name] = _within(one, interval)
    return tuple(found.values())


def numbers_called(numbers: Sequence[RulesNumber], name: str) -> list[RulesNumber]:
    """Return the number of this name, or those of the column; an unknown name raises a RulecError."""
    known = {one.name: one for one in numbers}
    if name in known:
        return [known[name]]
    columns: dict[str, list[RulesNumber]] = {}
    for one in numbers:
        columns.setdefault(one.group, []).append(one)
        columns.setdefault(one.group.partition("(")[0], []).append(one)
    several = list(dict.fromkeys(columns.get(name.replace("[*]", ""), ())))
    if not several:
        hint = did_you_mean(name, [*known, *columns])
        raise RulecError(
            f"the rules have no number `{name}`",
            hint or "`rulec tune FILE --list` shows all that can be searched",
        )
    return several


def _within(number: RulesNumber, interval: tuple[int, int] | None) -> Parameter:
    lo, hi = number.proposed if interval is None else interval
    if not lo < hi or not lo <= number.value <= hi:
        if interval is None:
            raise RulecError(f"`{number.name}` has no other value in its range", "give it a range of its own")
        raise RulecError(
            f"`{number.name}` is {number.value} in the rules, which is not in {lo} to {hi}",
            "an interval has two numbers at least, and the printed one between them",
        )
    for bound in (lo, hi):
        below = number.lo is not None and bound < number.lo
        if below or (number.hi is not None and bound > number.hi):
            raise RulecError(
                f"`{number.name}` can't be {bound}: the rules say {number.lo} to {number.hi}",
                "make the range in the rules wider, or the interval smaller",
            )
    return Parameter(number, lo, hi)


# --- the program --------------------------------------------------------------------------------------


@gc_paused
def tunable_program(path: str | Path, parameters: Sequence[Parameter]) -> Program:
    """The IR of a rules file before any pass, with these numbers as parameters.

    A `RulecError` names those that can't be, each with the reason.
    """
    source = read_source(path)
    return _Lowered(source, _tree(source), parameters).program()


class _Lowered:
    def __init__(self, source: SourceText, tree: ast.RulesFile, parameters: Sequence[Parameter]) -> None:
        self.source, self.tree, self.parameters = source, tree, parameters

    def program(self) -> Program:
        found = self.lowered(self.parameters)
        wrong = self._wrong(self.parameters, found)
        if wrong:
            text = "; ".join(f"`{name}` {why}" for name, why in self._each_wrong(wrong).items())
            raise RulecError(f"not every number can be a parameter: {text}", "leave it out of the search")
        assert isinstance(found, Program)
        return found

    def _each_wrong(self, why: str) -> dict[str, str]:
        """The columns that can't be parameters, or numbers of them where others of the column can be."""
        columns: dict[str, list[Parameter]] = {}
        for one in self.parameters:
            columns.setdefault(one.number.group, []).append(one)
        found: dict[str, str] = {}
        for name, column in columns.items():
            wrong = self._wrong(column, self.lowered(column))
            alone = [self._wrong([one], self.lowered([one])) for one in column[:2]] if wrong else []
            if all(alone):
                found |= {name if len(column) > 1 else column[0].name: wrong} if wrong else {}
                continue
            each = {one.name: self._wrong([one], self.lowered([one])) for one in column}
            found |= {one: reason for one, reason in each.items() if reason}
        return found or {"all of them together": why}

    def _wrong(self, parameters: Sequence[Parameter], found: Program | str) -> str:
        """Return the reason why these cannot all be parameters; empty if they can."""
        if isinstance(found, str):
            return found
        least, most = ({one.name: bound(one) for one in parameters} for bound in (_lo, _hi))
        mixed = {one.name: (one.lo, one.hi)[place % 2] for place, one in enumerate(parameters)}
        for values in (least, most, mixed):
            other = self.lowered(parameters, values)
            if isinstance(other, str):
                return other
            if _meaning(other) != _meaning(found):
                return f"decides {_difference(found, other)}, which is built into an engine"
        missing = {one.name for one in parameters} - {one.name for one in found.tunable}
        if missing:
            return "is read by no rule while a game runs, only when it is set up"
        return ""

    def lowered(
        self, parameters: Sequence[Parameter], values: Mapping[str, int] | None = None
    ) -> Program | str:
        """Lower the program for these values; return a message if the front end rejects them."""
        from rulec.compiler import to_program

        values = values or {}
        chosen = {
            one.name: ast.TunableNumber(
                values.get(one.name, one.number.value), one.number.span, one.name, one.lo, one.hi
            )
            for one in parameters
        }
        checked = check_tree(self.source, with_tunable(self.tree, chosen))
        if not checked.ok:
            first = next(one for one in checked.diagnostics if one.severity == "error")
            span = first.span
            return f"can't vary so: {Path(span.file).name}, line {span.line}: {first.message}"
        program = to_program(checked, to_be_played=False)
        starts = [one for one in parameters if one.number.sort == "start"]
        return _with_starts(program, starts)


def _lo(one: Parameter) -> int:
    return one.lo


def _hi(one: Parameter) -> int:
    return one.hi


def _meaning(program: Program) -> Program:
    """Return the program without the parts that vary with values: defaults, and texts for people."""
    return replace(program, tunable=(), presentation=Presentation())


def _difference(one: Program, other: Program) -> str:
    names = [field.name for field in dataclasses.fields(Program)]
    differing = {name for name in names if getattr(one, name) != getattr(other, name)}
    return next((what for parts, what in _DECIDED if differing & {*parts}), "how the rules are carried out")


def _with_starts(program: Program, starts: Iterable[Parameter]) -> Program:
    """The program whose variables of these names begin with a parameter."""
    found: list[Tunable] = []
    for one in starts:
        name, _, kind = one.name.partition("(")
        field = next((f for f in program.fields if f.role == "state" and _is_called(f.name, name)), None)
        if field is None or field.passing:
            hint = "no variable begins with it once and for all"
            raise RulecError(f"`{one.name}` can't be a parameter", hint)
        range_ = bounds(field.type)
        if not range_.lo <= one.lo <= one.hi <= range_.hi:
            raise RulecError(f"`{one.name}` can't be {one.lo} to {one.hi}: it holds {field.type}")
        cells = range(field.cells)
        if kind:
            labels = field.dims[-1].labels
            place = labels.index(kind.removesuffix(")"))
            cells = range(place, field.cells, len(labels))
        found.append(Tunable(one.name, field, tuple(cells), one.lo, one.hi, one.number.value))
    return replace(program, tunable=(*program.tunable, *found)) if found else program


def _is_called(field: str, name: str) -> bool:
    return field == name or field.endswith(f".{name}")


def _tree(source: SourceText) -> ast.RulesFile:
    report = Reporter()
    tree = read_rules(source, report, Library())
    if report.failed:
        checked = check(source)
        raise refusal(source.name, checked.files, checked.diagnostics)
    return tree


def read_intervals(texts: Iterable[str]) -> dict[str, tuple[int, int] | None]:
    """`NAME` and `NAME=LO..HI`, as they are written on the command line."""
    found: dict[str, tuple[int, int] | None] = {}
    for text in texts:
        matched = _INTERVAL.fullmatch(text)
        if matched is None:
            hint = "write it like `tiles[coal].worth=0..6`"
            raise RulecError(f"`{text}` is not a number with an interval", hint)
        found[matched[1]] = None if matched[2] is None else (int(matched[2]), int(matched[3]))
    return found
