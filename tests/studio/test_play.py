"""Games over the requests that the play page sends."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulec.studio import limits
from rulec.studio.server.games import Games, Playing
from rulec.studio.server.library import Library
from rulec.studio.server.store import Saved, Store
from rulec.studio.worker.table import Table
from rulec.traces.trace_text import read_trace
from tests.studio.browser import Browser, opened

GAME = "here/tic_tac_toe.rules"
WON = ("a1", "b1", "a2", "b2", "a3")


def test_a_whole_game(browser: Browser) -> None:
    assert browser.json(f"/api/describe/{GAME}")["players"] == [2]
    game = browser.begin(GAME, "human", "human")
    first = browser.view(game)
    assert first["asked"] == "Mark"
    assert 'data-action="0"' in first["picture"]
    assert [one["label"] for one in first["options"]][:2] == ["mark: a1", "mark: b1"]
    for square in WON:
        assert browser.choose(game, f"mark: {square}").status_code == 200
    view = browser.view(game)
    assert view["over"]
    assert view["options"] == []
    assert view["result"]["winners"] == [0]
    assert view["points"]["total"] == [1, 0]
    assert [text.rpartition(" ")[2] for text in view["log"]] == list(WON)
    trace = browser.get(f"/play/{game}/trace")
    assert "attachment" in trace.headers["content-disposition"]
    assert trace.text.startswith("rulec trace 1\ngame: tic_tac_toe\n")
    assert trace.text.count("mark: ") == 5


def test_past_positions_and_branches(browser: Browser) -> None:
    game = browser.begin(GAME, "human", "human")
    for square in WON[:4]:
        browser.choose(game, f"mark: {square}")
    past = browser.view(game, at=1)
    assert (past["at"], past["moves"], past["options"]) == (1, 4, [])
    branch = browser.post(f"/api/play/{game}/branch", at=1).json()["id"]
    assert browser.view(branch)["moves"] == 1
    assert browser.view(game)["moves"] == 4
    assert len(browser.view(branch)["options"]) == 8


def test_only_new_lines_of_the_log_are_sent(browser: Browser) -> None:
    game = browser.begin(GAME, "human", "human")
    browser.choose(game, "mark: a1")
    browser.choose(game, "mark: b1")
    view = browser.view(game, log=1, epoch=0)
    assert (view["log_from"], len(view["log"])) == (1, 1)
    browser.post(f"/api/play/{game}/undo")
    again = browser.view(game, log=1, epoch=0)  # the past has changed
    assert (again["log_from"], len(again["log"]), again["epoch"]) == (0, 1, 1)


def test_a_click_on_an_old_position_is_refused(browser: Browser) -> None:
    game = browser.begin(GAME, "human", "human")
    browser.choose(game, "mark: a1")
    late = browser.post(f"/api/play/{game}/choose", action=1, moves=0, seat=0)
    assert late.status_code == 422
    assert "gone on" in late.json()["error"]
    taken = browser.post(f"/api/play/{game}/choose", action=0, moves=1, seat=1)
    assert "not offered" in taken.json()["error"]
    wrong = browser.post(f"/api/play/{game}/choose", action=1, moves=1, seat=0)
    assert "turn" in wrong.json()["error"]
    for bad in ({}, {"action": "0", "moves": 1}, {"action": True, "moves": 1}):
        assert browser.post(f"/api/play/{game}/choose", **bad).status_code == 400
    assert browser.view(game)["moves"] == 1


def test_programs_answer(browser: Browser) -> None:
    game = browser.begin(GAME, "human", "greedy")
    browser.post(f"/api/play/{game}/pace", pace=0)
    browser.choose(game, "mark: b2")
    view = browser.wait(game, lambda one: one["moves"] == 2)
    assert view["waits"]
    browser.post(f"/api/play/{game}/undo")
    assert browser.view(game)["moves"] == 0


def test_programs_move_at_once_until_a_person_has_chosen(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr(
        "rulec.studio.server.games.asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": noted})
    )
    game = browser.begin(GAME, "random", "human")
    browser.wait(game, lambda one: one["waits"])
    assert pauses == [0]
    browser.post(
        f"/api/play/{game}/choose", action=browser.view(game)["options"][0]["action"], moves=1, seat=1
    )
    browser.wait(game, lambda one: one["moves"] == 3)
    assert pauses == [0, 0.6]
    watched = browser.begin(GAME, "random", "random")
    browser.wait(watched, lambda one: one["over"])
    assert set(pauses[2:]) == {0.6}


def test_why(browser: Browser) -> None:
    game = browser.begin(GAME, "human", "human")
    browser.choose(game, "mark: a1")
    why = browser.get(f"/api/play/{game}/why", params={"option": "mark: a1"}).json()
    assert why["verdict"] == "ruled out"
    assert any(one["holds"] is False for one in why["clauses"])
    asked = browser.json(f"/api/play/{game}/why")
    assert len(asked["options"]) == 9
    shown = {one["label"]: one["text"] for one in browser.view(game)["options"]}
    assert shown == {one["label"]: one["text"] for one in asked["options"] if one["offered"]}
    unknown = browser.get(f"/api/play/{game}/why", params={"option": "mark: z9"})
    assert unknown.status_code == 422


def test_other_players_are_seated(browser: Browser) -> None:
    game = browser.begin(GAME, "human", "human")
    browser.post(f"/api/play/{game}/pace", pace=0)
    assert browser.post(f"/api/play/{game}/seats", seats=["human", "random"]).status_code == 200
    browser.choose(game, "mark: b2")
    assert browser.wait(game, lambda one: one["moves"] == 2)["seats"] == ["human", "random"]
    browser.post(f"/api/play/{game}/seats", seats=["random", "random"])
    assert browser.wait(game, lambda one: one["result"] is not None)["moves"] > 2
    for bad in (["human"], ["human", "nobody"], ["human", 7], "human"):
        assert browser.post(f"/api/play/{game}/seats", seats=bad).status_code in {400, 422}
    assert browser.view(game)["seats"] == ["random", "random"]


def test_a_hidden_hand_is_not_taken_over(browser: Browser) -> None:
    game = browser.begin("here/kuhn_poker.rules", "human", "random")
    answer = browser.post(f"/api/play/{game}/seats", seats=["human", "human"])
    assert answer.status_code == 422
    assert "hidden hand" in answer.json()["error"]
    assert browser.post(f"/api/play/{game}/seats", seats=["human", "greedy"]).status_code == 200


def test_a_saved_file_is_opened(browser: Browser) -> None:
    game = browser.begin(GAME, "human", "human")
    browser.choose(game, "mark: c3")
    text = browser.get(f"/play/{game}/trace").text
    again = browser.post("/api/load", trace=text).json()["id"]
    assert browser.view(again)["log"] == browser.view(game)["log"]
    for bad in ("", "rulec trace 1\n", text.replace("tic_tac_toe", "nothing"), "\x00" * 50):
        assert browser.post("/api/load", trace=bad).status_code == 422
    impossible = text.replace("players: 2", "players: 9")
    assert browser.post("/api/load", trace=impossible).status_code == 422


def test_undo_is_offered_to_people_who_have_chosen(browser: Browser) -> None:
    game = browser.begin(GAME, "random", "human")
    found = browser.wait(game, lambda view: view["waits"])
    assert (found["moves"], found["undoable"]) == (1, False)
    browser.choose(game, found["options"][0]["label"])
    assert browser.wait(game, lambda view: view["moves"] == 3)["undoable"]


def test_a_saved_file_remembers_who_played(browser: Browser) -> None:
    game = browser.begin(GAME, "mcts:20", "human")
    browser.wait(game, lambda view: view["waits"])
    text = browser.get(f"/play/{game}/trace").text
    assert read_trace("the file", text.encode()).seats == ("mcts:20", "human")
    again = browser.post("/api/load", trace=text).json()["id"]
    assert browser.view(again)["seats"] == ["mcts:20", "human"]
    other = browser.post("/api/load", trace=text, seats=["human", "human"]).json()["id"]
    assert browser.view(other)["seats"] == ["human", "human"]
    without = "".join(line for line in text.splitlines(True) if not line.startswith("seats:"))
    old = browser.post("/api/load", trace=without).json()["id"]
    assert browser.view(old)["seats"] == ["human", "random"]
    for seats in (["human"], ["human", "me"]):
        assert browser.post("/api/load", trace=text, seats=seats).status_code == 422


def test_a_search_that_is_told_to_move_does(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "THINK", 3600.0)
    answers = iter([False, False, True])
    table = Table(lambda _: None, answers.__next__)
    table.do_open(str(folder / "nim.rules"))
    table.do_begin(4, {}, 1, ["mcts:1000000", "human", "human", "human"], False)
    assert table.do_step()["moved"]
    assert list(answers) == []


@pytest.mark.parametrize("stepping", [True, False])
def test_a_search_alone_is_told_to_move(folder: Path, tmp_path: Path, stepping: bool) -> None:
    class Asked:
        stops = 0

        def stop(self) -> None:
            self.stops += 1

    games, worker = Games(Library(folder, None), Store(tmp_path), builds=False), Asked()
    playing = Playing(Saved("0" * 16, GAME, "", []), cast("Any", worker), stepping=stepping)
    games.move_now(playing)
    assert worker.stops == stepping
    games.close()


def test_a_studio_that_was_killed_goes_on(folder: Path, tmp_path: Path) -> None:
    with opened(folder, tmp_path) as browser:
        game = browser.begin(GAME, "human", "human")
        for square in WON[:3]:
            browser.choose(game, f"mark: {square}")
        before = browser.view(game)
        kept = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    for name, data in kept.items():  # as it lay there while the studio ran
        (tmp_path / name).write_bytes(data)
    with opened(folder, tmp_path) as browser:
        assert f"/play/{game}" in browser.get("/").text
        after = browser.view(game)
        assert (after["picture"], after["log"]) == (before["picture"], before["log"])
        assert browser.choose(game, "mark: c3").status_code == 200


def test_events_tell_of_changes(browser: Browser) -> None:

    games: Games = browser.client.app.app.state.games  # type: ignore[attr-defined]
    game = browser.begin(GAME, "human", "human")
    with games.listening(games.get(game)) as queue:
        browser.choose(game, "mark: a1")
        assert queue.get_nowait() == games.get(game).version
        browser.choose(game, "mark: b1")
        browser.post(f"/api/play/{game}/undo")
        assert queue.get_nowait() == games.get(game).version  # the last one alone counts


def test_errors_are_readable(browser: Browser, folder: Path) -> None:
    assert browser.get("/play/0123456789abcdef").status_code == 422
    assert "no such game" in browser.get("/play/0123456789abcdef").text
    assert browser.get("/nothing").status_code == 404
    (folder / "broken.rules").write_text("game nothing\n", encoding="utf-8")
    answer = browser.get("/api/describe/here/broken.rules")
    assert answer.status_code == 422
    assert "R" in answer.json()["error"]
    assert (
        browser.post("/api/begin", game=GAME, players=9, options={}, seats=["human"] * 9).status_code == 422
    )
    wrong = browser.post("/api/begin", game=GAME, players=2, options={"map": "x"}, seats=["human"] * 2)
    assert wrong.status_code == 422
    assert (
        browser.post("/api/begin", game=GAME, players=2, options={}, seats=["human", "me"]).status_code == 422
    )


@pytest.mark.long
def test_a_search_answers_in_time(browser: Browser) -> None:
    """A program that would search for hours moves within its seconds."""
    game = browser.begin("here/nim.rules", "mcts:1000000", "human", "human", "human")
    view = browser.wait(game, lambda view: view["moves"] == 1, patience=int(3 * limits.THINK))
    assert not view["problem"]
