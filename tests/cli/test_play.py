"""`rulec play`: what is drawn, what can be typed, games kept and played again."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import rulec
from rulec.cli.shared.legality_explainer import Explainer
from rulec.errors import RulecError
from rulec.face import Game
from rulec.play.answers import Choice, Command, NotUnderstood, Option, parse_answer
from rulec.play.boards import draw_board, draw_picture, draw_values, grid_of
from rulec.play.glyphs import glyphs
from rulec.play.position import Board, read_position
from rulec.runtime import rng
from rulec.runtime.schema import PictureInfo
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


def test_save_a_position_and_go_on_from_it(cli: Cli) -> None:
    cli("play", TIC_TAC_TOE, "--seats", "human", stdin="b2\na1\nsave p.json\nsave p.bytes\n")
    game = rulec.interpret(TIC_TAC_TOE)
    state = game.State.from_dict(json.loads(Path("p.json").read_text()))
    assert state == game.State.from_bytes(Path("p.bytes").read_bytes())
    for name in ("p.json", "p.bytes"):
        ran = cli("play", TIC_TAC_TOE, "--from", name, "--seats", "human", stdin="c3\na3\nc2\na2\n")
        assert "seed" in ran.out.splitlines()[0]
        assert ran.out.splitlines()[2:5] == ["  3  .  .  .", "  2  .  X  .", "  1  O  .  ."]
        assert "The game is over after 6 decisions." in ran.out
        assert "player 2 wins" in ran.out


def test_save_at_the_end_and_replay(cli: Cli) -> None:
    first = cli("play", CONNECT_FOUR, "--seats", "random", "--seed", "7", "--save", "game.trace")
    text = Path("game.trace").read_text()
    assert text.startswith("rulec trace 1\ngame: connect_four\nrules: ")
    again = cli("play", CONNECT_FOUR, "--replay", "game.trace")
    assert again.out.splitlines()[1:] == first.out.splitlines()[1:]
    assert cli("play", CONNECT_FOUR, "--replay", "game.trace", "--save", "again.trace").status == 0
    assert Path("again.trace").read_text() == text


def test_a_trace_from_the_middle_of_a_game(cli: Cli) -> None:
    cli("play", TIC_TAC_TOE, "--seats", "human", stdin="b2\na1\nsave p.json\n")
    cli("play", TIC_TAC_TOE, "--from", "p.json", "--seats", "human", "--save", "t.trace", stdin="c3\na3\n")
    assert "\nstart: {" in Path("t.trace").read_text()
    ran = cli("play", TIC_TAC_TOE, "--replay", "t.trace", "--seats", "human")
    assert "   1  player 1  mark: c3\n   2  player 2  mark: a3\n" in ran.out
    assert "  3  O  .  X\n  2  .  X  .\n  1  O  .  .\n" in ran.out
    assert ran.out.endswith("You left the game after 2 decisions.\n")


def test_a_trace_written_by_hand(cli: Cli) -> None:
    head = "rulec trace 1\ngame: tic_tac_toe\nrules: other\nplayers: 2\n\n"
    Path("t").write_text(head + "# the corner first\nmark: a1\n\nmark: b2\n")
    ran = cli("play", TIC_TAC_TOE, "--replay", "t", "--seats", "human")
    assert "note: t was recorded under other rules" in ran.err
    assert "  2  .  O  .\n  1  X  .  .\n" in ran.out


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("rulec trace 1", "rulec trace 2", "t is not a trace"),
        ("game: tic_tac_toe", "game: chess", "t is a trace of chess, not of tic_tac_toe"),
        ("players: 2", "players: 3", "played with 2 players, not 3"),
        ("players: 2", "players: two", "t: `players` is a whole number, not `two`"),
        ("players: 2\n", "", "t: the line `players: ...` is missing"),
        ("options: {}", "options: []", "t: `options` is not a dictionary in JSON"),
        ("options: {}", 'options: {"map": 1}', "no option 'map'"),
        ("options: {}", "options: " + "[" * 100_000, "t: `options` is not a dictionary in JSON"),
        ("options: {}", "options", "t:5: `options` is not `name: value`"),
        ("seed: 1", "seed: " + "9" * 30, "t: `seed` is a whole number"),
        ("seed: 1", "seed: 1\nstart: {}", "t: "),
        (" mark: b2", " mark: b1", "t:9: `mark: b1` led to another position than when it was recorded"),
        (" mark: a1", " mark: b2", "t:10: "),
        (" mark: a1", " mark: a9", "did you mean 'mark: a"),
        (" mark: c1", " mark: c1\nmark: c3", "t:14: the game is over before `mark: c3`"),
    ],
)
def test_traces_that_do_not_fit(cli: Cli, old: str, new: str, error: str) -> None:
    cli("play", TIC_TAC_TOE, "--seats", "human", "--seed", "1", "--save", "t", stdin="b2\na1\na3\nb1\nc1\n")
    text = Path("t").read_text()
    assert old in text
    Path("t").write_text(text.replace(old, new, 1))
    ran = cli("play", TIC_TAC_TOE, "--replay", "t", "--seats", "human")
    assert ran.status == 2
    assert error in ran.error


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "p is not a position"),
        (b"\x00\xff", "p is not a position"),
        (b"RULEC\x01", "p: "),
        (b"RULEC\x01" + bytes(200), "p: "),
        (b"[1]", "p: a position is a dictionary, not list"),
        (b"{}", "p: "),
        (b'{"game": "chess"}', "p: `game`: "),
        (b"[" * 100_000, "brackets are nested more than"),
        (b"rulec trace 1\n", "p is a trace, not a position"),
    ],
)
def test_positions_that_do_not_fit(cli: Cli, content: bytes, error: str) -> None:
    Path("p").write_bytes(content)
    ran = cli("play", TIC_TAC_TOE, "--from", "p")
    assert (ran.status, ran.out) == (2, "")
    assert error in ran.error


def test_a_damaged_position_names_the_field(cli: Cli) -> None:
    position = rulec.interpret(TIC_TAC_TOE).State().to_dict()
    for change, field in (
        ({"seats": 7}, "seats"),
        ({"squares": {"piece": {"z9": "mark of 1"}}}, "squares.piece"),
        ({"pending": {**position["pending"], "choose": "nothing"}}, "pending.choose"),
        ({"surplus": 1}, "surplus"),
    ):
        Path("p.json").write_text(json.dumps({**position, **change}))
        ran = cli("play", TIC_TAC_TOE, "--from", "p.json")
        assert ran.status == 2
        assert f"p.json: `{field}" in ran.error


def test_a_seat_that_is_nobody(cli: Cli) -> None:
    assert cli("play", TIC_TAC_TOE, "--seats", "mcts:many").error == (
        "error: --seats: `mcts:many` does not say how many games are tried out"
    )
    assert cli("play", TIC_TAC_TOE, "--seats", "humna").hint == "hint: did you mean `human`?"
    assert (
        "names 3 players, but the game has 2"
        in cli("play", TIC_TAC_TOE, "--seats", "human,random,human").error
    )
    assert cli("play", TIC_TAC_TOE, "--players", "3").error.endswith("played with 2 players, not 3")
    assert "seed" in cli("play", TIC_TAC_TOE, "--seed", str(2**64)).error
    both = cli("play", TIC_TAC_TOE, "--from", "a", "--replay", "b")
    assert "can't be given together" in both.error


def test_missing_saved_games(cli: Cli) -> None:
    Path("game.trace").write_text("x")
    ran = cli("play", TIC_TAC_TOE, "--replay", "gme.trace")
    assert (ran.error, ran.hint) == ("error: there is no trace gme.trace", "hint: did you mean `game.trace`?")
    assert cli("play", TIC_TAC_TOE, "--from", ".").error == "error: . is a folder, not a position"
    assert "too big" in cli("play", TIC_TAC_TOE, "--from", "/dev/zero").error


def test_only_saved_games_are_overwritten(cli: Cli) -> None:
    Path("letter.txt").write_text("Dear")
    ran = cli("play", TIC_TAC_TOE, stdin="save letter.txt\nsave g.json\nsave g.json\nb2\nsave g.json\nq\n")
    assert "letter.txt is there already and is not a saved game" in ran.out
    assert ran.out.count("saved to g.json") == 3
    assert Path("letter.txt").read_text() == "Dear"
    ran = cli("play", TIC_TAC_TOE, "--save", "letter.txt")
    assert (ran.status, "is not a saved game" in ran.error) == (2, True)


# --- rules that stop --------------------------------------------------------------------------------------


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


def test_grids_are_found_by_their_labels() -> None:
    spaces = [f"{column}{row}" for row in (1, 2, 10) for column in ("a", "b", "aa")]
    grid = grid_of(spaces)
    assert grid is not None
    assert (grid.columns, grid.rows) == (("a", "b", "aa"), (1, 2, 10))
    for others in ([], ["a1", "b2"], ["Chicago"], ["a0"], ["1"], ["a 1"], [*spaces, "c3"]):
        assert grid_of(others) is None
    pieces = {"a1": "man of 1", "aa10": "king of 2", "b2": "stone"}
    board = Board("board", tuple(spaces), ("man", "king", "stone", "mammoth"), pieces)
    assert [str(line) for line in draw_board(board)] == [
        "10   .     .     K2",
        " 2   .     S     .",
        " 1  Man1   .     .",
        "     a     b     aa",
        "",
        "K2 king of 2   Man1 man of 1   S stone",
    ]


def test_boards_of_other_shapes_are_listed() -> None:
    board = Board("map", ("Chicago", "Boston", "Denver"), ("house",), {"Boston": "house of 2"})
    assert [str(line) for line in draw_board(board)] == ["Boston: house of 2"]
    assert [str(line) for line in draw_board(board, {"Denver": "house of 1"})] == [
        "Boston: house of 2",
        "Denver: -",
    ]
    assert [str(line) for line in draw_board(Board("map", ("Chicago",), ("house",), {}))] == ["(empty)"]


def test_a_change_stands_out() -> None:
    board = Board("b", ("a1", "b1"), ("man",), {"a1": "man of 1"})
    (line, *_) = draw_board(board, {"b1": "man of 1"})
    assert [str(span.style) for span in line.spans if "reverse" in str(span.style)] != []
    (line, *_) = draw_board(board, {"a1": "man of 1"})
    assert [span for span in line.spans if "reverse" in str(span.style)] == []


def test_signs() -> None:
    one = glyphs(["disc of 2", "disc of 1"], ["disc"])
    assert {piece: glyph.sign for piece, glyph in one.items()} == {"disc of 1": "X", "disc of 2": "O"}
    two = glyphs(["king of 2", "knight of 2"], ["king", "knight", "pawn"])
    assert {piece: glyph.sign for piece, glyph in two.items()} == {"king of 2": "Ki2", "knight of 2": "Kn2"}


def test_variables_are_sorted_into_tables() -> None:
    data = {
        "game": "g", "seats": 2, "pending": None, "decisions": 3, "rng": {"key": 1},
        "round": 4, "flag": True, "nobody": None, "set": ["a", "b"],
        "players": {"money": {"1": 5, "2": 0, "3": 0}},
        "discs": {"1": 20, "2": 21},
        "prices": {"coal": 1, "oil": 2},
    }  # fmt: skip
    position = read_position(data, [])
    told = {"round": "4", "flag": "yes", "set": "a, b", "prices": "1 coal, 2 oil"}
    assert position.game() == told
    assert position.game(everything=True) == {**told, "nobody": "-"}
    assert position.players() == {"money": ["5", "0"], "discs": ["20", "21"]}
    assert position.sorts() == {}


def test_a_drawn_board_shows_what_lies_where() -> None:
    spaces = tuple(f"{x},{y}" for y in range(2) for x in range(3))
    picture = PictureInfo("squares", spaces, "", 0, "\n".join("PPWFFW"), (("P", "plains"), ("F", "forest")))
    there = {
        "1,0": {"rails": "cube of bo"},
        "0,1": {"rails": "cube of bo, cube of co"},
        "1,1": {"lying": "1 crop"},
    }
    lines = [line.plain for line in draw_picture(picture, there)]
    assert lines[2:4] == ["  0 p B w", "  1 * + w"]
    assert "p plains   f forest" in lines[4]
    assert draw_picture(PictureInfo("fields", ("north",), "", 0, "P", ()), {}) == []


def test_rows_of_named_squares_are_drawn_from_the_top() -> None:
    spaces = tuple(f"{column}{row}" for row in (1, 2) for column in "abc")
    picture = PictureInfo("squares", spaces, "", 0, "\n".join("PPWFFW"), (("P", "plains"),))
    lines = [line.plain for line in draw_picture(picture, {"b1": {"man": "man of 2"}})]
    assert lines[:3] == ["    a b c", "  1 p 2 w", "  2 f f w"]


def test_rows_of_a_drawn_board_may_be_letters() -> None:
    spaces = tuple(f"{row}{column}" for row in "AB" for column in range(9, 12))
    picture = PictureInfo("squares", spaces, "", 0, "\n".join("PPWFFW"), (("P", "plains"),))
    data = {
        "seats": 2,
        "squares": {"man": {"A10": "man of 2"}, "seats": {"B9": {"cook": None}, "B11": {"cook": "red"}}},
    }
    board = SimpleNamespace(name="squares.man", spaces=spaces, pieces=("man of 1", "man of 2"))
    there = read_position(data, [board]).with_boards("squares")
    assert there == {"A10": {"man": "man of 2"}, "B11": {"seats": "cook red"}}
    lines = [line.plain for line in draw_picture(picture, there)]
    assert lines[:4] == ["      1 1", "    9 0 1", "  A p 2 w", "  B f f +"]


def test_spaces_that_tables_name_are_told() -> None:
    spaces = tuple(f"{x},{y}" for y in range(2) for x in range(3))
    named = ((1, "site", "ulm"), (2, "site", "bonn"), (3, "harbour", "red"), (1, "harbour", "blue"))
    picture = PictureInfo("squares", spaces, "", 0, "\n".join("PPWFFW"), (), named)
    lines = [line.plain for line in draw_picture(picture, {"1,0": {"rails": "cube of bo"}}, 80)]
    assert lines[2:4] == ["  0 p(B(w)", "  1(f)f w"]
    assert lines[-5:] == [
        "    (site)",
        "      bonn 2,0   ulm 1,0",
        "",
        "    (harbour)",
        "      blue 1,0   red 0,1",
    ]


NAMED = """\
game "Named"
  players 1 to 2
  length 5

