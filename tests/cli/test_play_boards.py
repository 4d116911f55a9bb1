"""Boards and values of a position, drawn and listed as text by `rulec play`."""

from __future__ import annotations

from types import SimpleNamespace

from rulec.play.boards import draw_board, draw_picture, grid_of
from rulec.play.glyphs import glyphs
from rulec.play.position import Board, read_position
from rulec.runtime.schema import PictureInfo


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
