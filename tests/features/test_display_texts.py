"""Texts that people read: the same of both back ends, apart from labels, and no part of what rules mean."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import rulec
from rulec.errors import RulecError
from tests.engines import engine, interpreted

FREIGHT = Path(__file__).parents[1] / "games" / "freight.rules"
SMALL = sorted(FREIGHT.parent.glob("*.rules"))


@pytest.fixture(scope="module")
def freight() -> Any:
    return interpreted(FREIGHT)


def texts(game: Any) -> dict[str, str]:
    state = game.State()
    rows = {row.label: state.action_text(0, row.id) for row in game.action_table()}
    return rows | {row.label: state.action_text(-1, row.id) for row in game.chance_table()}


def test_options_are_told_with_their_parts(freight: Any) -> None:
    found = texts(freight)
    assert found["main: build"] == "build a Station"
    assert found["site: el_paso"] == "build a Station in El Paso for $200"
    assert found["main: offer offer_1"] == "take Offer 1: pay $200, take a train"
    assert found["main: offer offer_5"] == "take Offer 5: nothing"
    assert found["hiring: yes"] == "hire the fireman"
    assert found["dice: 2"] == "the die shows 2"


def test_options_without_a_text_are_told_by_their_names(freight: Any) -> None:
    found = texts(freight)
    assert found["main: pass"] == "pass"
    assert found["hiring: no"] == "hiring: no"
    assert found["bonus: gain 2 coal"] == "gain 2 coal"


def test_effects_in_cells_are_sentences(freight: Any) -> None:
    words = freight.State().description().wording
    said = {offer: words.cell("offers", offer, "now") for offer in (f"offer_{n}" for n in range(1, 6))}
    assert said == {
        "offer_1": "pay $200, take a train",
        "offer_2": "gain 1 share or gain 2 coal",
        "offer_3": "you may hire a fireman, move on 2 steps",
        "offer_4": "pay $100 if possible, move on 1 step",
        "offer_5": "",
    }
    assert words.cell("offers", "offer_1", "end_goal") == "at least 2 stations"
    assert words.cell("offers", "offer_2", "end_goal") == "your money is more than 300"


def test_names_have_one_and_several(freight: Any) -> None:
    words = freight.State().description().wording
    assert (words.kind("cities"), words.kind("cities", 2)) == ("city", "cities")
    assert (words.kind("offers"), words.kind("offers", 3)) == ("offer", "offers")
    assert words.member("loads", "iron_ore") == "iron ore"
    assert words.name("players.own_cities") == "cities of your own"
    assert words.decision("main") == "your turn"


def test_names_are_described(freight: Any) -> None:
    assert freight.describe("offer_1") == (
        "Offer 1 (offer): cost 1; now: pay $200, take a train; end goal: at least 2 stations"
    )
    assert freight.describe("city") == "cities: Chicago, El Paso, St. Paul"
    with pytest.raises(ValueError, match="did you mean 'offer_1'"):
        freight.describe("ofer_1")


def test_own_numbers_are_read_as_numbers(tmp_path: Path) -> None:
    path = tmp_path / "bids.rules"
    path.write_text(
        'game "Bids"\n  players 2\n\nkind suits of suit: red, blue\n\ntable bids of bid:\n'
        "  bid            | suit suit | worth 0 to 20\n  bid_9 to bid_11 | red       | number\n\n"
        "each player has:\n  points: 0 up\n\nplay:\n  each player:\n    choose bid from bids by player\n"
        "    set player's points to bid's worth\n\nscore:\n  \"Points\": my points\n"
    )
    assert rulec.interpret(path).describe("bid_11") == "bid 11 (bid): suit: red; worth 11"


def test_engine_has_the_same_texts(freight: Any) -> None:
    built = engine(FREIGHT)
    assert texts(built) == texts(freight)
    assert built.describe("offer_3") == freight.describe("offer_3")
    left, right = built.State(seed=3), freight.State(seed=3)
    assert left.legal_texts() == right.legal_texts()
    left.play(left.legal_labels()[0])  # labels stay what is typed


def test_texts_are_no_part_of_the_meaning(freight: Any, tmp_path: Path) -> None:
    bare = tmp_path / "freight.rules"
    bare.write_text(without_display(FREIGHT.read_text()))
    other = rulec.interpret(bare)
    assert other.RULES_HASH == freight.RULES_HASH
    assert [row.label for row in other.action_table()] == [row.label for row in freight.action_table()]
    saved = freight.State(seed=1).to_bytes()
    assert other.State.from_bytes(saved).to_dict() == freight.State.from_bytes(saved).to_dict()
    found = texts(other)
    assert found["site: el_paso"] == "choose a site: El Paso"
    assert found["main: offer offer_1"] == "offer offer 1"
    assert other.describe("offer_1") == (
        "offer 1 (offer): cost 1; now: pay 200 money, take train; end goal: stations of 1 is at least 2"
    )


def without_display(text: str) -> str:
    return re.sub(r"^display:\n(?:  .*\n)+", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_games_without_texts_read_as_well_as_can_be(path: Path) -> None:
    """No underscore, and no two options that are offered together read alike."""
    game = interpreted(path)
    told = [*texts(game).values()]
    assert not [text for text in told if "_" in text]
    state, dice = game.State(seed=5), random.Random(5)
    for _ in range(60):
        if state.is_terminal():
            break
        offered = state.legal_texts()
        assert len(set(offered)) == len(offered), offered
        try:
            state.apply_index(dice.randrange(len(offered)))
        except RulecError:
            break
