"""`rulec why`: why an option is legal or not in a position, with the lines of the rules that decide."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from rulec.cli import output
from rulec.cli.configurations import partly
from rulec.cli.files import require_file
from rulec.cli.games import BackEnd, open_game
from rulec.cli.parameters import Format, OutputFormat, Players, RulesFile, Seed
from rulec.errors import RulecError

if TYPE_CHECKING:
    from pathlib import Path

    from rulec.face import Game, State
    from rulec.ir.program import Decision
    from rulec.play.record import Record
    from rulec.source import Span
    from rulec.whys import Passed, Reasons, Stuck

HELP = (
    "Tell why an option is legal or not in a position, with the lines of the rules that decide.\n\n"
    "ACTION is an option as `rulec play` and traces call it, `drop: c`; without one all options of the "
    "pending decision are told. The position is one that was saved (--from), one of a recorded game "
    "(--replay), or the one after --moves random decisions and those of --play.",
    'rulec why games/classics/connect_four.rules "drop: c" --play "drop: c, drop: c"',
    'rulec why my.rules "main: buy" --from my.json',
    'rulec why my.rules "main: buy" --seed 7 --moves 20',
    "rulec why my.rules --replay my.trace --moves 12",
)
_ALIKE = 8  # options that end for the same reason and are named
_REASONS = 4  # ends of the ways behind an option
Verdict = Literal["legal", "not asked now", "ruled out", "can't be completed"]


@dataclass(frozen=True)
class Answer:
    action: str
    verdict: Verdict
    why: str
    clauses: tuple[Passed, ...] = ()
    stuck: tuple[Stuck, ...] = ()


def run(
    file: RulesFile,
    action: Annotated[
        str, typer.Argument(metavar="[ACTION]", help="An option, as `drop: c`.", show_default=False)
    ] = "",
    from_: Annotated[
        str | None, typer.Option("--from", metavar="STATE", help="A saved position (JSON or bytes).")
    ] = None,
    replay: Annotated[
        str | None, typer.Option("--replay", metavar="TRACE", help="A recorded game, or its first --moves.")
    ] = None,
    moves: Annotated[
        int | None,
        typer.Option("--moves", metavar="N", min=0, help="Random decisions, or lines of the trace."),
    ] = None,
    play: Annotated[
        list[str] | None, typer.Option("--play", metavar="LABELS", help="Then these, as `drop: c, drop: a`.")
    ] = None,
    players: Players = None,
    config: Annotated[
        str | None, typer.Option("--config", metavar="C", help="Options of the game, as map=western.")
    ] = None,
    interpreter: Annotated[
        bool, typer.Option("--interpreter", help="Not on the engine, even if it is built.")
    ] = False,
    seed: Seed = 0,
    format_: OutputFormat = Format.text,
) -> None:
    from rulec import compiler, frontend

    path = require_file(file)
    game, _ = open_game(path, BackEnd.interpreter if interpreter else None)
    record = _position(path, game, from_, replay, moves, players, config, seed)
    for labels in play or ():
        for label in labels.split(","):
            _play(record.state, label.strip())
    state = record.state
    checked = frontend.check(frontend.read_source(path))
    teller = _Teller(game, state, compiler.reasons_of(checked))
    label = _known(game, state, action) if action else ""
    answers = [teller.answer(one) for one in ([label] if action else teller.labels())]
    if format_ is Format.json:
        output.print_json(
            {"position": teller.about(), "answers": [dataclasses.asdict(one) for one in answers]}
        )
        return
    print(teller.about())
    if action:
        teller.show(answers[0])
    else:
        teller.show_all(answers)


# --- the position ---------------------------------------------------------------------------------------


def _position(
    file: Path,
    game: Game,
    from_: str | None,
    replay: str | None,
    moves: int | None,
    players: int | None,
    config: str | None,
    seed: int,
) -> Record:
    from rulec.cli.opening import begin

    if from_ is not None and (replay is not None or moves is not None):
        raise RulecError("--from is a position by itself", "go on from there with --play")
    named, options = partly(config, game)
    if options and (from_ is not None or replay is not None):
        raise RulecError(
            "--config can't be given with --from or --replay", "these say how the game was begun"
        )
    record, played = begin(game, players or named, from_, replay, seed, options, file)
    if replay is not None:
        for _ in islice(played, moves):
            pass  # each is played as it is asked for
        return record
    if moves:
        from rulec.sim.choosing import Players as Choosers

        choosers = Choosers(("random",), seed)
        for number in range(moves):
            if record.state.is_terminal():
                raise RulecError(
                    f"the game is over after {output.count(number, 'decision')}", "give fewer --moves"
                )
            record.state.apply_index(choosers.choose(record.state, number)[0])
    return record


def _play(state: State, label: str) -> None:
    legal = {state.action_to_string(one): one for one in state.legal_actions()}
    chosen = legal.get(label)
    if chosen is None:
        from rulec.diagnostics import did_you_mean

        hint = did_you_mean(label, legal) or f"offered are {', '.join(list(legal)[:8])}" if legal else ""
        raise RulecError(f"--play: `{label}` is not offered there", hint or "the game is over there")
    state.apply_action(chosen)


def _known(game: Game, state: State, action: str) -> str:
    """The whole label; of the pending decision the option alone will do."""
    labels = {row.label for row in game.action_table()}
    asked = f"{state.decision()}: {action}"
    if action in labels or asked in labels:
        return action if action in labels else asked
    from rulec.diagnostics import did_you_mean

    options = [one.removeprefix(f"{state.decision()}: ") for one in labels]
    hint = did_you_mean(action, labels) or did_you_mean(action, options)
    known = ", ".join(dict.fromkeys(row.decision for row in game.action_table()))
    raise RulecError(
        f"{game.TITLE} has no option `{action}`", hint or f"an option begins with its decision: {known}"
    )


# --- answers --------------------------------------------------------------------------------------------


class _Teller:
    def __init__(self, game: Game, state: State, reasons: Reasons) -> None:
        from rulec.runtime import codec

        self.game, self.state, self.reasons = game, state, reasons
        schema = reasons.machine.schema
        # Of the same rules; what was lowered besides has no part in how a state is laid out.
        if schema.layout_hash != game.LAYOUT_HASH:
            raise AssertionError("what tells why has another layout than the game")
        start, data = len(codec.header(schema)), state.to_bytes()
        self.cells = codec.unpack(schema, data[start:-4])
        self.ids = {row.label: row.id for row in game.action_table()}
        self.pending: Decision | None = reasons.asked(self.cells)

    def labels(self) -> list[str]:
        """Those of the pending decision."""
        if self.pending is None:
            raise RulecError("nothing is asked in this position", self.about())
        return [f"{self.pending.name}: {label}" for group in self.pending.groups for label in group.labels]

    def about(self) -> str:
        if self.state.is_terminal():
            return "the game is over in this position"
        if self.pending is None:
            return f"chance decides `{self.state.decision()}` in this position"
        one = self.pending
        seat = self.state.current_player() + 1
        return f"asked is `{one.name}` of player {seat}, in `{one.rule}` ({_place(one.span)})"

    def answer(self, label: str) -> Answer:
        action = self.ids[label]
        if self.pending is None:
            return Answer(label, "not asked now", self.about())
        group = self.reasons.group(self.pending, action)
        if group is None or not label.startswith(f"{self.pending.name}: "):
            return Answer(label, "not asked now", self._elsewhere(action))
        clauses = self.reasons.clauses(self.cells, group, action)
        if action in self.state.legal_actions():
            why = "it passes all that is asked" if clauses else "nothing is asked of it"
            return Answer(label, "legal", why, clauses)
        if not self.reasons.possible(self.cells, action):
            return self._ruled_out(label, clauses)
        stuck, whole = self.reasons.stuck(self.cells, action)
        why = "what it begins can't be carried out to the end"
        if not whole:
            why += " (of very many ways some were tried)"
        return Answer(label, "can't be completed", why, clauses, stuck[:_REASONS])

    def _ruled_out(self, label: str, clauses: tuple[Passed, ...]) -> Answer:
        if any(one.holds is False for one in clauses):
            return Answer(label, "ruled out", "it does not pass what the choice asks", clauses)
        untold = [one for one in clauses if one.holds is None]
        if untold:  # all others hold
            barred = tuple(dataclasses.replace(one, holds=False) if one in untold else one for one in clauses)
            return Answer(label, "ruled out", "it does not pass what the choice asks", barred)
        assert self.pending is not None
        line = f"{_place(self.pending.span)}: {self.reasons_line(self.pending.span)}"
        return Answer(label, "ruled out", f"it is not among those that this line leads to: {line}", clauses)

    def _elsewhere(self, action: int) -> str:
        """Where it is asked for."""
        places = [
            one for one in self.reasons.program.decisions if self.reasons.group(one, action) is not None
        ]
        where = " or ".join(dict.fromkeys(f"`{one.rule}` ({_place(one.span)})" for one in places))
        name = places[0].name if places else ""
        return f"it is an option of `{name}`, which is asked in {where}" if places else "no rule asks for it"

    # --- text -------------------------------------------------------------------------------------------

    def show(self, one: Answer) -> None:
        print(f"{output.paint(one.action, 'bold')}: {self._verdict(one)}; {one.why}")
        for clause in one.clauses:
            self._clause(clause, 1)
        for end in one.stuck:
            self._stuck(end)

    def show_all(self, answers: list[Answer]) -> None:
        """Those that end for the same reason together, what bars them alone."""
        alike: dict[object, list[Answer]] = {}
        for one in answers:
            failed = tuple(_failed(two) for two in one.clauses if two.holds is False)
            ends = tuple((two.span, two.message) for two in one.stuck[:1])
            why = "" if one.verdict == "legal" else one.why
            alike.setdefault((one.verdict, why, failed, ends), []).append(one)
        for same in alike.values():
            first = same[0]
            labels = [one.action.partition(": ")[2] for one in same]
            shown = ", ".join(labels[:_ALIKE])
            more = f" and {len(labels) - _ALIKE} more" if len(labels) > _ALIKE else ""
            print(f"{output.paint(shown + more, 'bold')}: {self._verdict(first)}")
            if first.verdict == "legal":
                continue
            if not any(one.holds is False for one in first.clauses) and not first.stuck:
                print(f"  {first.why}")
            for clause in first.clauses:
                if clause.holds is False:
                    self._clause(_only_failed(clause, len(same) == 1), 1)
            for end in first.stuck[:1]:
                self._stuck(end)

    def _verdict(self, one: Answer) -> str:
        return output.paint(one.verdict, "green" if one.verdict == "legal" else "red")

    def _clause(self, one: Passed, depth: int) -> None:
        sign = {True: output.paint("yes", "green"), False: output.paint("no ", "red"), None: "?  "}[one.holds]
        more = (
            f"   ({'; '.join(part for part in (one.words, one.values) if part)})"
            if one.words or one.values
            else ""
        )
        print(f"{'  ' * depth}{sign} {_place(one.span)}: {one.text}{output.paint(more, 'dim')}")
        for part in one.parts:
            self._clause(part, depth + 1)

    def _stuck(self, end: Stuck) -> None:
        way = " then ".join(f'"{label}"' for label in end.path)
        text = self.reasons_line(end.span)
        print(f"  after {way}" if way else "  at once")
        print(f"    {_place(end.span)}: {output.paint(end.message, 'yellow')}")
        print(f"      | {text}")
        for names, clauses in end.groups:
            print(f"      {names}:")
            for clause in clauses:
                self._clause(clause, 4)

    def reasons_line(self, span: Span) -> str:
        from rulec.whys import line_of

        return line_of(self.reasons.program, span)


def _failed(one: Passed) -> object:
    """What of a clause fails, whatever the values."""
    return (one.span, one.words, tuple(_failed(part) for part in one.parts if part.holds is False))


def _only_failed(one: Passed, alone: bool) -> Passed:
    parts = tuple(_only_failed(part, alone) for part in one.parts if part.holds is False)
    return dataclasses.replace(one, parts=parts, values=one.values if alone else "")


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"
