"""Call graph of rules: recursion, depth, and the rules that need an actor for `me`."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.base import limits
from rulec.base.diagnostics import Note, Reporter
from rulec.semantics import typed
from rulec.semantics.flow.rule_lifetimes import bounded_rules, watched_rules
from rulec.semantics.strong_components import circles
from rulec.semantics.turn_actors import calls_for_players
from rulec.semantics.typed.walk import body_parts, parts, sources_of_me


class CallChecker:
    """Checks of a game's call graph, after its sentences have been typed."""

    def __init__(self, game: typed.Game, report: Reporter) -> None:
        self.game, self.report = game, report
        self.calls = {
            rule: [one for one in body_parts(rule) if isinstance(one, typed.CallRule)] for rule in game.rules
        }
        # A free action may be called from every decision at which it is available.
        for opening in game.openings:
            call = typed.CallRule(opening.action.rule, (), (), opening.action.rule.span)
            for rule in game.rules:
                if rule.name == opening.decision.rule and rule is not opening.action.rule:
                    self.calls[rule].append(call)

    def run(self) -> None:
        self._check_depth()
        self._find_circles()
        if self.report.failed:
            return
        for action in self.game.free_actions:
            action.rule.uses_me = True
        self._find_who_speaks_of_me()
        self._pass_on()
        for rule in self.game.rules:
            if rule.sort in {"play", "setup"} and rule.uses_me:
                self._report_nobody(rule)
        if self.game.actors is not None:
            self._report_players(self.game.actors)
        if self.game.play is not None:
            self._report_unused()

    def _check_depth(self) -> None:
        """Report recursive turns and deep calls; iterative, since files bound the depth only by length."""
        depth: dict[typed.Rule, int] = {}  # call depth of finished rules
        for start in self.game.rules:
            if start in depth:
                continue
            path: list[tuple[typed.Rule, Iterator[typed.CallRule]]] = [(start, iter(self.calls[start]))]
            on_path = {start}
            while path:
                rule, waiting = path[-1]
                call = next(waiting, None)
                if call is None:
                    depth[rule] = max((depth.get(one.rule, 0) + 1 for one in self.calls[rule]), default=0)
                    self._report_too_deep(rule, depth)
                    on_path.discard(rule)
                    path.pop()
                elif call.rule in on_path:
                    circle = [one for one, _ in path]
                    if any(one.sort == "turn" for one in circle[circle.index(call.rule) :]):
                        self._report_circle(call)
                elif call.rule not in depth:
                    path.append((call.rule, iter(self.calls[call.rule])))
                    on_path.add(call.rule)

    def _report_circle(self, call: typed.CallRule) -> None:
        self.report.error(
            "R420",
            call.span,
            f"`{call.rule.name}` would be carried out inside itself, and with it a turn",
            "use `repeat:` for a loop",
            [Note(call.rule.span, f"`{call.rule.name}` begins here")],
        )

    def _find_circles(self) -> None:
        """Number the recursive components of the call graph: locals of their rules must be saved."""
        places = {rule: number for number, rule in enumerate(self.game.rules)}
        called = {
            rule: list(dict.fromkeys(call.rule for call in calls)) for rule, calls in self.calls.items()
        }
        for group in circles(self.game.rules, called.__getitem__):
            for rule in group:
                rule.circle = min(places[one] for one in group)

    def _report_too_deep(self, rule: typed.Rule, depth: dict[typed.Rule, int]) -> None:
        if depth[rule] == limits.CALL_DEPTH + 1:
            self.report.error(
                "R514",
                rule.span,
                f"rules call each other more than {limits.CALL_DEPTH} deep from here",
                "carry some of them out one after the other",
            )

    def _find_who_speaks_of_me(self) -> None:
        """Propagate uses of `me` to a fixpoint, since rules and named values use each other in cycles."""
        every: list[typed.Rule | typed.Definition] = [*self.game.rules, *self.game.definitions]
        waiting = [(one, list(sources_of_me(one.body))) for one in every if not one.uses_me]
        again = True
        while again:
            found = [one for one, of in waiting if any(it is None or it.uses_me for it in of)]
            for one in found:
                one.uses_me = True
            waiting = [(one, of) for one, of in waiting if not one.uses_me]
            again = bool(found)

    def _pass_on(self) -> None:
        """Propagate suspension from rules to their callers."""
        callers: dict[typed.Rule, list[typed.Rule]] = {rule: [] for rule in self.game.rules}
        # Only rules lowered to blocks have a lifetime that can be tested.
        watched = watched_rules(self.game) | bounded_rules(self.game)
        for rule, calls in self.calls.items():
            rule.stops = (
                rule.circle is not None
                or rule.point != ""  # needs a block of its own for the checkpoint
                or rule in watched
                or any(isinstance(one, typed.BLOCK_TERMINATORS) for one in body_parts(rule))
            )
            for call in calls:
                callers[call.rule].append(rule)
        waiting = [rule for rule in self.game.rules if rule.stops]
        while waiting:
            called = waiting.pop()
            for rule in callers[called]:
                if not rule.stops:
                    rule.stops = True
                    waiting.append(rule)

    def _report_nobody(self, rule: typed.Rule) -> None:
        acting = [
            one
            for one in body_parts(rule)
            if isinstance(one, typed.ActingAs) or (isinstance(one, typed.Each) and one.acting)
        ]
        fine = {id(one) for each in acting for one in parts(each.body)}
        for one in body_parts(rule):
            if isinstance(one, typed.Use) and one.definition.uses_me and id(one) not in fine:
                self.report.error(
                    "R210",
                    one.span,
                    f"`{one.definition.name}` speaks of `me`, but nobody acts here",
                    "put it below `each player acting in seat order:`",
                )
        for call in self.calls[rule]:
            if call.rule.uses_me and id(call) not in fine:
                self.report.error(
                    "R210",
                    call.span,
                    f"`{call.rule.name}` speaks of `me`, but nobody acts here",
                    "put it below `each player acting in seat order:`",
                )

    def _report_players(self, actors: typed.Actors) -> None:
        """Report rules that use `me` as a turn actor, called while a player acts."""
        for rule in self.game.rules:
            for call in calls_for_players(rule.body, self.game.player_sort):
                if call.rule.uses_me:
                    one = actors.sort.singular
                    message = f"`{call.rule.name}` speaks of a {one}, but here `me` is a player"
                    hint = f"put it below `each {one} acting in ...:`"
                    self.report.error("R210", call.span, message, hint)

    def _report_unused(self) -> None:
        called = {call.rule for calls in self.calls.values() for call in calls}
        called |= {action.rule for action in self.game.free_actions}
        for rule in self.game.rules:
            if rule.sort == "event" and rule not in called:
                event = rule.name.removeprefix("emit ")
                self.report.warning("R736", rule.span, f"no rule ever emits `{event}`")
            elif rule.sort not in {"play", "setup", "cell", "whenever"} and rule not in called:
                self.report.warning("R601", rule.span, f"the rule `{rule.name}` is never used")
