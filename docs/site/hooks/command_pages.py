"""The reference of the commands, from the program itself: what `rulec COMMAND --help` says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer

URI = "commands.md"


def page() -> str:
    from rulec.cli.app import app

    root: Any = typer.main.get_command(app)
    lines = [
        "# Commands",
        "",
        "Everything that `rulec COMMAND --help` says. [The command line](command_line.md) describes what all "
        "commands share: exit codes, JSON, environment variables, completion.",
        "",
    ]
    with root.make_context("rulec", [], resilient_parsing=True) as context:
        for path, command, inner in _commands(root, context):
            lines += [f"## {path}", "", *_described(command), ""]
            lines += [
                "```text",
                _usage(command, inner),
                "```",
                "",
                *_parameters(command, inner),
                *_examples(command),
            ]
    return "\n".join(lines) + "\n"


def _commands(group: Any, context: Any) -> Iterator[tuple[str, Any, Any]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        with command.make_context(name, [], parent=context, resilient_parsing=True) as inner:
            if hasattr(command, "list_commands"):
                yield from _commands(command, inner)
            else:
                yield inner.command_path, command, inner


def _described(command: Any) -> list[str]:
    return [" ".join(one.split()) + "\n" for one in re.split(r"\n\s*\n", command.help or "")]


def _usage(command: Any, context: Any) -> str:
    return " ".join([context.command_path, *command.collect_usage_pieces(context)])


def _parameters(command: Any, context: Any) -> list[str]:
    rows = [record for one in command.params if (record := one.get_help_record(context))]
    arguments = [
        (one.metavar or one.name, one.help)
        for one in command.params
        if one.param_type_name == "argument" and not one.get_help_record(context)
    ]
    lines = [f"| `{_cell(name)}` | {_cell(text or '')} |" for name, text in [*arguments, *rows]]
    return ["| argument or option | meaning |", "| --- | --- |", *lines, ""]


def _examples(command: Any) -> list[str]:
    lines = [line.strip() for line in (command.epilog or "").splitlines()]
    shown = [line for line in lines if line and line not in ("\b", "Examples:")]
    return ["```sh", *shown, "```", ""] if shown else []


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
