"""What a player sees: the position, the scores, the options, the moves of the others, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from rulec.face import Game, State
from rulec.play.answers import Option, numbered
from rulec.play.boards import draw_board, draw_picture, draw_values
from rulec.play.glyphs import colour_of
from rulec.play.position import Position, context_of, read_position, with_boards
from rulec.play.tables import Cell, in_columns, table
from rulec.runtime.schema import PictureInfo
from rulec.runtime.state import StateFace


class Screen:
    """Draws one game on one console."""

    def __init__(self, game: Game, console: Console) -> None:
        self.game = game
        self.console = console

    def line(self, text: Cell = "", style: str = "") -> None:
        self.console.print(text, style=style or None, soft_wrap=True)

    def seat(self, seat: int) -> Text:
        return Text("chance") if seat < 0 else Text().append(f"player {seat + 1}", colour_of(seat))

    def position(self, state: State, before: State | None = None, viewer: int = -1) -> None:
        """Boards, players, everything else; what is not as it was in `before` stands out.

        As the player `viewer` knows it; without one, as it is.
        """
        position = self._read(state, viewer)
        old: dict[str, dict[str, str]] = {}
        if before is not None:
            old = {one.name: one.pieces for one in self._read(before, viewer).boards}
        pictures = {}
        for one in _pictures(state):
            there = with_boards(position, one.board)
            if lines := draw_picture(one, there, self.console.width - 2):
                pictures[one.board] = lines
                position.members[one.board] = there
        for board in position.boards:
            if board.name.partition(".")[0] in pictures:
                continue  # what lies there is told with the picture
            self.line()
            if len(position.boards) > 1:
                self.line(board.name, "bold")
            for text in draw_board(board, old.get(board.name) if before is not None else None):
                self.line(Text("  ").append_text(text) if text else "")
        for lines in pictures.values():
            self.line()
            for text in lines:
                self.line(Text("  ").append_text(text) if text else "")
        self.line()
        self._players(state, position, viewer)
        self._others(position)

    def _read(self, state: State, viewer: int) -> Position:
        content = state.to_dict() if viewer < 0 else state.observation(viewer)
        return read_position(content, self.game.BOARDS)

    def _players(self, state: State, position: Position, viewer: int) -> None:
        """One column per player: what it has, then its score sheet."""
        scores = state.scores()
        rows: list[list[Cell]] = [["", *(self.seat(seat) for seat in range(len(scores)))]]
        rows += [[name, *values] for name, values in position.of_players.items()]
        sheet = state.score_sheet()
        if viewer >= 0:
            sheet, scores = state.public_score_sheet(viewer), state.public_scores(viewer)
        if sheet:
            rows += [[]] if position.of_players else []
            rows += [[name, *map(str, points)] for name, points in sheet.items()]
            rows.append([Text("total", "bold"), *(Text(str(points), "bold") for points in scores)])
        for text in table(rows):
            self.line(text)

    def _others(self, position: Position) -> None:
        if position.others:
            self.line()
            for text in table([[name, value] for name, value in position.others.items()]):
                self.line(text)
        for name, values in position.tables.items():
            self.line()
            self.line(name, "bold")
            cells = [f"{member} {value}" for member, value in values.items()]
            for text in draw_values(values) or in_columns(cells, self.console.width):
                self.line(text)

        for sort, members in position.members.items():
            if members:
                self.line()
                self.line(sort, "bold")
                width = max(map(len, members))
                for member, values in members.items():
                    told = "; ".join(f"{name} {value}" for name, value in values.items())
                    self.line(f"  {member.ljust(width)}  {told}")

    def options(self, state: State, options: Sequence[Option]) -> None:
        """The pending decision and what can be chosen, by number unless the options are numbers."""
        self.line()
        heading = self.seat(state.current_player()).append(f": {state.decision()}", "bold")
        context = context_of(state.to_dict())
        self.line(heading.append(f" ({context})", "dim") if context else heading)
        counted = numbered(options)
        width = len(str(len(options)))
        cells: list[Cell] = []
        for option in options:
            number = Text()
            if counted:
                number.append(f"{str(option.index + 1).rjust(width)} ", "cyan")
            cells.append(number.append(option.text))
        for text in in_columns(cells, self.console.width):
            self.line(text)

    def move(self, number: int, seat: int, label: str, note: str = "") -> None:
        line = Text().append(f"{number:>4}  ", "dim")
        line.append_text(self.seat(seat)).append(f"  {label}")
        if note:
            line.append(f"  {note}", "dim")
        self.line(line)

    def end(self, state: State) -> None:
        """Who won, and the places of all."""
        decisions = state.to_dict()["decisions"]
        self.line()
        self.line(f"The game is over after {decisions} decision{'s' * (decisions != 1)}.", "bold")
        scores = state.scores()
        winners = state.winners()
        if len(scores) == 1 or not winners:
            self.line(f"  {scores[0]} points" if len(scores) == 1 else "  nobody wins")
            return
        names = [f"player {seat + 1}" for seat in winners]
        verb = "wins" if len(names) == 1 else "share the victory"
        self.line(f"  {' and '.join(names)} {verb}", "bold green")
        place = 1
        rows: list[list[Cell]] = []
        for group in state.ranking():
            rows += [[Text(f"{place}. ").append_text(self.seat(seat)), f"{scores[seat]}"] for seat in group]
            place += len(group)
        for text in table(rows):
            self.line(text)


def _pictures(state: State) -> Iterator[PictureInfo]:
    """What is drawn on the boards, as the options say."""
    assert isinstance(state, StateFace)
    view, cells = state._face.view, state._cells()
    for one in view.schema.pictures:
        if not one.option or view.get(cells, one.option) == one.value:
            yield one


def options_of(game_rows: Sequence[Any], state: State) -> list[Option]:
    """The options of the pending decision, in the order of their ids."""
    return [
        Option(index, action, game_rows[action].label, game_rows[action].option)
        for index, action in enumerate(state.legal_actions())
    ]
