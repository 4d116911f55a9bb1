"""Is a file better with an edit? Parts of it are looked at first, and only then all of it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from rulec.base import limits
from rulec.base.diagnostics import Diagnostic, Reporter, Trial
from rulec.base.source_text import SourceText
from rulec.semantics.check import check_rules
from rulec.semantics.examples.option_labels import check_labels
from rulec.syntax import ast
from rulec.syntax.reader import Kept, read_rules
from rulec.syntax.variants.variant import Bases

_PART: Final = 0.25  # what looking at a part costs, compared with all
_NAME: Final = re.compile(r"[A-Za-z_]\w*")


class Trials:
    """Trials of one file, as many as its size allows and `seconds` of processor time.

    The size of a text does not tell what a check costs: one row of a table may stand for thousands.
    """

    def __init__(
        self,
        source: SourceText,
        bases: Bases,
        found: Iterable[Diagnostic],
        *,
        seconds: float,
        goes_on: Callable[[], None] = lambda: None,  # may raise what ends all trials
    ) -> None:
        self._goes_on = goes_on
        self._ends = time.process_time() + seconds
        self.source, self.bases = source, bases
        self.most = sum(one.severity == "error" for one in found) - 1
        self.size = max(len(source.text), 1)
        self.left = min(limits.MENDING_CHARACTERS / self.size, float(limits.MENDING_TRIES))
        self.kept: Kept | None = None
        self.clean = False  # did the last one leave nothing that is wrong?

    def better(self, text: str, line: int) -> bool:
        """Is nothing wrong any more in that line, and less than before elsewhere?"""
        self._goes_on()
        try:
            return self._better(text, line)
        except Exception:  # whatever an edit does to the checker, the file has its message
            return False
        finally:
            if time.process_time() > self._ends:
                self.left = 0

    def _better(self, text: str, line: int) -> bool:
        self.clean = False
        if self.kept is None:
            self.kept = Kept()
            read_rules(self.source, Trial(("", 0), self.most + 1), self.bases, self.kept)
            self.size = max(self.size, sum(len(one[1]) for one in self.kept.known.values()))
            self.left = min(self.left, limits.MENDING_CHARACTERS / self.size)
            self.kept.keeping = False
        self.kept.fresh = []
        place = (self.source.name, line)
        trial = Trial(place, self.most)
        tree = read_rules(SourceText(self.source.name, text), trial, self.bases, self.kept)
        if trial.is_worse():
            self.left -= _PART
            return False
        if self.size > limits.MENDING_WHOLE and not self._part(tree, place):
            self.left -= _PART
            return False
        self.left -= 1
        game = check_rules(tree, trial)
        if trial.is_worse() or (game is None and not trial.failed):
            return False
        if game is not None and not trial.failed:
            check_labels(game, trial)
        self.clean = not trial.failed
        return not trial.is_worse()

    def first(self, text: str, line: int) -> Diagnostic | None:
        """What is wrong with that line, with the hint of the checker itself."""
        self.left -= 1
        report = Reporter()
        tree = read_rules(SourceText(self.source.name, text), report, self.bases)
        check_rules(tree, report)
        place = (self.source.name, line)
        return next((one for one in report.sorted() if (one.span.file, one.span.line) == place), None)

    def _part(self, tree: ast.RulesFile, place: tuple[str, int]) -> bool:
        """Does what was read anew fit the declarations of the file? What rules do is left out elsewhere."""
        assert self.kept is not None
        inside = {(one.span.file, one.span.line) for top in self.kept.fresh for one in top.each()} | {place}
        trial = Trial(place, self.most, inside)
        check_rules(self._reduced(tree, inside), trial)
        return not trial.is_worse()

    def _reduced(self, tree: ast.RulesFile, inside: set[tuple[str, int]]) -> ast.RulesFile:
        assert self.kept is not None
        examples = tuple(one for one in tree.examples if (one.span.file, one.span.line) in inside)
        if examples:
            return replace(tree, examples=examples)
        text = "\n".join(one.text for top in self.kept.fresh for one in top.each())
        words = set(_NAME.findall(text))
        named = {
            one.name.text
            for one in tree.declarations
            if isinstance(one, ast.Rule) and (one.span.file, one.span.line) in inside
        }
        declarations: list[ast.Declaration] = []
        for one in tree.declarations:
            if isinstance(one, ast.Rule) and (one.span.file, one.span.line) not in inside:
                beside = one.name.text in words or named & set(
                    _NAME.findall(self.kept.texts.get(id(one), ""))
                )
                declarations.append(one if beside else replace(one, body=(ast.Nothing(one.span),)))
            else:
                declarations.append(one)
        return replace(tree, declarations=tuple(declarations), examples=())
