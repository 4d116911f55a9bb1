"""Command `rulec cache`: shows and clears the cache of compiled engines."""

from __future__ import annotations

import typer

from rulec.cli.shared import output
from rulec.cli.shared.command_group import Commands
from rulec.cli.shared.parameters import Format, OutputFormat, command

app = typer.Typer(
    cls=Commands,
    help="Inspect or clear the cache of compiled engines.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(**command("Show the place and the contents of the cache.", "rulec cache info --format json"))
def info(format_: OutputFormat = Format.text) -> None:
    from rulec.native.cache import Cache

    found = Cache.default().info()
    if format_ is Format.json:
        output.print_json({"folder": str(found.folder), "builds": found.entries, "bytes": found.bytes})
        return
    print(f"{found.folder}: {output.count(found.entries, 'build')}, {_size(found.bytes)}")


@app.command(**command("Remove all entries that are not being built.", "rulec cache clean"))
def clean(format_: OutputFormat = Format.text) -> None:
    from rulec.native.cache import Cache

    cache = Cache.default()
    before = cache.clean()
    after = cache.info()
    builds, size = before.entries - after.entries, max(0, before.bytes - after.bytes)
    if format_ is Format.json:
        output.print_json({"folder": str(before.folder), "removed": builds, "bytes": size})
        return
    print(f"{before.folder}: removed {output.count(builds, 'build')}, {_size(size)}")


def _size(number: int) -> str:
    """Human-readable size."""
    if number < 1024:
        return output.count(number, "byte")
    return f"{number / 1024:,.0f} KiB" if number < 2**20 else f"{number / 2**20:,.1f} MiB"
