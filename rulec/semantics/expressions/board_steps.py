"""Detects whether the rules of a file mention the steps of its board.

Most games do not need steps: they are declared only on use, so that `steps` and `step` remain free as names.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulec.base.fast_dataclass import objects
from rulec.syntax import ast


def speaks_of_steps(file: ast.RulesFile) -> bool:
    """Return whether `steps` or `step` is used without being declared by the file."""
    found = [_steps_in(one) for one in file.declarations]
    return any(used for used, _ in found) and not any(given for _, given in found)


def _steps_in(declaration: ast.Declaration) -> tuple[bool, bool]:
    """Return whether a declaration uses the words, and whether it binds either as a name.

    Memoized on the declaration, which the search for hints checks repeatedly.
    """
    kept = declaration.__dict__
    if "_steps" not in kept:
        within = list(objects(declaration))
        given = any(name.text in {"steps", "step"} for one in within for name in _given(one))
        kept["_steps"] = any(map(_uses_steps, within)), given
    found: tuple[bool, bool] = kept["_steps"]
    return found


def _uses_steps(one: object) -> bool:
    match one:
        case ast.Name(name=name):
            return name.text == "steps"
        case ast.Adjective(subject=subject) | ast.Meaning(subject=subject):
            return _is_step(subject)
        case ast.Has(owner=owner):
            return _is_step(owner)
        case ast.Each(var=var, value=None):
            return _is_step(var)
        case ast.ValueType(member=member):
            return _is_step(member)
        case _:
            return False


def _is_step(name: ast.Ident | None) -> bool:
    return name is not None and name.text == "step"


def _given(one: object) -> Iterator[ast.Ident]:
    """Yield the names that a declaration binds, and local names that shadow `steps`."""
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
