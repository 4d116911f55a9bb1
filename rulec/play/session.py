"""Main loop of an interactive game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import cast

from rulec.errors import RulecError, RulesError
from rulec.face import State
from rulec.play.answers import COMMANDS, Choice, Command, NotUnderstood, Option, parse_answer, signs
from rulec.play.describe_name import describe
from rulec.play.label_texts import beside
from rulec.play.record import Record
from rulec.play.save_files import position_bytes, write_file
from rulec.play.screen import Screen, options_of
from rulec.play.seats import Seat, Sitting
from rulec.policies.greedy import Greedy
from rulec.policies.restrictions import Restricted
from rulec.policies.search import Looking, MctsPlayer
from rulec.runtime import rng
from rulec.runtime.resampling.events import is_secret, viewer
from rulec.runtime.state import StateFace
from rulec.traces.trace_text import write_trace

ReadLine = Callable[[str], str | None]
Show = Callable[[State, State | None, int], None]  # (position, previous one, viewer or -1)
Why = Callable[[State, str], None]  # explains the legality of one option or of all


class Session:
    """Game with its players and screen; `read_line` returns None at end of input."""

    def __init__(
        self,
        record: Record,
        seats: Sequence[Sitting],
        screen: Screen,
        read_line: ReadLine,
        why: Why | None = None,
        show: Show | None = None,
        restricted: Sequence[Restricted] = (),
        hint_of: Callable[[RulesError], str] = lambda fault: fault.hint,
    ) -> None:
        self.why = why
        self.show = show
        self.restricted = restricted  # restrictions by program-controlled seat
        self.hint_of = hint_of  # for errors of the rules
        self.record = record
        self.seats = seats
        self.screen = screen
        self.read_line = read_line
        self.rows = record.game.action_table()
        self.seen = -1  # number of moves when a person last looked
        self.chance = rng.stream(rng.key_of(record.seed), rng.STREAM_RANDOM_PLAY)
        self.pick: Callable[[int], int] = secrets.randbelow  # random stream of `random` seats

    def run(self) -> bool:
        """Play; return whether the game was finished."""
        while not self.record.state.is_terminal():
            player = self.record.state.current_player()
            sitting = self.seats[player]  # unused at chance nodes
            if player < 0:
                self._let_chance()
            elif sitting is Seat.random:
                self._choose_at_random()
            elif isinstance(sitting, MctsPlayer | Greedy):
                self._let_search(sitting)
            elif not self._ask():
                return False
        self._draw()
        self.screen.end(self.record.state)
        return True

    def _decided(self) -> int:
        return sum(move.seat >= 0 for move in self.record.moves)

    def _let_search(self, sitting: Looking) -> None:
        """Let a search player choose; seeded as in `rulec sim`."""
        state, key, places = self.record.state, rng.key_of(self.record.seed), self._permitted()
        legal = state.legal_actions()
        permitted = [legal[place] for place in places]
        avoid = None
        if self.restricted:
            seat = state.current_player()
            avoid = {seat: self.restricted[seat].avoided.union(legal).difference(permitted)}
        self.record.choose(places[sitting.choose(state, key, self._decided(), permitted, avoid)])
        self.log(len(self.record.moves))

    def _choose_at_random(self) -> None:
        """Choose at random; seeded as in `playouts`."""
        state, bits, places = self.record.state, rng.draw(self.chance, self._decided()), self._permitted()
        whole = len(places) == state.count_legal()
        self.record.choose(state.drawn(bits) if whole else places[rng.below(bits, len(places))])
        self.log(len(self.record.moves))

    def _permitted(self) -> list[int]:
        """Indexes of the options that the seat's restrictions permit."""
        legal = self.record.state.legal_actions()
        if not self.restricted:
            return list(range(len(legal)))
        return self.restricted[self.record.state.current_player()].permitted(legal)

    def log(self, number: int, open_: bool = False) -> None:
        """Log a move, hiding secret choices from the human players unless `open_`."""
        before, played = cast(StateFace, self.record.states[number - 1]), self.record.moves[number - 1]
        people = {seat for seat, sort in enumerate(self.seats) if sort is Seat.human}
        action = before.string_to_action(played.label)
        secret = (
            not open_ and people and is_secret(before, action) and not people & {played.seat, viewer(before)}
        )
        label = f"{before.decision()}: ?" if secret else played.label
        said = "" if secret else beside(before, action, played.label)
        self.screen.move(number, played.seat, label, said)

    def _let_chance(self) -> None:
        """Sample an explicit chance outcome from the position's generator."""
        state = self.record.state
        self.record.choose(state.legal_actions().index(state.sample_outcome()))
        self.log(len(self.record.moves))

    def _draw(self) -> None:
        """Draw the whole position at the start of a turn, else the changes of the last choice.

        Changes since a person last looked, or by the last move, are highlighted.
        """
        moves = len(self.record.moves)
        since = self.seen if 0 <= self.seen < moves else moves - 1
        before = self.record.states[since] if since >= 0 else None
        viewer = self._viewer()
        if self.show is not None:
            self.show(self.record.state, before, viewer)
        mine = 0 <= self.seen < moves and all(
            one.seat in (viewer, -1) for one in self.record.moves[self.seen :]
        )
        if before is not None and mine and viewer >= 0:
            self.screen.changed(self.record.state, before, viewer)
        else:
            self.screen.position(self.record.state, before, viewer)
        self.seen = moves

    def _viewer(self) -> int:
        """Player whose view is shown; -1 (everything) at the end and at chance nodes."""
        state = self.record.state
        return -1 if state.is_terminal() else state.current_player()

    def _ask(self) -> bool:
        """Let a human choose; False at end of input."""
        self._draw()
        state = self.record.state
        options = options_of(self.rows, state)
        asked = {row.option for row in self.rows if row.decision == state.decision()}
        self.screen.options(state, options, asked)
        while True:
            text = self.read_line(f"{state.decision()}> ")
            if text is None:
                self.screen.line()
                return False
            if not text.strip():
                continue
            match parse_answer(text, options, asked):
                case Choice(option):
                    if self._choose(option):
                        return True
                case NotUnderstood(message, hint):
                    self._say(message, hint, "yellow")
                case Command("quit"):
                    return False
                case Command("undo"):
                    if self._undo():
                        return True
                case Command("random"):
                    if self._choose(options[self.pick(len(options))], tell=True):
                        return True
                case Command("show", argument):
                    self.screen.position(state, None, self._viewer(), everything=argument == "all")
                    self.screen.options(state, options, asked)
                case Command("why", argument):
                    self._explain(argument, options)
                case Command(name, argument):
                    self._command(name, argument)

    def _say(self, message: str, hint: str, colour: str) -> None:
        self.screen.line(f"{message}; {hint}" if hint else message, colour)

    def _explain(self, argument: str, options: Sequence[Option]) -> None:
        """Explain an option; `argument` may be its key."""
        if self.why is None:
            self.screen.line("the rules of this game are not at hand", "yellow")
            return
        signed = {sign: option.label for option, sign in signs(options).items()}
        try:
            self.why(self.record.state, signed.get(argument.lower(), argument))
        except RulecError as problem:
            self._say(problem.message, problem.hint, "yellow")

    def _choose(self, option: Option, tell: bool = False) -> bool:
        """Apply an option; on an error of the rules the position is unchanged."""
        try:
            self.record.choose(option.index)
        except RulesError as problem:
            self._say(f"the rules stop here: {problem.message}", self.hint_of(problem), "red")
            self.screen.line("choose something else, `undo`, `save FILE` or `quit`", "yellow")
            return False
        if tell:
            self.log(len(self.record.moves))
        return True

    def _undo(self) -> bool:
        """Undo to the last human decision."""
        for number in range(len(self.record.moves) - 1, -1, -1):
            seat = self.record.moves[number].seat
            if seat >= 0 and self.seats[seat] is Seat.human:
                self.screen.line(f"taken back: {self.record.moves[number].label}", "dim")
                self.record.back_to(number)
                self.seen = -1 if number == 0 else number
                return True
        self.screen.line("there is nothing to take back", "yellow")
        return False

    def _command(self, name: str, argument: str) -> None:
        if name == "moves":
            for number in range(1, len(self.record.moves) + 1):
                self.log(number)
        elif name == "?" and argument:
            words = self.record.state.description().wording
            self.screen.lines(describe(argument, self.screen.glossary, self.screen.console.width, words))
        elif name in ("help", "?"):
            self.screen.line("Type the number or the name of an option, or:")
            width = max(map(len, COMMANDS))
            for word, meaning in COMMANDS.items():
                self.screen.line(f"  {word.ljust(width)}  {meaning}")
        elif not argument:
            self.screen.line("save to which file? `save my.trace`, `save my.json`", "yellow")
        else:
            try:
                self.save(argument)
            except RulecError as problem:
                self._say(problem.message, problem.hint, "red")
            else:
                self.screen.line(f"saved to {argument}", "dim")

    def save(self, name: str) -> None:
        """Save the position (.json, .bytes) or the whole game (other suffixes)."""
        suffix = f".{name.rpartition('.')[2].lower()}"
        data = position_bytes(self.record.state, suffix)
        write_file(name, write_trace(self.record.trace()).encode() if data is None else data)
