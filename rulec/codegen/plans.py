"""Best plans as functions of the engine: a search without calls of itself, with room for all its pieces.

It tries the fates of one piece after the other. What those to come can add to each term at most and at least,
which is worked out beforehand, bounds the goals; positions of the search that have been met are passed over,
as many as there is room to remember.
"""

from __future__ import annotations

from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes

_REMEMBERED = 1024


def best_plan(writer: ExpressionWriter, node: nodes.BestPlan) -> str:
    def write(helper: Helper) -> None:
        helper.body = _Search(writer, node).lines()

    return writer.helper(node, "best_plan", write)


def _below(head: str, *lines: str) -> list[str]:
    return [head, *(f"    {line}" for line in lines)]


class _Search:
    def __init__(self, writer: ExpressionWriter, node: nodes.BestPlan) -> None:
        self.writer, self.node = writer, node
        self.kind = writer.plan.local(node.var)
        self.terms = [writer.plan.local(name) for name in node.terms]
        self.things = sum(domain.size for _, domain in node.stocks)
        self.ways = max(len(one) for one in node.fates)
        self.words = 2 + self.things + len(node.terms)  # of what is remembered

    def lines(self) -> list[str]:
        return [
            *self._room(),
            *self._stock(),
            *self._units(),
            *self._hopes(),
            *self._search(),
            *self._result(),
        ]

    def _room(self) -> list[str]:
        node, most = self.node, self.node.most
        t, r, g = len(node.terms), max(self.things, 1), len(node.goals)
        names = ["at", "n", "i", "way", "more", "fits", "better", "count = 0", "found = 0", "enter = 1"]
        return [
            f"cdef int {', '.join(names)}",
            f"cdef int {self.kind}, {', '.join(self.terms)}",
            *(f"cdef int {self.writer.plan.local(name)}" for name, _ in node.stocks),
            f"cdef int group[{most}], like[{most}], chosen[{most + 1}], taken[{most}]",
            f"cdef int fate[{len(node.fates) * self.ways}], ways[{len(node.fates)}]",
            f"cdef int need[{most * r}], brings[{most * t}], left[{r}], total[{t}], kept[{t}]",
            f"cdef int up[{(most + 1) * t}], down[{(most + 1) * t}], worth[{g}], best[{g}]",
            f"cdef int seen[{_REMEMBERED * self.words}], key[{self.words}]",
            "cdef uint64_t hash",
            "cdef int* slot",
            *(f"ways[{g}] = {len(fates)}" for g, fates in enumerate(node.fates)),
            *(
                f"fate[{g * self.ways + n}] = {one}"
                for g, fates in enumerate(node.fates)
                for n, one in enumerate(fates)
            ),
            *_below(f"for i in range({_REMEMBERED}):", f"seen[i * {self.words}] = -1"),
            *_below(f"for i in range({t}):", "total[i] = kept[i] = 0"),
        ]

    def _stock(self) -> list[str]:
        lines, first = [], 0
        for (name, domain), have in zip(self.node.stocks, self.node.have, strict=True):
            member = self.writer.plan.local(name)
            lines += _below(
                f"for {member} in range({domain.size}):",
                f"left[{first} + {member}] = {self.writer.text(have)}",
            )
            first += domain.size
        return lines

    def _units(self) -> list[str]:
        node, text, t = self.node, self.writer.text, len(self.node.terms)
        each, first = [], 0
        for (name, domain), needs in zip(node.stocks, node.needs, strict=True):
            member = self.writer.plan.local(name)
            each += _below(
                f"for {member} in range({domain.size}):",
                f"need[count * {self.things} + {first} + {member}] = {text(needs)}",
            )
            first += domain.size
        each += [f"brings[count * {t} + {n}] = {text(one)}" for n, one in enumerate(node.weights)]
        lines: list[str] = []
        for number, copies in enumerate(node.copies):
            body = [
                f"group[count] = {number}",
                "like[count] = i > 0",
                "taken[count] = 0",
                *each,
                "count += 1",
            ]
            lines += [f"n = {text(copies)}", *_below("for i in range(n):", *body)]
        return _below(f"for {self.kind} in range({node.domain.size}):", *lines)

    def _hopes(self) -> list[str]:
        """What the pieces from each on can add to the terms."""
        t = len(self.node.terms)
        return [
            *_below(f"for i in range({t}):", f"up[count * {t} + i] = down[count * {t} + i] = 0"),
            *_below(
                "for at in range(count - 1, -1, -1):",
                *(line for n, fate in enumerate(self.node.weighed) for line in self._hope(n, fate, t)),
            ),
        ]

    def _hope(self, term: int, fate: int, t: int) -> list[str]:
        only = " or ".join(
            f"group[at] == {g}" for g, fates in enumerate(self.node.fates) if set(fates) == {fate}
        )
        has = " or ".join(f"group[at] == {g}" for g, fates in enumerate(self.node.fates) if fate in fates)
        here, after = f"at * {t} + {term}", f"(at + 1) * {t} + {term}"
        zero = f"rulec_{{}}(brings[{here}], 0 if not ({only or '0'}) else brings[{here}])"
        return [
            f"more = 1 if ({has or '0'}) else 0",
            f"up[{here}] = up[{after}] + ({zero.format('max')} if more else 0)",
            f"down[{here}] = down[{after}] + ({zero.format('min')} if more else 0)",
        ]

    def _search(self) -> list[str]:
        return [
            "at = 0",
            "chosen[0] = -1",
            *_below("while at >= 0:", *self._entered(), *self._next_way()),
        ]

    def _entered(self) -> list[str]:
        t = len(self.node.terms)
        leaf = [
            *self._worth([f"total[{n}]" for n in range(t)] for _ in self.node.goals),
            *self._better(),
            *_below(
                "if better:",
                "found = 1",
                *_below(f"for i in range({len(self.node.goals)}):", "best[i] = worth[i]"),
                *_below(f"for i in range({t}):", "kept[i] = total[i]"),
            ),
            "at -= 1",
            "continue",
        ]
        hopes = [
            [f"total[{n}] + {'up' if grows else 'down'}[at * {t} + {n}]" for n, grows in enumerate(some)]
            for some in self.node.grows
        ]
        return _below(
            "if enter:",
            "enter = 0",
            *_below("if at == count:", *leaf),
            *_below(
                "if found:",
                *self._worth(hopes),
                *self._better(),
                *_below("if not better:", "at -= 1", "continue"),
            ),
            "chosen[at] = (chosen[at - 1] if at and like[at] else 0) - 1",
            *self._remember(),
        )

    def _remember(self) -> list[str]:
        lines = ["key[0] = at", "key[1] = chosen[at]"]
        lines += [f"key[{2 + n}] = left[{n}]" for n in range(self.things)]
        lines += [f"key[{2 + self.things + n}] = total[{n}]" for n in range(len(self.node.terms))]
        return [
            *lines,
            "hash = 0",
            *_below(
                f"for i in range({self.words}):", "hash = (hash ^ <uint32_t>key[i]) * 0x9E3779B97F4A7C15ULL"
            ),
            f"slot = seen + (hash >> 40) % {_REMEMBERED} * {self.words}",
            "more = 0",
            *_below(f"for i in range({self.words}):", "more |= slot[i] != key[i]", "slot[i] = key[i]"),
            *_below("if not more:", "at -= 1", "continue"),
        ]

    def _next_way(self) -> list[str]:
        t = len(self.node.terms)
        return [
            *_below("if taken[at]:", *self._change("-", t), "taken[at] = 0"),
            "chosen[at] += 1",
            *_below("if chosen[at] == ways[group[at]]:", "at -= 1", "continue"),
            "fits = 1",
            f"way = fate[group[at] * {self.ways} + chosen[at]]",
            *self._fits(),
            *_below("if not fits:", "continue"),
            *self._change("+", t),
            "taken[at] = 1",
            "at += 1",
            "enter = 1",
        ]

    def _fits(self) -> list[str]:
        lines, first = [], 0
        for (_, domain), fate in zip(self.node.stocks, self.node.using, strict=True):
            place = f"need[at * {self.things} + i]"
            test = [f"if {place} > 0 and left[i] < {place}:", "    fits = 0"]
            loop = _below(f"for i in range({first}, {first + domain.size}):", *test)
            lines += _below(f"if way == {fate}:", *loop)
            first += domain.size
        return lines

    def _change(self, sign: str, t: int) -> list[str]:
        """What the chosen fate of this piece takes and brings, or (`-`) that it does no more."""
        other = "+" if sign == "-" else "-"
        lines = [f"way = fate[group[at] * {self.ways} + chosen[at]]"] if sign == "-" else []
        first = 0
        for (_, domain), fate in zip(self.node.stocks, self.node.using, strict=True):
            step = f"left[i] {other}= need[at * {self.things} + i]"
            loop = _below(f"for i in range({first}, {first + domain.size}):", step)
            lines += _below(f"if way == {fate}:", *loop)
            first += domain.size
        for n, fate in enumerate(self.node.weighed):
            lines += _below(f"if way == {fate}:", f"total[{n}] {sign}= brings[at * {t} + {n}]")
        return lines

    def _worth(self, given: object) -> list[str]:
        lines = []
        for n, (goal, terms) in enumerate(zip(self.node.goals, given, strict=True)):  # type: ignore[call-overload]
            lines += [f"{name} = {value}" for name, value in zip(self.terms, terms, strict=True)]
            lines.append(f"worth[{n}] = {self.writer.text(goal)}")
        return lines

    def _better(self) -> list[str]:
        """Is what has been worked out now more than the best so far?"""
        compare = _below("if worth[i] != best[i]:", "better = worth[i] > best[i]", "break")
        loop = _below(f"for i in range({len(self.node.goals)}):", *compare)
        return ["better = not found", *_below("if found:", *loop)]

    def _result(self) -> list[str]:
        values = [f"{name} = kept[{n}]" for n, name in enumerate(self.terms)]
        return [*values, f"return {self.writer.text(self.node.result)}"]
