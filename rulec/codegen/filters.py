"""Which options of a decision can be completed: what tests of the state tell, and what must be tried out.

Whoever wants the list of options asks of all of them at once. Random play asks only of the option that it has
drawn, and of others until there is a second one: `told_N` says of one option what the tests say of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulec.codegen.expressions import ExpressionText
from rulec.codegen.function import FunctionText
from rulec.codegen.plan import Plan
from rulec.ir import nodes
from rulec.ir.program import FOUND, Decision, OptionGroup
from rulec.ir.walk import size, substitute


def is_told(decision: Decision) -> bool:
    """Is there a test that tells of some of the options whether there is a way on behind them?"""
    return any(
        g.searched and (g.enough is not None or g.needed is not None or g.sure_within)
        for g in decision.groups
    )


def has_needs(group: OptionGroup) -> bool:
    """Is there a test without which there is no way on behind its options?"""
    return group.searched and group.needed is not None


def _parts(test: nodes.Expr | None) -> int:
    return 0 if test is None else size(test)


@dataclass(frozen=True)
class _Words:
    """The words of options of one group that is searched."""

    group: OptionGroup
    first: int
    count: int


class FilterText:
    def __init__(self, plan: Plan, expressions: ExpressionText) -> None:
        self.plan, self.expressions = plan, expressions

    def functions(self, number: int, decision: Decision) -> Iterator[FunctionText]:
        searched = [
            _Words(group, *place)
            for group, place in zip(decision.groups, self.plan.group_words(decision), strict=True)
            if group.searched
        ]
        for words in searched:
            if words.group.enough is not None:
                yield self._of_those("sure", number, words, words.group.enough)
            if words.group.needed is not None:
                yield self._of_those("needed", number, words, words.group.needed)
        if is_told(decision):
            yield self._told(number, searched)
        needy = [words for words in searched if has_needs(words.group)]
        if needy:
            yield self._hopeless(number, needy)
        yield self._filter(number, decision, searched)

    def _of_those(self, name: str, number: int, words: _Words, options: nodes.Expr) -> FunctionText:
        """Those of some options of a group that are sure, or that are not hopeless."""
        kind, those = self._kind(words), f"{FOUND}{words.first}"
        text = self.expressions.text(substitute(options, FOUND, nodes.ReadLocal(those, options.type)))
        parameters = f"S* s, {kind} {self.plan.local(those)}"
        return FunctionText(
            f"{name}_{number}_{words.first}", kind, parameters, [f"return {text}"], inline=False
        )

    def _hopeless(self, number: int, searched: list[_Words]) -> FunctionText:
        """Of one option: is it known that there is no way on?"""
        lines = []
        for words in searched:
            lines.append(f"if {words.first} <= place < {words.first + words.count}:")
            lines.append(f"    return not ({self._is_of_those('needed', number, words)})")
        return FunctionText(f"hopeless_{number}", "bint", "S* s, int place, int bit", [*lines, "return 0"])

    def _is_of_those(self, name: str, number: int, words: _Words) -> str:
        """Is the option at `place` and `bit` one of those?"""
        count, first = words.count, words.first
        those = f"{name}_{number}_{first}(s, set{count}_single(bit + 64 * (place - {first})))"
        return f"set{count}_some({those})" if count > 1 else f"{those} != 0"

    def _told(self, number: int, searched: list[_Words]) -> FunctionText:
        """Of one option: 0 there is no way on, 1 there is one, 2 it has to be tried out."""
        lines = []
        for words in searched:
            group, first, count = words.group, words.first, words.count
            if group.enough is None and group.needed is None and not group.sure_within:
                continue
            lines.append(f"if {first} <= place < {first + count}:")
            if group.sure_within:
                lines += ["    if calls_are_sure(s):", "        return 1"]
            tests = [("sure", group.enough, 1), ("needed", group.needed, 0)]
            for name, test, answer in sorted(tests, key=lambda one: _parts(one[1])):  # the quicker one first
                if test is not None:
                    some = self._is_of_those(name, number, words)
                    lines += [f"    if {some if answer else f'not ({some})'}:", f"        return {answer}"]
            lines.append("    return 2")
        return FunctionText(f"told_{number}", "int", "S* s, int place, int bit", [*lines, "return 2"])

    def _filter(self, number: int, decision: Decision, searched: list[_Words]) -> FunctionText:
        """Drops the options after which something can't be completed."""
        count = len(self.plan.word_ids(decision))
        begun = f"search_begin(&q, {self.expressions.text(decision.who)})"
        counted = f"s.count = rulec_count(s.options, {count})"
        ended = ["search_end(&q)"]
        lines = [
            "cdef Search q",
            f"cdef uint64_t certain[{count}]",
            f"cdef uint64_t tried[{count}]",
            "if s.lazy:",
            "    memset(certain, 0, sizeof(certain))",
        ]
        for place, (group, _) in enumerate(self.plan.groups_by_word(decision)):
            if not group.searched:
                lines.append(f"    certain[{place}] = ~<uint64_t>0")
        lines += [f"    {line}" for line in (begun, "draw_completable(s, &q, certain)", *ended, "return")]
        for one in searched:
            lines += self._to_be_tried(number, one)
        left = " | ".join(f"tried[{one.first + n}]" for one in searched for n in range(one.count))
        if any(one.group.needed is not None for one in searched):
            lines += [
                counted,
                "memset(s.filled, 0, sizeof(s.filled))",
                f"rulec_fill(s.filled, s.options, 0, {count})",
            ]
        lines += [f"if ({left}) == 0:", "    return", begun]
        for one in searched:
            lines.append(
                f"keep_completable(s, &q, &tried[{one.first}], {one.first}, {one.count}, {one.group.first})"
            )
        return FunctionText(f"filter_{number}", "void", "S* s", [*lines, *ended], inline=False)

    def _to_be_tried(self, number: int, words: _Words) -> list[str]:
        """The options of a group without those of which it can be told what comes of them."""
        group, first, count = words.group, words.first, words.count
        rest, sure, kind = f"rest_{first}", f"sure_{first}", self._kind(words)
        lines = [f"cdef {kind} {rest}", f"memcpy(&{rest}, &s.options[{first}], sizeof({rest}))"]
        told = f"sure_{number}_{first}(s, {rest})" if group.enough is not None else ""
        if group.sure_within:
            told = f"set{count}_if(calls_are_sure(s), {rest}, {told or f'set{count}_none()'})"
        if told:
            lines += [
                f"cdef {kind} {sure} = {told}",
                f"{rest} = set{count}_minus({rest}, {sure})",
            ]
        if group.needed is not None:
            kept = f"set{count}_or({sure}, {rest})" if told else rest
            lines += [
                f"{rest} = needed_{number}_{first}(s, {rest})",
                f"cdef {kind} kept_{first} = {kept}",
                f"memcpy(&s.options[{first}], &kept_{first}, sizeof(kept_{first}))",
            ]
        return [*lines, f"memcpy(&tried[{first}], &{rest}, sizeof({rest}))"]

    def _kind(self, words: _Words) -> str:
        return self.plan.c_type(words.group.options.type)
