"""Checks `assumed "..." for names`: the names must be declared where the note stands."""

from __future__ import annotations

from rulec.base.diagnostics import did_you_mean
from rulec.base.fast_dataclass import instances
from rulec.base.source_text import Span
from rulec.semantics.declarations.collect import SymbolTableBuilder
from rulec.syntax import ast


class AssumedChecker:
    def __init__(self, declarer: SymbolTableBuilder) -> None:
        self.file, self.report = declarer.file, declarer.report

    def run(self) -> None:
        for one in self.file.assumed:
            where = "in this declaration" if one.owner is not None else "in this file"
            declared = [
                node for node in self.file.declarations if one.owner is None or _begins(node, one.owner)
            ]
            known = {name.text for node in declared for name in instances(node, ast.Ident)}
            if any(isinstance(node, ast.Table | ast.LookupTable) for node in declared) and one.owner:
                continue  # checked with the columns
            if not one.reason.value.strip():
                self.report.error(
                    "R430", one.reason.span, "the reason for this assumption is missing", "say why"
                )
            for name in one.names:
                if declared and name.text not in known:
                    hint = did_you_mean(name.text, known) or "write the name of the assumed rule or number"
                    message = f"nothing {where} is called `{name.text}`"
                    self.report.unknown("R429", name.text, name.span, message, hint)


def _begins(node: ast.Declaration, owner: Span) -> bool:
    return node.span.line == owner.line
