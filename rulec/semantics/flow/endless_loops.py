"""Loops without a condition that no sentence in them leaves."""

from __future__ import annotations

from rulec.base.diagnostics import Reporter
from rulec.semantics import typed
from rulec.semantics.typed.walk import body_parts, parts
from rulec.syntax import ast


def check_loops(game: typed.Game, file: ast.RulesFile, report: Reporter) -> None:
    """Report loops of rules that nothing can leave: they go on until the game is too long.

    Rounds in `play` may wait for an end that is still to be written.
    """
    if game.endings:
        return
    # a free action or an event can end something wherever a loop asks or changes a value
    beside = {one.rule for one in game.free_actions} | {one for one in game.rules if one.sort == "whenever"}
    if any(_leaves(one.body, one) for one in beside):
        return
    for rule in game.rules:
        for one in body_parts(rule) if rule is not game.play else ():
            if isinstance(one, typed.Repeat) and one.span.file == file.name and _is_endless(one, rule):
                report.warning("R616", one.span, "nothing ever leaves this loop", _hint(one))


def _is_endless(loop: typed.Repeat, rule: typed.Rule) -> bool:
    conditional = loop.until is not None or loop.times is not None or loop.loop_exit is not None
    return not conditional and not loop.to_the_end and not _leaves(loop.body, rule)


def _leaves(body: tuple[typed.Sentence, ...], around: typed.Rule) -> bool:
    """Check whether sentences of a rule, or the rules carried out by them, can end something around them."""
    waiting: list[object] = [*parts(body)]
    called: set[typed.Rule] = set()
    left: set[typed.Rule] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, (typed.EndGame, typed.LeaveRounds)):
            return True
        if isinstance(part, typed.LeaveRule):
            left.add(part.rule)
        if isinstance(part, typed.CallRule) and part.rule not in called:
            called.add(part.rule)
            waiting += body_parts(part.rule)
    return around in called or bool(left - called)


def _hint(loop: typed.Repeat) -> str:
    first = next((one for one in loop.body if isinstance(one, typed.Choose)), None)
    exits = [one for one in first.groups if one.var is None] if first is not None else []
    label = next((one.label for one in exits if one.label), "")
    if label:
        return f"`{label}` leaves the choice alone: say `repeat, or {label}:`, and leave `{label}` out of it"
    return (
        "say `repeat until ...:`, or `repeat, or ...:` if the player decides, or end the game or a rule in it"
    )
