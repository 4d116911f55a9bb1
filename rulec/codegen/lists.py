"""Lists and orderings as functions of the engine. A list is a word, or a struct of words, of digits."""

from __future__ import annotations

from rulec.codegen.rounds import members
from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes
from rulec.ir.schema import words
from rulec.ir.types import ListType
from rulec.ir.walk import locals_read


def _shape(type_: ListType) -> str:
    """What the functions of the header need to know of a list: its words, and the bits of a digit."""
    return f"{words(type_)}, {type_.digit}"


def _c_type(type_: ListType) -> str:
    return "uint64_t" if words(type_) == 1 else f"set{words(type_)}"


def _at(name: str) -> str:
    return f"<uint64_t*>&{name}"


def _empty(type_: ListType) -> str:
    return "0" if words(type_) == 1 else f"set{words(type_)}_none()"


def begun(type_: ListType) -> list[str]:
    """Lines that begin a list `out`."""
    return [f"cdef {_c_type(type_)} out = {_empty(type_)}", "cdef int filled = 0"]


def added(type_: ListType, member: str) -> list[str]:
    return [f"rulec_list_put({_at('out')}, {_shape(type_)}, filled, {member})", "filled += 1"]


def _asked(writer: ExpressionWriter, node: nodes.Expr, value: nodes.Expr, base: str, result: str) -> str:
    """A function that asks something of one list, `all`."""
    type_ = value.type
    assert isinstance(type_, ListType)

    def write(helper: Helper) -> None:
        shape = f"{_at('all')}, {_shape(type_)}"
        helper.body = [
            f"cdef {_c_type(type_)} all = {writer.text(value)}",
            f"return {result.format(shape=shape)}",
        ]

    return writer.helper(node, base, write)


def length(writer: ExpressionWriter, node: nodes.Count) -> str:
    match node.value:
        case nodes.Filter(var, those, nodes.Compare("==", nodes.ReadLocal(entry_), member)):
            if entry_ == var and var not in locals_read(member):
                times = f"rulec_list_times({{shape}}, {writer.text(member)})"
                return _asked(writer, node, those, "times", times)
        case _:
            pass
    return _asked(writer, node, node.value, "length", "rulec_list_length({shape})")


def pick(writer: ExpressionWriter, node: nodes.Pick) -> str:
    place = "0" if node.which == "first" else "rulec_list_length({shape}) - 1"
    return _asked(writer, node, node.value, node.which, f"rulec_list_entry({{shape}}, {place})")


def entry(writer: ExpressionWriter, node: nodes.Entry) -> str:
    place = f"{writer.text(node.number)} - 1"
    return _asked(writer, node, node.value, "entry", f"rulec_list_entry({{shape}}, {place})")


def position_of(writer: ExpressionWriter, node: nodes.PositionOf) -> str:
    member = writer.text(node.member)
    return _asked(writer, node, node.value, "position", f"rulec_list_position({{shape}}, {member})")


def holds_along(writer: ExpressionWriter, node: nodes.HoldsAlong) -> str:
    def write(helper: Helper) -> None:
        body = [
            f"left -= {writer.text(node.pays)}",
            "if left < 0:",
            "    return 0",
            f"left += {writer.text(node.earns)}",
        ]
        helper.body = [
            f"cdef long long left = {writer.text(node.start)}",
            *members(writer, node.var, node.value, body),
            "return 1",
        ]

    return writer.helper(node, "holds_along", write)


def joined(writer: ExpressionWriter, node: nodes.Joined) -> str:
    type_ = node.type

    def write(helper: Helper) -> None:
        c_type = _c_type(type_)
        helper.body = [
            f"cdef {c_type} out = {writer.text(node.left)}",
            f"cdef {c_type} more = {writer.text(node.right)}",
            f"rulec_list_join({_at('out')}, {_at('more')}, {_shape(type_)})",
            "return out",
        ]

    return writer.helper(node, "joined", write)


def listed(writer: ExpressionWriter, node: nodes.Listed) -> str:
    def write(helper: Helper) -> None:
        name = f"one_{len(writer.helpers)}"
        loop = members(writer, name, node.value, added(node.type, writer.plan.local(name)))
        helper.body = [*begun(node.type), *loop, "return out"]

    return writer.helper(node, "listed", write)


def in_order(writer: ExpressionWriter, node: nodes.InOrder) -> str:
    """Each is put before those that come behind it; equal ones stay as they stood."""
    type_ = node.type

    def write(helper: Helper) -> None:
        name, shape = writer.plan.local(node.var), f"{_at('out')}, {_shape(type_)}"
        sign = "<" if node.op == "max" else ">"
        body = [
            f"if filled >= {type_.room}:",
            "    break",
            f"key = {writer.text(node.key)}",
            "place = filled",
            f"while place > 0 and keys[place - 1] {sign} key:",
            f"    rulec_list_put({shape}, place, rulec_list_entry({shape}, place - 1))",
            "    keys[place] = keys[place - 1]",
            "    place -= 1",
            f"rulec_list_put({shape}, place, {name})",
            "keys[place] = key",
            "filled += 1",
        ]
        helper.body = [
            *begun(type_),
            f"cdef int keys[{type_.room}]",
            "cdef int key, place",
            *members(writer, node.var, node.value, body),
            "return out",
        ]

    return writer.helper(node, "in_order", write)


def part(writer: ExpressionWriter, node: nodes.Part) -> str:
    type_ = node.type

    def write(helper: Helper) -> None:
        of, out = (f"{_at(name)}, {_shape(type_)}" for name in ("all", "out"))
        helper.body = [
            f"cdef {_c_type(type_)} all = {writer.text(node.value)}",
            *begun(type_),
            f"cdef int length = rulec_list_length({of})",
            f"cdef int number = rulec_min(rulec_max({writer.text(node.number)}, 0), length)",
            f"cdef int place = {'0' if node.which == 'first' else 'length - number'}",
            "while filled < number:",
            f"    rulec_list_put({out}, filled, rulec_list_entry({of}, place + filled))",
            "    filled += 1",
            "return out",
        ]

    return writer.helper(node, "part", write)
