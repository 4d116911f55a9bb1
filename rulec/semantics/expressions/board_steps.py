"""Whether the rules of a file speak of the steps of its board.

Every board has steps, and most games have no use for them: they are declared only where a rule needs them,
so that a game may use the words `steps` and `step` for something of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulec.base.fast_dataclass import objects
from rulec.syntax import ast


def speaks_of_steps(file: ast.RulesFile) -> bool:
    """Is `steps` or `step` used, and not a name that the file gives to something else?"""
    used = False
    for one in objects(file.declarations):
        match one:
            case ast.Name(name=name) if name.text == "steps":
                used = True
            case ast.Adjective(subject=subject) | ast.Meaning(subject=subject) if _is_step(subject):
                used = True
            case ast.Has(owner=owner) if _is_step(owner):
                used = True
            case ast.Each(var=var, value=None) if _is_step(var):
                used = True
            case ast.ValueType(member=member) if _is_step(member):
                used = True
        if any(name.text in {"steps", "step"} for name in _given(one)):
            return False
    return used


def _is_step(name: ast.Ident | None) -> bool:
    return name is not None and name.text == "step"


def _given(one: object) -> Iterator[ast.Ident]:
    """Names that a declaration gives, and those inside a rule that hide what is called `steps`."""
    match one:
        case ast.Kind():
            yield from (one.plural, one.singular, *(item.name for item in one.items if item.sort != "each"))
        case ast.Table():
            yield from (one.plural, one.singular)
            firsts = (value for row in one.grid.rows for value in row.cells[0].values)
            yield from (value.name for value in firsts if isinstance(value, ast.Name))
        case ast.Has(owner=None):
            yield from (clause.name for clause in one.clauses)
        case ast.Meaning(subject=None):
            yield from (one.name, *_hiding(one.parameters))
        case ast.Rule():
            yield from (one.name, *_hiding(tuple(parameter.name for parameter in one.parameters)))
        case ast.CallRule():
            yield from _hiding(one.giving)
        case ast.Meaning():
            yield from _hiding(one.parameters)
        case ast.Let() | ast.Choose() | ast.Each():
            yield from _hiding((one.var,))
        case _:
            for name in (getattr(one, "plural", None), getattr(one, "singular", None)):
                if isinstance(name, ast.Ident):
                    yield name


def _hiding(names: tuple[ast.Ident, ...]) -> Iterator[ast.Ident]:
    return (name for name in names if name.text == "steps")
