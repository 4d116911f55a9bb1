"""Command `rulec doctor`: diagnoses the build environment and lists compiled engines."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from rulec.base.version import VERSION
from rulec.cli.shared import output
from rulec.cli.shared.exit_status import FINE, WRONG_USAGE
from rulec.cli.shared.folding import width_of
from rulec.cli.shared.parameters import Format, OutputFormat

if TYPE_CHECKING:
    from rulec.native.doctor import Fact
    from rulec.native.engine_status import EngineStatus

HELP = (
    "Show the installed parts, and why a build would fail or be slow.\n\n"
    "The exit code is 2 if something is missing that a build needs.",
    "rulec doctor",
    "rulec doctor --json",
)


def run(format_: OutputFormat = Format.text) -> None:
    from rulec.base.commit import commit, version_line
    from rulec.native.cache import Cache
    from rulec.native.doctor import examine
    from rulec.native.engine_status import engine_statuses

    cache = Cache.default()
    facts = [*examine(cache), _terminal(), _language_server()]
    engines = engine_statuses(cache)
    missing = any(fact.missing for fact in facts)
    if format_ is Format.json:
        _print_json(facts, engines, commit())
        raise typer.Exit(WRONG_USAGE if missing else FINE)
    print(version_line(VERSION))
    rows = [(_mark(fact), fact.what, fact.found, fact.hint) for fact in facts]
    rows += [("slow" if one.slow else "ok", one.name, one.text, one.hint) for one in engines]
    names = max(len(what) for _, what, _, _ in rows)
    for place, (mark, what, found, hint) in enumerate(rows):
        if place == len(facts):
            print("games that come with rulec")
        width = max(len(fact.what) for fact in facts) if place < len(facts) else names
        style: output.Style = "red" if mark == "missing" else "yellow" if mark == "slow" else "green"
        print(f"  {output.paint(mark.ljust(7), style)}  {what.ljust(width)}  {found}")
        if hint and (place < len(facts) or missing):
            print(f"  {' ' * 7}  {' ' * width}  {output.paint('hint:', 'cyan')} {hint}")
    if missing:
        print("checking and playing work; building does not until the above is mended")
        raise typer.Exit(WRONG_USAGE)
    slow = [one.name for one in engines if one.slow]
    if slow:
        print(f"{output.count(len(slow), 'game')} slow: `rulec build --all` compiles all for this processor")
    output.next_command("rulec build FILE")


def _mark(fact: Fact) -> str:
    return "missing" if fact.missing else "slow" if fact.slow else "ok"


def _terminal() -> Fact:
    from rulec.native.doctor import Fact

    width = width_of(sys.stdout)
    colours = "colours" if output.coloured(sys.stdout) else "no colours"
    encoding = (getattr(sys.stdout, "encoding", None) or "unknown").lower()
    size = f"{width} columns" if width else "no terminal, so lines are not folded"
    weak = not encoding.startswith("utf")
    hint = "some signs are shown as `?`: choose a locale with UTF-8, as LANG=C.UTF-8" if weak else ""
    return Fact("terminal", f"{size}, {colours}, {encoding}", hint=hint)


def _language_server() -> Fact:
    """Status of the language server's extra, which is optional."""
    from importlib.metadata import PackageNotFoundError, version

    from rulec.native.doctor import Fact

    try:
        return Fact("editors", f"pygls {version('pygls')}")
    except PackageNotFoundError:
        return Fact("editors", "pygls is not installed", hint="`pip install 'rulec[lsp]'` for `rulec lsp`")


def _print_json(facts: list[Fact], engines: list[EngineStatus], commit: str) -> None:
    rows = [
        {"what": f.what, "found": f.found, "missing": f.missing, "slow": f.slow, "hint": f.hint}
        for f in facts
    ]
    games = [
        {"name": one.name, "origin": one.origin, "level": one.level, "stale": one.stale, "slow": one.slow,
         "found": one.text, "hint": one.hint}
        for one in engines
    ]  # fmt: skip
    ready = not any(fact.missing for fact in facts)
    output.print_json({"rulec": VERSION, "commit": commit, "facts": rows, "engines": games, "ready": ready})
