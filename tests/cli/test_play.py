"""`rulec play`: what can be typed, players, commands, endings."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

import rulec
from rulec.cli.shared.legality_explainer import Explainer
from rulec.errors import RulecError
from rulec.face import Game
from rulec.play.answers import Choice, Command, NotUnderstood, Option, parse_answer
from rulec.runtime import rng
from tests.cli.tools import CONNECT_FOUR, FARM, NIM, ROOT, SOWING, TIC_TAC_TOE, Cli

EMPTY = """\
  3  .  .  .
  2  .  .  .
  1  .  .  .
     a  b  c
"""


def test_a_game_of_two_people(cli: Cli) -> None:
    """Row 1 lies at the bottom; options by number, name, label, in any case."""
    ran = cli("play", TIC_TAC_TOE, "--seats", "human", "--seed", "1", stdin="1\nB2\nmark: b1\nc3\n1\n")
    assert ran.status == 0
    assert ran.err == ""
    assert ran.out.startswith("Tic-Tac-Toe: human, human; interpreter, seed 1\n\n" + EMPTY)
    assert "  3  .  .  O\n  2  .  O  .\n  1  X  X  X\n     a  b  c\n\n  X player 1   O player 2\n" in ran.out
    end = ran.out[ran.out.index("The game is over") :]
    assert end == "The game is over after 5 decisions.\n  player 1 wins\n  1. player 1  1\n  2. player 2  0\n"
    assert "  Three in a row         1         0\n  total                  1         0\n" in ran.out


def test_a_draw(cli: Cli) -> None:
    ran = cli("play", TIC_TAC_TOE, "--seats", "human", stdin="a1\nb1\nc1\nb2\na2\nc2\nb3\na3\nc3\n")
    assert ran.out.endswith("  player 1 and player 2 share the victory\n  1. player 1  0\n  1. player 2  0\n")


def test_you_play_against_chance_if_nothing_is_said(cli: Cli) -> None:
    ran = cli("play", TIC_TAC_TOE, "--seed", "3", stdin="b2\n")
    assert "Tic-Tac-Toe: human, random;" in ran.out
    assert re.search(r"\n   2  player 2  mark: [abc][123]\n", ran.out)
    assert ran.out.endswith("You left the game after 2 decisions.\n")


def test_a_player_that_searches_stops_what_would_lose(cli: Cli) -> None:
    """It takes the third square of the row of which a person has two."""
    ran = cli(
        "play", TIC_TAC_TOE, "--seats", "human,mcts:200", "--seed", "1", "--interpreter", stdin="a1\nb1\nq\n"
    )
    assert ran.out.splitlines()[0].startswith("Tic-Tac-Toe: human, mcts:200; ")
    moves = re.findall(r"mark: (\w\d)", ran.out)
    assert "c1" in moves
    again = cli("play", TIC_TAC_TOE, "--seats", "mcts:20", "--seed", "1", "--interpreter")
    assert again == cli("play", TIC_TAC_TOE, "--seats", "mcts:20,mcts:20", "--seed", "1", "--interpreter")


def test_random_players_play_the_game_of_their_seed(cli: Cli) -> None:
    """The same as `rollout` and `playouts`; every move is a line, and the end is drawn."""
    first = cli("play", CONNECT_FOUR, "--seats", "random,random", "--seed", "7")
    assert first == cli("play", CONNECT_FOUR, "--seats", "random", "--seed", "7")
    game = rulec.interpret(CONNECT_FOUR)
    state: Any = game.State(seed=7)
    stream = rng.stream(rng.key_of(7), rng.STREAM_RANDOM_PLAY)
    lines: list[str] = []
    while not state.is_terminal():
        index = rng.below(rng.draw(stream, len(lines)), state.count_legal())
        label = state.action_to_string(state.legal_actions()[index])
        said = state.action_text(state.current_player(), state.legal_actions()[index])
        lines.append(f"{len(lines) + 1:>4}  player {state.current_player() + 1}  {label}  {said}")
        state.apply_index(index)
    assert first.out.splitlines()[1 : len(lines) + 1] == lines
    assert f"The game is over after {len(lines)} decisions." in first.out
    assert state.to_bytes() == game.State(seed=7).rollout(7).to_bytes()


def test_without_a_seed_every_game_is_another(cli: Cli) -> None:
    seeds = {cli("play", TIC_TAC_TOE, "--seats", "random").out.splitlines()[0] for _ in range(5)}
    assert len(seeds) > 1
    seed = next(iter(seeds)).rpartition(" ")[2]
    again = cli("play", TIC_TAC_TOE, "--seats", "random", "--seed", seed)
    assert again.out.splitlines()[0] in seeds


def test_commands(cli: Cli) -> None:
    typed = "b2\nundo\nshow\nmoves\nhelp\n\n b2 \nmoves\nq\n"
    ran = cli("play", TIC_TAC_TOE, "--seed", "3", stdin=typed)
    assert ran.out.count("taken back: mark: b2") == 1
    assert ran.out.count("   1  player 1  mark: b2\n") == 1
    assert "  undo       take back your last decision\n" in ran.out
    assert ran.out.count(EMPTY) == 3
    assert ran.out.endswith("mark> q\nYou left the game after 2 decisions.\n")
    assert "there is nothing to take back" in cli("play", TIC_TAC_TOE, stdin="undo\n").out


def test_undo_takes_back_the_answer_of_the_others_too(cli: Cli) -> None:
    ran = cli(
        "play", TIC_TAC_TOE, "--seats", "random,human", "--seed", "3", stdin="1\n1\nundo\nundo\nundo\nmoves\n"
    )
    assert ran.out.count("taken back") == 2
    assert "there is nothing to take back" in ran.out
    assert ran.out.count("   1  player 1") == 2  # when it was played, and in the list


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("foo", "`foo` is not an option here; `help` lists what can be typed"),
        ("mark: b22", "`mark: b22` is not an option here; did you mean `mark: b2`?"),
        ("udno", "did you mean `undo`?"),
        ("0", "there is no option 0; they are 1 to 9"),
        ("10", "there is no option 10; they are 1 to 9"),
        ("9" * 5000, "there is no option 999999999; they are 1 to 9"),
        ("save", "save to which file?"),
        ("save .", ". is a folder"),
        ("save no/such/folder", "no/such/folder can't be written: No such file or directory"),
        ("\x1b[A", "is not an option here"),
        ("x" * 5000, "is not an option here"),
    ],
)
def test_what_is_not_understood(cli: Cli, typed: str, answer: str) -> None:
    ran = cli("play", TIC_TAC_TOE, stdin=f"{typed}\nq\n")
    assert ran.status == 0
    assert answer in ran.out
    assert ran.out.endswith("You left the game after 0 decisions.\n")


def test_options_that_are_there_but_not_now(cli: Cli) -> None:
    ran = cli("play", TIC_TAC_TOE, "--seats", "human", stdin="b2\nb2\nmark: b2\n")
    assert ran.out.count("is not offered now") == 2


def test_input_that_is_no_text(cli: Cli) -> None:
    assert cli("play", TIC_TAC_TOE, stdin=b"\xff\xfe\n\x00\nb2\n").status == 0


def test_numbers_mean_themselves_where_options_are_numbers() -> None:
    amounts = [Option(n, n + 5, f"amount: {n}", str(n)) for n in range(3)]
    assert parse_answer("2", amounts) == Choice(amounts[2])
    assert parse_answer("0", amounts) == Choice(amounts[0])
    assert isinstance(parse_answer("3", amounts), NotUnderstood)
    words = [Option(0, 7, "do: quit", "quit"), Option(1, 8, "do: wait", "wait")]
    assert parse_answer("quit", words) == Command("quit")
    assert parse_answer("DO:  Quit", words) == Choice(words[0])
    assert parse_answer("1", words) == Choice(words[0])
    assert parse_answer("save a b", words) == Command("save", "a b")


# --- positions and traces -------------------------------------------------------------------------------


def test_rules_that_stop_a_game(cli: Cli, dead_end: str) -> None:
    ran = cli("play", dead_end, "--seats", "random", "--seed", "1", "--save", "g.trace")
    assert ran.status == 1
    assert "there is nothing to choose from at `side`" in ran.error
    assert "dead_end.rules:" in ran.error
    assert len(Path("g.trace").read_text().splitlines()) == 10  # two decisions were made before the last
    ran = cli("play", dead_end, "--seats", "human", stdin="1\n1\n1\n2\nundo\nq\n")
    assert ran.status == 0
    assert ran.out.count("the rules stop here: ") == 2
    assert "taken back: side: heads" in ran.out
    assert ran.out.endswith("You left the game after 1 decision.\n")


# --- drawing ----------------------------------------------------------------------------------------------


def test_what_a_decision_is_about_is_told(cli: Cli) -> None:
    state: Any = rulec.interpret(SOWING).State(1)
    typed: list[int] = []
    while state.decision() != "harvest":
        typed.append(7 * len(typed) % state.count_legal() + 1)
        state.apply_index(typed[-1] - 1)
    hole = state.to_dict()["pending"]["locals"]["play.hole"]
    ran = cli("play", SOWING, "--players", "1", stdin="".join(f"{number}\n" for number in typed))
    assert f"\nplayer 1: harvest (hole {hole})\n" in ran.out
    assert "\nplayer 1: from_hole\n" in ran.out


def test_a_game_without_a_board(cli: Cli) -> None:
    ran = cli("play", NIM, "--players", "3", "--seats", "random", "--seed", "1")
    assert re.search(r"player 1  player 2  player 3\n", ran.out)
    assert re.search(r"\n  heap +0\n", ran.out)


def test_in_a_terminal(elsewhere: Path) -> None:
    """Colours, the last moves standing out, and a prompt that is typed at."""
    own, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
    process = subprocess.Popen(
        [sys.executable, "-m", "rulec", "play", TIC_TAC_TOE, "--seed", "3"],
        stdin=theirs, stdout=theirs, stderr=theirs, env=environment,
    )  # fmt: skip
    os.close(theirs)
    text = _read_until(own, b"mark> ")
    assert b"\x1b[2m3\x1b[0m" in text
    os.write(own, b"b2\n")
    text = _read_until(own, b"mark> ")
    assert re.search(rb"\x1b\[[0-9;]*7[0-9;]*mX\x1b", text)
    os.write(own, b"\x04")
    _read_until(own, b"You left the game")
    assert process.wait(60) == 0
    os.close(own)


def _read_until(descriptor: int, end: bytes) -> bytes:
    text = b""
    while end not in text:
        text += os.read(descriptor, 4096)
    return text


def test_a_person_sees_hidden_zones_as_numbers(cli: Cli) -> None:
    """The other player's hand, decks and secret choices are no more than numbers and question marks."""
    piles = str(ROOT / "tests" / "games" / "piles.rules")
    ran = cli("play", piles, "--seed", "29", stdin="3\n1\nmoves\nquit\n")
    for hand in ("player 1\n    hand         3 salt\n", "player 2\n    hand         3 pieces\n"):
        assert f"\n  {hand}" in ran.out
    assert ran.out.count("player 2  kept: ?") == 2
    assert "player 1  hidden: salt" in ran.out


