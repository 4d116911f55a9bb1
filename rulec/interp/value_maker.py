"""Base of the expression compilers, which turn IR nodes into closures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from rulec.ir import nodes
from rulec.ir.types import Type, bounds

Cells = list[int]
Env = dict[str, int]
Value = Callable[[Cells, Env], int]


class InterpreterBug(AssertionError):
    """The program violated its types: a bug of the compiler."""


class ValueMaker(ABC):
    """Compiles expressions; a module for each kind of node."""

    @abstractmethod
    def value(self, node: nodes.Expr) -> Value:
        """Return the closure of an expression."""

    def checked(self, type_: Type, value: Value) -> Value:
        have = bounds(type_)
        lo, hi = have.lo, have.hi

        def check(cells: Cells, env: Env) -> int:
            result = value(cells, env)
            if not lo <= result <= hi:
                raise InterpreterBug(f"{result} is not in {have}")
            return result

        return check
