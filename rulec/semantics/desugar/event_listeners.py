"""Desugars events and their listeners.

Each `whenever` becomes a rule, and each event a rule that calls its listeners in file order. Their names hold
a blank, so that they clash with no rule of the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rulec.base.diagnostics import Note, Reporter
from rulec.syntax import ast


def event_rules(listeners: Sequence[ast.Whenever], report: Reporter) -> Iterator[ast.Rule]:
    """Yield the rules of all events, listeners before their event."""
    by_event: dict[str, list[ast.Whenever]] = {}
    for one in listeners:
        by_event.setdefault(one.event.text, []).append(one)
    for event, found in by_event.items():
        calls = []
        for number, one in enumerate(found, start=1):
            name = f"whenever {event}" + (f" {number}" if len(found) > 1 else "")
            ident = ast.Ident(name, one.event.span)
            body = one.body if one.where is None else (ast.If(one.where, one.body, (), one.span),)
            yield ast.Rule("whenever", ident, one.parameters, body, one.span)
            if report_other_words(one.event, one.parameters, found[0], report):
                continue
            calls.append(ast.CallRule(ident, passed_on(found[0].parameters), (), one.event.span))
        first = found[0]
        named = ast.Ident(f"emit {event}", first.event.span)
        yield ast.Rule("event", named, first.parameters, tuple(calls), first.event.span)


def report_other_words(
    event: ast.Ident,
    parameters: tuple[ast.Parameter, ...],
    first: ast.Whenever | ast.Ability,
    report: Reporter,
) -> bool:
    """Report parameters of a listener with other keywords than the first listener's."""
    if _words(parameters) == _words(first.parameters):
        return False
    shown = " ".join([event.text, *(f"{p.word} {p.name.text}" for p in first.parameters)])
    report.error(
        "R737",
        event.span,
        f"the values of `{event.text}` follow other words here than above",
        f"write `whenever {shown}`",
        [Note((first.event or event).span, "the first one who listens")],
    )
    return True


def _words(parameters: tuple[ast.Parameter, ...]) -> Counter[str]:
    return Counter(parameter.word for parameter in parameters)


def passed_on(parameters: tuple[ast.Parameter, ...]) -> tuple[ast.Argument, ...]:
    """Pass the event's parameters on as arguments of a listener."""
    by_word: dict[str, list[ast.Ident]] = {}
    for one in parameters:
        by_word.setdefault(one.word, []).append(one.name)
    return tuple(
        ast.Argument(word, tuple(ast.Name(name, (), name.span) for name in names), names[0].span)
        for word, names in by_word.items()
    )
