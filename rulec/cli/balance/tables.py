"""Tables of `rulec balance`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulec.cli.shared import output
from rulec.cli.sim.tables import print_table, short_number
from rulec.lab.findings import findings, percent, score
from rulec.lab.flow import lengths, shares
from rulec.lab.part_values import Verdict, listed
from rulec.lab.parts import shown as parts_shown

if TYPE_CHECKING:
    from rulec.lab.balance import Balance
    from rulec.lab.confidence import Interval
    from rulec.lab.flow import Flow
    from rulec.lab.part_values import PartValue

_SHOWN = 8  # parts shown per verdict without --all
_TABLES: tuple[tuple[Verdict, str], ...] = (
    ("must take", "must take"),
    ("trap", "trap: good play takes it and would do better without"),
    ("never worth it", "never worth it"),
    ("makes no difference", "makes no difference"),
)


def print_balance(found: Balance, everything: bool) -> None:
    told = findings(found)
    for title, chosen in (("what stands out", True), ("not seen, or not sure", False)):
        mine = [one.text for one in told if one.stands_out is chosen]
        if mine:
            print(output.paint(f"\n{title}", "bold"))
            for text in mine:
                print(f"- {text}")
    _seats(found)
    _skill(found)
    parts, _ = found.judged()
    for verdict, title in _TABLES:
        _parts(found, title, listed(parts, verdict), everything)
    if everything:
        _parts(found, "too few games to say", listed(parts, "too few games to say"), True)
    print(f"\nparts looked at: {parts_shown(found.values.parts) or 'none'}")
    _unused(parts, found)
    flow = found.flow()
    if flow.games:
        _flow(flow)


def _seats(found: Balance) -> None:
    for players in dict.fromkeys(one.players for one in found.seats):
        rows = []
        for one in found.seats:
            if one.players == players and one.games:
                shares = [percent(share) for share in one.shares()]
                points = [f"{short_number(each.mean)} ± {short_number(each.margin)}" for each in one.points]
                if shares:
                    rows.append([f"  {one.way} wins", f"{one.games:,}", *shares])
                rows.append([f"  {one.way} points", f"{one.games:,}", *points])
        if rows:
            heads = ["games", *(f"seat {seat + 1}" for seat in range(players))]
            print_table(f"seats, {players} players", heads, rows)


def _skill(found: Balance) -> None:
    ladder = found.ladder
    if not any(pair.games for pair in ladder.pairs):
        return
    ratings, rows = ladder.ratings(), []
    for place, way in enumerate(ladder.ways):
        pair = ladder.pairs[place - 1] if place else None
        if pair is not None and not pair.games:  # too slow, or not played before an interrupt
            continue
        rating = ratings[place]
        below = percent(score(pair.score.interval())) if pair is not None else ""
        games = f"{pair.games:,}" if pair is not None else ""
        think = f"{1000 * ladder.seconds_of(way):,.1f}"
        figures = f"{rating.value:,.0f} ({rating.low:,.0f} to {rating.high:,.0f})"
        rows.append([f"  {way}", figures, below, games, think])
    print_table("skill ladder", ["rating", "against the line above", "games", "ms a choice"], rows)


def _parts(found: Balance, title: str, parts: list[PartValue], everything: bool) -> None:
    if not parts:
        return
    shown = parts if everything else parts[:_SHOWN]
    scored = found.values.scored
    several = found.plan.configuration["players"] > 1
    rows = []
    for one in shown:
        cells = []
        for value in (one.forbidden, one.preferred):
            if scored:
                cells.append(_points(value.lead.interval()) if value.lead.count else "")
            if several:
                cells.append(percent(value.wins.interval(), sign=True) if value.wins.count else "")
        rows.append([f"  {one.part.name}", *cells])
    what = (["points"] if scored else []) + (["wins"] if several else [])
    heads = [f"{how} {one}" for how in ("never:", "always:") for one in what]
    print_table(title, heads, rows)
    if len(parts) > len(shown):
        print(f"  ... {len(parts) - len(shown)} more (--all)")


def _points(one: Interval) -> str:
    return f"{one.mean:+.1f} ± {one.margin:.1f}"


def _unused(parts: list[PartValue], found: Balance) -> None:
    if not found.values.games:
        return
    never = [one.part.name for one in parts if not one.offered and one.part.kind != "kind"]
    untaken = [one.part.name for one in parts if one.offered and not one.taken and one.part.kind != "kind"]
    for what, names in (("never offered", never), ("offered, never taken", untaken)):
        if names:
            shown = ", ".join(names[:_SHOWN]) + (
                f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
            )
            print(f"{what} in {found.values.games:,} games of {found.player}: {shown}")


def _flow(flow: Flow) -> None:
    rows = [[f"  {name}", *map(short_number, one)] for name, one in lengths(flow)]
    rows += [[f"  {name}", *(f"{value:.0%}" for value in one[:3])] for name, one in shares(flow)]
    print_table(f"drama and flow, {flow.games:,} games", ["mean", "from", "to"], rows)
