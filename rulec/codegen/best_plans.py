"""Best plans as generated functions: an iterative branch and bound with space for all pieces.

It tries the fates of one piece after the other. What those to come can add to each term at most and at least,
which is worked out beforehand, bounds the goals; positions of the search that have been met are passed over,
as many as there is room to remember.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulec.codegen.text_nodes import Code, Declaration, Local, Statement, below, call, chained, code, when
from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes

_REMEMBERED = 1024


def best_plan(writer: ExpressionWriter, node: nodes.BestPlan) -> Code:
    def write(helper: Helper) -> None:
        helper.body = _Search(writer, node).lines()

    return writer.helper(node, "best_plan", write)


class _Search:
    def __init__(self, writer: ExpressionWriter, node: nodes.BestPlan) -> None:
        self.writer, self.node = writer, node
        self.kind = Local(node.var)
        self.terms = [Local(name) for name in node.terms]
        self.things = sum(domain.size for _, domain in node.stocks)
        self.ways = max(len(one) for one in node.fates)
        self.words = 2 + self.things + len(node.terms)  # of a remembered plan

    def lines(self) -> list[Statement]:
        return [
            *self._room(),
            *self._stock(),
            *self._units(),
            *self._hopes(),
            *self._search(),
            *self._result(),
        ]

    def _room(self) -> list[Statement]:
        node, most = self.node, self.node.most
        t, r, g = len(node.terms), max(self.things, 1), len(node.goals)
        names = ["at", "n", "i", "way", "more", "fits", "better", "count = 0", "found = 0", "enter = 1"]
        return [
            Declaration("int", ", ".join(names)),
            *(Declaration("int", name) for name in (self.kind, *self.terms)),
            *(Declaration("int", Local(name)) for name, _ in node.stocks),
            Declaration("int", f"group[{most}], like[{most}], chosen[{most + 1}], taken[{most}]"),
            Declaration("int", f"fate[{len(node.fates) * self.ways}], ways[{len(node.fates)}]"),
            Declaration("int", f"need[{most * r}], brings[{most * t}], left[{r}], total[{t}], kept[{t}]"),
            Declaration("int", f"up[{(most + 1) * t}], down[{(most + 1) * t}], worth[{g}], best[{g}]"),
            Declaration("int", f"seen[{_REMEMBERED * self.words}], key[{self.words}]"),
            Declaration("uint64_t", "hash"),
            Declaration("int*", "slot"),
            *(f"ways[{g}] = {len(fates)}" for g, fates in enumerate(node.fates)),
            *(
                f"fate[{g * self.ways + n}] = {one}"
                for g, fates in enumerate(node.fates)
                for n, one in enumerate(fates)
            ),
            below(f"for i in range({_REMEMBERED}):", f"seen[i * {self.words}] = -1"),
            below(f"for i in range({t}):", "total[i] = kept[i] = 0"),
        ]

    def _stock(self) -> list[Statement]:
        lines: list[Statement] = []
        first = 0
        for (name, domain), have in zip(self.node.stocks, self.node.have, strict=True):
            member = Local(name)
            lines.append(
                below(
                    code(f"for {{}} in range({domain.size}):", member),
                    code(f"left[{first} + {{}}] = {{}}", member, self.writer.text(have)),
                )
            )
            first += domain.size
        return lines

    def _units(self) -> list[Statement]:
        node, text, t = self.node, self.writer.text, len(self.node.terms)
        each: list[Statement] = []
        first = 0
        for (name, domain), needs in zip(node.stocks, node.needs, strict=True):
            member, place = Local(name), f"count * {self.things} + {first}"
            each.append(
                below(
                    code(f"for {{}} in range({domain.size}):", member),
                    code(f"need[{place} + {{}}] = {{}}", member, text(needs)),
                )
            )
            first += domain.size
        each += [code(f"brings[count * {t} + {n}] = {{}}", text(one)) for n, one in enumerate(node.weights)]
        lines: list[Statement] = []
        for number, copies in enumerate(node.copies):
            body: list[Statement] = [
                f"group[count] = {number}",
                "like[count] = i > 0",
                "taken[count] = 0",
                *each,
                "count += 1",
            ]
            lines += [code("n = {}", text(copies)), below("for i in range(n):", *body)]
        return [below(code(f"for {{}} in range({node.domain.size}):", self.kind), *lines)]

    def _hopes(self) -> list[Statement]:
        """Compute suffix bounds: how much the pieces from each on can add to the terms."""
        t = len(self.node.terms)
        return [
            below(f"for i in range({t}):", f"up[count * {t} + i] = down[count * {t} + i] = 0"),
            below(
                "for at in range(count - 1, -1, -1):",
                *(line for n, fate in enumerate(self.node.weighed) for line in self._hope(n, fate, t)),
            ),
        ]

    def _hope(self, term: int, fate: int, t: int) -> list[Statement]:
        fates = list(enumerate(self.node.fates))
        here, after = f"at * {t} + {term}", f"(at + 1) * {t} + {term}"
        only = _any_of(f"group[at] == {g}" for g, some in fates if set(some) == {fate})
        has = _any_of(f"group[at] == {g}" for g, some in fates if fate in some)
        brought = code(f"0 if not {{}} else brings[{here}]", only)
        most, least = (call(f"rulec_{which}", f"brings[{here}]", brought) for which in ("max", "min"))
        return [
            code("more = 1 if {} else 0", has),
            code(f"up[{here}] = up[{after}] + ({{}} if more else 0)", most),
            code(f"down[{here}] = down[{after}] + ({{}} if more else 0)", least),
        ]

    def _search(self) -> list[Statement]:
        return [
            "at = 0",
            "chosen[0] = -1",
            below("while at >= 0:", *self._entered(), *self._next_way()),
        ]

    def _entered(self) -> list[Statement]:
        t = len(self.node.terms)
        leaf = [
            *self._worth([f"total[{n}]" for n in range(t)] for _ in self.node.goals),
            *self._better(),
            when(
                "better",
                "found = 1",
                below(f"for i in range({len(self.node.goals)}):", "best[i] = worth[i]"),
                below(f"for i in range({t}):", "kept[i] = total[i]"),
            ),
            "at -= 1",
            "continue",
        ]
        hopes = [
            [f"total[{n}] + {'up' if grows else 'down'}[at * {t} + {n}]" for n, grows in enumerate(some)]
            for some in self.node.grows
        ]
        entered = when(
            "enter",
            "enter = 0",
            when("at == count", *leaf),
            when("found", *self._worth(hopes), *self._better(), when("not better", "at -= 1", "continue")),
            "chosen[at] = (chosen[at - 1] if at and like[at] else 0) - 1",
            *self._remember(),
        )
        return [entered]

    def _remember(self) -> list[Statement]:
        lines: list[Statement] = ["key[0] = at", "key[1] = chosen[at]"]
        lines += [f"key[{2 + n}] = left[{n}]" for n in range(self.things)]
        lines += [f"key[{2 + self.things + n}] = total[{n}]" for n in range(len(self.node.terms))]
        return [
            *lines,
            "hash = 0",
            below(
                f"for i in range({self.words}):", "hash = (hash ^ <uint32_t>key[i]) * 0x9E3779B97F4A7C15ULL"
            ),
            f"slot = seen + (hash >> 40) % {_REMEMBERED} * {self.words}",
            "more = 0",
            below(f"for i in range({self.words}):", "more |= slot[i] != key[i]", "slot[i] = key[i]"),
            when("not more", "at -= 1", "continue"),
        ]

    def _next_way(self) -> list[Statement]:
        t = len(self.node.terms)
        return [
            when("taken[at]", *self._change("-", t), "taken[at] = 0"),
            "chosen[at] += 1",
            when("chosen[at] == ways[group[at]]", "at -= 1", "continue"),
            "fits = 1",
            f"way = fate[group[at] * {self.ways} + chosen[at]]",
            *self._fits(),
            when("not fits", "continue"),
            *self._change("+", t),
            "taken[at] = 1",
            "at += 1",
            "enter = 1",
        ]

    def _fits(self) -> list[Statement]:
        lines: list[Statement] = []
        first = 0
        for (_, domain), fate in zip(self.node.stocks, self.node.using, strict=True):
            place = f"need[at * {self.things} + i]"
            test = when(f"{place} > 0 and left[i] < {place}", "fits = 0")
            loop = below(f"for i in range({first}, {first + domain.size}):", test)
            lines.append(when(f"way == {fate}", loop))
            first += domain.size
        return lines

    def _change(self, sign: str, t: int) -> list[Statement]:
        """Apply the needs and gains of the chosen fate, or (`-`) undo them."""
        other = "+" if sign == "-" else "-"
        lines: list[Statement] = []
        if sign == "-":
            lines.append(f"way = fate[group[at] * {self.ways} + chosen[at]]")
        first = 0
        for (_, domain), fate in zip(self.node.stocks, self.node.using, strict=True):
            step = f"left[i] {other}= need[at * {self.things} + i]"
            lines.append(
                when(f"way == {fate}", below(f"for i in range({first}, {first + domain.size}):", step))
            )
            first += domain.size
        for n, fate in enumerate(self.node.weighed):
            lines.append(when(f"way == {fate}", f"total[{n}] {sign}= brings[at * {t} + {n}]"))
        return lines

    def _worth(self, given: Iterable[list[str]]) -> list[Statement]:
        lines: list[Statement] = []
        for n, (goal, terms) in enumerate(zip(self.node.goals, given, strict=True)):
            lines += [code("{} = {}", name, value) for name, value in zip(self.terms, terms, strict=True)]
            lines.append(code(f"worth[{n}] = {{}}", self.writer.text(goal)))
        return lines

    def _better(self) -> list[Statement]:
        """Emit the test for an assignment that beats the best so far."""
        compare = when("worth[i] != best[i]", "better = worth[i] > best[i]", "break")
        loop = below(f"for i in range({len(self.node.goals)}):", compare)
        return ["better = not found", when("found", loop)]

    def _result(self) -> list[Statement]:
        values = [code(f"{{}} = kept[{n}]", name) for n, name in enumerate(self.terms)]
        return [*values, code("return {}", self.writer.text(self.node.result))]


def _any_of(tests: Iterable[str]) -> Code:
    """Disjunction `(a or b)`; 0 without operands."""
    return chained("or", list(tests) or ["0"])
