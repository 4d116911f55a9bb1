"""Game at a table: started or resumed, played move by move, viewed per observer."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.errors import RulecError, RulesError
from rulec.picture.names import capitalised
from rulec.play.record import Record
from rulec.studio import limits
from rulec.studio.worker.inquiry import Inquiry, MoveNow
from rulec.studio.worker.opening import Stages, description, digests, heading, open_engine, open_game
from rulec.studio.worker.view import Views
from rulec.traces.replay import ReplayMismatch, check_position, index_of
from rulec.traces.trace_text import Move, Trace, digest_of, read_trace, who_name, write_trace

if TYPE_CHECKING:
    from rulec.face import Game, State
    from rulec.insight.legality_answers import Answers
    from rulec.interp.legality_explainer import ClauseResult, LegalityExplainer
    from rulec.sim.policies import Players
    from rulec.studio.worker.opening import Stopped, Tell

HUMAN = "human"
_ORDER = "the game has gone on"
_TRACE = "the saved game"
_TOLD = 12  # values that an adopted position lost


class Table:
    """A game on a back end; every `do_NAME` answers a request of the server."""

    def __init__(self, tell: Tell, stopped: Stopped) -> None:
        self.tell, self.stopped = tell, stopped
        self.move_now = MoveNow(stopped)
        self.path = Path()
        self.game: Game
        self.back_end = ""
        self.planned = True
        self._sources: list[str] = []  # digests of the files that the game was opened from
        self.record: Record
        self.seats: list[str] = []
        self.designer = False
        self.views: Views
        self._players: Players
        self._reasons: LegalityExplainer | None = None

    # --- opening ----------------------------------------------------------------------------------

    def do_warm(self) -> dict[str, Any]:
        """Answer once all modules are loaded."""
        return {}

    def do_open(self, path: str, at_once: bool = False) -> dict[str, Any]:
        """Open a game; with `at_once` before its options are planned, if they are not yet."""
        self.path = Path(path)
        self.tell({"progress": {"heading": heading(self.path)}})
        self._sources = digests(self.path)
        self.game, self.back_end, self.planned = open_game(self.path, self.tell, at_once)
        return {**description(self.game, self.back_end), "planned": self.planned}

    def do_is_current(self) -> dict[str, Any]:
        """Tell whether the files of the game are still those that it was opened from."""
        return {"current": digests(self.path) == self._sources}

    def do_begin(
        self, players: int, options: dict[str, Any], seed: int, seats: list[str], designer: bool
    ) -> dict[str, Any]:
        unknown = [name for name in options if name not in self.game.OPTIONS]
        if unknown:
            raise RulecError(f"{self.game.NAME} has no option {unknown[0][:80]!r}")
        try:
            state = self.game.State(players, seed, **options)
        except (ValueError, TypeError) as problem:
            raise RulecError(str(problem)) from None
        self._sit(Record(self.game, state, seed), seats, designer)
        return self._state()

    def do_restore(self, trace: str, seats: list[str], designer: bool, whole: bool = False) -> dict[str, Any]:
        """Replay a saved game as far as it fits the rules; with `whole`, fully or not at all."""
        read = read_trace(_TRACE, trace.encode())
        if read.game != self.game.NAME:
            raise RulecError(f"this is a game of {read.game}, not of {self.game.NAME}")
        note = self._replay(read, seats, designer, whole)
        return {**self._state(), "trace": self._trace(), "note": note}

    def do_adopt(
        self, position: dict[str, Any], seed: int, seats: list[str], designer: bool
    ) -> dict[str, Any]:
        """Continue from a position of other rules, as far as it fits."""
        try:
            state = self.game.State.from_dict(position, adopt=True)
        except ValueError as problem:
            raise RulecError(f"the game can't go on under these rules: {problem}") from None
        self._sit(Record(self.game, state, seed, True, position.get("chance", "sampled")), seats, designer)
        left, anew = _not_kept(state)
        return {**self._state(), "trace": self._trace(), "left": left, "anew": anew}

    def do_plan(self) -> dict[str, Any]:
        """Switch to the planned program of the same rules."""
        if not self.planned and digests(self.path) == self._sources:
            unplanned, trace = self.game, self.record.trace()
            self.game, back_end, _ = open_game(self.path)
            if trace.start is not None:  # the same rules, though their digest is another one
                trace = replace(trace, start={**trace.start, "rules": self.game.RULES_HASH})
            try:
                self._replay(trace, self.seats, self.designer, whole=True)
            except RulecError:
                self.game = unplanned
            else:
                self.back_end, self.planned = back_end, True
        return {**self._state(), "trace": self._trace()}

    def do_engine(self) -> dict[str, Any]:
        """Switch to the engine, if it is built from these rules."""
        engine = open_engine(self.path)
        if engine is None or engine.RULES_HASH != self.game.RULES_HASH:
            return {"back_end": self.back_end}
        interpreted, self.game = self.game, engine
        try:
            self._replay(self.record.trace(), self.seats, self.designer, whole=True)
        except RulecError:
            self.game = interpreted
        else:
            self.back_end = "engine"
        return {"back_end": self.back_end}

    def do_seats(self, seats: list[str]) -> dict[str, Any]:
        """Seat other players; nobody takes over a hand that was hidden from the people of the game."""
        joined = [n for n, kind in enumerate(seats) if kind == HUMAN and n not in self.people]
        if joined and not self.designer and not self.game.PERFECT_INFORMATION:
            raise RulecError(
                "a person can't take over a hidden hand",
                "a game for designers allows it",
            )
        self._sit(self.record, seats, self.designer)
        return self._state()

    def _sit(self, record: Record, seats: list[str], designer: bool) -> None:
        from rulec.sim.policies import Players, read_ways

        count = record.state.num_players()
        if len(seats) != count:
            raise RulecError(f"the game has {count} players, but {len(seats)} seats are named")
        ways = read_ways(",".join("random" if seat == HUMAN else seat for seat in seats), "seats")
        self.record, self.seats, self.designer = record, seats, designer
        self._players = Players(ways, record.seed, seconds=limits.THINK, stop=self.move_now)
        self.views = Views(self.game, record, self.people, designer)

    def _replay(self, trace: Trace, seats: list[str], designer: bool, whole: bool) -> str:
        if trace.start is not None:
            other = trace.start.get("rules") != self.game.RULES_HASH
            try:
                state = self.game.State.from_dict(trace.start, adopt=other and not whole)
            except ValueError as problem:
                raise RulecError(f"{_TRACE} begins at a position that does not fit: {problem}") from None
        else:
            try:
                state = self.game.State(trace.players, trace.seed, chance=trace.chance, **trace.options)
            except (ValueError, TypeError) as problem:
                raise RulecError(f"{_TRACE} does not fit the rules: {problem}") from None
        record = Record(self.game, state, trace.seed, trace.start is not None, trace.chance)
        note, same = _start_note(state), trace.rules == self.game.RULES_HASH
        for move in trace.moves:
            try:
                record.choose(index_of(_TRACE, record.state, move))
                if same:
                    check_position(_TRACE, record.state, move)
            except (ReplayMismatch, RulesError) as problem:
                if whole:
                    raise
                fit = f"{len(record.moves)} of {len(trace.moves)} moves fit the rules: {problem.message}"
                note = f"{note}; {fit}" if note else fit
                break
        self._sit(record, seats, designer)
        return note

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, kind in enumerate(self.seats) if kind == HUMAN)

    # --- playing ----------------------------------------------------------------------------------

    def do_choose(self, action: int, moves: int, seat: int | None = None) -> dict[str, Any]:
        """Apply an option of a person; `moves`: the number of moves at which the person saw it."""
        state = self.record.state
        if moves != len(self.record.moves):
            raise RulecError(_ORDER, "look at the position as it is now")
        here = state.current_player()
        if here not in self.people or seat not in (None, here):
            raise RulecError("it is not your turn")
        legal = state.legal_actions()
        if action not in legal:
            raise RulecError("this is not offered now")
        return self._played(legal.index(action))

    def do_step(self) -> dict[str, Any]:
        """Make a move of a program, or of chance."""
        state = self.record.state
        if state.is_terminal() or state.current_player() in self.people:
            return {"moved": False}
        self.move_now.begin()
        decided = sum(move.seat >= 0 for move in self.record.moves)
        return self._played(self._players.choose(state, decided)[0])

    def _played(self, index: int) -> dict[str, Any]:
        try:
            move = self.record.choose(index)
        except RulesError as problem:
            raise RulecError(f"the rules stop here: {problem.message}", "choose something else") from None
        line = str(Move(move.label, digest_of(self.record.state), who=who_name(move.seat)))
        return {**self._state(), "moved": True, "line": line}

    def do_undo(self) -> dict[str, Any]:
        """Go back to the last decision of a person, unless hidden information was revealed since."""
        number = self._last_of_people()
        if number is None:
            raise RulecError("there is nothing to take back")
        if not self.designer and self._came_out(number):
            raise RulecError(
                "this can't be taken back: something hidden has come out since",
                "a game for designers takes everything back",
            )
        self.record.back_to(number)
        self.views.forget(number)
        return {**self._state(), "trace": self._trace()}

    def _last_of_people(self) -> int | None:
        people = self.people or range(len(self.seats))
        numbers = range(len(self.record.moves) - 1, -1, -1)
        return next((n for n in numbers if self.record.moves[n].seat in people), None)

    def _came_out(self, number: int) -> bool:
        from rulec.studio.worker.knowledge import came_out

        labels, states = [move.label for move in self.record.moves], self.record.states
        earlier = list(zip(states[:number], labels[:number], strict=True))
        return came_out(self.game, states[number], labels[number:], states[-1], self.people, earlier)

    # --- looking ----------------------------------------------------------------------------------

    def do_view(self, **looked: Any) -> dict[str, Any]:
        return {**self._state(), **self.views.seen(**looked)}

    def do_why(
        self, option: str, most: float, at: int | None = None, seat: int | None = None
    ) -> dict[str, Any]:
        """Explain clause by clause whether an option is offered; try its ways for `most` seconds."""
        from rulec.insight.legality_answers import whole_label
        from rulec.studio.worker.inquiry import label_of

        answers, state = self._answers(at, seat)
        label = label_of(answers, state, option) or whole_label(self.game, state, option)
        inquiry = Inquiry(self.tell, self.stopped, most)
        answers.reasons.watched_by(inquiry.goes_on)
        try:
            found = answers.answer(label)
        finally:
            answers.reasons.watched_by(None)
        return {
            "option": found.action,
            "whole": found.whole,
            "tried": inquiry.tried,
            "verdict": found.verdict,
            "why": found.why,
            "clauses": [_clause(one) for one in found.clauses],
            "stuck": [
                {
                    "path": list(one.path),
                    "message": one.message,
                    "line": one.span.line,
                    "text": answers.reasons_line(one.span),
                }
                for one in found.stuck
            ],
        }

    def do_options(self, at: int | None = None, seat: int | None = None) -> dict[str, Any]:
        """Return labels and texts of all options of the pending decision, legal or not."""
        answers, state = self._answers(at, seat)
        labels = answers.labels()
        legal = set(state.legal_actions())
        options = [
            {
                "label": label,
                "text": capitalised(state.action_text(answers.ids[label])),
                "offered": answers.ids[label] in legal,
            }
            for label in labels
        ]
        return {"options": options, "about": answers.about()}

    def _answers(self, at: int | None, seat: int | None) -> tuple[Answers, State]:
        """Answers about a position, with information hidden from the observer resampled."""
        from rulec.compiled import Compiled
        from rulec.insight.legality_answers import Answers

        if self._reasons is None:
            self._reasons = Compiled(self.path, on_stage=Stages(self.tell).reached).reasons
        state = self.record.states[self.views.number(at)]
        observer = self.views.observer(seat)
        if observer is not None:
            state = state.resample(observer, 1)
        return Answers(self.game, state, self._reasons), state

    # --- keeping ----------------------------------------------------------------------------------

    def do_trace(self) -> dict[str, Any]:
        return {"trace": self._trace()}

    def do_position(self) -> dict[str, Any]:
        return {"position": json.loads(json.dumps(self.record.state.to_dict())), "seed": self.record.seed}

    def _trace(self) -> str:
        return write_trace(self.record.trace())

    def _state(self) -> dict[str, Any]:
        """Return the state of the game known to the server."""
        state = self.record.state
        over = state.is_terminal()
        seat = -4 if over else state.current_player()
        return {
            "moves": len(self.record.moves),
            "over": over,
            "seat": seat,
            "waits": not over and seat in self.people,
            "back_end": self.back_end,
            "hidden": not self.game.PERFECT_INFORMATION,
            "undoable": self._last_of_people() is not None,
            "question": "" if over else self.views.question(state),
        }


def _clause(one: ClauseResult) -> dict[str, Any]:
    return {
        "text": one.text,
        "line": one.span.line,
        "holds": one.holds,
        "values": "; ".join(part for part in (one.words, one.values) if part),
        "parts": [_clause(part) for part in one.parts],
    }


def _not_kept(state: State) -> tuple[list[str], list[str]]:
    """Return the changed values of an adopted position, and the part of the game begun anew."""
    left = [one for one in state.adopted if not one.startswith("from ")]
    return left, [one.removeprefix("from ") for one in state.adopted if one.startswith("from ")]


def _start_note(state: State) -> str:
    left, anew = _not_kept(state)
    told = [f"the position at the start is not as it was: {', '.join(left[:_TOLD])}"] if left else []
    return "; ".join([*told, *(f"`{one}` begins anew" for one in anew[:1])])
