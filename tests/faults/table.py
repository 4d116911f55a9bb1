"""What was measured, as tables."""

from __future__ import annotations

from collections.abc import Iterable

from tests.faults.measure import Outcome

_HEAD = ("wrong", "valid", "near", "fixed", "open", "accepted", "gone", "typed", "inner")


def counts(outcomes: Iterable[Outcome]) -> dict[str, int]:
    found = list(outcomes)
    wrong = [one for one in found if one.wrong]
    return {
        "wrong": len(wrong),
        "valid": len(found) - len(wrong),
        "near": sum(one.near for one in wrong),
        "fixed": sum(one.fixed for one in wrong),
        "open": sum(one.fixed and one.open for one in wrong),
        "accepted": sum(one.accepted for one in wrong),
        "gone": sum(one.gone for one in wrong),
        "typed": sum(one.typed for one in wrong),
        "inner": sum(bool(one.inner) for one in wrong),
    }


def table(title: str, groups: dict[str, list[Outcome]]) -> str:
    """A row for each group, and one for all of them; percentages are of the wrong files."""
    out = [f"{title:<36}" + "".join(f"{name:>12}" for name in _HEAD)]
    everything = [one for group in groups.values() for one in group]
    for name, group in (*groups.items(), ("all", everything)):
        row = counts(group)
        cells = [f"{row['wrong']:>12}{row['valid']:>12}"]
        cells += [_share(row[one], row["wrong"]) for one in _HEAD[2:]]
        out.append(f"{name:<36}" + "".join(cells))
    return "\n".join(out)


def _share(part: int, whole: int) -> str:
    return f"{part:>5}" + (f" {100 * part / whole:>4.0f} %" if whole else "      -")


def by(outcomes: list[Outcome], what: str) -> dict[str, list[Outcome]]:
    groups: dict[str, list[Outcome]] = {}
    for one in outcomes:
        groups.setdefault(str(getattr(one, what)), []).append(one)
    return dict(sorted(groups.items()))


def report(outcomes: list[Outcome], worst: int) -> str:
    wrong = [one for one in outcomes if one.wrong]
    parts = [table("slip", by(outcomes, "kind")), table("file", by(outcomes, "file"))]
    parts.append(listed("shows something inner", [one for one in wrong if one.inner], worst))
    parts.append(listed("far away", [one for one in wrong if not one.near], worst))
    parts.append(
        listed(
            "accepted, but it means something else",
            [one for one in wrong if one.accepted and not one.fixed],
            worst,
        )
    )
    misled = [one for one in wrong if one.typed and not one.gone]
    parts.append(listed("the hint does not help", misled, worst))
    parts.append(listed("nothing to type in", [one for one in wrong if not one.typed], worst))
    parts.append(listed("still valid", [one for one in outcomes if not one.wrong], worst))
    return "\n\n".join(part for part in parts if part)


def listed(title: str, outcomes: list[Outcome], most: int) -> str:
    """Some of them, from every part of the list."""
    if not outcomes or not most:
        return ""
    step = max(1, len(outcomes) // most)
    lines = [f"{title}: {len(outcomes)}"]
    for one in outcomes[::step][:most]:
        lines.append(f"  {one.file}:{one.slip.line} {one.slip.told}{': ' + one.inner if one.inner else ''}")
        lines.append(f"      {one.said}")
    return "\n".join(lines)
