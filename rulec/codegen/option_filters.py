"""Filters the options of a decision by completability: static tests first, then searches.

The list of legal options applies the tests to whole sets. Random play tests single options instead: the one
that it has drawn, then others until it finds a second legal one. `..__verdict` tests a single option.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulec.codegen.expressions import ExpressionText
from rulec.codegen.name_plan import NamePlan
from rulec.codegen.text_nodes import (
    Code,
    Declaration,
    FunctionText,
    Local,
    Statement,
    call,
    chained,
    code,
    grouped,
    when,
)
from rulec.ir import nodes
from rulec.ir.program import FOUND, Decision, OptionGroup
from rulec.ir.walk import size, substitute


def has_static_tests(decision: Decision) -> bool:
    """Return whether a group has static tests for its searched options."""
    return any(
        g.legality.needs_search
        and (
            g.legality.sufficient is not None
            or g.legality.necessary is not None
            or g.legality.completable_in_rule
        )
        for g in decision.groups
    )


def has_needs(group: OptionGroup) -> bool:
    """Return whether the group has a necessary condition."""
    return group.legality.needs_search and group.legality.necessary is not None


def _parts(test: nodes.Expr | None) -> int:
    return 0 if test is None else size(test)


@dataclass(frozen=True)
class _Words:
    """The option words of a searched group."""

    group: OptionGroup
    first: int
    count: int
    name: str


class FilterText:
    def __init__(self, plan: NamePlan, expressions: ExpressionText) -> None:
        self.plan, self.expressions = plan, expressions

    def functions(self, number: int, decision: Decision) -> Iterator[FunctionText]:
        groups = zip(
            decision.groups, self.plan.group_words(decision), self.plan.words_named(decision), strict=True
        )
        searched = [
            _Words(group, *place, name) for group, place, name in groups if group.legality.needs_search
        ]
        for words in searched:
            if words.group.legality.sufficient is not None:
                yield self._filter_by("sufficient", number, words, words.group.legality.sufficient)
            if words.group.legality.necessary is not None:
                yield self._filter_by("necessary", number, words, words.group.legality.necessary)
        if has_static_tests(decision):
            yield self._verdict(number, searched)
        needy = [words for words in searched if has_needs(words.group)]
        if needy:
            yield self._infeasible(number, needy)
        yield self._filter(number, decision, searched)

    def _filter_by(self, name: str, number: int, words: _Words, options: nodes.Expr) -> FunctionText:
        """Emit a filter of a group's options by its sufficient or necessary condition."""
        kind, those = self._kind(words), f"{FOUND}{words.first}"
        text = self.expressions.text(substitute(options, FOUND, nodes.ReadLocal(those, options.type)))
        return FunctionText(
            self._name(name, number, words),
            kind,
            [code(f"{kind} {{}}", Local(those))],
            [code("return {}", text)],
            inline=False,
        )

    def _name(self, name: str, number: int, words: _Words) -> str:
        return self.plan.decision_function(number, f"{name}_{words.name}")

    def _infeasible(self, number: int, searched: list[_Words]) -> FunctionText:
        """Emit the test for a statically infeasible option."""
        lines: list[Statement] = [
            when(
                f"{words.first} <= place < {words.first + words.count}",
                code("return not {}", grouped(self._passes_filter("necessary", number, words))),
            )
            for words in searched
        ]
        name = self.plan.decision_function(number, "infeasible")
        return FunctionText(name, "bint", ["int place", "int bit"], [*lines, "return 0"])

    def _passes_filter(self, name: str, number: int, words: _Words) -> Code:
        """Test the option at `place` and `bit` for membership in a filter."""
        count, first = words.count, words.first
        one = call(f"set{count}_single", f"bit + 64 * (place - {first})")
        those = call(self._name(name, number, words), "s", one)
        return call(f"set{count}_some", those) if count > 1 else code("{} != 0", those)

    def _verdict(self, number: int, searched: list[_Words]) -> FunctionText:
        """Static verdict on one option: 0 infeasible, 1 completable, 2 unknown (needs a search)."""
        lines: list[Statement] = []
        for words in searched:
            group, first, count = words.group, words.first, words.count
            if (
                group.legality.sufficient is None
                and group.legality.necessary is None
                and not group.legality.completable_in_rule
            ):
                continue
            found: list[Statement] = []
            if group.legality.completable_in_rule:
                found.append(when("callers_complete(s)", "return 1"))
            tests = [("sufficient", group.legality.sufficient, 1), ("necessary", group.legality.necessary, 0)]
            for name, test, answer in sorted(tests, key=lambda one: _parts(one[1])):  # the quicker one first
                if test is not None:
                    some = self._passes_filter(name, number, words)
                    found.append(when(some if answer else code("not {}", grouped(some)), f"return {answer}"))
            lines.append(when(f"{first} <= place < {first + count}", *found, "return 2"))
        name = self.plan.decision_function(number, "verdict")
        return FunctionText(name, "int", ["int place", "int bit"], [*lines, "return 2"])

    def _filter(self, number: int, decision: Decision, searched: list[_Words]) -> FunctionText:
        """Emit the filter that drops options without a completion."""
        count = len(self.plan.word_ids(decision))
        begun = code("search_begin(&q, {})", self.expressions.text(decision.who))
        certain = [
            f"certain[{place}] = ~<uint64_t>0"
            for place, (group, _) in enumerate(self.plan.groups_by_word(decision))
            if not group.legality.needs_search
        ]
        lines: list[Statement] = [
            Declaration("Search", "q"),
            Declaration("uint64_t", f"certain[{count}]"),
            Declaration("uint64_t", f"tried[{count}]"),
            when(
                "s.lazy",
                "memset(certain, 0, sizeof(certain))",
                *certain,
                begun,
                "draw_completable(s, &q, certain)",
                "search_end(&q)",
                "return",
            ),
        ]
        for one in searched:
            lines += self._split_off_untried(number, one)
        left = [f"tried[{one.first + n}]" for one in searched for n in range(one.count)]
        if any(one.group.legality.necessary is not None for one in searched):
            lines += [
                f"s.count = rulec_count(s.options, {count})",
                "memset(s.filled, 0, sizeof(s.filled))",
                f"rulec_fill(s.filled, s.options, 0, {count})",
            ]
        lines += [when(code("{} == 0", chained("|", left)), "return"), begun]
        for one in searched:
            given = f"&tried[{one.first}], {one.first}, {one.count}, {one.group.first}"
            lines.append(f"keep_completable(s, &q, {given})")
        name = self.plan.decision_function(number, "filter")
        return FunctionText(name, "void", [], [*lines, "search_end(&q)"], inline=False)

    def _split_off_untried(self, number: int, words: _Words) -> list[Statement]:
        """Emit the split of a group's options into statically decided ones and those to try."""
        group, first, count, kind = words.group, words.first, words.count, self._kind(words)
        rest, sure, kept = (f"{which}_{words.name}" for which in ("rest", "certain", "kept"))
        lines: list[Statement] = [
            Declaration(kind, rest),
            call("memcpy", f"&{rest}", f"&s.options[{first}]", f"sizeof({rest})"),
        ]
        known: Code | None = None
        if group.legality.sufficient is not None:
            known = call(self._name("sufficient", number, words), "s", rest)
        if group.legality.completable_in_rule:
            known = call(f"set{count}_if", "callers_complete(s)", rest, known or f"set{count}_none()")
        if known is not None:
            lines += [Declaration(kind, sure, known), f"{rest} = set{count}_minus({rest}, {sure})"]
        if group.legality.necessary is not None:
            left = f"set{count}_or({sure}, {rest})" if known is not None else rest
            lines += [
                code(f"{rest} = {{}}", call(self._name("necessary", number, words), "s", rest)),
                Declaration(kind, kept, left),
                call("memcpy", f"&s.options[{first}]", f"&{kept}", f"sizeof({kept})"),
            ]
        return [*lines, call("memcpy", f"&tried[{first}]", f"&{rest}", f"sizeof({rest})")]

    def _kind(self, words: _Words) -> str:
        return self.plan.c_type(words.group.options.type)
