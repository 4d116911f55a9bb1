"""Causes of look-aheads: checks and decisions behind an option that may prevent its completion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulec.analysis.effects import FaultSites, statements_in
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import Span
from rulec.ir import nodes
from rulec.ir.control_flow import following
from rulec.ir.program import OptionGroup, Program
from rulec.passes.needs_search import MustSucceed


@dataclass(frozen=True)
class Cause:
    """A check that may fail, or a decision that may have no completable option."""

    text: str  # the message of the check, or the name of the decision
    span: Span
    decision: bool


class LookAheadCauses:
    """Finds the causes behind the options of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.must_succeed = MustSucceed.of(program)
        self.obstacles = FaultSites.of(program)
        self.procedures = {one.name: one for one in program.procedures}

    def behind(self, group: OptionGroup) -> tuple[Cause, ...]:
        """Return the causes behind an option, nearest first, up to unsettled decisions."""
        found: dict[Cause, None] = {}
        seen, level = {group.resume}, [group.resume]
        while level:
            after: list[int] = []
            for number in level:
                if self.must_succeed.completable[number]:
                    continue
                found.update(dict.fromkeys(self._checks(self.program.blocks[number].body)))
                asked = self._unsettled(number)
                if asked is not None:
                    found[asked] = None
                    continue
                callers = self.must_succeed.callers.get(number, ())
                for one in (*following(self.program, number), *sorted(callers)):
                    if one not in seen:
                        seen.add(one)
                        after.append(one)
            level = after
        return tuple(found)

    def _unsettled(self, number: int) -> Cause | None:
        end = self.program.blocks[number].end
        if not isinstance(end, nodes.Ask) or self.must_succeed.completable_decisions[end.decision]:
            return None
        asked = self.program.decisions[end.decision]
        return Cause(asked.name, asked.span, decision=True)

    def _checks(self, body: Iterable[nodes.Stmt]) -> Iterator[Cause]:
        for one in statements_in(body):
            if isinstance(one, nodes.Require) and one.fault in self.obstacles.faults:
                fault = self.program.faults[one.fault]
                yield Cause(fault.message, fault.span, decision=False)
            elif isinstance(one, nodes.CallProcedure) and one.procedure in self.obstacles.procedures:
                yield from self._checks(self.procedures[one.procedure].body)
