"""Mod/ref analysis: the variables that a sentence cannot change, for narrowing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulec.base.fast_dataclass import objects
from rulec.syntax import ast

# Sentences without calls and decisions.
_STRAIGHT_LINE = (
    *(ast.If, ast.Each, ast.EachNumber, ast.ActingAs, ast.Let, ast.Change, ast.Needs, ast.Nothing, ast.Must),
    *(ast.PlacePiece, ast.MovePiece, ast.RemovePiece, ast.Transfer, ast.Roll, ast.EndGame, ast.LeaveRule),
)
# Sentences that evaluate their operands once, before any change.
_LOOKS_FIRST = (ast.If, ast.Let, ast.Change, ast.CallRule, ast.Transfer, ast.Do)


class PreservedVariables:
    def __init__(self, declarations: Iterable[object]) -> None:
        self._rules: dict[str, list[ast.Rule]] = {}
        self._others: list[object] = []  # run without a call by name
        for one in declarations:
            if not isinstance(one, ast.Rule):
                self._others.append(one)
            elif one.sort not in {"play", "setup"}:
                self._rules.setdefault(one.name.text, []).append(one)

    def keeps(self, sentence: ast.Sentence, variable: str) -> bool:
        """Return whether a sentence leaves every variable of this name unchanged, for all owners."""
        changed, named = self._words(sentence)
        if variable in changed:
            return False
        return self.is_straight_line(sentence) or variable not in self._changed_by(named)

    def is_straight_line(self, sentence: ast.Sentence) -> bool:
        """Return whether a sentence neither calls a rule nor asks for a decision."""
        if self._tracks():
            return False
        return all(isinstance(one, _STRAIGHT_LINE) and not _asks(one) for one in _sentences(sentence))

    def looks_first(self, sentence: ast.Sentence) -> bool:
        """Return whether a sentence reads its operands before any change, bodies excepted."""
        return isinstance(sentence, _LOOKS_FIRST)

    def _tracks(self) -> bool:
        """Return whether a track exists: `raise` runs the effects printed on its spaces."""
        return any(isinstance(one, ast.Track) for one in self._others)

    def _changed_by(self, named: frozenset[str]) -> set[str]:
        """Return the variables that a call of these rules may change, implicit rules included (closure)."""
        waiting: list[object] = [
            *self._others,
            *(rule for name in named for rule in self._rules.get(name, ())),
        ]
        seen: set[int] = set()
        found: set[str] = set()
        while waiting:
            one = waiting.pop()
            if id(one) not in seen:
                seen.add(id(one))
                changed, names = self._words(one)
                found |= changed
                waiting += (rule for name in names for rule in self._rules.get(name, ()))
        return found

    def _words(self, node: object) -> tuple[frozenset[str], frozenset[str]]:
        """Return the names a node changes and all names in it, noted in the node."""
        known: tuple[frozenset[str], frozenset[str]] | None = vars(node).get("_words")
        if known is None:
            whole = tuple(objects(node))
            changed = {_last(one.target) for one in whole if isinstance(one, ast.Change)}
            changed |= {one.var.text for one in whole if isinstance(one, ast.Each | ast.EachNumber)}
            named = {one.text for one in whole if isinstance(one, ast.Ident)}
            known = vars(node)["_words"] = frozenset(changed), frozenset(named)
        return known


def _asks(sentence: object) -> bool:
    return isinstance(sentence, ast.Each) and sentence.order is not None


def _last(target: ast.Expr) -> str:
    return target.name.text if isinstance(target, ast.Name | ast.Possessive) else ""


def _sentences(node: object) -> Iterator[object]:
    return (one for one in objects(node) if isinstance(one, ast.Sentence))
