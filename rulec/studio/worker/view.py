"""View of a game for an observer: picture, options, log and points, without hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulec import picture
from rulec.errors import RulecError
from rulec.face import Game, State
from rulec.picture.html_renderer import render_fragment
from rulec.picture.look.records import Look
from rulec.picture.names import capitalised
from rulec.picture.scene_records import Scene, SheetPanel, TurnPanel
from rulec.play.record import Record

_SENTENCE = 6  # steps shown for a decision
_PROBLEMS = 20  # of a look file


class Views:
    """The views of a recorded game. An observer is a seat, or None for full information."""

    def __init__(self, game: Game, record: Record, people: tuple[int, ...], designer: bool) -> None:
        self.game, self.record, self.people, self.designer = game, record, people, designer
        self._told: dict[int | None, list[str]] = {}
        self._look: Look | None = None
        self.look_problems = ""

    def forget(self, number: int) -> None:
        """Drop the log from this move on."""
        for told in self._told.values():
            del told[number:]

    def number(self, at: int | None) -> int:
        last = len(self.record.moves)
        return last if at is None else max(0, min(at, last))

    def seen(self, seat: int | None = None, at: int | None = None, log: int = 0) -> dict[str, Any]:
        """Return the position after `at` moves as a seat sees it, and the log from entry `log` on."""
        if self._behind_curtain(seat):
            return {"curtain": True}
        observer = self.observer(seat)
        number = self.number(at)
        state = self.record.states[number]
        mine = number == len(self.record.moves) and not state.is_terminal()
        mine = mine and state.current_player() in self.people
        mine = mine and (seat is None or seat == state.current_player())
        return {
            "curtain": False,
            "at": number,
            "observer": observer,
            "picture": self._picture(number, observer),
            "asked": self.question(state),
            "options": list(self._options(state)) if mine else [],
            "sentence": self._sentence(number, observer),
            "log": self._log(observer)[log:],
            "log_from": log,
            "points": self._points(state, observer),
            "result": self._result(state),
            "look": self.look_problems,
        }

    @property
    def _open(self) -> bool:
        """Whether everything is public."""
        return self.record.state.is_terminal() or self.game.PERFECT_INFORMATION

    def _behind_curtain(self, seat: int | None) -> bool:
        """Check whether the view is concealed: several people share a screen, and no seat is given."""
        return seat is None and not self._open and not self.designer and len(self.people) > 1

    def observer(self, seat: int | None) -> int | None:
        """Return the observer of a view; a person in a game with hidden information never sees everything."""
        if self._behind_curtain(seat):
            raise RulecError("several people play with hidden hands: say who looks")
        if self._open:
            return None
        if seat is not None:
            if seat not in self.people:
                raise RulecError(f"nobody looks at the game from seat {seat + 1}")
            return seat
        if self.designer or not self.people:
            return None
        return self.people[0]

    # --- position ---------------------------------------------------------------------------------

    def _picture(self, number: int, observer: int | None) -> str:
        state = self.record.states[number]
        before, last = None, ""
        if number:
            before = self.record.states[number - 1]
            action = before.string_to_action(self.record.moves[number - 1].label)
            last = picture.last_choice(before, action, observer)
        return render_fragment(_beside(picture.scene(state, observer, before, last, self.look(state))))

    def look(self, state: State) -> Look:
        if self._look is None:
            self._look, problems = picture.look_of(state)
            self.look_problems = "\n".join(problems.text().splitlines()[:_PROBLEMS])
        return self._look

    def question(self, state: State) -> str:
        if state.is_terminal():
            return ""
        name = state.decision() or ""
        return capitalised(state.description().wording.decision(name)) if state.is_player_node() else name

    def _options(self, state: State) -> Iterator[dict[str, Any]]:
        for action in state.legal_actions():
            label = state.action_to_string(action)
            yield {"action": action, "label": label, "text": capitalised(state.action_text(action))}

    # --- course -----------------------------------------------------------------------------------

    def _log(self, observer: int | None) -> list[str]:
        told = self._told.setdefault(observer, [])
        for number in range(len(told), len(self.record.moves)):
            told.append(self._sentence_of(number, observer))
        return told

    def _sentence_of(self, number: int, observer: int | None) -> str:
        before, move = self.record.states[number], self.record.moves[number]
        text = picture.last_choice(before, before.string_to_action(move.label), observer)
        return text.removeprefix("Before: ")

    def _sentence(self, number: int, observer: int | None) -> list[str]:
        """Return the steps to the pending decision: those of the same seat since its first decision."""
        state = self.record.states[number]
        if state.is_terminal() or not state.is_player_node():
            return []
        seat, steps, asked = state.current_player(), [], {state.decision()}
        for place in range(number - 1, max(-1, number - 1 - _SENTENCE), -1):
            move, before = self.record.moves[place], self.record.states[place]
            if move.seat != seat or before.decision() in asked:
                break
            asked.add(before.decision())
            steps.append(self._log(observer)[place].partition(", ")[2])
        return steps[::-1]

    # --- points -----------------------------------------------------------------------------------

    def _points(self, state: State, observer: int | None) -> dict[str, Any]:
        sheet = state.score_sheet() if observer is None else state.public_score_sheet(observer)
        total = state.scores() if observer is None else state.public_scores(observer)
        return {"lines": [[name, points] for name, points in sheet.items()], "total": total}

    def _result(self, state: State) -> dict[str, Any] | None:
        if not state.is_terminal():
            return None
        return {"winners": state.winners(), "ranking": state.ranking()}


def _beside(scene: Scene) -> Scene:
    """Return a scene without the turn and score panels, which the page shows itself."""
    kept = [n for n, one in enumerate(scene.panels) if not isinstance(one, TurnPanel | SheetPanel)]
    if not kept:
        return scene
    layouts = tuple(scene.layouts[n] for n in kept) if scene.layouts else ()
    return replace(scene, panels=tuple(scene.panels[n] for n in kept), layouts=layouts)
