"""`rulec doctor`: what this machine has of what a build needs."""

from __future__ import annotations

import typer

from rulec.cli import output
from rulec.cli.parameters import Format, OutputFormat
from rulec.cli.run import FINE, WRONG_USAGE
from rulec.version import VERSION

HELP = ("Tell what is installed, and what a build would miss.", "rulec doctor", "rulec doctor --format json")


def run(format_: OutputFormat = Format.text) -> None:
    from rulec.native.cache import Cache
    from rulec.native.doctor import examine

    facts = examine(Cache.default())
    missing = any(fact.missing for fact in facts)
    if format_ is Format.json:
        rows = [{"what": f.what, "found": f.found, "missing": f.missing, "hint": f.hint} for f in facts]
        output.print_json({"rulec": VERSION, "facts": rows, "ready": not missing})
        raise typer.Exit(WRONG_USAGE if missing else FINE)
    print(f"rulec {VERSION}")
    width = max(len(fact.what) for fact in facts)
    for fact in facts:
        mark = output.paint("missing", "red") if fact.missing else output.paint("ok     ", "green")
        print(f"  {mark}  {fact.what.ljust(width)}  {fact.found}")
        if fact.hint:
            print(f"  {' ' * 7}  {' ' * width}  {output.paint('hint:', 'cyan')} {fact.hint}")
    if missing:
        print("checking and playing work; building does not until what is missing is installed")
        raise typer.Exit(WRONG_USAGE)
    output.next_command("rulec build FILE")
