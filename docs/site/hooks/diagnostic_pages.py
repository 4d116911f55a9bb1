"""A page for each diagnostic, from the texts of `rulec explain CODE`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulec.base.diagnostic_codes import Explanation, codes

FOLDER = "diagnostics"
AREAS = {
    "R1": "Reading a file",
    "R2": "Names",
    "R3": "Types and values",
    "R4": "The game and its rules",
    "R5": "Ranges and limits",
    "R6": "Warnings and proofs",
    "R7": "Tables, options, abilities and tracks",
    "R8": "Goods, pieces, routes and boards",
    "R9": "Variants",
}


def uri_of(code: str) -> str:
    return f"{FOLDER}/{code}.md"


def pages() -> Iterator[tuple[str, str]]:
    """Path and text of every page; the first is the index."""
    found = codes()
    yield f"{FOLDER}/index.md", _index(found)
    ordered = sorted(found)
    for before, code, after in zip(["", *ordered], ordered, [*ordered[1:], ""], strict=False):
        yield uri_of(code), _page(found[code], before, after)


def _index(found: dict[str, Explanation]) -> str:
    lines = [
        "# Diagnostics",
        "",
        "Every problem that `rulec check` reports has a code. `rulec explain R201` prints the text of that "
        "page in the terminal; with `--json` a program can read it. A code keeps its meaning from release to "
        "release.",
    ]
    area = ""
    for code in sorted(found):
        if code[:2] != area:
            area = code[:2]
            lines += ["", f"## {area}xx: {AREAS[area]}", "", "| code | problem |", "| --- | --- |"]
        lines.append(f"| [{code}]({code}.md) | {_cell(found[code].title)} |")
    return "\n".join(lines) + "\n"


def _page(one: Explanation, before: str, after: str) -> str:
    around = [f"[{code}]({code}.md)" for code in (before, "", after) if code]
    return "\n".join(
        [
            f"# {one.code}: {one.title}",
            "",
            re.sub(r"(?<![`\w])<(\w)", r"&lt;\1", one.text),
            "",
            '```rules title="refused"',
            one.shown(one.bad),
            "```",
            "",
            '```rules title="accepted"',
            one.shown(one.good),
            "```",
            "",
            f"In the terminal: `rulec explain {one.code}`. [All diagnostics](index.md) · "
            + " · ".join(around),
            "",
        ]
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
