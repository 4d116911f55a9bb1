"""Lowers rules to blocks: suspensions split them into basic blocks.

Names given in a rule are block-local values at first; `frames.py` later finds those that must outlive
a decision and gives them a place in the state.
"""

from __future__ import annotations

from typing import assert_never

from rulec.ir import nodes
from rulec.ir import simplify as s
from rulec.ir.nodes import Const
from rulec.ir.types import ElemType, ListType
from rulec.lower.blocks.block_drafts import Cursor
from rulec.lower.blocks.known_facts import KnownFacts
from rulec.lower.expressions.lowering import ExpressionLowering
from rulec.lower.names import Names
from rulec.lower.sentences.any_order import AnyOrderLowering, MultiSelectLowering, TrialLowering
from rulec.lower.sentences.calls import CallLowering, asks_itself
from rulec.lower.sentences.chance import ChanceLowering
from rulec.lower.sentences.checkpoints import Entering
from rulec.lower.sentences.choices import ChoiceLowering
from rulec.lower.sentences.counted_loops import CountLowering
from rulec.lower.sentences.draws import DrawLowering
from rulec.lower.sentences.effect_switch import CaseLowering
from rulec.lower.sentences.goods_transfers import GoodsLowering
from rulec.lower.sentences.knowledge_updates import KnowledgeUpdates
from rulec.lower.sentences.loops import LoopLowering
from rulec.lower.sentences.lowering_context import LoweringContext
from rulec.lower.sentences.obligations import WindowLowering
from rulec.lower.sentences.pieces import PieceLowering
from rulec.lower.sentences.rule_lifetimes import RunningRules
from rulec.lower.sentences.zone_moves import MoveLowering
from rulec.lower.state_layout import Stores
from rulec.semantics import typed
from rulec.semantics import types as t


