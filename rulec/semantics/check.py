"""Semantic checks: syntax tree to typed game or diagnostics."""

from __future__ import annotations

from itertools import chain

from rulec.base import limits
from rulec.base.diagnostics import Reporter, TooManyProblems
from rulec.base.fast_dataclass import dataclass
from rulec.semantics import typed
from rulec.semantics.conditional_readings import check_conditional_values
from rulec.semantics.declarations.collect import SymbolTableBuilder
from rulec.semantics.declarations.configurations import configurations
from rulec.semantics.declarations.deck_contents import DeckFilling
from rulec.semantics.declarations.invariants import check_always
from rulec.semantics.declarations.piece_owners import leave_out
from rulec.semantics.declarations.scores import ScoreChecker
from rulec.semantics.desugar.endings import look_at_any_moment, write_out_endings
from rulec.semantics.desugar.gain_listeners import write_out_gains
from rulec.semantics.desugar.part_loops import PARTS_OF, write_out_part_loops
from rulec.semantics.desugar.payments import write_out as write_payments
from rulec.semantics.desugar.routes import write_out as write_routes
from rulec.semantics.desugar.zone_monomorphization import write_out_zones
from rulec.semantics.display_texts import check_display
from rulec.semantics.examples.assumptions import AssumedChecker
from rulec.semantics.examples.checker import ExampleChecker
from rulec.semantics.examples.option_labels import check_opened
from rulec.semantics.expressions.best_plans import ensure_plan
from rulec.semantics.expressions.checker import ExpressionChecker
from rulec.semantics.expressions.zones import nothing_aside
from rulec.semantics.flow.call_graph import CallChecker
from rulec.semantics.flow.constant_conditions import check_conditions
from rulec.semantics.flow.endless_loops import check_loops
from rulec.semantics.flow.hidden_knowledge import carry_knowledge
from rulec.semantics.flow.idle_discards import check_discards
from rulec.semantics.flow.missed_ends import check_ends
from rulec.semantics.flow.rule_lifetimes import rule_named
from rulec.semantics.preserved_variables import PreservedVariables
from rulec.semantics.scope import Resolution, Scope
from rulec.semantics.sentences.base import Context
from rulec.semantics.sentences.chance_guarantees import check_certain
from rulec.semantics.sentences.checker import SentenceChecker, changed_names
from rulec.semantics.sentences.loops import check_leaving
from rulec.semantics.sentences.rule_calls import callers_before
from rulec.semantics.sentences.windows import WindowChecker
from rulec.semantics.typed.walk import body_parts, parts, uses_me
from rulec.semantics.types import FlagType, Local, MemberType, MixType, PieceType, SetType, Unknown
from rulec.semantics.unused_names import check_unused
from rulec.syntax import ast


@dataclass(frozen=True)
class Declared:
    """A game whose declarations are checked, and the checkers for its examples."""

    game: typed.Game
    declarer: SymbolTableBuilder
    expressions: ExpressionChecker
    sentences: SentenceChecker


def check_rules(
    file: ast.RulesFile, report: Reporter, resolution: Resolution | None = None
) -> typed.Game | None:
    """Return the typed game; callers must discard it if the reporter has failed.

    Resolved names are recorded in `resolution`, as far as the file can be checked.
    """
    declared = check_declarations(file, report, resolution)
    if declared is None:
        return None
    try:
        found = example_checker(declared).run(file.examples)
    except TooManyProblems:
        return None
    declared.game.examples.extend(found)
    return declared.game


