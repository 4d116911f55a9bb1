"""Scaffolds of `rulec new`: a minimal game, or a variant of an existing game.

Both are written to be read and changed. A variant is checked before it is returned: with its changed value it
passes the checks and its example holds, and its commented-out patches pass the checks, too.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from rulec import compiler, frontend
from rulec.base.source_text import SourceText, Span
from rulec.errors import RulecError
from rulec.insight.tunables import P1, Value, length_of, values_of
from rulec.interp.examples import SEEDS, ExampleRunner
from rulec.interp.face import interpret
from rulec.syntax.patch_targets import Point, point_of, squeezed

_TRIED: Final = 5  # values tried: each takes as long as `rulec check`
_PROPOSED: Final = 2  # patches of each sort
_COLUMN: Final = 52  # of comments

_ANY_TITLE: Final = "Title of the variant"

_GAME: Final = """\
# {title}: whoever takes the last stone gets 5 points more. Text after a # is a comment.
#
# Play it:           rulec play {file}
# Find mistakes:     rulec check {file} --watch
# Run the example:   rulec test {file}

game "{title}"
  players 2 to 4
  length 12                             # the longest game has so many decisions

the game has:
  stones: 0 to 12, starts 12            # a number that all share
  last_one: maybe player, starts none   # who took a stone last

each player has:
  taken: 0 to 12                        # a number of each player's own, 0 to begin with

play:
  repeat until stones = 0:
    each player acting in seat order:
      if stones >= 1: turn

turn:                                   # whoever's turn it is is called `me`
  choose n from 1 to lesser of stones and 3 as take
  lower stones by n
  raise my taken by n
  set last_one to me

score:                                  # most points win
  "Stones": my taken
  "The last one": 5 if last_one is me else 0

ties: most my taken

# An example is a position and what must come of it: `rulec test` carries it out.
example "the last stones":
  players 2
  at turn of p2
  given stones is 2, p1's taken is 7, p2's taken is 3
  offered "take: 1", "take: 2"
  not offered "take: 3"
  play "take: 2"
  then p2's score("Stones") = 5, p2's score = 10, p1's score = 7
