"""Names of helper functions: operation, domain, and inputs."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.codegen.names import LONGEST_NAME, plain, without_numbers
from rulec.ir import nodes
from rulec.ir.types import SetType
from rulec.ir.walk import READS, parts
from rulec.runtime import control

_SUBJECTS = 2  # variables and tables that are named


def described(operation: str, node: nodes.Expr) -> str:
    """Name a helper, e.g. `sum_kinds__players_hand`: operation, domain, first inputs."""
    members = getattr(node, "value", None)
    over = getattr(members, "type", None)
    whom = f"{operation}_{plain(over.domain.name)}" if isinstance(over, SetType) else operation
    return f"{whom}__{subjects(node)}"


def subjects(node: nodes.Expr) -> str:
    """Join the names of the first inputs of an expression: `players_hand_and_money`."""
    read = sorted(dict.fromkeys(_read(node)))  # variables before tables, the order of the rules within each
    names = list(dict.fromkeys(name for _, _, name in read))[:_SUBJECTS] or ["given"]
    both = "_and_".join(names)
    return both if len(both) <= LONGEST_NAME else names[0]


def _read(node: nodes.Expr) -> Iterator[tuple[int, int, str]]:
    """Yield variables, tables and functions read: specificity, position, name."""
    for place, part in enumerate(parts(node)):
        if isinstance(part, READS) and part.field.name[:1] != control.MARK:
            yield 2 if part.field.role == "frame" else 0, place, plain(without_numbers(part.field.name))
        elif isinstance(part, nodes.CallFunction):
            yield 0, place, plain(without_numbers(part.function))
        elif isinstance(part, nodes.Lookup):
            yield 1, place, plain(without_numbers(part.table.name))
