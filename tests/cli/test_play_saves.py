"""Positions and traces that `rulec play` saves, and goes on from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulec
from tests.cli.tools import CONNECT_FOUR, ROOT, TIC_TAC_TOE, Cli


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
