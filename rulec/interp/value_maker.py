"""Python functions that stand for expressions, and what makes them of nodes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from rulec.ir import nodes
from rulec.ir.types import Type, bounds

Cells = list[int]
Env = dict[str, int]
Value = Callable[[Cells, Env], int]


class InterpreterBug(AssertionError):
    """The program left what its types allow: a bug of the compiler."""


class ValueMaker(ABC):
    """Makes the functions of expressions; each kind of node is left to a module of its own."""

    @abstractmethod
    def value(self, node: nodes.Expr) -> Value:
        """The function of an expression."""

    def checked(self, type_: Type, value: Value) -> Value:
        have = bounds(type_)
        lo, hi = have.lo, have.hi

        def check(cells: Cells, env: Env) -> int:
            result = value(cells, env)
            if not lo <= result <= hi:
                raise InterpreterBug(f"{result} is not in {have}")
            return result

        return check
