"""Parses a player's input: number or name of an option, or a command."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rulec.base.diagnostics import did_you_mean

COMMANDS = {
    "undo": "take back your last decision",
    "show": "draw the position again; `show all` with all that is empty or off the board",
    "? NAME": "what a name means: a row of a table, a decision, anything of the rules",
    "why NAME": "why an option is offered or not, with the lines of the rules; `why` alone: all options",
    "random": "choose one of the options at random",
    "moves": "list what was played",
    "save FILE": "keep the game as a trace; as a position if FILE ends in .json or .bytes",
    "help": "this list",
    "quit": "leave the game",
}
_WORDS = {name.split()[0]: name.split()[0] for name in COMMANDS} | {"q": "quit", "exit": "quit"}
# Arguments of each command; None: any text.
_TAKES = {"save": None, "?": None, "why": None, "show": ("all",)}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Option:
    """Option of the pending decision; `label` is its full name, `text` the part after the decision's.

    `said` is its display text, if more informative.
    """

    index: int
    action: int
    label: str
    text: str
    said: str = ""


@dataclass(frozen=True)
class Choice:
    option: Option


@dataclass(frozen=True)
class Command:
    name: str
    argument: str = ""


@dataclass(frozen=True)
class NotUnderstood:
    message: str
    hint: str = ""


Answer = Choice | Command | NotUnderstood


def numbered(options: Sequence[Option]) -> bool:
    """Check whether options are chosen by number: not if they are numbers themselves."""
    return not any(option.text.isdigit() for option in options)


def signs(options: Sequence[Option]) -> dict[Option, str]:
    """Key of each option: its number, or a letter beside numeric options."""
    if numbered(options):
        return {option: str(option.index + 1) for option in options}
    words = [option for option in options if not option.text.isdigit()]
    taken = {option.text.lower() for option in options} | set(_WORDS)
    letters = [letter for letter in _LETTERS if letter not in taken]
    return dict(zip(words, letters, strict=False))


def parse_answer(text: str, options: Sequence[Option], asked: Collection[str] = ()) -> Answer:
    """Interpret an input line; full labels take precedence over commands.

    `asked` holds all options that the decision ever offers.
    """
    text = " ".join(text.split())
    labels = {" ".join(option.label.lower().split()): option for option in options}
    if text.lower() in labels:
        return Choice(labels[text.lower()])
    if numbered(options) and text.isdecimal():
        number = int(text[:9])
        if 1 <= number <= len(options):
            return Choice(options[number - 1])
        return NotUnderstood(f"there is no option {text[:9]}", f"they are 1 to {len(options)}")
    for option, sign in signs(options).items():
        if text.lower() == sign:
            return Choice(option)
    word, _, argument = (f"? {text[1:].strip()}".strip() if text.startswith("?") else text).partition(" ")
    command = _WORDS.get(word.lower())
    taken = _TAKES.get(command or "", ())
    if command is not None and (not argument or taken is None or argument in taken):
        return Command(command, argument)
    names = {" ".join(option.text.lower().split()): option for option in options}
    if text.lower() in names:
        return Choice(names[text.lower()])
    known = {one.lower() for one in asked}
    if text.lower().rpartition(": ")[2] in known:
        return NotUnderstood(f"`{text[:80]}` is not offered now", "the list above has all that can be chosen")
    close = did_you_mean(
        text, [*(option.text for option in options), *(option.label for option in options), *_WORDS]
    )
    return NotUnderstood(f"`{text[:80]}` is not an option here", close or "`help` lists what can be typed")
