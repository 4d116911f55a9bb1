"""Read the lines below `example` to their syntax nodes."""

from __future__ import annotations

import lark

from rulec.syntax import ast
from rulec.syntax.ast import examples
from rulec.syntax.reading.expressions import ExpressionReader
from rulec.syntax.reading.sentences import SentenceReader
from rulec.syntax.reading.tree_reader import Node, Tree


def example_line(reader: ExpressionReader, tree: Tree) -> examples.ExampleLine:
    """Read a line of an example; `reader` is the reader of that line."""
    span = reader.span(tree)
    match str(tree.data):
        case "example_players":
            return examples.Players(reader.integer(tree.children[0]), span)
        case "example_option":
            name, value = tree.children
            return examples.Option(reader.ident(name), reader.expr(value), span)
        case "example_at":
            name, *arguments = tree.children
            return examples.At(reader.ident(name), tuple(_argument(reader, one) for one in arguments), span)
        case "example_given":
            return examples.Given(tuple(_given(reader, one) for one in tree.children), span)
        case "example_play":
            return examples.Play(_texts(reader, tree), span)
        case "example_then":
            return examples.Then(tuple(reader.expr(one) for one in tree.children), span)
        case "example_over" | "example_not_over" as name:
            return examples.Over(name == "example_not_over", span)
        case _:
            pass
    return examples.Offered(_texts(reader, tree), tree.data == "example_not_offered", span)


def _argument(reader: ExpressionReader, node: Node) -> ast.Argument:
    assert isinstance(node, lark.Tree)
    preposition, value = node.children
    assert isinstance(preposition, lark.Tree)
    assert isinstance(value, lark.Tree)
    values = tuple(reader.expr(one) for one in value.children)
    return ast.Argument(str(preposition.children[0]), values, reader.span(node))


def _given(reader: ExpressionReader, node: Node) -> ast.Sentence:
    """Read a sentence of `given`; `p1's money is 600` is `set p1's money to 600`."""
    assert isinstance(node, lark.Tree)
    if node.data == "given_value":
        target, value = node.children
        return ast.Change("set", reader.expr(target), reader.expr(value), reader.span(node))
    if node.data == "given_mix":
        target, mix = node.children
        return ast.Contents(reader.expr(target), reader.amounts(mix), reader.span(node))
    (sentence,) = node.children
    assert isinstance(sentence, lark.Tree)
    return SentenceReader(reader.report).single(reader.line, sentence)


def _texts(reader: ExpressionReader, tree: Tree) -> tuple[ast.Text, ...]:
    return tuple(
        ast.Text(str(one)[1:-1], reader.span(one)) for one in tree.children if isinstance(one, lark.Token)
    )