def check_declarations(
    file: ast.RulesFile, report: Reporter, resolution: Resolution | None = None
) -> Declared | None:
    """Check everything but the examples; no result of it depends on them."""
    if len(report.found) >= limits.DIAGNOSTICS_FOUND:
        return None
    texts = [one.text for one in report.sources.values()]
    if not texts or any(PARTS_OF in text for text in texts):  # no other file has such a loop
        file = write_out_part_loops(file)
    ended = write_out_endings(file, report)
    declarer = SymbolTableBuilder(
        write_routes(write_payments(write_out_gains(write_out_zones(ended), report))),
        report,
    )
    if resolution is not None:
        declarer.globals.resolution, resolution.globals = resolution, declarer.globals
    try:
        game = declarer.run()
        report.settle()
        if game is None:
            return None
        bodies = _Bodies(declarer, game, report)
        bodies.run()
        if not report.failed:
            check_conditions(game, file, report)
            check_display(file, game, declarer.globals, report)
            check_ends(game, file, report)
            check_discards(game, file, report)
            check_loops(game, file, report)
            check_conditional_values(file, report)
            check_unused(file, report)
    except TooManyProblems:
        return None
    return Declared(game, declarer, bodies.expressions, bodies.sentences)


def example_checker(declared: Declared) -> ExampleChecker:
    """Return a checker for the examples of a game."""
    return ExampleChecker(declared.declarer, declared.expressions, declared.sentences)


