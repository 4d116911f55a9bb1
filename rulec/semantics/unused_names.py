"""Warns of names without a reader: variables that rules only change, `let` names, parameters.

A use is any mention outside declarations, targets of changes and examples, whatever it refers to. So a
warning is certain, and a name that two things share may hide one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from rulec.base.diagnostics import Reporter
from rulec.base.fast_dataclass import instances, objects
from rulec.syntax import ast

_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_NOTED: Final = (
    *(ast.Ident, ast.Change, ast.Transfer, ast.CanPay, ast.PayBy, ast.CanPayBy, ast.Cell, ast.Text),
    *(ast.Variable, ast.Heading, ast.Goods),
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*")


def check_unused(file: ast.RulesFile, report: Reporter) -> None:
    """Report the names of this file that nothing reads."""
    _Unread(file, report).run()
    # A rule gives its caller what both call by one name.
    calls = (call for one in file.declarations for call in instances(one, ast.CallRule))
    given = {name.text for call in calls for name in call.giving}
    for one in file.declarations:
        if one.span.file == file.name:
            _check_names(one, given, report)
            if not file.bases:  # the calls in a base determine the parameters of a variant's rules
                _check_parameters(one, report)


# --- variables and goods -----------------------------------------------------------------------------


class _Unread:
    def __init__(self, file: ast.RulesFile, report: Reporter) -> None:
        self.file, self.report = file, report
        self.read: set[str] = set()
        self.written: set[str] = set()
        self.pays = False  # goods of a kind are paid by the names of its members

    def run(self) -> None:
        declared = [one for one in self._declared() if one.span.file == self.file.name]
        if not declared:
            return
        self._note()
        for one in declared:
            name = one.name.text
            kept = isinstance(one, ast.Goods) and (self._is_paid(one) or one.limit is not None)
            if name in self.written and name not in self.read and not kept:
                how = "gain" if isinstance(one, ast.Goods) else "change"
                message = f"the rules {how} `{name}`, but nothing ever reads it"
                hint = (
                    "count it below `score:`, test it in a condition, or leave it out; "
                    "a line below `display:` marks it as a note for players"
                )
                self.report.warning("R606", one.name.span, message, hint)

    def _declared(self) -> Iterator[ast.Variable | ast.Goods]:
        for one in self.file.declarations:
            if isinstance(one, ast.Goods):
                yield one
            elif isinstance(one, ast.Has):
                yield from (clause for clause in one.clauses if isinstance(clause, ast.Variable))

    def _is_paid(self, goods: ast.Goods) -> bool:
        known = {goods.singular.text} if goods.singular is not None else set()
        return bool(known & self.read) or (bool(goods.parameters) and self.pays)

    def _note(self) -> None:
        """Collect the names read and written in all declarations."""
        idents: Counter[str] = Counter()
        for one in (part for tree in self.file.declarations for part in instances(tree, *_NOTED)):
            match one:
                case ast.Ident(text):
                    idents[text] += 1
                case ast.Change(target=ast.Name(name) | ast.Possessive(_, name), value=value):
                    self.written.add(name.text)
                    idents[name.text] -= 1 + _mentions(value)[name.text]
                case ast.Transfer("gain", mix):
                    names = [part.name.text for part in mix if part.name is not None]
                    self.written.update(names)
                    idents.subtract(names)
                case ast.Transfer() | ast.CanPay() | ast.PayBy() | ast.CanPayBy() | ast.Cell(sort="mix"):
                    self.pays = True
                case ast.Text(text):
                    idents.update(word for part in _PLACEHOLDER.findall(text) for word in _WORD.findall(part))
                case ast.Variable(name=name) | ast.Heading(name=ast.Ident() as name):
                    idents[name.text] -= 1
                case ast.Goods(name=name, singular=singular):
                    idents.subtract([one.text for one in (name, singular) if one is not None])
                case _:
                    pass
        self.read.update(text for text, times in idents.items() if times > 0)


def _mentions(tree: object) -> Counter[str]:
    return Counter(one.text for one in objects(tree) if isinstance(one, ast.Ident))


# --- names of a rule or a definition -------------------------------------------------------------------


def _check_names(one: ast.Declaration, given: set[str], report: Reporter) -> None:
    lets = [let for let in instances(one, ast.Let) if let.var.text not in given]
    names = Counter(part.text for part in instances(one, ast.Ident)) if lets else Counter()
    for let in lets:
        if names[let.var.text] <= _writes(one, let.var.text):
            hint = "use the name below this line, or leave the line out"
            report.warning("R607", let.var.span, f"`{let.var.text}` is never used", hint)


def _check_parameters(one: ast.Declaration, report: Reporter) -> None:
    one = one.rule if isinstance(one, ast.FreeAction) else one
    if not isinstance(one, ast.Rule | ast.Meaning | ast.Adjective):
        return
    names = Counter(part.text for part in instances(one, ast.Ident)) if one.parameters else Counter()
    for parameter in one.parameters:
        name = parameter.name if isinstance(parameter, ast.Parameter) else parameter
        if names[name.text] <= 1:
            message = f"`{one.name.text}` never uses `{name.text}`, which it is given"
            hint = f"leave `{name.text}` out here, and where `{one.name.text}` is used"
            report.warning("R608", name.span, message, hint)


def _writes(tree: object, name: str) -> int:
    """Count the mentions of a name that only give it a value."""
    count = 0
    for one in objects(tree):
        if isinstance(one, ast.Let) and one.var.text == name:
            count += 1
        elif (
            isinstance(one, ast.Change) and isinstance(one.target, ast.Name) and one.target.name.text == name
        ):
            count += 1 + _mentions(one.value)[name]
    return count
