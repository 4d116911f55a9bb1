"""Rules to blocks: everything that can stop becomes stretches that run without stopping.

Names given in a rule are block-local values at first; `frames.py` later finds those that must outlive
a decision and gives them a place in the state.
"""

from __future__ import annotations

from rulec.ir import nodes
from rulec.ir.nodes import Const, Expr
from rulec.ir.program import Fault, OptionGroup, Procedure
from rulec.ir.types import Domain, ElemType, IntType, SetType, Type, bounds
from rulec.ir.walk import substitute
from rulec.lower import simplify as s
from rulec.lower.drafts import Draft, DraftDecision, DraftProbe, Place
from rulec.lower.expressions import ExpressionLowering, Names
from rulec.lower.facts import Facts
from rulec.lower.layout import Stores
from rulec.semantics import typed
from rulec.semantics import types as t
from rulec.semantics.walk import parts
from rulec.source import Span


class FlowLowering:
    def __init__(self, game: typed.Game, stores: Stores, expressions: ExpressionLowering) -> None:
        self.game, self.stores, self.expressions = game, stores, expressions
        self.drafts: list[Draft] = []
        self.faults: list[Fault] = []
        self.decisions: dict[typed.Decision, DraftDecision] = {}
        self.probes: list[DraftProbe] = []
        self.procedures: dict[typed.Rule, Procedure] = {}
        self.entries: dict[typed.Rule, int] = {}
        self.checkpoints: dict[typed.Rule, tuple[int, Expr | None]] = {}
        self.local_types: dict[str, Type] = {}
        self._current: Draft | None = None
        calls = [call for rule in game.rules for call in parts(rule.body) if isinstance(call, typed.CallRule)]
        self._callers = {rule: sum(call.rule is rule for call in calls) for rule in game.rules}

    # --- entrances ------------------------------------------------------------------------------------

    def run(self) -> int:
        """Everything reachable from `play`; the number of the first block."""
        start = self._new("play", "play", "play", self.game.span)
        self._current = self.drafts[start]
        place = Place(Names(), "play", "play", Facts())
        if self.game.setup is not None:
            self._sentences(self.game.setup.body, place.inside(rule="setup"))
        assert self.game.play is not None
        self._sentences(self.game.play.body, place)
        self._finish()
        while True:
            waiting = [rule for rule, entry in self.entries.items() if self.drafts[entry].end is None]
            if not waiting:
                return start
            self._rule_blocks(waiting[0])

    def _rule_blocks(self, rule: typed.Rule) -> None:
        self._current = self.drafts[self.entries[rule]]
        names = Names(nodes.ReadLocal(f"{rule.name}.me", self.stores.player_type) if rule.uses_me else None)
        for parameter in rule.parameters:
            names = names.bind(parameter, self._read(f"{rule.name}.{parameter.name}", self._type(parameter)))
        place = Place(names, rule.name, rule.name, Facts())
        self._sentences(rule.body, place)
        if rule.sort == "turn" and self._current is not None:
            self._cut(place, rule.span)
        self._end(nodes.Return())

    def _cut(self, place: Place, span: Span) -> None:
        """No option is refused for what comes after this."""
        back = self._next(place, span, "is over")
        self._end(nodes.Cut(back))
        self._begin(back, place)

    # --- blocks ---------------------------------------------------------------------------------------

    def _new(
        self, name: str, rule: str, root: str, span: Span, parameter: tuple[str, Type] | None = None
    ) -> int:
        self.drafts.append(Draft(name, rule, root, span, parameter=parameter))
        return len(self.drafts) - 1

    def _next(self, place: Place, span: Span, what: str) -> int:
        return self._new(f"{place.rule} {what}", place.rule, place.root, span)

    def _end(self, end: nodes.End) -> None:
        if self._current is not None:
            self._current.end = end
            self._current = None

    def _finish(self) -> None:
        self._end(nodes.Finish())

    def _begin(self, block: int, place: Place) -> None:
        self._current = self.drafts[block]
        place.facts.known.clear()

    def _emit(self, place: Place, statement: nodes.Stmt) -> None:
        if place.out is not None:
            place.out.append(statement)
        elif self._current is not None:
            self._current.body.append(statement)

    def fault(self, kind: str, message: str, span: Span) -> int:
        one = Fault(kind, message, span)  # type: ignore[arg-type]
        if one not in self.faults:
            self.faults.append(one)
        return self.faults.index(one)

    def _require(self, place: Place, test: Expr, kind: str, message: str, span: Span) -> None:
        """A check, unless it is known to hold."""
        if not place.facts.proves(test):
            self._emit(place, nodes.Require(test, self.fault(kind, message, span), span))
            place.facts.learn(test)

    # --- names ----------------------------------------------------------------------------------------

    def _type(self, local: t.Local) -> Type:
        if isinstance(local.type, t.NumberType) and not local.settable and local.type.hi - local.type.lo == 0:
            return IntType(local.type.lo, local.type.hi)
        return self.expressions.type(local.type)

    def _read(self, name: str, type_: Type) -> nodes.ReadLocal:
        self.local_types[name] = type_
        return nodes.ReadLocal(name, type_)

    def _local(self, place: Place, local: t.Local) -> nodes.ReadLocal:
        """A name of its own for a local of the rules."""
        name = f"{place.rule}.{local.name}"
        if name in self.local_types:
            name = self.expressions.fresh(name)
        return self._read(name, self._type(local))

    # --- sentences ------------------------------------------------------------------------------------

    def _sentences(self, sentences: tuple[typed.Sentence, ...], place: Place) -> None:
        for sentence in sentences:
            if place.out is None and self._current is None:
                return  # nothing after the end of the game is reached
            self._sentence(sentence, place)

    def _sentence(self, node: typed.Sentence, place: Place) -> None:
        match node:
            case typed.If():
                self._if(node, place)
            case typed.Each():
                self._each(node, place)
            case typed.Repeat():
                self._repeat(node, place)
            case typed.Choose():
                self._choose(node, place)
            case typed.Let():
                self._let(node, place)
            case typed.SetLocal():
                value = self._in_range(node.value, node.var.type, node.var.name, place, node.span)
                read = place.names.locals[node.var]
                assert isinstance(read, nodes.ReadLocal)
                self._forget_local(place, read.name)
                self._emit(place, nodes.SetLocal(read.name, value, node.span))
            case typed.SetVariable():
                self._set_variable(node, place)
            case typed.PlacePiece():
                self._place_piece(node, place)
            case typed.MovePiece():
                self._move_piece(node, place)
            case typed.RemovePiece():
                self._remove_piece(node, place)
            case typed.EndGame():
                self._finish()
            case typed.CallRule():
                self._call(node, place)

    def stops(self, sentences: tuple[typed.Sentence, ...]) -> bool:
        """Does anything in here end a block?"""
        return any(
            isinstance(one, typed.Choose | typed.EndGame | typed.Repeat)
            or (isinstance(one, typed.CallRule) and one.rule.stops)
            for one in parts(sentences)
        )

    def _nested(self, sentences: tuple[typed.Sentence, ...], place: Place) -> tuple[nodes.Stmt, ...]:
        """Sentences that do not stop, as the body of a statement."""
        out: list[nodes.Stmt] = []
        self._sentences(sentences, place.inside(out=out, facts=place.facts.copy()))
        return tuple(out)

    def _if(self, node: typed.If, place: Place) -> None:
        condition = self.expressions.expr(node.condition, place.names)
        if isinstance(condition, Const):
            self._sentences(node.then if condition.value else node.otherwise, place)
            return
        if not self.stops(node.then) and not self.stops(node.otherwise):
            then = self._nested(node.then, place)
            otherwise = self._nested(node.otherwise, place)
            self._emit(place, nodes.If(condition, then, otherwise, node.span))
            self._forget_changes((*then, *otherwise), place)
            return
        then_block = self._next(place, node.span, "if")
        after = self._next(place, node.span, "after if")
        else_block = self._next(place, node.span, "otherwise") if node.otherwise else after
        self._end(nodes.Branch(condition, then_block, else_block))
        for block, body in ((then_block, node.then), (else_block, node.otherwise)):
            if block != after:
                self._begin(block, place)
                self._sentences(body, place)
                self._end(nodes.Goto(after))
        self._begin(after, place)

    def _forget_changes(self, statements: tuple[nodes.Stmt, ...], place: Place) -> None:
        from rulec.ir.walk import parts as ir_parts

        for statement in statements:
            for part in ir_parts(statement):
                if isinstance(part, nodes.Assign):
                    place.facts.forget(part.field)
                elif isinstance(part, nodes.SetLocal):
                    self._forget_local(place, part.name)
                elif isinstance(part, nodes.CallProcedure):
                    place.facts.known.clear()

    def _forget_local(self, place: Place, name: str) -> None:
        from rulec.ir.walk import locals_read

        place.facts.known = {fact for fact in place.facts.known if name not in locals_read(fact)}

    def _each(self, node: typed.Each, place: Place) -> None:
        value = self.expressions.expr(node.value, place.names)
        assert isinstance(value.type, SetType)
        member = self._local(place, node.var)
        names = place.names.bind(node.var, member)
        if node.acting:
            names = Names(member, names.locals)
        if not self.stops(node.body):
            inner = place.inside(names=names, out=[], facts=Facts())
            self._sentences(node.body, inner)
            body = tuple(inner.out or ())
            self._emit(place, nodes.ForEach(member.name, value, body, node.span))
            self._forget_changes(body, place)
            return
        whole = self._whole_size(node.value, value)
        if whole is not None:
            self._each_counted(node, place.inside(names=names), member, value.type.domain, whole)
        else:
            self._each_of_set(node, place.inside(names=names), member, value)
        place.facts.known.clear()

    def _whole_size(self, node: typed.Expr, value: Expr) -> Expr | None:
        """The number of members, where the loop goes over all of a sort in order."""
        if not isinstance(node, typed.All) or not isinstance(value.type, SetType):
            return None
        if value.type.domain is self.stores.seats:
            return self.stores.number_of_seats()
        size = value.type.domain.size
        return Const(size, IntType(size, size))

    def _each_counted(
        self, node: typed.Each, place: Place, member: nodes.ReadLocal, domain: Domain, size: Expr
    ) -> None:
        """Counting up needs less to be remembered than a set of those still to come."""
        self._emit(place, nodes.SetLocal(member.name, Const(0, member.type), node.span))
        body = self._next(place, node.span, "each")
        again = self._next(place, node.span, "next")
        after = self._next(place, node.span, "after each")
        self._end(nodes.Goto(body))
        self._begin(body, place)
        self._sentences(node.body, place)
        following = nodes.Arithmetic("+", member, _ONE, IntType(1, domain.size))
        self._end(nodes.Branch(nodes.Compare("<", following, size), again, after))
        self._begin(again, place)
        self._emit(place, nodes.SetLocal(member.name, following, node.span))
        self._end(nodes.Goto(body))
        self._begin(after, place)

    def _each_of_set(self, node: typed.Each, place: Place, member: nodes.ReadLocal, value: Expr) -> None:
        assert isinstance(value.type, SetType)
        rest = self._read(self.expressions.fresh(f"{member.name}.rest"), value.type)
        self._emit(place, nodes.SetLocal(rest.name, value, node.span))
        head = self._next(place, node.span, "each")
        body = self._next(place, node.span, "body")
        after = self._next(place, node.span, "after each")
        self._end(nodes.Goto(head))
        self._begin(head, place)
        self._end(nodes.Branch(s.some(rest), body, after))
        self._begin(body, place)
        first = nodes.Pick("first", rest, ElemType(value.type.domain, True))
        self._emit(place, nodes.SetLocal(member.name, first, node.span))
        shrunk = nodes.SetOp("-", rest, nodes.Single(member, value.type), value.type)
        self._emit(place, nodes.SetLocal(rest.name, shrunk, node.span))
        self._sentences(node.body, place)
        self._end(nodes.Goto(head))
        self._begin(after, place)

    def _repeat(self, node: typed.Repeat, place: Place) -> None:
        counter: nodes.ReadLocal | None = None
        if node.times is not None:
            times = self.expressions.expr(node.times, place.names)
            type_ = IntType(min(0, bounds(times.type).lo), max(0, bounds(times.type).hi))
            counter = self._read(self.expressions.fresh(f"{place.rule}.times"), type_)
            self._emit(place, nodes.SetLocal(counter.name, times, node.span))
        head = self._next(place, node.span, "repeat")
        body = self._next(place, node.span, "again")
        after = self._next(place, node.span, "after repeat")
        self._end(nodes.Goto(head))
        self._begin(head, place)
        if node.until is not None:
            self._end(nodes.Branch(self.expressions.expr(node.until, place.names), after, body))
        elif counter is not None:
            self._end(nodes.Branch(nodes.Compare(">", counter, _ZERO), body, after))
        else:
            self._end(nodes.Goto(body))
        self._begin(body, place)
        if counter is not None:
            down = bounds(counter.type)
            less = nodes.Arithmetic("-", counter, _ONE, IntType(down.lo - 1, down.hi - 1))
            self._emit(place, nodes.SetLocal(counter.name, less, node.span))
        self._sentences(node.body, place)
        self._end(nodes.Goto(head))
        if node.until is None and counter is None:
            self._current = None  # only the end of the game leads out of here
        else:
            self._begin(after, place)

    def _choose(self, node: typed.Choose, place: Place) -> None:
        if place.rule in _SCHEDULES:
            self._cut(place, node.span)
        first = sum(group.domain.size for draft in self.decisions.values() for group in draft.groups)
        dead_end = self.fault(
            "dead end", f"there is nothing to choose from at `{node.decision.name}`", node.span
        )
        who = self.expressions.expr(node.by, place.names)
        decider = (
            "the player who acts"
            if isinstance(node.by, typed.Me)
            else f"the player named in line {node.span.line}"
        )
        draft = DraftDecision(node.decision, place.rule, place.root, decider, who, [], dead_end, node.span)
        self.decisions[node.decision] = draft
        number = len(self.decisions) - 1
        after = self._next(place, node.span, f"after {node.decision.name}")
        nothing: int | None = None
        if node.otherwise is not None:
            nothing = self._next(place, node.span, f"no {node.decision.name}")
        resumes: list[tuple[int, typed.ChoiceGroup, Names, Facts]] = []
        for group in node.groups:
            facts = place.facts.copy()
            names = place.names
            label = group.label or node.decision.name
            resume = self._next(place, node.span, label)
            if group.var is not None and group.options is not None:
                options = self.expressions.expr(group.options, place.names)
                assert isinstance(options.type, SetType)
                domain = options.type.domain
                member = self._local(place, group.var)
                self.drafts[resume].parameter = (member.name, member.type)
                names = names.bind(group.var, member)
                facts.learn_member(options, member)
                if options in self.expressions.tests:
                    var, test = self.expressions.tests[options]
                    facts.learn(substitute(test, var, member))
            else:
                domain = Domain(f"{node.decision.name} {group.label}", (group.label,))
                test = s.TRUE if group.options is None else self.expressions.expr(group.options, place.names)
                options = nodes.IfElse(test, s.full(domain), s.empty(domain), SetType(domain))
                if isinstance(test, Const):
                    options = s.full(domain) if test.value else s.empty(domain)
                facts.learn(test)
            draft.groups.append(OptionGroup(domain, options, resume, first, group.label))
            first += domain.size
            resumes.append((resume, group, names, facts))
        self._end(nodes.Ask(number, nothing))
        self._after_choice(node, place, resumes, nothing, after)

    def _after_choice(
        self,
        node: typed.Choose,
        place: Place,
        resumes: list[tuple[int, typed.ChoiceGroup, Names, Facts]],
        nothing: int | None,
        after: int,
    ) -> None:
        single = len(resumes) == 1 and nothing is None
        for resume, group, names, facts in resumes:
            self._current = self.drafts[resume]
            inner = place.inside(names=names, facts=facts)
            self._sentences(group.body, inner)
            if single:  # the rest of the rule follows at once, with what is known of the choice
                place.names, place.facts = names, facts
                self.drafts[after].end = nodes.Return()  # not reached
                return
            self._end(nodes.Goto(after))
        if nothing is not None:
            self._begin(nothing, place)
            self._sentences(node.otherwise or (), place)
            self._end(nodes.Goto(after))
        self._begin(after, place)

    def _let(self, node: typed.Let, place: Place) -> None:
        value = self.expressions.expr(node.value, place.names)
        if isinstance(node.value, typed.Pick | typed.Best):
            picked = value.value if isinstance(value, nodes.Pick | nodes.Best) else value
            message = f"`{node.var.name}` is taken from an empty set"
            self._require(place, s.some(picked), "range", message, node.span)
        local = self._local(place, node.var)
        place.names = place.names.bind(node.var, local)
        self._emit(place, nodes.SetLocal(local.name, value, node.span))
        if isinstance(value, nodes.Pick):
            place.facts.learn_member(value.value, local)

    def _call(self, node: typed.CallRule, place: Place) -> None:
        rule = node.rule
        values = [
            self._in_range(one, parameter.type, parameter.name, place, node.span)
            for one, parameter in zip(node.arguments, rule.parameters, strict=True)
        ]
        if not rule.stops:
            arguments = ([place.names.me] if rule.uses_me and place.names.me is not None else []) + values
            self._emit(place, nodes.CallProcedure(self._procedure(rule).name, tuple(arguments), node.span))
            place.facts.known.clear()
        elif self._callers[rule] == 1:
            self._inline(node, values, place)
        else:
            self._call_blocks(node, values, place)

    def _inline(self, node: typed.CallRule, values: list[Expr], place: Place) -> None:
        """A rule that is called from one place is part of its caller."""
        rule = node.rule
        entry = self._new(rule.name, rule.name, place.root, rule.span)
        self._end(nodes.Goto(entry))
        names = Names(place.names.me)
        inner = Place(names, rule.name, place.root, Facts())
        self._current = self.drafts[entry]
        for parameter, value in zip(rule.parameters, values, strict=True):
            local = self._local(inner, parameter)
            self._emit(inner, nodes.SetLocal(local.name, value, node.span))
            inner.names = inner.names.bind(parameter, local)
        if not rule.parameters:
            self.checkpoints[rule] = (entry, place.names.me)
        self._sentences(rule.body, inner)
        if self._current is not None:
            back = self._next(place, node.span, f"after {rule.name}")
            unit = rule.sort == "turn" or place.rule in _SCHEDULES
            self._end(nodes.Cut(back) if unit else nodes.Goto(back))
            self._begin(back, place)

    def _call_blocks(self, node: typed.CallRule, values: list[Expr], place: Place) -> None:
        rule = node.rule
        if rule not in self.entries:
            self.entries[rule] = self._new(rule.name, rule.name, rule.name, rule.span)
        if rule.uses_me and place.names.me is not None:
            me = self._read(f"{rule.name}.me", self.stores.player_type)
            self._emit(place, nodes.SetLocal(me.name, place.names.me, node.span))
        for parameter, value in zip(rule.parameters, values, strict=True):
            name = self._read(f"{rule.name}.{parameter.name}", self._type(parameter)).name
            self._emit(place, nodes.SetLocal(name, value, node.span))
        back = self._next(place, node.span, f"after {rule.name}")
        self._end(nodes.Call(self.entries[rule], back))
        self._begin(back, place)
        if place.rule in _SCHEDULES and rule.sort != "turn":
            self._cut(place, node.span)

    def _procedure(self, rule: typed.Rule) -> Procedure:
        if rule in self.procedures:
            return self.procedures[rule]
        parameters: list[tuple[str, Type]] = []
        names = Names()
        if rule.uses_me:
            names.me = nodes.ReadLocal("me", self.stores.player_type)
            parameters.append(("me", self.stores.player_type))
        for parameter in rule.parameters:
            read = nodes.ReadLocal(self.expressions.fresh(parameter.name), self._type(parameter))
            parameters.append((read.name, read.type))
            names = names.bind(parameter, read)
        body: list[nodes.Stmt] = []
        self._sentences(rule.body, Place(names, rule.name, rule.name, Facts(), body))
        self.procedures[rule] = Procedure(rule.name, tuple(parameters), tuple(body), rule.span)
        return self.procedures[rule]

    # --- state ----------------------------------------------------------------------------------------

    def _in_range(self, node: typed.Expr, wanted: t.Type, name: str, place: Place, span: Span) -> Expr:
        """The value, checked against the range of where it goes unless it can't lie outside."""
        value = self.expressions.expr(node, place.names)
        if isinstance(wanted, t.NumberType):
            have = bounds(value.type)
            message = f"`{name}` leaves its range {wanted.lo} to {wanted.hi}"
            if have.lo < wanted.lo:
                low = Const(wanted.lo, IntType(wanted.lo, wanted.lo))
                self._require(place, nodes.Compare(">=", value, low), "range", message, span)
            if have.hi > wanted.hi:
                high = Const(wanted.hi, IntType(wanted.hi, wanted.hi))
                self._require(place, nodes.Compare("<=", value, high), "range", message, span)
        return value

    def _set_variable(self, node: typed.SetVariable, place: Place) -> None:
        variable = node.variable
        value = self._in_range(node.value, variable.type, variable.name, place, node.span)
        index = () if node.owner is None else (self.expressions.expr(node.owner, place.names),)
        target = self.stores.variable(variable)
        place.facts.forget(target)
        self._emit(place, nodes.Assign(target, index, value, node.span))

    # --- pieces ---------------------------------------------------------------------------------------

    def _change_place(
        self, place: Place, where: typed.Place, owner: Expr, at: Expr, put: bool, span: Span
    ) -> None:
        target = self.stores.pieces_on(where)
        type_ = SetType(self.stores.domain(where.owner))
        before = nodes.ReadField(target, (owner,))
        op = "|" if put else "-"
        place.facts.forget(target)
        after = nodes.SetOp(op, before, nodes.Single(at, type_), type_)  # type: ignore[arg-type]
        self._emit(place, nodes.Assign(target, (owner,), after, span))

    def _change_home(self, place: Place, pieces: t.PieceSort, owner: Expr, by: int, span: Span) -> None:
        home = self.stores.home(pieces)
        if home is None:
            return
        assert pieces.count is not None
        before = nodes.ReadField(home, (owner,))
        if by < 0:
            message = f"there is no {pieces.singular} left to place"
            self._require(place, nodes.Compare(">=", before, _ONE), "dead end", message, span)
        type_ = IntType(max(0, by), pieces.count + min(0, by))
        op = "+" if by > 0 else "-"
        after = nodes.Arithmetic(op, before, _ONE, type_)  # type: ignore[arg-type]
        place.facts.forget(home)
        self._emit(place, nodes.Assign(home, (owner,), after, span))

    def _require_free(self, place: Place, where: typed.Place, at: Expr, span: Span) -> None:
        free = s.negate(s.contains(self.stores.occupied(where), at))
        message = f"this {where.owner.singular} has no room for another {where.pieces.singular}"
        self._require(place, free, "dead end", message, span)

    def _place_piece(self, node: typed.PlacePiece, place: Place) -> None:
        at, owner = (
            self.expressions.expr(node.at, place.names),
            self.expressions.expr(node.owner, place.names),
        )
        self._require_free(place, node.place, at, node.span)
        self._change_home(place, node.place.pieces, owner, -1, node.span)
        self._change_place(place, node.place, owner, at, True, node.span)

    def _take_up(self, place: Place, where: typed.Place, at: Expr, span: Span) -> Expr:
        """The owner of the piece that lies there, which must be one."""
        message = f"no {where.pieces.singular} lies on this {where.owner.singular}"
        self._require(place, s.contains(self.stores.occupied(where), at), "dead end", message, span)
        owner: Expr = self.stores.seat(self.stores.seats.size - 1)
        for seat in reversed(range(self.stores.seats.size - 1)):
            here = s.contains(nodes.ReadField(self.stores.pieces_on(where), (self.stores.seat(seat),)), at)
            owner = nodes.IfElse(here, self.stores.seat(seat), owner, self.stores.player_type)
        local = self._read(self.expressions.fresh(f"{place.rule}.owner"), self.stores.player_type)
        self._emit(place, nodes.SetLocal(local.name, owner, span))
        return local

    def _move_piece(self, node: typed.MovePiece, place: Place) -> None:
        source, target = (
            self.expressions.expr(node.source, place.names),
            self.expressions.expr(node.target, place.names),
        )
        owner = self._take_up(place, node.place, source, node.span)
        self._change_place(place, node.place, owner, source, False, node.span)
        self._require_free(place, node.place, target, node.span)
        self._change_place(place, node.place, owner, target, True, node.span)

    def _remove_piece(self, node: typed.RemovePiece, place: Place) -> None:
        at = self.expressions.expr(node.at, place.names)
        owner = self._take_up(place, node.place, at, node.span)
        self._change_place(place, node.place, owner, at, False, node.span)
        self._change_home(place, node.place.pieces, owner, 1, node.span)


# What these call is complete in itself: no option is refused for what the next part of the game may bring.
_SCHEDULES = ("play", "setup")
_ZERO = Const(0, IntType(0, 0))
_ONE = Const(1, IntType(1, 1))