class _Bodies:
    """Second pass: types every definition, rule and score line."""

    def __init__(self, declarer: SymbolTableBuilder, game: typed.Game, report: Reporter) -> None:
        self.game, self.report, self.declarer = game, report, declarer
        self.waiting = dict(declarer.bodies)
        self.open: list[typed.Definition] = []
        self.expressions = ExpressionChecker(game.player_sort, self.ensure, game.pieces)
        self.sentences = SentenceChecker(self.expressions, game, self.ensure_given, declarer.effects.do)
        self.rules = dict(declarer.rules)
        declarer.globals.preserved = PreservedVariables(declarer.file.declarations)
        known = {n: rule for n, rule in declarer.globals.rules.items() if rule not in declarer.entering}
        self.callers, self.again = callers_before(declarer.rules, known)
        self.begun: list[typed.Rule] = []  # rules being checked, outermost first
        self.inside: list[typed.Rule] = []  # the subset that no longer waits for its callers
        self.done: set[typed.Rule] = set()

    def run(self) -> None:
        for pieces, rows, where, split in self.declarer.piece_filters:
            leave_out(pieces, rows, where, split, self.expressions, Scope(self.declarer.globals))
        for definition, _ in self.declarer.bodies:
            self.ensure(definition)
        self.report.settle()
        for zone, limit in self.declarer.zone_limits:
            scope = Scope(self.declarer.globals, me=self.declarer.globals.acting)
            if zone.owner is not None and zone.owner is not self.game.player_sort:
                zone.subject = Local(zone.owner.singular, MemberType(zone.owner), zone.span)
                scope.about(zone.subject)
            zone.most = self.expressions.number(limit, scope, "the value after `at most`")
        for shared, limit in self.declarer.shared_limits:
            scope = Scope(self.declarer.globals, me=self.declarer.globals.acting)
            shared.most = self.expressions.number(limit, scope, "the value after `at most`")
        for goods, most in self.declarer.goods_limits:
            scope = Scope(self.declarer.globals, me=self.declarer.globals.acting)
            goods.most = self.expressions.number(most, scope, "the value after `at most`")
        for variable, until in self.declarer.untils:
            variable.until = rule_named(until, self.declarer.globals) if until is not None else None
        score = ScoreChecker(self.declarer, self.expressions, self.report)
        self.done |= set(self.declarer.entering)
        if self.declarer.entering:  # entered score lines must be known before the rules that enter them
            score.run()
        for rule in self.rules:
            self.ensure_rule(rule)
        DeckFilling(self.declarer, self.expressions, self.sentences).run()
        self.game.decisions.sort(key=lambda one: self.declarer.file.place(one.span))
        WindowChecker(self.game, self.declarer.globals, self.report, self.expressions).run(self.declarer.file)
        check_always(self.declarer.file, self.game, self.declarer.globals, self.expressions, self.report)
        self._options()
        self._endings()
        CallChecker(self.game, self.report).run()
        self.declarer.effects.report_unused()
        carry_knowledge(self.game)
        if not self.report.failed:
            check_leaving(self.game, self.report)
            check_opened(self.game, self.report)
            check_certain(self.game, self.report)
        for node, plan in self.declarer.globals.plans.values():
            ensure_plan(self.expressions, node, plan, self.declarer.globals)
        if not self.declarer.entering:
            score.run()
        self._without_value()
        self.game.events = list(self.declarer.globals.events.values())
        AssumedChecker(self.declarer).run()
        if self.game.play is None and "play" not in self.report.lost_sections:
            self.report.error(
                "R416",
                self.game.span,
                "the rules do not say how the game is played",
                "add `play:` and below it what happens, for example `each player acting in seat order: turn`",
            )
        elif self.game.play is not None and not self.game.decisions and not self.report.failed:
            self.report.error(
                "R417",
                self.game.play.span,
                "nobody ever decides anything in this game",
                "add a `choose ... from ...` to a rule that is reached from here",
            )
        options = {(one.name, *group) for one in self.game.decisions for group in one.groups}
        options |= {(one.decision.name, None, one.action.rule.name) for one in self.game.openings}
        total = sum(sort.size if sort is not None else 1 for _, sort, _ in options)
        if total > limits.ACTIONS:
            largest = max(
                self.game.decisions, key=lambda d: sum(s.size if s is not None else 1 for s, _ in d.groups)
            )
            self.report.error(
                "R511",
                largest.span,
                f"all decisions together have {total} options; at most {limits.ACTIONS} can be numbered",
                "split the choice into two steps",
            )

    def _without_value(self) -> None:
        """Report the first expression of unknown type, which lowering could not translate."""
        if not self.expressions.unknown or self.report.failed:
            return
        game = self.game
        roots = [*game.score, *game.ties, *game.endings]
        # Parameters of unused rules have no type; the unused rule itself is reported elsewhere.
        used = [one for one in game.rules if not any(isinstance(p.type, Unknown) for p in one.parameters)]
        definitions = [one.body for one in game.definitions]
        nodes = chain(chain.from_iterable(map(parts, (*roots, *definitions))), *map(body_parts, used))
        for part in nodes:
            if isinstance(part, typed.Constant) and isinstance(part.type, Unknown):
                message = "this has no value here: its parts exclude each other"
                self.report.error("R304", part.span, message, "say it with words that fit each other")
                return

    def _options(self) -> None:
        """Check the `only when` conditions of options, then enumerate the valid configurations."""
        low, high = self.game.players
        for option, limit in self.declarer.limits:
            scope = Scope(self.declarer.globals)
            condition = self.expressions.flag(limit.condition, scope, "the value after `only when`")
            if not limit.players:
                value = self.declarer.option_value(limit.value, option)
                self.game.allowed.append(typed.Allowed(option, value, condition))
                continue
            count = limit.value.value if isinstance(limit.value, ast.Number) else 0
            if not low <= count <= high:
                counts = f"{low} to {high}" if low < high else f"{low}"
                message = f"this game is played by {counts} players"
                self.report.error("R724", limit.value.span, message, "name one of these numbers")
                continue
            self.game.allowed.append(typed.Allowed(None, count, condition))
        if not self.report.failed:
            self.game.configurations = configurations(self.game, self.report)

    def _endings(self) -> None:
        """Check `end when` conditions; sentences that change one at any moment test it themselves."""
        for one in self.declarer.file.declarations:
            if isinstance(one, ast.EndWhen):
                scope = Scope(self.declarer.globals)
                condition = self.expressions.flag(one.condition, scope, "the value after `end when`")
                nowhere = typed.Rule("rule", "", (), (), one.span)
                body = self.sentences.sequence(one.body, Context(scope, nowhere))
                if one.any_moment:
                    self.game.endings.append(typed.EndWhen(condition, body, one.span))
        look_at_any_moment(self.game)

    # --- definitions --------------------------------------------------------------------------------

    def ensure(self, definition: typed.Definition) -> None:
        """Check the body of a definition on demand, once."""
        if definition in self.open:
            names = " -> ".join(
                f"`{one.name}`" for one in [*self.open[self.open.index(definition) :], definition]
            )
            self.report.error(
                "R418",
                definition.span,
                f"this is defined by itself: {names}",
                "define one of them without the other"
                if "->" in names[names.index("->") + 2 :]
                else "define it without itself",
            )
            self.waiting.pop(definition, None)
            return
        body = self.waiting.get(definition)
        if body is None:
            return
        if len(self.open) >= limits.CALL_DEPTH:
            self.report.error(
                "R512", definition.span, f"definitions use each other more than {limits.CALL_DEPTH} deep"
            )
            self.waiting.pop(definition, None)
            return
        self.open.append(definition)
        scope = Scope(self.declarer.globals, me=self.declarer.globals.acting)
        for local in definition.parameters:
            scope.locals[local.name] = local
        if definition.subject is not None:
            subject = definition.subject
            own = self.declarer.globals.own[subject.type.sort] if isinstance(subject.type, MemberType) else {}
            scope.about(subject)
            if subject.name not in own:
                scope.locals[subject.name] = subject
        definition.body = self.expressions.expr(body, scope)
        self._check_definition(definition, body)
        definition.uses_me = uses_me(definition.body)
        self.open.pop()
        self.waiting.pop(definition, None)

    def _check_definition(self, definition: typed.Definition, body: ast.Expr) -> None:
        assert definition.body is not None
        type_ = definition.body.type
        adjective = definition in self.declarer.adjectives
        if adjective and not isinstance(type_, FlagType | Unknown):
            hint = "write `some` or `no` before it" if isinstance(type_, SetType) else ""
            self.report.error(
                "R301", body.span, f"the value after `when` must be yes or no, but this is {type_}", hint
            )
            definition.body = None
        elif isinstance(type_, PieceType):
            self.report.error(
                "R313", body.span, "a piece is only known by its place, so it can't be given a name"
            )
            definition.body = None
        elif isinstance(type_, MixType):
            message = "amounts of goods stand in cells, where they are gained or paid, and have no other name"
            self.report.error("R844", body.span, message, "name the cell itself where it is paid")
            definition.body = None

    # --- rules ----------------------------------------------------------------------------------------

    def ensure_rule(self, rule: typed.Rule) -> bool:
        """Check the body of a rule on demand; return whether its result names are known.

        Callers come first where they determine the types of the rule's parameters.
        """
        if rule in self.done:
            return True
        if rule in self.begun or len(self.begun) > limits.CALL_DEPTH:
            return False
        self.begun.append(rule)
        if any(parameter.inferred for parameter in rule.parameters):
            for caller in self.callers[rule]:
                self.ensure_rule(caller)
        if rule not in self.done:
            self._body(rule)
        self.begun.pop()
        return True

    def ensure_given(self, rule: typed.Rule) -> bool:
        """Do the same for a caller that names results, even if the rule is waiting for this caller."""
        if rule in self.done or rule in self.inside or rule not in self.begun:
            return self.ensure_rule(rule)
        for caller in self.callers[rule]:
            self.ensure_rule(caller)
        if rule not in self.done:
            self._body(rule)
        return True

    def _body(self, rule: typed.Rule) -> None:
        self.inside.append(rule)
        self._rule(rule, self.rules[rule])
        self.inside.pop()
        self.done.add(rule)

    def _rule(self, rule: typed.Rule, node: ast.Rule) -> None:
        globals_ = self.declarer.globals
        nobody = rule.sort in {"play", "setup"}
        scope = Scope(globals_, me=None if nobody else globals_.acting, chance="")
        for parameter in rule.parameters:
            if parameter.name in scope.locals:
                self.report.error(
                    "R217",
                    parameter.span,
                    f"`{parameter.name}` appears twice",
                    "give one of the two another name",
                )
            scope.locals[parameter.name] = parameter
        context = Context(scope, rule, changed_names(node.body))
        self.sentences.calls.settle(rule, context, rule in self.again)
        rule.body = self.sentences.sequence(node.body, context)
        given = {**scope.left, **scope.locals}
        rule.body = (*rule.body, *nothing_aside(given.values(), rule.span))
        rule.names = {
            name: local for name, local in given.items() if local is not None and local not in rule.parameters
        }
