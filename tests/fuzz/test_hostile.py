"""Texts full of quotes, line ends, directives and template marks compile to nothing but themselves."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

import pytest

import rulec
from rulec.base.diagnostics import render
from rulec.compiler import generate, to_program
from rulec.errors import RulecError
from rulec.frontend import check, decode_source

GAME = """{comment}
game "{text}"  # {comment}
  players 2
board squares of square: 2 columns by 1 rows
play:
  each player acting in seat order:  # {comment}
    choose square from squares  # {comment}
score:
  "{text}": 1
"""
HOSTILE = [
    "'",
    "'''",
    "\\",
    "\\\\",
    "\\n",
    "\\'''; import os; os.abort() #",
    "\\N{DIGIT ONE} \\x41 \\u0041 \\U00000041 \\101",
    "distutils: extra_compile_args=-fplugin=/tmp/evil.so",
    "# distutils: extra_compile_args=-fplugin=/tmp/evil.so",
    "# cython: boundscheck=True",
    "# cython: language_level=2",
    "{{ 7 * 7 }} {% for x in y %} {# gone #}",
    "<% 7 * 7 %> << 7 * 7 >> <# gone #>",
    "${x} %(x)s %s {} {0} {x!r} {",
    "*/ int evil(void) { return 1; } /*",
    "// /* \\",
    "??/ ??' trigraph",
    "-*- coding: utf-7 -*-",
    "coding: latin-1",
    "Große Häuser, größer — «über» 日本語 🎲 👨‍👩‍👧",
    "a" * 200,
    "é" * 200,
    "=" * 200,
    "__import__('os')",
    "include 'evil.pxi'",
    "cdef extern from 'evil.h': pass",
    "NULL \\0",
    "`backticks` $(id) ; rm -rf",
    "../../etc/passwd",
]
REFUSED = [
    "\t",
    "\x00",
    "\x0b",
    "\x0c",
    "\x1b[2J",
    "\x7f",
    "\x85",
    "\u2028",
    "\u2029",
    "\u202e",
    "\ufeff",
    "\ud800",
    "\x01",
]
ENDS = ["\n", "\r", "\r\n"]


def module(name: str, data: bytes) -> str | None:
    """The generated text, or nothing if the file has problems that are said."""
    try:
        checked = check(decode_source(name, data))
    except RulecError:
        return None
    if not checked.ok:
        shown = render(checked.diagnostics, {checked.source.name: checked.source})
        assert shown
        assert all(char.isprintable() or char == "\n" for char in shown)
        return None
    files = generate(to_program(checked)).files
    (text,) = [files[one] for one in files if one.endswith(".pyx")]
    return text


def source(text: str, comment: str = "harmless") -> bytes:
    return GAME.replace("{text}", text).replace("{comment}", f"# {comment}").encode("utf-8", "surrogatepass")


def skeleton(text: str) -> list[str]:
    """The module without what may differ: literals and comments."""
    out = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING:
            out.append("STRING")
        elif token.type not in {tokenize.COMMENT, tokenize.NL}:
            out.append(token.string)
    joined = []
    for one in out:  # a long literal is several, one after the other
        if one != "STRING" or joined[-1:] != ["STRING"]:
            joined.append(one)
    return joined


PLAIN = skeleton(module("plain.rules", source("plain")) or "")


def comments_are_neutral(text: str) -> None:
    for line in text.split("\n"):
        _, mark, comment = line.partition("#")
        if mark and "distutils" in comment:
            assert not comment.strip().startswith("distutils"), line
        if mark and "cython:" in comment and "evil" not in comment:
            assert "| " in comment or text.index(line) < 2_000, line


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:20].encode("unicode_escape").decode())
def test_text_is_nothing_but_itself(text: str) -> None:
    for data in (source(text), source("plain", text), source(text, text)):
        made = module("plain.rules", data)
        assert made is not None, check(decode_source("x", data)).diagnostics
        assert made.isascii()
        assert skeleton(made) == PLAIN
        comments_are_neutral(made)


@pytest.mark.parametrize("text", REFUSED + ENDS, ids=ascii)
def test_control_characters_are_refused(text: str) -> None:
    assert module("plain.rules", source(f"a{text}b")) is None
    made = module("plain.rules", source("plain", f"a{text}game = 1"))
    assert made is None or skeleton(made) == PLAIN


@pytest.mark.parametrize("text", ['"', 'x" players 3', '" # ', '"\n  players 9 #', "x" * 201], ids=ascii)
def test_a_text_ends_where_it_ends(text: str) -> None:
    assert module("plain.rules", source(text)) is None


@pytest.mark.parametrize(
    "name",
    [
        "'\"; import os #.rules",
        "a\nimport os.rules",
        "# distutils: x.rules",
        "{{ x }}.rules",
        "\\.rules",
        "é" * 80,
        "x" * 250 + ".rules",
        "class.rules",
        "1.rules",
        ".rules",
        "../../x.rules",
        "-O3.rules",
    ],
    ids=lambda name: ascii(name)[:20],
)
def test_names_of_files(name: str) -> None:
    made = module(name, source("plain"))
    assert made is not None
    assert made.isascii()
    comments_are_neutral(made)
    assert len(skeleton(made)) == len(PLAIN)


def test_labels_of_options_are_words() -> None:
    text = "play:\n  each player acting in seat order:\n    choose one as what:\n      {}: end the game\n"
    for label in ("if", "class", "int", "__init__", "NULL", "cdef", "a" * 80):
        data = ('game "A"\n  players 2\n' + text.format(label) + 'score:\n  "P": 1\n').encode()
        made = module("plain.rules", data)
        assert made is not None
        assert made.isascii()


def test_names_of_python_c_and_the_engine(tmp_path: Path) -> None:
    """Names that mean something to Python, Cython, C or to an engine are ordinary names here."""
    words = (
        "int long class def cdef None0 self State restrict inline NULL struct memcpy printf main __init__ _ "
        "stack depth top saved draws seat key choose place locals running fault count history s l_ v_stack"
    )
    names = words.split()
    lines = ['game "Names"', "  players 1 to 2", "board squares of square: 2 columns by 1 rows"]
    lines += ["table everyone of one_of_all:", "  one_of_all | worth 0 to 9", "  left | 1", "  right | 3"]
    lines += ["the game has:"]
    lines += [f"  {name}: 0 to 9, starts {n % 10}" for n, name in enumerate(names)]
    lines += ["play:", "  each player acting in seat order: turn_of", "turn turn_of:"]
    lines += ["  roll die in 1 to 6", "  again with 2", "  again with 1"]
    lines += [f"  set {name} to {n % 7}" for n, name in enumerate(names)]
    # Calls from two places, which lead to themselves: all that an engine keeps besides what is declared.
    lines += ["rule again with level:", "  choose square from squares as malloc"]
    lines += ["  if level >= 2:", "    again with level - 1", "  set top to level"]
    lines += ["score:", '  "P": ' + " + ".join(names) + " + score_1(me)"]
    lines += ["score_1(player) means sum of it's worth over everyone + number of players"]
    path = tmp_path / "names.rules"
    path.write_text("\n".join(lines) + "\n")
    for game in (rulec.interpret(path), rulec.load(path, optimise="-O0")):
        state = game.State(2, seed=1)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
            assert game.State.from_dict(state.to_dict()) == state
        expected = sum(n % 7 for n in range(len(names))) + 1 + 3 + 2
        assert state.scores() == [expected, expected]


def test_a_hostile_game_is_built_and_read_back(tmp_path: Path) -> None:
    title = "\\'''{{ 7*7 }} <% x %> << x >> */ # distutils: sources=x \\x41 日本 🎲 %s"
    path = tmp_path / "hostile # distutils: x '''.rules"
    path.write_bytes(source(title, "# distutils: extra_compile_args=-fnone"))
    engine = rulec.load(path, optimise="-O0")
    assert title == engine.TITLE
    state = engine.State(seed=1)
    assert title in state.score_sheets()
    assert ast.literal_eval(repr(engine.NAME)).isidentifier()
