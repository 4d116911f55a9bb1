"""Lists and orderings as generated functions. A list is a word, or a struct of words, of digits."""

from __future__ import annotations

from collections.abc import Callable

from rulec.analysis.rotations import rotation
from rulec.codegen.member_loops import members
from rulec.codegen.text_nodes import Code, Declaration, Local, Piece, Statement, below, call, code, when
from rulec.codegen.writer import ExpressionWriter, Helper
from rulec.ir import nodes
from rulec.ir.schema import words
from rulec.ir.types import ListType
from rulec.ir.walk import locals_read

_ROTATED_DIGIT = 8  # bits; longer ones mean more members than are told apart at once


def _shape(type_: ListType) -> tuple[Piece, Piece]:
    """Return the parameters of the header's list functions: words, and bits per digit."""
    return str(words(type_)), str(type_.digit)


def _c_type(type_: ListType) -> str:
    return "uint64_t" if words(type_) == 1 else f"set{words(type_)}"


def _of(name: str, type_: ListType, count: int = 0) -> tuple[Piece, Piece, Piece]:
    """Emit words, number of words and bits of an entry; `count` is the number of words if stored in fewer."""
    return f"<uint64_t*>&{name}", str(count or words(type_)), str(type_.digit)


def _empty(type_: ListType) -> str:
    return "0" if words(type_) == 1 else f"set{words(type_)}_none()"


def begun(type_: ListType) -> list[Statement]:
    """Emit the start of a list `out`."""
    return [Declaration(_c_type(type_), "out", _empty(type_)), Declaration("int", "filled", "0")]


def added(type_: ListType, member: Piece) -> list[Statement]:
    return [call("rulec_list_put", *_of("out", type_), "filled", member), "filled += 1"]


def _asked(
    writer: ExpressionWriter,
    node: nodes.Expr,
    value: nodes.Expr,
    base: str,
    result: Callable[[tuple[Piece, ...]], Code],
) -> Code:
    """Call a query function on a list."""
    type_ = value.type
    assert isinstance(type_, ListType)

    def write(helper: Helper) -> None:
        c_type, whole, count = writer.list_as_stored(value)
        helper.body = [
            Declaration(c_type, "all", whole),
            code("return {}", result(_of("all", type_, count))),
        ]

    return writer.helper(node, base, write)


def length(writer: ExpressionWriter, node: nodes.Count) -> Code:
    match node.value:
        case nodes.Filter(var, those, nodes.Compare("==", nodes.ReadLocal(entry_), member)):
            if entry_ == var and var not in locals_read(member):
                counted = writer.text(member)
                return _asked(
                    writer, node, those, "times", lambda list_: call("rulec_list_times", *list_, counted)
                )
        case _:
            pass
    return _asked(writer, node, node.value, "length", lambda list_: call("rulec_list_length", *list_))


def pick(writer: ExpressionWriter, node: nodes.Pick) -> Code:
    def picked(list_: tuple[Piece, ...]) -> Code:
        last = code("{} - 1", call("rulec_list_length", *list_))
        return call("rulec_list_entry", *list_, "0" if node.which == "first" else last)

    return _asked(writer, node, node.value, node.which, picked)


def entry(writer: ExpressionWriter, node: nodes.Entry) -> Code:
    place = code("{} - 1", writer.text(node.number))
    return _asked(writer, node, node.value, "entry", lambda list_: call("rulec_list_entry", *list_, place))


def position_of(writer: ExpressionWriter, node: nodes.PositionOf) -> Code:
    member = writer.text(node.member)
    return _asked(
        writer, node, node.value, "position", lambda list_: call("rulec_list_position", *list_, member)
    )


def holds_along(writer: ExpressionWriter, node: nodes.HoldsAlong) -> Code:
    def write(helper: Helper) -> None:
        body: list[Statement] = [
            code("left -= {}", writer.text(node.pays)),
            when("left < 0", "return 0"),
            code("left += {}", writer.text(node.earns)),
        ]
        helper.body = [
            Declaration("long long", "left", writer.text(node.start)),
            *members(writer, node.var, node.value, body),
            "return 1",
        ]

    return writer.helper(node, "holds_along", write)


def joined(writer: ExpressionWriter, node: nodes.Joined) -> Code:
    type_ = node.type

    def write(helper: Helper) -> None:
        c_type = _c_type(type_)
        helper.body = [
            Declaration(c_type, "out", writer.text(node.left)),
            Declaration(c_type, "more", writer.text(node.right)),
            call("rulec_list_join", "<uint64_t*>&out", "<uint64_t*>&more", *_shape(type_)),
            "return out",
        ]

    return writer.helper(node, "joined", write)


def listed(writer: ExpressionWriter, node: nodes.Listed) -> Code:
    def write(helper: Helper) -> None:
        name = f"one_{len(writer.helpers)}"
        loop = members(writer, name, node.value, added(node.type, Local(name)))
        helper.body = [*begun(node.type), *loop, "return out"]

    return writer.helper(node, "listed", write)


def in_order(writer: ExpressionWriter, node: nodes.InOrder) -> Code:
    """Emit a stable insertion sort, behind the attempt to rotate the list where the key permits that."""
    type_ = node.type

    def write(helper: Helper) -> None:
        name, out = Local(node.var), _of("out", type_)
        sign = "<" if node.op == "max" else ">"
        body: list[Statement] = [
            when(f"filled >= {type_.room}", "break"),
            code("key = {}", writer.text(node.key)),
            "place = filled",
            below(
                f"while place > 0 and keys[place - 1] {sign} key:",
                call("rulec_list_put", *out, "place", call("rulec_list_entry", *out, "place - 1")),
                "keys[place] = keys[place - 1]",
                "place -= 1",
            ),
            call("rulec_list_put", *out, "place", name),
            "keys[place] = key",
            "filled += 1",
        ]
        helper.body = [
            *begun(type_),
            Declaration("int", f"keys[{type_.room}]"),
            Declaration("int", "key, place"),
            *_rotated(writer, node),
            *members(writer, node.var, node.value, body),
            "return out",
        ]

    return writer.helper(node, "in_order", write)


def _rotated(writer: ExpressionWriter, node: nodes.InOrder) -> list[Statement]:
    """Emit the rotation of a list in place of its sort; lists with equal entries are left to the sort."""
    type_, found = node.type, rotation(node)
    if found is None or type_.digit != _ROTATED_DIGIT:
        return []
    given = writer.text(found.first), str(found.by)
    done = call("rulec_list_rotated", *_of("out", type_), "<uint64_t*>&whole", *given)
    return [Declaration(_c_type(type_), "whole", writer.text(node.value)), when(done, "return out")]


def part(writer: ExpressionWriter, node: nodes.Part) -> Code:
    type_ = node.type

    def write(helper: Helper) -> None:
        c_type, whole, count = writer.list_as_stored(node.value)
        of, out = _of("all", type_, count), _of("out", type_)
        number = call("rulec_max", writer.text(node.number), "0")
        helper.body = [
            Declaration(c_type, "all", whole),
            *begun(type_),
            Declaration("int", "length", call("rulec_list_length", *of)),
            Declaration("int", "number", call("rulec_min", number, "length")),
            Declaration("int", "place", "0" if node.which == "first" else "length - number"),
            below(
                "while filled < number:",
                call("rulec_list_put", *out, "filled", call("rulec_list_entry", *of, "place + filled")),
                "filled += 1",
            ),
            "return out",
        ]

    return writer.helper(node, "part", write)