def test_the_game_has_as_many_players_as_seats_are_named_and_options_are_said(
    cli: Cli, tmp_path: Path
) -> None:
    farm = tmp_path / "farm.rules"
    farm.write_text(f"""{FARM}  choose one as field:
    north: nothing
    south: nothing
  if weather is wet: set my crops to 5
  otherwise: set my crops to 2
score:
  "Crops": my crops
""")
    ran = cli("play", str(farm), "--seats", "random,random,random", "--config", "weather=wet")
    assert ran.status == 0, ran.error
    assert "random, random, random" in ran.out
    assert "5" in ran.out
    assert "has no option `wether`" in cli("play", str(farm), "--config", "wether=wet").error
    assert "can't be `wett`" in cli("play", str(farm), "--config", "weather=wett").error


def test_why_in_a_game(cli: Cli) -> None:
    connect = str(ROOT / "games" / "classics" / "connect_four.rules")
    typed = "a\n" * 6 + "why a\nwhy 2\nwhy\nwhy none_such\nquit\n"
    ran = cli("play", connect, "--seats", "human,human", "--seed", "1", stdin=typed)
    assert ran.status == 0, ran.err
    assert "drop: a (drop a disc into column a): ruled out; it does not pass what the choice asks" in ran.out
    assert "connect_four.rules:21: some (column's squares where empty)" in ran.out
    assert "b, c, d, e, f, g: legal" in ran.out
    assert "Connect Four has no option `none_such`" in ran.out


def test_why_after_the_file_has_been_changed(cli: Cli, tmp_path: Path) -> None:
    """The game on the screen is the one that was begun."""
    path = tmp_path / "nim.rules"
    text = Path(NIM).read_text(encoding="utf-8")
    assert "the game has:" in text
    path.write_text(text, encoding="utf-8")
    told = Explainer(path, cast(Game, rulec.interpret(path)))
    state = told.game.State(seed=1)
    path.write_text(text.replace("the game has:", "the game has:\n  more: 0 to 3", 1), encoding="utf-8")
    with pytest.raises(RulecError, match="changed since this game began"):
        told(state, "")