option map: country, default north

kind countries of country: north, south
table terrains of terrain:
  terrain | sign
  plains  | P
  water   | W

table towns of town:
  town | site(north) maybe square | site(south) maybe square | goal maybe country
  ulm  | 0,0                      | 1,1                      | south
  bonn | -                        | 2,0                      | -
table ports of port:
  port | lies_in country | dock square
  east | north           | 2,1
  west | south           | 0,1

board squares of square: 3 columns by 2 rows, counted from 0
  drawn when map is north: terrain's sign
    "PPW"
    "WPP"
  drawn when map is south: terrain's sign
    "WPP"
    "PPW"

each player has:
  here: maybe square

play:
  each player acting: turn

turn:
  choose square from squares where square is fine as stand
  set my here to square

square is fine when square is built or square is docked
square is built when some towns where town's site(map) = square
square is docked when some ports where (port's lies_in = map and port's dock = square)

score:
  "Nothing": 0
"""


def test_which_spaces_tables_name() -> None:
    from rulec.base.source_text import SourceText
    from rulec.compiler import to_program
    from rulec.frontend import check
    from rulec.ir.schema import make_schema

    schema = make_schema(to_program(check(SourceText("named.rules", NAMED))))
    north, south = (set(one.landmarks) for one in schema.pictures)
    assert north == {(0, "site", "ulm"), (5, "dock", "east")}
    assert south == {(4, "site", "ulm"), (2, "site", "bonn"), (3, "dock", "west")}


def test_what_members_have_stands_with_them() -> None:
    data = {
        "seats": 1, "pending": None, "table": {}, "pool": {"pieces": 7},
        "companies": {"hand": {"red": {"coal": 2}, "blue": {}}, "owner": {"red": "1", "blue": None}},
    }  # fmt: skip
    position = read_position(data, [])
    assert position.sorts() == {"companies": {"red": {"hand": "2 coal", "owner": "1"}}}
    assert position.game() == {"pool": "7 pieces"}
    assert position.game(everything=True) == {"table": "-", "pool": "7 pieces"}


def test_values_of_spaces_lie_where_the_spaces_do() -> None:
    values = {"a1": "1", "b1": "20", "a2": "3", "b2": "4"}
    lines = draw_values(values)
    assert lines is not None
    assert [str(line) for line in lines] == ["  2  3   4", "  1  1  20", "     a   b"]
    assert draw_values({"red": "1", "blue": "2"}) is None


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


def test_a_position_of_the_base_in_a_variant(cli: Cli, tmp_path: Path) -> None:
    games = ROOT / "tests" / "games"
    for path in (games / "market.rules", games / "variants" / "flea_market.rules"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    market, flea, saved = (str(tmp_path / name) for name in ("market.rules", "flea_market.rules", "at.json"))
    cli("play", market, "--seed", "4", "--save", saved, stdin="1\nquit\n")
    ran = cli("play", flea, "--from", saved, "--seats", "random,random")
    assert ran.status == 0, ran.err
    assert "at.json was saved under other rules; what fits is taken over; not as it was there: " in ran.err
    assert "players.lazy" in ran.err
    other = cli("play", str(games / "stones.rules"), "--from", saved)
    assert other.status == 2
    assert "this is a position of 'market', not of stones" in other.err


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
