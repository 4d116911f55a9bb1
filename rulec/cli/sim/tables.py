"""Output of `rulec sim` as tables and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulec.cli.shared import output
from rulec.cli.shared.dead_end_hints import hint_for
from rulec.errors import RulesError
from rulec.sim.counters import WHOLE, share_interval

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rulec.face import ActionRow, Game
    from rulec.sim.counters import RunningMoments, Tally
    from rulec.sim.simulate import SimulationPlan

_SHOWN = 8  # options per decision without --all
_NAMED = 6  # unused options shown
_MANY = 12  # decisions above which options are shown one line per decision
_LEAST_NAME = 12  # minimal width of names
_IN_LINE = 4  # options per line


def print_tables(path: Path, game: Game, plan: SimulationPlan, tally: Tally, everything: bool) -> None:
    if tally.stopped:
        print()
        for message, number in sorted(tally.stopped.items()):
            seed = tally.first_stopped[message]
            told = f"{output.count(number, 'game')} stopped by the rules: {message} (seed {seed})"
            print(output.paint(told, "red"))
            if (fault := tally.first_faults.get(message)) is not None:
                error = RulesError(message, kind="dead end", **fault._asdict())
                print(f"  {output.paint('hint:', 'cyan')} {hint_for(path, error)}")
    if tally.games:
        _lengths(game, tally)
        _scores(game, plan, tally)
    _decisions(game, tally)
    _print_usage(tally, game.action_table(), tally.uses, tally.used_in, everything)
    if tally.chance:
        _chance(tally, game.chance_table(), everything)
    _never(game, tally, everything)


def print_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with right-aligned numbers; columns that do not fit follow below.

    A name that leaves no room for numbers gets a line of its own.
    """
    widths = [max(map(len, column)) for column in zip([title, *heads], *rows, strict=True)]
    width = output.width()
    room = max([2 + one for one in widths[1:]], default=0)
    widths[0] = min(widths[0], max(width - room, _LEAST_NAME))
    for group in _columns(widths, width):
        print()
        _print_row([title, *(heads[one - 1] for one in group)], [widths[one] for one in (0, *group)], "dim")
        for row in rows:
            _print_row([row[0], *(row[one] for one in group)], [widths[one] for one in (0, *group)])


def _columns(widths: list[int], width: int) -> list[list[int]]:
    """Group number columns to fit beside the names."""
    groups: list[list[int]] = [[]]
    used = widths[0]
    for place in range(1, len(widths)):
        if groups[-1] and used + 2 + widths[place] > width:
            groups.append([])
            used = widths[0]
        groups[-1].append(place)
        used += 2 + widths[place]
    return groups


def _print_row(row: list[str], widths: list[int], style: output.Style | None = None) -> None:
    name, *numbers = row
    if len(name) > widths[0]:
        print(output.paint(name, style) if style else name)
        name = ""
    cells = [name.ljust(widths[0]), *(text.rjust(w) for text, w in zip(numbers, widths[1:], strict=True))]
    text = "  ".join(cells)
    if text.strip():
        print(output.paint(text, style) if style else text.rstrip())


def short_number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.2f}" if abs(value) < 100 else f"{value:.1f}"


def _mean(moments: RunningMoments) -> str:
    return f"{short_number(moments.mean)} ± {short_number(moments.margin)}"


def _share(hits: float, count: int) -> str:
    return f"{hits / count:.1%}" if count else "-"


def _lengths(game: Game, tally: Tally) -> None:
    rows = [[f"  {name}", _mean(one), f"{one.least:,}", f"{one.most:,}"] for name, one in tally.lengths]
    print_table("length", ["mean", "least", "most"], rows)
    if tally.too_long:
        games = output.count(tally.too_long, "game")
        print(f"  {games} took all {game.MAX_DECISIONS:,} decisions that the rules allow")


def _scores(game: Game, plan: SimulationPlan, tally: Tally) -> None:
    heads = [f"player {seat + 1}" for seat in range(tally.seats)]
    if plan.alternate:
        heads = list(plan.playing)
    rows = [[f"  {name or 'all'}", *map(_mean, moments)] for name, moments in tally.scores.items()]
    print_table("scores", heads, rows)
    if game.COOPERATIVE and tally.seats > 1:
        _common_victories(tally)
    elif any(tally.wins):
        shares = [won / WHOLE for won in tally.wins]
        intervals = [share_interval(won, tally.games) for won in shares]
        print_table(
            "victories",
            heads,
            [
                ["  share", *(_share(won, tally.games) for won in shares)],
                ["  from", *(f"{low:.1%}" for low, _ in intervals)],
                ["  to", *(f"{high:.1%}" for _, high in intervals)],
            ],
        )


def _common_victories(tally: Tally) -> None:
    """Print how often the players of a cooperative game won, all of them or nobody."""
    won = sum(tally.wins) / WHOLE
    low, high = share_interval(won, tally.games)
    row = ["  all players together", _share(won, tally.games), f"{low:.1%}", f"{high:.1%}"]
    print_table("victories", ["share", "from", "to"], [row])
    if not won:
        print("  nobody won")