"""


def first_game(title: str, file: str) -> SourceText:
    return SourceText(file, _GAME.format(title=title, file=Path(file).name))


def first_variant(title: str, file: str, base: frontend.Checked) -> SourceText:
    """Return a variant of a valid game."""
    return _Variant(title, file, base).written()


def variant_template(base: frontend.Checked) -> str:
    """Return the text of a variant of this game, without its title (see `titled`)."""
    return first_variant(_ANY_TITLE, "variant.rules", base).text


def titled(template: str, title: str) -> str:
    return template.replace(_ANY_TITLE, title)


class _Variant:
    def __init__(self, title: str, file: str, base: frontend.Checked) -> None:
        self.title, self.file, self.base = title, file, base.source
        assert base.game is not None
        self.game, self.checked = base.game, base
        self.library = frontend.Library({Path(one.name).stem: one for one in base.files.values()})
        self.outline = frontend.logical_lines(base.source, self.library)
        self.players = min(frontend.players_of(base))

    def written(self) -> SourceText:
        values = values_of(self.outline)
        changed, fact = self._change(values)
        left = [one for one in values if one != changed]
        blocks = [[self._line(one, one.printed)] for one in _some_of_each(left)]
        own = [one for one in values if one.owned]
        kept = self._accepted(changed, fact, blocks + self._score() + self._turn(own))
        return self._text(changed, fact, kept)

    # --- the change, and its example --------------------------------------------------------------------

    def _change(self, values: tuple[Value, ...]) -> tuple[Value | None, str]:
        for value in values[:_TRIED]:
            for number in value.others:
                changed = replace(value, given=number)
                fact = f"then {value.called} = {number}"
                if self._holds(changed, fact):
                    return changed, fact
        fact = self._offer()
        for other in (length_of(self.outline), None):
            if self._holds(other, fact):
                return other, fact
        raise RulecError(
            f"no variant of {self.base.name} was found that is accepted",
            "write it by hand, as `Variants` in docs/language.md shows",
        )

    def _offer(self) -> str:
        """Return an `offered` line with an option of the first decision under every chance outcome."""
        game = interpret(compiler.to_program(self.checked))
        states = [game.State(self.players, seed) for seed in SEEDS]
        labels = [[one.action_to_string(action) for action in one.legal_actions()] for one in states]
        common = [one for one in labels[0] if all(one in others for others in labels)]
        return f'offered "{common[0]}"' if common else "then p1's score = p1's score"

    def _holds(self, value: Value | None, fact: str) -> bool:
        """Check whether the variant passes the checks and its example holds."""
        checked = frontend.check(self._text(value, fact, []), self.library)
        if not checked.ok:
            return False
        # Look-ahead determines the offered options; its planning takes most of the time of a large game.
        program = compiler.to_program(checked, to_be_played=fact.startswith("offered"))
        runner = ExampleRunner(compiler.to_examples(checked, program))
        return all(one.ok for one in runner.run(interpret(program)))

    # --- proposed patches -------------------------------------------------------------------------------

    def _score(self) -> list[list[str]]:
        for line in self.outline:
            point = point_of(line) or Point("", "")
            clause = next((one for one in line.children if one.text.startswith('"')), None)
            if point.sort == "score" and clause is not None:
                return [["in score:", "  " + self._noted(squeezed(clause.text), clause.span)]]
        return []

    def _turn(self, own: list[Value]) -> list[list[str]]:
        """Propose an addition to a turn."""
        for line in self.outline if own else ():
            if point_of(line) == Point("turn"):
                text = f"before turn: raise my {own[0].called.removeprefix(P1)} by 1"
                return [[self._noted(text, line.span)]]
        return []

    def _accepted(self, changed: Value | None, fact: str, blocks: list[list[str]]) -> list[list[str]]:
        """Return the blocks that pass the checks once uncommented, together."""
        if self._stand(changed, fact, blocks):
            return blocks
        kept: list[list[str]] = []
        for one in blocks:
            kept += [one] if self._stand(changed, fact, [*kept, one]) else []
        return kept

    def _stand(self, changed: Value | None, fact: str, blocks: list[list[str]]) -> bool:
        return frontend.check(self._text(changed, fact, blocks, mark=""), self.library).ok

    # --- the text ---------------------------------------------------------------------------------------

    def _text(
        self, changed: Value | None, fact: str, blocks: list[list[str]], mark: str = "# "
    ) -> SourceText:
        name, file = Path(self.base.name).stem, Path(self.base.name).name
        lines = [
            f"# {self.title}: {self.game.title}, changed. Text after a # is a comment.",
            "#",
            f"# Only differences are listed here; the rest is read from {file}.",
            "# `Variants` in docs/language.md lists all ways to change a game.",
            "",
            f'variant "{self.title}" of {name}:',
        ]
        if changed is not None:
            lines += [f"  {self._line(changed, changed.given)}"]
        if blocks:
            lines += [
                "",
                "  # Take away a `# ` to patch more. Values are the printed ones; `before` adds to a rule.",
            ]
            lines += [f"  {mark}{line}" for block in blocks for line in block]
        lines += [
            "",
            "  add:",
            '    example "how it begins":',
            f"      players {self.players}",
            f"      {fact}",
        ]
        return SourceText(self.file, "\n".join(lines) + "\n")

    def _line(self, value: Value, number: int) -> str:
        told = "" if number == value.printed else f"{value.printed} "
        return self._noted(f"{value.patch} {number}", value.span, told)

    def _noted(self, text: str, span: Span, told: str = "") -> str:
        where = f"{Path(span.file).name}, line {span.line}"
        return f"{text.ljust(_COLUMN)} # {told}{'in ' * bool(told)}{where}"


def _some_of_each(values: list[Value]) -> list[Value]:
    own = [one for one in values if one.owned][:_PROPOSED]
    cells = [one for one in values if one.patch.startswith("change ")][:_PROPOSED]
    return (
        own + [one for one in values if one not in own and one.patch.startswith("set ")][:_PROPOSED] + cells
    )
