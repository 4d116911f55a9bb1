"""Tests of one byte per member are made for all members at once; what is the same in every round, once."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulec.compiler import compile_program, generate
from tests.engines import engine, interpreted, one_line
from tests.large import some_by_default
from tests.side_by_side import play_side_by_side

SIZES = (7, 8, 9, 15, 16, 17, 38, 64, 65, 71, 136)
# Variables of one byte with and without a sign, at both ends of what a byte holds.
RANGES = {"low": (-128, 127), "plain": (0, 255), "narrow": (-3, 4), "above": (1, 9)}


def declared(size: int) -> str:
    variables = "\n".join(
        f"  {name}: {least} to {most}, starts {(least + most) // 2}" for name, (least, most) in RANGES.items()
    )
    return f"kind s{size}s of s{size}: a{size}_1 to a{size}_{size}\neach s{size} has:\n{variables}\n"


def changed(size: int) -> str:
    lines = [f"  choose s{size} from s{size}s as pick_{size}", f"  choose one as change_{size}:"]
    for name, (least, most) in RANGES.items():
        middle = (least + most) // 2
        for word, value in (("least", least), ("middle", middle), ("next", middle + 1), ("most", most)):
            lines.append(f"    {word}_{name}: set s{size}'s {name} to {value}")
    return "\n".join(lines) + "\n"


def counted(size: int) -> str:
    lines = []
    for name, (least, most) in RANGES.items():
        middle = (least + most) // 2
        for test in (
            *(f">= {middle}", f"> {middle}", f"is {middle}", f"is not {least}", f"< {middle}"),
            *(f"<= {least}", f"is {most}", f"<= {middle}"),
        ):
            lines.append(f"  raise my seen by number of s{size}s where it's {name} {test}")
    lines.append(f"  set my plain_{size} to sum of it's plain over s{size}s")
    lines.append(f"  set my both_{size} to sum of it's plain + it's above over s{size}s")
    lines.append(f"  set my low_{size} to sum of it's low over s{size}s")
    return "\n".join(lines) + "\n"


def summed(size: int) -> str:
    names = (
        f"  plain_{size}: 0 to 50000\n",
        f"  both_{size}: 0 to 50000\n",
        f"  low_{size}: -20000 to 20000\n",
    )
    return "".join(names)


GAME = f"""\
game "Scan"
  players 2
  length 4000

{"".join(declared(size) for size in SIZES)}
s8's crowd means number of s17s where it's plain > s8's plain
each player has:
  favourite: maybe s9
  seen: 0 to 100000, starts 0
{"".join(summed(size) for size in SIZES)}

play:
  repeat 12 times:
    each player acting: turn