def _decisions(game: Game, tally: Tally) -> None:
    played = tally.games + sum(tally.stopped.values())
    rows = []
    for kind in game.DECISIONS:
        asked = tally.asked.get(kind.name)
        if asked is not None:
            count = asked.options.count
            rows.append(
                [
                    f"  {kind.name}",
                    _share(asked.games, played),
                    short_number(count / played),
                    short_number(asked.options.mean),
                    f"{asked.options.most:,}",
                    _share(asked.forced, count),
                ]
            )
    print_table("decisions", ["of games", "a game", "options", "most", "forced"], rows)


def _print_usage(
    tally: Tally, table: Sequence[ActionRow], uses: dict[int, int], used_in: dict[int, int], everything: bool
) -> None:
    """Print options by decision, most frequent first."""
    played = tally.games + sum(tally.stopped.values())
    groups: dict[str, list[int]] = {}
    for action in sorted(uses, key=lambda one: (-uses[one], one)):
        groups.setdefault(table[action].decision, []).append(action)
    by_number = sorted(groups.items(), key=lambda one: table[one[1][0]].id)
    if len(groups) > _MANY and not everything:
        _print_usage_lines(table, uses, by_number, played)
        return
    rows = []
    for decision, actions in by_number:
        rows.append([f"  {decision}", "", ""])
        shown = actions if everything else actions[:_SHOWN]
        rows += [
            [f"    {table[one].option}", _share(used_in[one], played), short_number(uses[one] / played)]
            for one in shown
        ]
        if len(actions) > len(shown):
            rows.append([f"    ... {len(actions) - len(shown)} more (--all)", "", ""])
    print_table("options taken", ["of games", "a game"], rows)


def _print_usage_lines(
    table: Sequence[ActionRow], uses: dict[int, int], groups: list[tuple[str, list[int]]], played: int
) -> None:
    """Print one line per decision with its most frequent options."""
    print(output.paint("\noptions taken, times a game (--all for each option)", "dim"))
    lines = []
    for decision, actions in groups:
        shown = [f"{table[one].option} {short_number(uses[one] / played)}" for one in actions[:_IN_LINE]]
        if len(actions) > len(shown):
            shown.append(f"{len(actions) - len(shown)} more")
        lines.append((decision, ", ".join(shown)))
    output.rows(lines)


def _chance(tally: Tally, table: Sequence[ActionRow], everything: bool) -> None:
    played = tally.games + sum(tally.stopped.values())
    actions = sorted(tally.chance, key=lambda one: (-tally.chance[one], one))
    shown = actions if everything else actions[: 2 * _SHOWN]
    rows = [[f"  {table[one].label}", short_number(tally.chance[one] / played)] for one in shown]
    if len(actions) > len(shown):
        rows.append([f"  ... {len(actions) - len(shown)} more (--all)", ""])
    print_table("chance", ["a game"], rows)


def never_reached(game: Game, tally: Tally) -> list[str]:
    return [kind.name for kind in game.DECISIONS if kind.name not in tally.asked]


def never_taken(game: Game, tally: Tally) -> dict[str, list[str]]:
    """Options never taken, of decisions that occurred."""
    found: dict[str, list[str]] = {}
    for row in game.action_table():
        if row.id not in tally.uses and row.decision in tally.asked:
            found.setdefault(row.decision, []).append(row.option)
    return found


def _never(game: Game, tally: Tally, everything: bool) -> None:
    decisions, options = never_reached(game, tally), never_taken(game, tally)
    if not decisions and not options:
        print("\nevery decision came and every option was taken")
        return
    if decisions:
        print(output.paint(f"\nnever asked: {', '.join(decisions)}", "yellow"))
    if options:
        print(output.paint("\nnever taken", "yellow"))
        for decision, names in options.items():
            shown = names if everything else names[:_NAMED]
            more = f", ... {len(names) - len(shown)} more (--all)" if len(names) > len(shown) else ""
            print(f"  {decision}: {', '.join(shown)}{more}")


def as_json(game: Game, plan: SimulationPlan, tally: Tally) -> dict[str, Any]:
    table = game.action_table()
    return {
        "game": game.NAME,
        "rules": game.RULES_HASH,
        "configuration": plan.configuration,
        "seats": list(plan.playing if plan.alternate else plan.ways),
        "alternate": plan.alternate,
        "seed": plan.seed,
        "games": tally.games,
        "stopped": [
            {"what": message, "games": number, "seed": tally.first_stopped[message]}
            for message, number in sorted(tally.stopped.items())
        ],
        "as_long_as_allowed": tally.too_long,
        **tally.figures(),
        "asked": {
            name: {
                "games": one.games,
                "times": one.options.count,
                "options": one.options.figures(),
                "forced": one.forced,
            }
            for name, one in sorted(tally.asked.items())
        },
        "uses": {
            table[action].label: {"times": number, "games": tally.used_in[action]}
            for action, number in sorted(tally.uses.items())
        },
        "chance": {game.chance_table()[one].label: number for one, number in sorted(tally.chance.items())},
        "never_asked": never_reached(game, tally),
        "never_taken": never_taken(game, tally),
    }
