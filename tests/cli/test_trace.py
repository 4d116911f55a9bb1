"""`rulec trace`: games written down, played again, compared."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.errors import RulecError
from rulec.sim.policies import Players, read_ways
from rulec.traces.trace_diff import parting
from rulec.traces.trace_text import Move, Trace, read_trace, write_trace
from tests.cli.tools import CONNECT_FOUR, DICE, NIM, SOWING, TIC_TAC_TOE, Cli


def recorded(cli: Cli, *more: str, file: str = CONNECT_FOUR) -> str:
    ran = cli("trace", "record", file, "--interpreter", *more)
    assert (ran.status, ran.err) == (0, "")
    return ran.out


def test_a_game_as_text(cli: Cli) -> None:
    text = recorded(cli, "--seed", "7")
    head, moves = text.split("\n\n")
    assert head.split("\n")[1] == "game: connect_four"
    assert head.endswith("seed: 7\nchance: explicit")
    *lines, last, _ = moves.split("\n")
    assert all(re.fullmatch(r"[0-9a-f]{8} p[12] drop: [a-g]", line) for line in lines)
    assert [line.split()[1] for line in lines[:3]] == ["p1", "p2", "p1"]
    assert re.fullmatch(r"# over; scores [01], [01]", last)
    assert recorded(cli, "--seed", "7") == text


def test_it_is_the_game_that_playouts_play(cli: Cli) -> None:
    game = rulec.interpret(TIC_TAC_TOE)
    state = game.State(seed=game.playout_seed(0, 1))
    lines = recorded(cli, "--seed", str(game.playout_seed(0, 1)), file=TIC_TAC_TOE).splitlines()
    for line in lines[8:-1]:
        state.play(line.split(" ", 2)[2])
    assert state.is_terminal()
    assert state.scores() == list(game.playouts(2).scores[1])


def test_what_was_recorded_is_played_again(cli: Cli) -> None:
    recorded(cli, "--games", "4", "--to", "games", file=NIM)
    names = sorted(str(path) for path in Path("games").iterdir())
    assert len(names) == 4
    ran = cli("trace", "replay", NIM, *names, "--interpreter")
    assert ran.status == 0
    assert len(re.findall(r"lines as recorded; over, scores \d, \d", ran.out)) == 4
    assert {read_trace(one, Path(one).read_bytes()).players for one in names} == {2, 3, 4}
    again = cli("trace", "replay", NIM, *names, "--interpreter", "--format", "json")
    assert all(one["ok"] and one["over"] for one in json.loads(again.out))
    assert cli("play", NIM, "--replay", names[0], "--interpreter").status == 0


def test_configurations_and_seats(cli: Cli) -> None:
    text = recorded(cli, "--config", "players=3", "--seats", "first,last", file=NIM)
    assert "players: 3\n" in text
    labels = [line.split(" ", 2)[1:] for line in text.split("\n\n")[1].splitlines()[:-1]]
    assert {label for who, label in labels if who == "p1"} == {"take: one"}


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (r"(?m)^[0-9a-f]{8} p1", "00000000 p1", "t:9: `drop: . ` led to another position than"),
        (r"p1 (?=drop)", "p2 ", "t:9: `drop: .` is decided by p2, but it is the turn of p1"),
        (r"(?m)p1 drop: .$", "p1 drop: z", "t:9: connect_four has no action 'drop: z'"),
        (r"(?m)^# over.*$", "p1 drop: a", r"t:\d+: the game is over before `drop: a`"),
        ("chance: explicit", "chance: maybe", "t: `chance` is sampled or explicit, not `maybe`"),
    ],
)
def test_the_first_line_that_does_not_fit_is_told(cli: Cli, old: str, new: str, error: str) -> None:
    text = recorded(cli, "--seed", "1")
    changed, count = re.subn(old, new, text, count=1)
    assert count == 1
    Path("t").write_text(changed)
    ran = cli("trace", "replay", CONNECT_FOUR, "t", "--interpreter")
    assert ran.status in (1, 2)
    assert re.search(error.replace(". `", ".`"), ran.err)


def test_under_other_rules_only_the_labels_count(cli: Cli) -> None:
    text = recorded(cli, "--seed", "1")
    Path("t").write_text(re.sub(r"rules: \w+", "rules: other", text).replace(" p1", " p1", 1))
    ran = cli("trace", "replay", CONNECT_FOUR, "t", "--interpreter")
    assert ran.status == 0
    assert "recorded under other rules" in ran.err


def test_two_games_side_by_side(cli: Cli) -> None:
    text = recorded(cli, "--seed", "1")
    Path("a").write_text(text)
    Path("b").write_text(text)
    ran = cli("trace", "diff", "a", "b")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("the same game: ")
    lines = text.splitlines()
    lines[12] = "00000000 p1 drop: g"
    Path("b").write_text("\n".join(lines[:14]).replace("seed: 1", "seed: 2"))
    ran = cli("trace", "diff", "a", "b", "--context", "1")
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "seed: 1 | 2",
        "line 5 of the game differs:",
        f"    {text.splitlines()[11]}",
        f"  - {text.splitlines()[12]}",
        f"  - {text.splitlines()[13]}",
        "  + 00000000 p1 drop: g",
        f"  + {text.splitlines()[13]}",
    ]
    found = json.loads(cli("trace", "diff", "a", "b", "--format", "json").out)
    assert (found["same"], found["line"], found["head"]) == (False, 5, {"seed": ["1", "2"]})


def test_a_game_that_stops_early_and_lines_by_hand() -> None:
    one = Trace("g", "r", 2, moves=(Move("a: b", "01234567", who="p1"), Move("a: c", None)))
    two = Trace("g", "r", 2, moves=(Move("a: b", None),))
    found = parting(one, two, 2)
    assert found is not None
    assert (found.place, found.right) == (1, ())
    assert parting(one, one, 2) is None


def test_lines_of_chance_are_read_and_written() -> None:
    moves = (Move("deal: washington", "00ff00ff", who="chance"), Move("pass", None, who="p12"))
    text = write_trace(Trace("g", "r", 2, chance="explicit", moves=moves, result=(3, -1)))
    assert text.endswith("\n00ff00ff chance deal: washington\np12 pass\n# over; scores 3, -1\n")
    again = read_trace("t", text.encode())
    assert [str(move) for move in again.moves] == [str(move) for move in moves]
    assert again.chance == "explicit"


class Dice:
    """As much of a state as a player looks at, with chance to decide."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def current_player(self) -> int:
        return self.seat

    def legal_actions(self) -> list[int]:
        return [4, 5, 6]

    def sample_outcome(self) -> int:
        return 6


