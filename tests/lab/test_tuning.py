"""Goals in words, figures of samples, the search, its file and its variant; the search needs Optuna."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy
import pytest

import rulec
from rulec.errors import RulecError
from rulec.frontend import check, read_source
from rulec.lab.tuning.figures import Options
from rulec.lab.tuning.goals import Goal, read_goals
from rulec.lab.tuning.history import History
from rulec.lab.tuning.numbers import ScaledCell, SearchedNumber, unit_of
from rulec.lab.tuning.samples import Play, Sample
from rulec.lab.tuning.search import Trial, TunePlan, TuneRun, Tuning
from rulec.lab.tuning.variant import variant_text
from rulec.sim.workers import workers
from tests.lab.tools import GAMES

RULES = GAMES / "dear_card.rules"
NUMBERS = ("ruby", "opal", "agate", "topaz")


@cache
def game() -> Any:
    return rulec.interpret(RULES, parameters=["cards.worth"])


def _plan(*goals: str, trials: int = 24, games: int = 60, seed: int = 0) -> TunePlan:
    numbers = tuple(
        SearchedNumber(name, kind.default, kind.lo, kind.hi, 1, f"change worth of {card} in cards to {{}}")
        for card, (name, kind) in zip(NUMBERS, game().PARAMETERS.items(), strict=True)
    )
    read = read_goals(goals, game(), 2)
    return TunePlan(numbers, read, {"players": 2}, games=games, trials=trials, seed=seed)


def _tuned(plan: TunePlan, trials: list[Trial] | None = None) -> Tuning:
    tuning = Tuning(game(), plan, Options(game(), plan.goals), trials or [])
    with workers(game(), 1, game) as hands:
        run = TuneRun(tuning, hands, lambda trial: None, lambda done, what: None)
        run.search()
        run.confirm()
    return tuning


# --- goals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "subject", "lo", "hi"),
    [
        ("seat spread below 2 %", "seat spread", -numpy.inf, 2),
        ("90 to 110 decisions", "decisions", 90, 110),
        ("decisions between 90 and 110", "decisions", 90, 110),
        ("mean points at least 12.5", "points", 12.5, numpy.inf),
        ("the margin under 8", "margin", -numpy.inf, 8),
        ("ties at most 5 percent", "ties", -numpy.inf, 5),
        ("choices > 3", "choices", 3, numpy.inf),
        ("every pick between 0.8 and 1.2 of mean worth", "worth", 0.8, 1.2),
        ("Every pick option from 0.8 to 1.2", "worth", 0.8, 1.2),
        ("pick: ruby below 1.3", "worth", -numpy.inf, 1.3),
        ("use of pick: ruby between 10 % and 30 %", "use", 10, 30),
        ("use of every pick 10 to 40 %", "use", 10, 40),
        ("points of Points at least 3", "category", 3, numpy.inf),
        ("the points for points below 9", "category", -numpy.inf, 9),
        ("pick: ruby 2 to 3.5 times a game", "times", 2, 3.5),
        ("every pick at least 1 times", "times", 1, numpy.inf),
    ],
)
def test_goals_are_read(text: str, subject: str, lo: float, hi: float) -> None:
    (goal,) = read_goals([text], game(), 2)
    assert (goal.subject, goal.lo, goal.hi) == (subject, lo, hi)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["seat sprad below 2 %"], "did you mean `seat spread`"),
        (["pick: rubi below 1.2"], "did you mean `pick: ruby`"),
        (["fun above 3"], "unknown name `fun`"),
        (["seat spread"], "says no bounds"),
        ([""], "says no bounds"),
        (["seat spread below 2"], "write its bounds in %"),
        (["decisions below 90 %"], "leave the % out"),
        (["110 to 90 decisions"], "no number is in 110 to 90"),
        (["seat spread below -3 %"], "a share is 0 to 100 %"),
        (["every pick above 1.2"], "not all can be above their mean"),
        (["every pick below 0.9"], "not all can be below their mean"),
        (["use of every pick above 30 %"], "shares of 4 options make 100 %"),
        (["decisions below 9", "decisions at least 12"], "contradict each other"),
        (["every pick 0.8 to 1.2", "pick: ruby above 2"], "contradict each other"),
        (["pick: ruby above 3 times", "every pick below 2 times"], "contradict each other"),
        (["points of Points above 3", "points of Points below 2"], "contradict each other"),
        (["points of Poins above 3"], "did you mean `Points`"),
        (["points of Points above 3 %"], "leave the % out"),
        (["pick: ruby below 3 % times a game"], "leave the % out"),
    ],
)
def test_wrong_goals_are_told(texts: list[str], said: str) -> None:
    with pytest.raises(RulecError) as caught:
        read_goals(texts, game(), 2)
    assert said in f"{caught.value} {caught.value.hint}"


def test_a_game_for_one_has_no_seat_spread() -> None:
    with pytest.raises(RulecError, match="a game for one has no seat spread"):
        read_goals(["seat spread below 2 %"], game(), 1)


# --- numbers ------------------------------------------------------------------------------------------


def test_a_scaled_cell_is_rounded_within_its_bounds() -> None:
    cell = ScaledCell("fee", 300, 200, 400, 100, "change fee to {}")
    assert [cell.at(percent) for percent in (20, 80, 83, 84, 100, 117, 300)] == [
        200,
        200,
        200,
        300,
        300,
        400,
        400,
    ]
    assert ScaledCell("fee", -3, -9, 9, 1, "").at(50) == -1
    assert [unit_of(one) for one in ([200, 500], [5, 10], [0, 0], [0, 40], [-20, 30])] == [100, 1, 1, 10, 10]


# --- figures ------------------------------------------------------------------------------------------


def _sample(points: Any, wins: Any, uses: Any = None, length: int = 10, lines: Any = None) -> Sample:
    points, wins = numpy.array(points, float), numpy.array(wins, float)
    lengths = numpy.full(len(points), float(length))
    uses = numpy.zeros((*points.shape, 0)) if uses is None else numpy.array(uses, float)
    lines = numpy.zeros((*points.shape, 0)) if lines is None else numpy.array(lines, float)
    return Sample(points, wins, lengths, lengths, uses, lines)


def _figure(text: str, sample: Sample) -> Any:
    goals = read_goals([text], game(), 2)
    return Options(game(), goals).figures(goals[0], sample)


def test_figures_of_whole_games() -> None:
    sample = _sample([[4, 2], [6, 1], [5, 5], [9, 2]], [[1, 0], [1, 0], [0.5, 0.5], [1, 0]], length=7)
    assert _figure("seat spread below 2 %", sample)[0].value == 75
    assert _figure("ties below 2 %", sample)[0].value == 25
    assert _figure("points below 2", sample)[0].value == 34 / 8
    assert _figure("margin below 2", sample)[0].value == (2 + 5 + 0 + 7) / 4
    assert _figure("decisions below 2", sample)[0] == (7, 0, "")


def test_worth_is_what_options_add_beside_their_mean() -> None:
    chance = numpy.random.default_rng(1)
    uses = chance.integers(0, 5, size=(400, 2, 4))
    points = uses @ numpy.array([6.0, 2.0, 2.0, 2.0]) + chance.normal(0, 1, size=(400, 2))
    found = _figure("every pick 0.8 to 1.2", _sample(points, numpy.full((400, 2), 0.5), uses))
    assert [one.of for one in found] == [f"pick: {name}" for name in NUMBERS]
    for one, true in zip(found, (2.0, 2 / 3, 2 / 3, 2 / 3), strict=True):
        assert abs(one.value - true) < 0.06
        assert 0 < one.margin < 0.06


def test_intervals_of_worth_cover_the_truth() -> None:
    hits = 0
    for seed in range(60):
        chance = numpy.random.default_rng(seed)
        uses = chance.integers(0, 5, size=(60, 2, 4))
        shared = chance.normal(0, 3, size=(60, 1))  # games have good and bad luck for both
        points = uses @ numpy.array([6.0, 2.0, 2.0, 2.0]) + shared + chance.normal(0, 1, size=(60, 2))
        one = _figure("pick: ruby below 9", _sample(points, numpy.full((60, 2), 0.5), uses))[0]
        hits += abs(one.value - 2.0) <= one.margin
    assert hits >= 50


def test_use_is_a_share_of_all_takings() -> None:
    uses = [[[3, 1, 0, 0], [1, 1, 2, 0]]] * 5
    found = _figure("use of every pick 0 to 90 %", _sample([[1, 1]] * 5, [[1, 0]] * 5, uses))
    assert [round(one.value, 6) for one in found] == [50, 25, 25, 0]


def test_times_are_of_all_players_in_a_game() -> None:
    uses = [[[3, 1, 0, 0], [1, 1, 2, 0]], [[1, 1, 0, 0], [1, 0, 0, 0]]]
    sample = _sample([[1, 1]] * 2, [[1, 0]] * 2, uses)
    assert [one.value for one in _figure("every pick 0 to 9 times", sample)] == [3, 1.5, 1, 0]
    assert _figure("pick: agate below 2 times", sample)[0].value == 1


def test_points_of_a_line_are_the_mean_of_a_player() -> None:
    sample = _sample([[4, 2], [6, 1]], [[1, 0]] * 2, lines=[[[3], [2]], [[6], [0]]])
    assert _figure("points of Points above 1", sample)[0].value == 11 / 4


def test_lines_are_those_of_the_score() -> None:
    play = Play({}, {"players": 2}, ("random",), 3, 0, 20, categories=("Points",))
    sample = play.run(game())
    assert sample.points.sum() > 0
    assert (sample.lines[:, :, 0] == sample.points).all()


def test_parts_of_a_task_are_the_whole() -> None:
    play = Play({}, {"players": 2}, ("random",), 3, 2, 12, categories=("Points",))
    parts = [one.run(game()) for one in play.parts(4)]
    assert [one.games for one in parts] == [3, 3, 3, 1]
    whole, joined = play.run(game()), parts[0] + parts[1] + parts[2] + parts[3]
    assert (joined.points == whole.points).all()
    assert (joined.lines == whole.lines).all()


def test_progress_counts_games() -> None:
    pytest.importorskip("optuna")
    plan, told = _plan("points at least 9", trials=5, games=20), []
    tuning = Tuning(game(), plan, Options(game(), plan.goals))
    with workers(game(), 1, game) as hands:
        run = TuneRun(tuning, hands, lambda trial: None, lambda done, what: told.append(what))
        run.search()
        run.confirm()
    assert "trials 1 to 4, begun: 16 of 16 games" in told
    assert "trials 5 to 5, begun: 4 of 4 games" in told
    assert "printed numbers, other games: 20 of 80 games" in told
    assert "printed numbers, other games: 80 of 80 games" in told


def test_distances_are_of_the_worst_option() -> None:
    goal = Goal("", "worth", 0.8, 1.2, False, ("a", "b"), "x", every=True)
    assert goal.distance([0.9, 1.1]) == 0
    assert goal.distance([0.5, 1.3]) == pytest.approx(0.3)


# --- the search ---------------------------------------------------------------------------------------


def test_games_of_trials_pair_and_leave_the_numbers_as_they_were() -> None:
    play = Play({"cards[ruby].worth": 8}, {"players": 2}, ("random",), 3, 0, 20)
    one, again = play.run(game()), play.run(game())
    assert (one.points == again.points).all()
    assert game().parameters()["cards[ruby].worth"] == 5
    plain = Play({}, {"players": 2}, ("random",), 3, 0, 20).run(game())
    assert set((one.points - plain.points).ravel()) <= {0, 3, 6}
    assert one.points.sum() > plain.points.sum()


def test_a_dear_card_is_made_as_good_as_the_others() -> None:
    pytest.importorskip("optuna")
    tuning = _tuned(_plan("every pick between 0.85 and 1.15", trials=40))
    assert tuning.trials[0].values == tuning.plan.printed
    assert tuning.base is not None
    assert tuning.found is not None
    assert not tuning.base.met(tuning.plan.goals[0], 0)
    assert tuning.found.met(tuning.plan.goals[0], 0)
    values = list(tuning.found.values.values())
    assert max(values) - min(values) <= 1
    assert tuning.of("pruned")


def test_the_search_is_the_same_for_a_seed() -> None:
    pytest.importorskip("optuna")
    plan = _plan("every pick between 0.9 and 1.1", "points at least 9", trials=14, games=30)
    assert _tuned(plan).trials == _tuned(plan).trials


def test_a_goal_out_of_reach_tells_how_near_it_came() -> None:
    pytest.importorskip("optuna")
    tuning = _tuned(_plan("points at least 900", trials=12, games=20))
    text = variant_text(tuning, "dear_card", "Tuned", "rulec tune", "digest")
    assert "not met by 8" in text
    assert "e+" not in text
    assert tuning.found is not None
    assert tuning.found.figures[0][0].value > tuning.base.figures[0][0].value  # type: ignore[union-attr]


def test_equal_numbers_are_played_once() -> None:
    pytest.importorskip("optuna")
    number = SearchedNumber("cards[ruby].worth", 5, 4, 6, 1, "change worth of ruby in cards to {}")
    goals = read_goals(["points at least 9"], game(), 2)
    plan, told = TunePlan((number,), goals, {"players": 2}, games=20, trials=16), []
    tuning = Tuning(game(), plan, Options(game(), goals))
    with workers(game(), 1, game) as hands:
        TuneRun(tuning, hands, lambda trial: None, lambda done, what: told.append(what)).search()
    assert len(tuning.trials) == 16
    games = [what.partition(": ")[2] for what in told if "games" in what and what.endswith("games")]
    ends = [one for one in games if one.split(" of ")[0] == one.split(" of ")[1].removesuffix(" games")]
    assert sum(int(one.split(" of ")[0]) for one in ends) <= 3 * 20
    assert len({one.distances for one in tuning.of("complete")}) <= 3


def test_few_trials_have_few_finalists() -> None:
    plans = [_plan("points at least 9", trials=trials) for trials in (4, 12, 29, 30, 500)]
    assert [one.finalists for one in plans] == [1, 1, 2, 3, 3]
    assert plans[0].confirming_games == (4 * 3 + 2 + 4) * 60


def test_a_scaled_column_is_one_number(tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    cells = tuple(
        ScaledCell(name, kind.default, 1, 20, 1, f"change worth of {card} in cards to {{}}")
        for card, (name, kind) in zip(NUMBERS, _wide().PARAMETERS.items(), strict=True)
    )
    number = SearchedNumber("cards.worth", 100, 50, 200, 10, "", cells)
    goals = read_goals(["points at least 13"], _wide(), 2)
    plan = TunePlan((number,), goals, {"players": 2}, games=40, trials=12)
    tuning = Tuning(_wide(), plan, Options(_wide(), goals))
    with workers(_wide(), 1, _wide) as hands:
        run = TuneRun(tuning, hands, lambda trial: None, lambda done, what: None)
        run.search()
        run.confirm()
    assert tuning.found is not None
    factor = tuning.found.values["cards.worth"]
    assert factor > 100
    assert plan.parameters({"cards.worth": factor}) == {one.name: one.at(factor) for one in cells}
    text = variant_text(tuning, "dear_card", "Rich card", "rulec tune", "digest")
    for card, cell in zip(NUMBERS, cells, strict=True):
        assert (f"change worth of {card} in cards to {cell.at(factor)} " in text) == (
            cell.at(factor) != cell.printed
        )


@cache
def _wide() -> Any:
    return rulec.interpret(RULES, parameters={"cards.worth": (1, 20)})


def test_a_met_goal_changes_nothing() -> None:
    pytest.importorskip("optuna")
    tuning = _tuned(_plan("decisions below 5", trials=8, games=20))
    assert tuning.found is not None
    assert tuning.found.values == tuning.plan.printed


def test_the_variant_is_accepted_and_has_the_numbers(tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    tuning = _tuned(_plan("points at least 9", trials=12, games=20))
    (tmp_path / "dear_card.rules").write_text(RULES.read_text())
    path = tmp_path / "fair_card.rules"
    path.write_text(variant_text(tuning, "dear_card", "Fair card", "rulec tune x", "digest"))
    assert check(read_source(path)).ok
    played: Any = rulec.interpret(path, parameters=["cards.worth"])
    assert tuning.found is not None
    assert played.parameters() == tuning.found.values


def test_a_search_goes_on_where_it_stopped(tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    plan = _plan("points at least 9", trials=8, games=20)
    history = History(tmp_path / "search.jsonl", plan, "digest", print)
    for trial in _tuned(plan).trials:
        history.add(trial)
    with (tmp_path / "search.jsonl").open("a") as file:
        file.write('{"values": {"cards[ru')  # cut off
    again = History(tmp_path / "search.jsonl", plan, "digest", print)
    assert again.trials == _tuned(plan).trials
    again.add(again.trials[0])
    assert len(History(tmp_path / "search.jsonl", plan, "digest", print).trials) == len(again.trials) + 1
    longer = _plan("points at least 9", trials=12, games=20)
    assert _tuned(longer, list(again.trials)).trials[:8] == again.trials


def test_a_file_of_another_search_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    History(path, _plan("points at least 9"), "digest", print)
    with pytest.raises(RulecError, match="is of another search: goals, seed differ"):
        History(path, _plan("points at least 8", seed=3), "digest", print)
    path.write_text("anything\n")
    with pytest.raises(RulecError, match="holds no search"):
        History(path, _plan("points at least 9"), "digest", print)
    path.write_text(json.dumps([1]) + "\n")
    with pytest.raises(RulecError, match="holds no search"):
        History(path, _plan("points at least 9"), "digest", print)


def test_values_that_a_file_must_not_hold_are_left_out(tmp_path: Path) -> None:
    plan, path = _plan("points at least 9"), tmp_path / "search.jsonl"
    History(path, plan, "digest", print)
    good = Trial(plan.printed, (0.5,), 60, "complete")
    bad = [good._replace(values={**plan.printed, "cards[ruby].worth": 99}), good._replace(distances=())]
    with path.open("a") as file:
        for one in (good, *bad, good._replace(state="odd")):
            file.write(json.dumps(one._asdict()) + "\n")
    assert History(path, plan, "digest", print).trials == [good]


def test_numbers_that_stop_games_are_no_result(tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    path = tmp_path / "narrow.rules"
    path.write_text(RULES.read_text().replace("points: 0 to 90", "points: 0 to 8"))
    narrow: Any = rulec.interpret(path, parameters={"cards[ruby].worth": (2, 9)})
    number = SearchedNumber("cards[ruby].worth", 5, 2, 9, 1, "change worth of ruby in cards to {}")
    goals = read_goals(["points at least 9"], narrow, 2)
    plan = TunePlan((number,), goals, {"players": 2}, games=20, trials=16)
    tuning = Tuning(narrow, plan, Options(narrow, goals))
    with workers(narrow, 1, lambda: narrow) as hands:
        TuneRun(tuning, hands, lambda trial: None, lambda done, what: None).search()
    assert {one.values["cards[ruby].worth"] for one in tuning.of("complete")} <= {2, 3, 4, 5}
    assert tuning.of("stopped")
    assert "narrow.rules" in next(iter(tuning.stopped))