class StatementLowering(LoweringContext):
    """The lowering of all rules, dispatching each sort of sentence to its class."""

    def __init__(self, game: typed.Game, stores: Stores, expressions: ExpressionLowering) -> None:
        super().__init__(game, stores, expressions)
        self.chances, self.pieces = ChanceLowering(self), PieceLowering(self)
        self.goods, self.cases = GoodsLowering(self), CaseLowering(self)
        self.knowing = KnowledgeUpdates(self)
        self.moves = MoveLowering(self, self.knowing, self.pieces)
        self.draws = DrawLowering(self, self.chances, self.moves)
        self.running, self.choices = RunningRules(self), ChoiceLowering(self)
        self.entering = Entering(self, self.running)
        self.counting = CountLowering(self, self.entering)
        self.loops = LoopLowering(self, self.choices, self.entering, self.running)
        self.calls = CallLowering(self, self.entering, self.running)
        self.windows = WindowLowering(self, self.calls, self.choices, self.running)
        self.running.watcher, self.choices.before_ask = self.windows, self.windows.before_ask
        self.trials = TrialLowering(self, self.calls)
        self.orders, self.several = (
            AnyOrderLowering(self, self.choices),
            MultiSelectLowering(self, self.choices),
        )
        self.expressions.try_out = self.trials.can_call

    def run(self) -> int:
        """Lower everything reachable from `play`; return the number of the first block."""
        start = self.new("play", "play", "play", self.game.span)
        self.current = self.drafts[start]
        place = Cursor(Names(), "play", "play", KnownFacts())
        if self.game.setup is not None:
            inner = place.inside(rule="setup")
            self.running.enter(self.game.setup, inner)
            self.sentences(self.game.setup.body, inner)
            self.running.leave(self.game.setup, inner)
            if asks_itself(self.game.setup):
                self.cut(place, self.game.setup.span)
        assert self.game.play is not None
        self.sentences(self.game.play.body, place)
        self.finish()
        while True:
            waiting = [rule for rule, entry in self.entries.items() if self.drafts[entry].end is None]
            if not waiting and self.windows.open():
                continue
            if not waiting:
                self.running.settle()
                self.choices.number()
                return start
            self.calls.blocks_of(waiting[0])

    def owing(self) -> bool:
        return self.windows.owing > 0

    def sentences(self, sentences: tuple[typed.Sentence, ...], place: Cursor) -> None:
        with self.entering.inside():  # names of a `let` end with these sentences
            for sentence in sentences:
                if place.out is None and self.current is None:
                    return  # nothing after the end of the game is reached
                self._sentence(typed.any_sentence(sentence), place)

    def _sentence(self, node: typed.AnySentence, place: Cursor) -> None:
        self.chances.before(node, place)
        match node:
            case typed.If():
                self._if(node, place)
            case typed.Each():
                self.loops.each(node, place)
            case typed.Repeat():
                self.loops.repeat(node, place)
            case typed.CountedLoop():
                self.counting.count(node, place)
            case typed.ActingAs():
                self.loops.acting_as(node, place)
            case typed.Needs():
                self.loops.needs(node, place)
            case typed.Choose():
                self.choices.choose(node, place)
            case typed.Let():
                self._let(node, place)
            case typed.SetLocal():
                value = self.in_range(node.value, _permitted(node), node.var.name, place, node.span)
                read = place.names.locals[node.var]
                assert isinstance(read, nodes.ReadLocal)
                self.forget_local(place, read.name)
                self.emit(place, nodes.SetLocal(read.name, value, node.span))
                self.update_outer_copies(place, node.var, node.span)
            case typed.SetVariable():
                self._set_variable(node, place)
            case typed.PlacePiece():
                self.pieces.place(node, place)
            case typed.MovePiece():
                self.pieces.move(node, place)
            case typed.RemovePiece():
                self.pieces.remove(node, place)
            case typed.TakeAway():
                self.pieces.take_away(node, place)
            case typed.Roll():
                self.chances.roll(node, place)
            case typed.DrawOne():
                self.draws.draw(node, place)
            case typed.ShowAll():
                self.knowing.show(node, place)
            case typed.Transport():
                self.moves.transport(node, place)
            case typed.Transfer():
                self.goods.transfer(node, place)
            case typed.CaseOf():
                self.cases.case_of(node, place)
            case typed.EndGame():
                self.finish()
            case typed.CallRule():
                self.calls.call(node, place)
            case typed.Unreached():
                self._unreached(node, place)
            case typed.IfPossible():
                self.trials.if_possible(node, place)
            case typed.FirstPossible():
                self.trials.first_possible(node, place)
            case typed.AnyOrder():
                self.orders.any_order(node, place)
            case typed.SkipPart():
                self.orders.skip(node, place)
            case typed.ChooseSeveral():
                self.several.choose(node, place)
            case typed.Must():
                self._must(node, place)
            case typed.LeaveRounds():
                self.running.leave_rounds(node)
            case typed.LeaveRule():
                self.running.end_or_restart(node, place)
            case _ as other:
                assert_never(other)

    def _must(self, node: typed.Must, place: Cursor) -> None:
        test = self.expressions.expr(node.condition, place.names)
        if node.promise == "within":
            number = self.fault("dead end", node.message, node.span, promised=True)
            self.emit(place, nodes.Require(test, number, node.span))
            place.facts.learn(test)
        elif node.promise != "ends":
            self.require(place, test, "range" if node.mistake else "dead end", node.message, node.span)
        if node.promise == "begins" or node.promise == "ends":
            self.promise(node.promise, place, node.span)

    def _if(self, node: typed.If, place: Cursor) -> None:
        condition = self.expressions.expr(node.condition, place.names)
        if isinstance(condition, Const):
            self.sentences(node.then if condition.value else node.otherwise, place)
            return
        if not self.stops(node.then) and not self.stops(node.otherwise):
            then, known = self.nested(node.then, place, condition)
            otherwise, known_else = self.nested(node.otherwise, place, s.negate(condition))
            self.emit(place, nodes.If(condition, then, otherwise, node.span))
            place.facts.known = known.known & known_else.known
            return
        then_block = self.next_block(place, node.span, "if")
        after = self.next_block(place, node.span, "after if")
        else_block = self.next_block(place, node.span, "otherwise") if node.otherwise else after
        self.end(nodes.Branch(condition, then_block, else_block))
        sides = ((then_block, node.then, condition), (else_block, node.otherwise, s.negate(condition)))
        for block, body, holds in sides:
            if block != after:
                self.begin(block, place)
                with self.entering.inside(*self.entering.where(holds)):
                    self.sentences(body, place)
                self.end(nodes.Goto(after))
        self.begin(after, place)

    def _let(self, node: typed.Let, place: Cursor) -> None:
        value = self.in_range(node.value, node.var.type, node.var.name, place, node.span)
        if isinstance(node.value, typed.EntryOf):
            there = nodes.Compare(">=", value, s.ZERO)
            message = f"`{node.var.name}` is an entry that the list does not have"
            self.require(place, there, "range", message, node.span)
        if isinstance(node.value, typed.Pick | typed.Best):
            picked = value.value if isinstance(value, nodes.Pick | nodes.Best) else value
            message = f"`{node.var.name}` is taken from an empty set"
            self.require(place, s.some(picked), "range", message, node.span)
        local = self.local(place, node.var)
        place.names = place.names.bind(node.var, local)
        self.emit(place, nodes.SetLocal(local.name, value, node.span))
        if node.gives:
            self.update_outer_copies(place, node.var, node.span)
        self.entering.around.append(self.entering.at(local, value))
        if isinstance(value, nodes.Pick) and not isinstance(value.value.type, ListType):
            place.facts.learn_member(value.value, local)

    def _unreached(self, node: typed.Unreached, place: Cursor) -> None:
        for one in node.names:
            if not one.uses:
                continue  # nobody reads it behind the body
            read = self.local(place, one)
            before = place.names.locals.get(one.before) if one.before is not None else None
            place.names = place.names.bind(one, read)
            if before is None and isinstance(read.type, ElemType) and not read.type.optional:
                continue  # one of the bodies gives it, whatever happens
            self.emit(place, nodes.SetLocal(read.name, before or s.nothing(read.type), node.span))

    def _set_variable(self, node: typed.SetVariable, place: Cursor) -> None:
        variable = node.variable
        value = self.in_range(node.value, variable.type, variable.name, place, node.span)
        index = self.expressions.index(node.owner, node.keys, place.names)
        target = self.stores.variable(variable)
        place.facts.forget(target)
        self.emit(place, nodes.Assign(target, index, value, node.span))


def _permitted(node: typed.SetLocal) -> t.Type:
    """Return the type that a new value must fit: of a list with a known length, one of that length."""
    type_ = node.var.type
    return t.ListType(type_.sort, node.most) if node.most and isinstance(type_, t.ListType) else type_
