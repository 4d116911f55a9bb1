"""The requests of the page on which rules are changed."""

from __future__ import annotations

from pathlib import Path

from tests.studio.browser import Browser

GAME = "here/nim.rules"


def _check(browser: Browser, text: str, game: str = GAME) -> dict[str, object]:
    answer = browser.post("/api/rules/check", game=game, text=text)
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def test_problems_with_edits_that_mend_them(browser: Browser, folder: Path) -> None:
    text = (folder / "nim.rules").read_text(encoding="utf-8")
    fine = browser.post("/api/rules/check", game=GAME, text=text).json()
    assert fine["problems"] == []
    assert {"play", "turn"} <= {one["sort"] for one in fine["outline"]} | {
        one["name"] for one in fine["outline"]
    }
    wrong = text.replace("choose", "chose", 1)
    (found, *_) = browser.post("/api/rules/check", game=GAME, text=wrong).json()["problems"]
    assert found["severity"] == "error"
    assert found["line"] == wrong[: wrong.index("chose ")].count("\n")
    (edit,) = found["fix"]["edits"]
    lines = wrong.split("\n")
    line = lines[edit["line"]]
    lines[edit["line"]] = line[: edit["character"]] + edit["text"] + line[edit["end_character"] :]
    assert "\n".join(lines) == text
    explained = browser.post("/api/rules/explain", game=GAME, code=found["code"]).json()
    assert explained["title"]


def test_names(browser: Browser, folder: Path) -> None:
    text = (folder / "tic_tac_toe.rules").read_text(encoding="utf-8")
    lines = text.split("\n")
    line = next(n for n, one in enumerate(lines) if "choose" in one)
    place = {
        "game": "here/tic_tac_toe.rules",
        "text": text,
        "line": line,
        "character": lines[line].index("squares") + 2,
    }
    definition = browser.post("/api/rules/definition", **place).json()["places"]
    assert definition[0]["own"]
    assert lines[definition[0]["line"]].startswith("board squares")
    assert len(browser.post("/api/rules/references", **place).json()["places"]) > 2
    assert "squares" in browser.post("/api/rules/hover", **place).json()["text"]
    proposed = browser.post(
        "/api/rules/complete", **{**place, "character": lines[line].index("squares")}
    ).json()
    assert "squares" in {one["label"] for one in proposed["items"]}


def test_layout_and_examples(browser: Browser, folder: Path) -> None:
    text = (folder / "stones.rules").read_text(encoding="utf-8")
    assert browser.post("/api/rules/format", game="here/stones.rules", text=text).json()["edits"] == []
    assert browser.post("/api/rules/format", game="here/stones.rules", text=f"{text}\n\n\n").json()["edits"]
    found = browser.post("/api/rules/examples", game="here/stones.rules", text=text).json()["examples"]
    assert found
    assert all(one["ok"] for one in found)


def test_saved_rules_reach_the_game_in_progress(browser: Browser, folder: Path) -> None:
    file = folder / "changing.rules"
    text = (folder / "tic_tac_toe.rules").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    name = "here/changing.rules"
    digest = browser.json(f"/api/text/{name}")["digest"]
    game = browser.begin(name, "human", "human")
    browser.choose(game, "mark: b2")
    other = text.replace('game "', 'game "New ', 1).replace("3 in a row", "2 in a row")
    assert other != text
    saved = browser.post("/api/rules/save", game=name, text=other, digest=digest).json()
    assert [one["id"] for one in saved["games"]] == [game]
    assert "new rules" in saved["games"][0]["note"]
    assert file.read_text(encoding="utf-8") == other
    browser.choose(game, "mark: a1")
    browser.choose(game, "mark: b1")
    assert browser.view(game)["over"]  # two in a row are enough now
    again = browser.post("/api/rules/save", game=name, text=text, digest=digest)
    assert again.status_code == 409
    assert again.json()["text"] == other


def test_rules_with_problems_leave_the_game_as_it_is(browser: Browser, folder: Path) -> None:
    text = (folder / "tic_tac_toe.rules").read_text(encoding="utf-8")
    (folder / "breaking.rules").write_text(text, encoding="utf-8")
    name = "here/breaking.rules"
    game = browser.begin(name, "human", "human")
    browser.choose(game, "mark: b2")
    digest = browser.json(f"/api/text/{name}")["digest"]
    saved = browser.post("/api/rules/save", game=name, text="nothing", digest=digest).json()
    assert saved["games"][0]["note"] == "goes on under the old rules: the new ones have problems"
    assert browser.choose(game, "mark: a1").status_code == 200
    (folder / "breaking.rules").unlink()


def test_a_variant_by_form(browser: Browser, folder: Path) -> None:
    numbers = browser.post("/api/rules/numbers", game=GAME).json()["numbers"]
    assert numbers
    changes = {numbers[0]["patch"]: numbers[0]["value"] - 1}
    made = browser.post(
        "/api/rules/variant", game=GAME, title='More "of it"', name="more_nim", changes=changes
    )
    assert made.status_code == 200, made.text
    text = (folder / "more_nim.rules").read_text(encoding="utf-8")
    assert text.startswith('variant "More of it" of nim:\n')
    assert f"{numbers[0]['patch']} {numbers[0]['value'] - 1}" in text
    assert _check(browser, text, made.json()["game"])["problems"] == []
    for name in ("../x", "X", "more_nim", ""):
        again = browser.post("/api/rules/variant", game=GAME, title="x", name=name, changes=changes)
        assert again.status_code in (409, 422)
    assert (
        browser.post("/api/rules/variant", game=GAME, title="x", name="y", changes={"a": 1}).status_code
        == 422
    )


def test_coverage(browser: Browser) -> None:
    found = browser.json("/api/cover/here/stones.rules")
    assert found["sections"]
    assert {one["standing"] for one in found["rows"]} <= {"carried out", "not applicable", "open"}
    assert browser.get("/api/cover/here/nim.rules").status_code == 422
    assert browser.get("/cover/here/stones.rules").status_code == 200


def test_syntax_errors_come_before_the_check(browser: Browser) -> None:
    text = browser.json(f"/api/text/{GAME}")["text"]
    given = {"game": GAME, "text": f"{text}\nboardd x of y: 3 columns by 3 rows\n"}
    quick = browser.post("/api/rules/quick", **given).json()
    whole = browser.post("/api/rules/check", **given).json()
    assert [one["line"] for one in quick["problems"]] == [one["line"] for one in whole["problems"]] != []
    assert quick["outline"] == whole["outline"]


def test_all_problems_come_before_the_search_for_hints(browser: Browser) -> None:
    text = browser.json(f"/api/text/{GAME}")["text"]
    given = {"game": GAME, "text": f"{text}\nnonsense when unheard_of\n"}
    early = browser.post("/api/rules/problems", **given).json()
    assert browser.post("/api/rules/quick", **given).json()["problems"] == early["problems"] != []
    whole = browser.post("/api/rules/check", **given).json()
    assert len(early["problems"]) == len(whole["problems"])