def test_players_leave_chance_alone() -> None:
    players: Any = Players(("first", "last"), 0)
    assert [players.choose(Dice(seat), 0)[0] for seat in (-1, 0, 1, 2)] == [2, 0, 2, 2]


def test_nobody_plays_like_that(cli: Cli) -> None:
    with pytest.raises(RulecError, match="did you mean `first`"):
        read_ways("random,frist")
    assert cli("trace", "record", SOWING, "--seats", "x", "--interpreter").status == 2
    assert cli("trace", "record", SOWING, "--games", "2", "--interpreter").hint == "hint: name it with --to"


def test_rules_that_stop(cli: Cli, dead_end: str) -> None:
    ran = cli("trace", "record", dead_end, "--interpreter", "--to", "t")
    assert ran.status == 0
    assert "there is nothing to choose from" in ran.err
    assert cli("trace", "replay", dead_end, "t", "--interpreter").out.endswith(
        "lines as recorded; not over\n"
    )


# --- chance ---------------------------------------------------------------------------------------------


def moves_of(text: str) -> list[str]:
    return [line.split(" ", 1)[1] for line in text.split("\n\n")[1].splitlines() if line[0] != "#"]


def test_outcomes_are_lines_where_chance_is_explicit(cli: Cli) -> None:
    explicit = moves_of(recorded(cli, "--seed", "3", file=DICE))
    sampled = moves_of(recorded(cli, "--seed", "3", "--chance", "sampled", file=DICE))
    assert any(line.startswith("chance die: ") for line in explicit)
    assert [line for line in explicit if not line.startswith("chance ")] == sampled


@pytest.mark.parametrize("mode", ["explicit", "sampled"])
def test_games_with_chance_are_played_again(cli: Cli, mode: str) -> None:
    Path("t").write_text(recorded(cli, "--seed", "4", "--chance", mode, file=DICE))
    assert cli("trace", "replay", DICE, "t", "--interpreter").status == 0
    assert cli("play", DICE, "--replay", "t", "--interpreter", "--save", "again").status == 0
    assert Path("again").read_text() == Path("t").read_text()


def test_another_outcome_is_another_game(cli: Cli) -> None:
    text = recorded(cli, "--seed", "4", file=DICE)
    (one,) = re.findall(r"(?m)^(\w{8} chance small: )(\d)$", text)
    changed = text.replace("".join(one), one[0] + ("4" if one[1] != "4" else "5"), 1)
    Path("t").write_text(changed)
    ran = cli("trace", "replay", DICE, "t", "--interpreter")
    assert ran.status == 1
    assert "led to another position than when it was recorded" in ran.err


def test_a_page_of_a_game(cli: Cli) -> None:
    ran = cli(
        "trace",
        "record",
        TIC_TAC_TOE,
        "--interpreter",
        "--seed",
        "3",
        "--html",
        "game.html",
        "--to",
        "my.trace",
    )
    assert ran.status == 0
    moves = len(read_trace("my.trace", Path("my.trace").read_bytes()).moves)
    assert ran.out == f"my.trace: 1 game recorded\ngame.html: {moves} moves to look at in a browser\n"
    page = Path("game.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<li><button") == moves
    again = cli("trace", "replay", TIC_TAC_TOE, "my.trace", "--interpreter", "--html", "again.html")
    assert again.status == 0
    assert Path("again.html").read_text(encoding="utf-8") == page
    alone = cli("trace", "record", TIC_TAC_TOE, "--interpreter", "--html", "game.html", "--observer", "2")
    assert alone.out.startswith("game.html: ")


def test_a_page_is_refused_before_a_game_is_played(cli: Cli) -> None:
    Path("notes.html").write_text("mine", encoding="utf-8")
    for given, said in (
        (("--html", "game.svg"), "error: game.svg has no form of a page"),
        (("--html", "notes.html"), "error: notes.html is there already and is not a picture"),
        (("--html", "game.html", "--games", "2"), "error: --html is a page of one game"),
        (("--observer", "1"), "error: --observer says who looks at a page"),
        (("--html", "game.html", "--observer", "3"), "error: there is no player 3"),
    ):
        ran = cli("trace", "record", TIC_TAC_TOE, "--interpreter", *given)
        assert (ran.status, ran.error) == (2, said)
    assert Path("notes.html").read_text(encoding="utf-8") == "mine"
    assert not Path("game.html").exists()
