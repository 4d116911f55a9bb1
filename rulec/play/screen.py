"""Renders a game for players: position, scores, options, moves, result."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from rulec.face import Game, State
from rulec.insight.glossary import NOTHING, Glossary
from rulec.play.answers import Option
from rulec.play.boards import draw_board, draw_picture, grid_of
from rulec.play.glyphs import colour_of
from rulec.play.label_texts import beside
from rulec.play.options import format_options
from rulec.play.position import Position, Shapes, context_of, read_position
from rulec.play.state_diff import changes
from rulec.play.tables import Cell, in_columns, table, wrapped
from rulec.play.value_text import is_nothing
from rulec.runtime import state_dict
from rulec.runtime.english import plain
from rulec.runtime.schema import PLAYERS, PictureInfo
from rulec.runtime.state import StateFace

SHORT = 24  # maximal number of lines for drawing the whole position
_CELL = 30  # maximal width of a cell in member columns
_NARROW = 14  # maximal width of a player column


class Screen:
    """Renders one game on one console."""

    def __init__(self, game: Game, console: Console, glossary: Glossary = NOTHING) -> None:
        self.game = game
        self.console = console
        self.glossary = glossary
        self._shapes: Shapes | None = None

    def line(self, text: Cell = "", style: str = "") -> None:
        self.console.print(text, style=style or None, soft_wrap=True)

    def lines(self, texts: Sequence[Cell]) -> None:
        for text in texts:
            self.line(text)

    def seat(self, seat: int) -> Text:
        return Text("chance") if seat < 0 else Text().append(f"player {seat + 1}", colour_of(seat))

    # --- positions ----------------------------------------------------------------------------------------

    def position(
        self, state: State, before: State | None = None, viewer: int = -1, everything: bool = False
    ) -> None:
        """Render the position as known to `viewer`, or completely."""
        self.lines(list(self._whole(state, before, viewer, everything)))

    def changed(self, state: State, before: State, viewer: int) -> None:
        """Render changes since `before` and the scores; small boards are drawn completely."""
        whole = list(self._whole(state, before, viewer, False))
        small = len(whole) <= SHORT and any(grid_of(board.spaces) for board in self.game.BOARDS)
        self.lines(whole if small else list(self._changes(state, before, viewer)))

    def _read(self, state: State, viewer: int, everything: bool = False) -> Position:
        content = state.to_dict() if viewer < 0 else state.observation(viewer)
        return read_position(content, self.game.BOARDS, self._shapes_of(state), everything)

    def _shapes_of(self, state: State) -> Shapes:
        if self._shapes is None:
            assert isinstance(state, StateFace)
            view = state._face.view
            start = state_dict.state_part(view, view.fresh())
            known = self.glossary
            self._shapes = Shapes(view.slots, start, known.boxed, known.free, known.order)
        return self._shapes

    def _whole(self, state: State, before: State | None, viewer: int, everything: bool) -> Iterator[Cell]:
        """Render boards, players, everything else; highlight changes since `before`."""
        position = self._read(state, viewer, everything)
        old: dict[str, dict[str, str]] = {}
        if before is not None:
            old = {one.name: one.pieces for one in self._read(before, viewer).boards}
        width = self.console.width
        drawn = {}
        for one in _pictures(state):
            there = position.with_boards(one.board)
            if lines := draw_picture(one, there, width - 2, everything):
                drawn[one.board] = lines
        for board in position.boards:
            if board.name.partition(".")[0] in drawn:
                continue  # shown in the picture
            if not (board.pieces or everything or grid_of(board.spaces)):
                continue
            yield ""
            if len(position.boards) > 1:
                yield Text(board.name, "bold")
            yield from _set_in(draw_board(board, old.get(board.name) if before is not None else None))
        for lines in drawn.values():
            yield ""
            yield from _set_in(lines)
        yield ""
        yield from self._players(state, position, viewer, everything)
        yield from self._game(position, everything)
        yield from self._sorts(position, drawn, everything)

    def _players(self, state: State, position: Position, viewer: int, everything: bool) -> Iterator[Cell]:
        """Render a table of short player values and scores, then the longer values by player."""
        scores, sheet = _points(state, viewer)
        sheet = {name: points for name, points in sheet.items() if everything or any(points)}
        every = position.players(everything)
        room = self.console.width - max((len(one) for one in (*every, *sheet)), default=0) - 2
        fits = min(_NARROW, room // max(1, len(scores)) - 2)
        plain = position.plain()
        narrow = {n: v for n, v in every.items() if n in plain and all(len(one) <= fits for one in v)}
        rows: list[list[Cell]] = [["", *(self.seat(seat) for seat in range(len(scores)))]]
        rows += [[_name(name), *values] for name, values in narrow.items()]
        if self.game.SCORE_CATEGORIES:
            rows += [[]] if narrow else []
            rows += [[name, *map(str, points)] for name, points in sheet.items()]
            rows.append([Text("total", "bold"), *(Text(str(points), "bold") for points in scores)])
        if len(rows) > 1:
            yield from table(rows)
        wide = {name: values for name, values in every.items() if name not in narrow}
        for seat in range(len(scores)):
            told = {n: v[seat] for n, v in wide.items() if everything or not is_nothing(v[seat])}
            if told:
                yield ""
                yield Text("  ").append_text(self.seat(seat))
                yield from self._named(told, 4)

    def _game(self, position: Position, everything: bool) -> Iterator[Cell]:
        told = position.game(everything)
        if told:
            yield ""
            yield from self._named(told)

    def _named(self, told: dict[str, str], indent: int = 2) -> Iterator[Cell]:
        widest = max(len(name) for name in told)
        for name, value in told.items():
            head = f"{' ' * indent}{_name(name).ljust(widest)}  "
            yield from wrapped(head, value, self.console.width)

    def _sorts(self, position: Position, drawn: Collection[str], everything: bool) -> Iterator[Cell]:
        """Render members by kind: a line each, or cells if each has a single word."""
        sorts = position.sorts(everything)
        for sort in dict.fromkeys((*sorts, *drawn)):
            on_board = sort in drawn
            members = position.with_boards(sort, everything) if on_board else sorts[sort]
            if not members:
                continue
            yield ""
            heading = Text(_name(sort), "bold")
            names = {name for values in members.values() for name in values}
            cells = [f"{member} {next(iter(values.values()))}" for member, values in members.items()]
            if len(names) == 1 and max(map(len, cells)) <= _CELL:
                yield heading.append(f": {_name(*names)}") if all(names) else heading
                yield from in_columns(cells, self.console.width)
                continue
            yield heading
            widest = max(map(len, members))
            for member, values in members.items():
                text = "; ".join(f"{_name(name)} {value}" for name, value in values.items())
                yield from wrapped(f"  {member.ljust(widest)}  ", text, self.console.width)

    def _changes(self, state: State, before: State, viewer: int) -> Iterator[Cell]:
        old, new = self._read(before, viewer), self._read(state, viewer)
        grids = {}
        was = {one.name: one.pieces for one in old.boards}
        drawn = {one.board for one in _pictures(state)}
        for board in new.boards:
            changed = was.get(board.name) != board.pieces
            if changed and grid_of(board.spaces) and board.name.partition(".")[0] not in drawn:
                grids[board.name] = draw_board(board, was.get(board.name))
        for lines in grids.values():
            yield ""
            yield from _set_in(lines)
        yield ""
        found: dict[str, list[str]] = {}
        own = list(changes(old, new))
        own.sort(
            key=lambda one: (one.owner != PLAYERS, one.owner == PLAYERS and one.member != str(viewer + 1))
        )
        for one in own:
            if one.owner == PLAYERS:
                found.setdefault(f"player {one.member}", []).append(f"{_name(one.name)} {one.text}")
            elif not one.owner:
                found.setdefault(_name(one.name), []).append(one.text)
            elif ".".join(filter(None, (one.owner, one.name))) not in grids:
                what = (
                    f"{one.member}: {_name(one.name)} {one.text}" if one.name else f"{one.member}: {one.text}"
                )
                found.setdefault(_name(one.owner), []).append(what)
        found["score"] = [self._score_line(state, before, viewer)]
        widest = max(map(len, found))
        for who, told in found.items():
            yield from wrapped(f"  {who.ljust(widest)}  ", "; ".join(told), self.console.width)

    def _score_line(self, state: State, before: State, viewer: int) -> str:
        was, now = _points(before, viewer)[0], _points(state, viewer)[0]
        told = [f"{a} -> {b}" if a != b else f"{b}" for a, b in zip(was, now, strict=True)]
        return ", ".join(f"player {seat + 1} {text}" for seat, text in enumerate(told))

    # --- decisions ----------------------------------------------------------------------------------------

    def options(self, state: State, options: Sequence[Option], asked: Collection[str] = ()) -> None:
        """Render the pending decision and its options; `asked` are all options it ever offers."""
        self.line()
        name = state.decision() or ""
        heading = self.seat(state.current_player()).append(f": {name}", "bold")
        said = state.description().wording.decision(name)
        if said != plain(name):
            heading.append(f", {said}")
        known = self.glossary.decisions | self.glossary.words | _decisions(self.game)
        context = context_of(state.to_dict(), known)
        self.line(heading.append(f" ({context})", "dim") if context else heading)
        self.lines(
            list(
                format_options(
                    options,
                    self.glossary,
                    state.description().wording,
                    asked or [one.text for one in options],
                    self.console.width,
                )
            )
        )

    def move(self, number: int, seat: int, label: str, note: str = "") -> None:
        """Render a line of the log, with a note behind the label."""
        line = Text().append(f"{number:>4}  ", "dim")
        line.append_text(self.seat(seat)).append(f"  {label}")
        if note:
            line.append(f"  {note}", "dim")
        self.line(line)

    def end(self, state: State) -> None:
        """Render the winners and the final ranking."""
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


def _set_in(lines: Sequence[Text]) -> Iterator[Cell]:
    return (Text("  ").append_text(text) if text else "" for text in lines)


def _name(name: str) -> str:
    """Display name of a path: `herd.middle` -> `herd middle`."""
    return name.replace(".", " ")


def _points(state: State, viewer: int) -> tuple[list[int], dict[str, list[int]]]:
    if viewer < 0:
        return state.scores(), state.score_sheet()
    return state.public_scores(viewer), state.public_score_sheet(viewer)


def _decisions(game: Game) -> frozenset[str]:
    return frozenset(one.name for one in game.DECISIONS)


def _pictures(state: State) -> Iterator[PictureInfo]:
    """Yield the board pictures that apply under the chosen options."""
    assert isinstance(state, StateFace)
    view, cells = state._face.view, state._cells()
    for one in view.schema.pictures:
        if not one.option or view.get(cells, one.option) == one.value:
            yield one


def options_of(game_rows: Sequence[Any], state: State) -> list[Option]:
    """Options of the pending decision, in order of their ids."""
    found = []
    for index, action in enumerate(state.legal_actions()):
        row = game_rows[action]
        found.append(Option(index, action, row.label, row.option, beside(state, action, row.label)))
    return found
