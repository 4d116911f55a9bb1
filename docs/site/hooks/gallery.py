"""A page for each shipped game: facts from its rules file, a game that was played, the rules in full."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = "games"


@dataclass
class Shipped:
    """A rules file, and the variants of it."""

    path: Path
    text: str
    variants: list[Shipped] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def uri(self) -> str:
        return f"{FOLDER}/{self.name}.md"

    @property
    def title(self) -> str:
        return re.findall(r'^(?:game|variant) "(.*?)"', self.text, flags=re.MULTILINE)[0]

    @property
    def base(self) -> str:
        found = re.search(r'^variant ".*?" of (\w+)', self.text, flags=re.MULTILINE)
        return found[1] if found else ""

    @property
    def about(self) -> list[str]:
        """The paragraphs of the comment at the top, without those about citations."""
        head = re.match(r"(?:#.*\n)*", self.text)
        assert head is not None
        lines = "".join(line[1:].strip() + "\n" for line in head[0].splitlines())
        found = [" ".join(one.split()) for one in re.split(r"\n\s*\n", lines)]
        return [one for one in found if one and not one.startswith(("[", "`"))]

    @property
    def players(self) -> str:
        found = re.search(r"^  players (.*?)(?:  |$)", self.text, flags=re.MULTILINE)
        return found[1].strip() if found else ""

    @property
    def decisions(self) -> int:
        """Decisions told apart by name."""
        code = re.sub(r"#.*", "", self.text)
        return len(set(re.findall(r"\bchoose\b.*?\bas (\w+)", code)))

    @property
    def examples(self) -> int:
        return len(re.findall(r'^\s*example "', self.text, flags=re.MULTILINE))

    @property
    def lines(self) -> int:
        return self.text.count("\n")


def shipped(games: Path) -> list[Shipped]:
    """The games, largest first, each with its variants."""
    files = [Shipped(one, one.read_text(encoding="utf-8")) for one in sorted(games.glob("**/*.rules"))]
    found = {one.name: one for one in files if not one.base}
    for one in files:
        if one.base:
            found[one.base].variants.append(one)
    return sorted(found.values(), key=lambda one: -one.lines)


def pages(root: Path) -> Iterator[tuple[str, str]]:
    games = shipped(root / "games")
    yield f"{FOLDER}/index.md", _index(games)
    for one in games:
        yield one.uri, _page(root, one)
        for variant in one.variants:
            yield variant.uri, _page(root, variant)


def _index(games: list[Shipped]) -> str:
    lines = [
        "# Games",
        "",
        "Each of these games is one `.rules` file and comes with rulec. Play one with `rulec play NAME`, "
        "import its engine with `from generated import NAME`.",
        "",
        "| game | players | lines | decisions | worked examples | variants |",
        "| --- | --- | ---: | ---: | ---: | --- |",
    ]
    for one in games:
        variants = ", ".join(f"[{each.title}]({each.name}.md)" for each in one.variants)
        facts = (one.players, f"{one.lines:,}", one.decisions, one.examples, variants)
        lines.append(f"| [{one.title}]({one.name}.md) | {' | '.join(map(str, facts))} |")
    lines += [
        "",
        "*Lines* counts the whole file with its comments; *decisions* counts decisions by name; *worked "
        "examples* are positions of the rulebook that `rulec test` plays on interpreter and engine.",
    ]
    for one in games:
        lines += ["", f"## {one.title}", "", *one.about[-1:], "", f"[More about {one.title}]({one.name}.md)"]
    return "\n".join(lines) + "\n"


def _page(root: Path, one: Shipped) -> str:
    path = one.path.relative_to(root)
    lines = ["---", "search:", "  boost: 0.5", "---", f"# {one.title}", ""]
    for paragraph in one.about:
        lines += [paragraph, ""]
    if one.base:
        lines += [f"A variant of [{one.base.replace('_', ' ').title()}]({one.base}.md).", ""]
    if (root / "docs" / "pictures" / f"{one.name}.svg").is_file():
        lines += [f"![A position of {one.title}](../pictures/{one.name}.svg)", ""]
    lines += _commands(one)
    if one.path.parent.name == "classics":
        lines += ["## The end of a game", "", "```text", _played(one.path), "```", ""]
    if one.variants:
        lines += ["## Variants", ""]
        lines += [f"- [{each.title}]({each.name}.md): {each.lines} lines" for each in one.variants]
        lines.append("")
    lines += ["## The rules", "", f'```rules title="{path}"', one.text.rstrip(), "```", ""]
    return "\n".join(lines)


def _commands(one: Shipped) -> list[str]:
    imported = [] if one.base else [f'python -c "from generated import {one.name}"  # the compiled engine']
    return [
        "```sh",
        f"rulec play {one.name}           # you against random players",
        f"rulec sim {one.name} -n 1000    # a thousand random games in tables",
        f"rulec explain {one.name}        # every decision, with the lines that offer its options",
        *imported,
        "```",
        "",
    ]


def _played(path: Path) -> str:
    """The last position of a random game and its score sheet, as `rulec play` shows them."""
    from rulec.cli import main

    shown = io.StringIO()
    before = {name: os.environ.get(name) for name in ("COLUMNS", "NO_COLOR")}
    os.environ.update(COLUMNS="80", NO_COLOR="1")
    try:
        with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(io.StringIO()):
            status = main(["play", str(path), "--interpreter", "--seats", "random", "--seed", "7"])
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
    if status:
        raise RuntimeError(f"rulec play {path} ended with status {status}")
    moves = list(re.finditer(r"^ +\d+  player \d+  .*\n", shown.getvalue(), flags=re.MULTILINE))
    return shown.getvalue()[moves[-1].end() :].strip("\n")
