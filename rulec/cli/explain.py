"""Command `rulec explain`: diagnostic codes, names of a rules file, programming interface of a game."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulec.cli.completion import complete_codes
from rulec.cli.shared import output
from rulec.cli.shared.files import compiled_rules
from rulec.cli.shared.parameters import Format, OutputFormat, find_file
from rulec.cli.shared.progress import doing
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.base.diagnostic_codes import Explanation
    from rulec.insight.explain import Explained
    from rulec.ir.reports.game_protocol import DecisionRow, NameRow, Protocol
    from rulec.picture.look.codes import LookCode

HELP = (
    "Explain a diagnostic code, a decision or another name of a rules file, or a whole game.\n\n"
    "With --protocol: the decisions, the events of chance, the checkpoints, and every name of positions.",
    "rulec explain R201",
    "rulec explain games/classics/connect_four.rules drop",
    "rulec explain games/classics/connect_four.rules --protocol",
)
_CODE = re.compile(r"[RrLl]\d{3}")


def run(
    what: Annotated[
        str,
        typer.Argument(
            metavar="CODE|FILE",
            help="A code such as R201, or a rules file.",
            show_default=False,
            autocompletion=complete_codes,
        ),
    ],
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]", help="A decision, rule, definition or variable.", show_default=False
        ),
    ] = "",
    protocol: Annotated[
        bool, typer.Option("--protocol", help="Print the full protocol, as a referee needs it.")
    ] = False,
    all_: Annotated[
        bool, typer.Option("--all", help="With --protocol: list every name, and the meaning of each option.")
    ] = False,
    format_: OutputFormat = Format.text,
) -> None:
    if _CODE.fullmatch(what) and not name and not protocol:
        _explain_code(what, format_)
        return
    if protocol and name:
        raise RulecError("--protocol is about the whole game", "leave the name out")
    what = find_file(what)
    compiled = compiled_rules(what)
    if protocol:
        with doing(f"compiling {what}"):
            table = compiled.protocol(whole=all_ or format_ is Format.json)
        if format_ is Format.json:
            output.print_json(dataclasses.asdict(table))
        else:
            _print_protocol(table, all_)
        return
    with doing(f"compiling {what}"):
        found = [compiled.explained(one) for one in ([name] if name else compiled.decision_names())]
    if format_ is Format.json:
        output.print_json([dataclasses.asdict(one) for one in found])
        return
    for number, one in enumerate(found):
        if number:
            print()
        _print_name(what, one)


# --- codes ----------------------------------------------------------------------------------------------


def _explain_code(code: str, format_: Format) -> None:
    from rulec.base.diagnostic_codes import codes, explain
    from rulec.base.diagnostics import did_you_mean

    one = explain(code)
    if one is None:
        from rulec.picture.look.codes import CODES

        of_look = CODES.get(code.upper())
        if of_look is None:
            known = (*codes(), *CODES)
            raise RulecError(f"there is no code {code.upper()}", did_you_mean(code.upper(), known))
        _print_look_code(of_look, format_)
        return
    if format_ is Format.json:
        bad, good = one.shown(one.bad), one.shown(one.good)
        output.print_json({"code": one.code, "title": one.title, "text": one.text, "bad": bad, "good": good})
        return
    _print_code(one)


def _print_look_code(one: LookCode, format_: Format) -> None:
    """Print the explanation of a look file code."""
    if format_ is Format.json:
        output.print_json(one._asdict())
    else:
        _print_explanation(one.code, one.title, one.text, one.bad, one.good)


def _print_code(one: Explanation) -> None:
    _print_explanation(one.code, one.title, one.text, one.shown(one.bad), one.shown(one.good))


def _print_explanation(code: str, title: str, text: str, bad: str, good: str) -> None:
    import textwrap

    print(output.paint(f"{code}: {title}", "bold"))
    print()
    print(textwrap.fill(text, min(output.width(), 100)))
    for word, example in (("wrong", bad), ("right", good)):
        print(f"\n{output.paint(word + ':', 'dim')}\n")
        print(textwrap.indent(example, "    "))


# --- names ----------------------------------------------------------------------------------------------


def _print_name(file: str, one: Explained) -> None:
    print(output.paint(f"{one.kind} {one.name}", "bold"))
    output.rows(list(one.facts))
    _print_rows(file, one.rows)
    for group in one.options:
        print(f"  {group.what}")
        doubts = [("  doubt" if n == 0 else "", cause) for n, cause in enumerate(group.causes)]
        output.rows([("  if", group.condition), ("  legal", group.legality), *doubts])
    if one.words:
        print("  made of")
        _print_rows(file, one.words)
    if one.uses:
        print("  named in")
        _print_rows(file, one.uses)
    if one.in_examples:
        print(f"  and in {output.count(one.in_examples, 'line')} of examples")


def _print_rows(file: str, rows: Any) -> None:
    for row in rows:
        print(f"{row.line:>7} | {row.text}" + (f"    # {row.base}" if row.base else ""))


# --- the protocol ---------------------------------------------------------------------------------------


def _print_protocol(one: Protocol, whole: bool) -> None:
    players = " or ".join(map(str, one.players))
    print(output.paint(f"{one.title} ({one.name}), {players} players", "bold"))
    print("\nDecisions, asked one after the other; a label is the decision, a colon, the option.")
    for row in one.decisions:
        if row.place == 1:
            more = f" (one decision, asked at {row.places} places)" if row.places > 1 else ""
            print(f"\n  {output.paint(row.name, 'bold')}{more}: ", end="")
        else:
            print("    and ", end="")
        print(f"in `{row.rule}`, line {row.line}" + _cited(row.cited))
        facts = [("who", row.who), ("label", row.label), *(_options_of(row, whole))]
        if row.order:
            facts.append(("order", row.order))
        output.rows([*facts, ("then", _following(row.then, row.ends))])
    print("\nEvents of chance; in explicit mode their outcomes are played like options.")
    for event in one.chance:
        lines = ", ".join(map(str, event.lines))
        print(f"  {event.name}: {_some(event.labels, whole)} (in {', '.join(event.rules)}; line {lines})")
    if not one.chance:
        print("  none")
    print("\nCheckpoints, for `State.setup(at=...)` and `at` in examples.")
    for point in one.checkpoints:
        print(f"  {point.form}")
    if not one.checkpoints:
        print("  none")
    print("\nNames of positions: `to_dict()`, and the edits of `State.setup`. Seats count from 1.")
    _print_names(one.names)
    print("\nBeside them, in dictionaries only")
    _print_names(one.meta)
    if one.locals:
        print("\nLocals of rules, in `pending`")
        _print_names(one.locals)
    print(f"\nLines of the score: {'; '.join(one.score) or 'none'}")


def _print_names(names: tuple[NameRow, ...]) -> None:
    rows = []
    for one in names:
        more = [f"line {one.line}"] if one.line else []
        rows.append((one.path, "; ".join([one.form, *more]) + (f"  # {one.meaning}" if one.meaning else "")))
    output.rows(rows)


def _cited(text: str) -> str:
    return f" [{text}]" if text else ""


def _options_of(row: DecisionRow, whole: bool) -> Iterator[tuple[str, str]]:
    """Yield rows on option groups: ids, condition, meaning, consequences."""
    for group in row.options:
        last = group.first + len(group.labels) - 1
        ids = f"ids {group.first} to {last}" if last > group.first else f"id {last}"
        what = f"{group.kind}: {_some(group.labels, whole)}" if group.kind else group.labels[0]
        yield "options", f"{what} ({ids}){'; if it can be completed' * group.searched}"
        if group.when:
            yield "  if", group.when
        told = group.meanings.items()
        if not group.kind:
            yield from (("  means", text) for _, text in told)
        elif whole:
            yield from (("  means", f"{label}: {text}") for label, text in told)
        if (group.then, group.ends) != (row.then, row.ends):
            yield "  then", _following(group.then, group.ends)


def _following(names: tuple[str, ...], ends: bool) -> str:
    return ", ".join([*names, *(["the end of the game"] if ends or not names else [])])


def _some(labels: tuple[str, ...], whole: bool) -> str:
    if whole or len(labels) <= 12:
        return ", ".join(labels)
    return f"{', '.join(labels[:4])} ... {labels[-1]} ({len(labels)})"