turn:
{"".join(changed(size) for size in SIZES)}
  choose liked from s9s as like:
    set my favourite to liked
{"".join(counted(size) for size in SIZES)}
  raise my seen by number of s8s where it's plain > number of s38s where it's low >= 0
  if my seen > 50 and some (s17s where it's plain > 9): raise my seen by 1
  let first_one = the first of s16s in order of narrow, then most low, then above
  raise my seen by first_one's plain
  let narrow_one = the first of (s38s where it's low < 100) in order of most narrow, then plain
  raise my seen by narrow_one's above
  if my favourite is not none:
    let loved = my favourite
    raise my seen by number of s16s where it's low >= number of s17s where it's narrow is loved's narrow
    raise my seen by 1 if some s8s where (number of s7s where it's low > loved's low) > 3 else 0
  raise my seen by sum of it's above * number of s7s where it's plain > 3 over s9s
  raise my seen by number of s8s where (it's crowd > 3 and it's crowd < 14)
  raise my seen by sum of it's crowd * it's crowd over s8s
  raise my seen by 1 if some s8s where (it's crowd > 8 and it's crowd is not 12) else 0
score:
  "Seen": my seen
"""


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("scan") / "scan.rules"
    path.write_text(GAME)
    return path


@pytest.fixture(scope="module")
def scan_text(scan: Path) -> str:
    """What is generated for it, line ends left out."""
    return one_line("".join(generate(compile_program(scan)).files.values()))


def test_only_rows_of_eight_bytes_and_more(scan_text: str) -> None:
    at_once = re.findall(r"rulec_bytes_within\(&s\.v_s(\d+)s_(\w+)\[.*?\], (\d+), (\d+), (\d+)\)", scan_text)
    assert {int(size) for _, _, size, _, _ in at_once} == {size for size in SIZES if 8 <= size <= 64}
    many = re.findall(r"rulec_words_within\(found\.w, &s\.v_s(\d+)s_(\w+)\[.*?\], (\d+), ", scan_text)
    assert {int(size) for _, _, size in many} == {size for size in SIZES if size > 64}
    assert {name for _, name, _ in many} == set(RANGES)
    assert all(owner == size for owner, _, size, _, _ in at_once)
    assert {name for _, name, _, _, _ in at_once} == set(RANGES)
    assert ("low", "128", "0") in {(name, least, more) for _, name, _, least, more in at_once}  # `<= -128`


def test_sums_of_bytes(scan_text: str) -> None:
    """One that is asked twice is kept; else sixteen bytes and more are added together."""
    text = scan_text.split("cdef void occupy(")[0]
    sums = re.findall(r"rulec_sum_bytes\(&s\.v_s(\d+)s_(\w+)\[.*?\], (\d+)\)", text)
    assert {int(size) for _, _, size in sums} == {size for size in SIZES if size >= 16}
    assert all(owner == size for owner, _, size in sums)
    assert {name for _, name, _ in sums} == {"above"}  # what may be below 0 is added one by one
    kept = re.findall(r"return s\.t_v_s(\d+)s_(\w+)\[0\]", text)
    assert set(kept) == {(str(size), "plain") for size in SIZES}


def test_orders_make_no_sets(scan_text: str) -> None:
    assert re.search(r"= first_of_\w+\(s\)", scan_text)
    assert not re.search(r"best_of_\w+\(s\)", scan_text)


def test_what_is_the_same_in_every_round_is_worked_out_before(scan_text: str) -> None:
    assert len(re.findall(r"cdef \w+ l_\w*steady\w* = ", scan_text)) >= 3


def test_what_a_round_works_out_twice_is_worked_out_once_in_it(scan_text: str) -> None:
    assert len(re.findall(r"l_\w*once\w* = ", scan_text)) == 3


@pytest.mark.parametrize("seed", some_by_default(range(4), 4))
def test_it_is_what_every_member_by_itself_says(scan: Path, seed: int) -> None:
    slow, fast = interpreted(scan), engine(scan)
    decisions = play_side_by_side(slow.State(seed=seed), fast.State(seed=seed), random.Random(seed))
    assert decisions == 24 * (2 * len(SIZES) + 1)


SPREAD = """\
game "Spread"
  players 2
  length 400

board squares of square: 12 columns by 12 rows, 4 neighbours
pieces discs of disc: 80 for each player
each square has:
  disc: place for 1 of discs
each player has:
  far: 0 to 1000, starts 0

square is free when disc is none
square is open when free and some neighbours of it where not free

play:
  repeat 30 times:
    each player acting: turn

turn:
  choose square from squares where free as spot
  if my far < 500 and some (squares where open):
    spread to the first of (squares where open) in order of column, then row
  if square is free: place my disc on square

rule spread to square:
  place my disc on square
  raise my far by 1

score:
  "Discs": number of squares where disc's owner is me
"""


RIM = """\
game "Rim"
  players 2
  length 400

board squares of square: 12 columns by 12 rows, 4 neighbours
pieces discs of disc: 80 for each player
each square has:
  disc: place for 1 of discs
each player has:
  rim: 0 to 100000

square is held when disc's owner is me and number of (neighbours of it where disc is not none) < 3

play:
  repeat 30 times:
    each player acting: turn

turn:
  choose square from squares where disc is none as spot
  place my disc on square
  raise my rim by number of ((union of neighbours of it over (squares where held)) - (squares where held))

score:
  "Rim": my rim
"""


def test_a_set_that_a_value_asks_for_twice_is_worked_out_once(tmp_path: Path) -> None:
    path = tmp_path / "rim.rules"
    path.write_text(RIM)
    text = "".join(generate(compile_program(path)).files.values())
    assert len(re.findall(r"cdef set3 l_same = members_\w+\(s\)", text)) == 1
    slow, fast = interpreted(path), engine(path)
    assert play_side_by_side(slow.State(seed=1), fast.State(seed=1), random.Random(1)) == 60


def test_what_is_asked_and_used_is_worked_out_once(tmp_path: Path) -> None:
    path = tmp_path / "spread.rules"
    path.write_text(SPREAD)
    text = "".join(generate(compile_program(path)).files.values())
    assert re.search(r"if set3_some\(l_asked\):", text)
    assert re.search(r"= first_of_\w+\(s, l_asked\)", text)
    slow, fast = interpreted(path), engine(path)
    assert play_side_by_side(slow.State(seed=1), fast.State(seed=1), random.Random(1)) > 20


LONG = """\
game "Long"
  players 2
  length 4000

kind marks of mark: m1 to m300
each player has:
  row: list of mark, at most 40
  seen: 0 to 100000

play:
  repeat 20 times:
    each player acting: turn

turn:
  choose mark from marks where (it is m1 or it is m255 or it is m256 or it is m300) as put
  set my row to my row + mark
  raise my seen by number of m in (my row where m is mark) + position of mark in my row
  raise my seen by number of (my row where it is m255) + 7 * number of (my row where it is m1)

score:
  "Seen": my seen
"""


def test_entries_that_are_one_member_are_counted_at_once(tmp_path: Path) -> None:
    """A digit of 16 bits for each, in several words; members at the end of a byte and behind it."""
    path = tmp_path / "long.rules"
    path.write_text(LONG)
    text = "".join(generate(compile_program(path)).files.values())
    assert re.search(r"rulec_list_times\(<uint64_t\*>&all, \d+, 16, ", text)
    slow, fast = interpreted(path), engine(path)
    assert play_side_by_side(slow.State(seed=2), fast.State(seed=2), random.Random(2)) == 40
