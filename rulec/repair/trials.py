"""Verifies whether an edit improves a file: on a reduced file first, then on the whole."""

from __future__ import annotations

import re
import time
from collections import Counter
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

_PART: Final = 0.25  # cost of a partial check, relative to a full one
_ALL: Final = 1_000_000  # no limit of problems
_NAME: Final = re.compile(r"[A-Za-z_]\w*")


class Trials:
    """Trials of edits on a file, limited by its size and by `seconds` of processor time.

    Size alone does not determine the cost of a check: a table row may stand for thousands.
    """

    def __init__(
        self,
        source: SourceText,
        bases: Bases,
        found: Iterable[Diagnostic],
        *,
        seconds: float,
        told: Iterable[Diagnostic] = (),  # without what may be consequences of others
        silent: int = 0,  # problems that may be consequences of others, and are not told
        goes_on: Callable[[], None] = lambda: None,  # raises to abort all trials
    ) -> None:
        self._goes_on = goes_on
        self._seconds = seconds
        self._ends = time.process_time() + seconds
        self.source, self.bases = source, bases
        self.silent = silent
        errors = [one for one in found if one.severity == "error"]
        self.most = len(errors) - 1
        self._unread = any(one.code == "R110" for one in errors)  # lines that trials do not guess at
        self.in_line = Counter((one.span.file, one.span.line) for one in told if one.severity == "error")
        self.size = max(len(source.text), 1)
        self.left = self._most_tries()
        self.kept: Kept | None = None
        self.clean = False  # whether the last trial left no errors

    def renew(self) -> None:
        """Allow as many trials again, in as much time."""
        self.left = self._most_tries()
        self._ends = time.process_time() + self._seconds
        if self._unread and self.most > 0:
            self._unread = False
            self._count_as_in_trials()

    def _count_as_in_trials(self) -> None:
        """Count the problems of the unchanged file as a trial does, without guesses at unread lines."""
        try:
            trial = Trial(("", 0), _ALL)
            check_rules(read_rules(self.source, trial, self.bases, self._keeping()), trial)
        except Exception:  # as in `better`
            return
        self.left -= 1
        self.most = max(self.most, sum(one.severity == "error" for one in trial.found) - 1)
        self.silent = max(self.silent, trial.silent)

    def _keeping(self) -> Kept:
        """Return the parts of the unchanged file that trials share."""
        if self.kept is None:
            self.kept = Kept()
            read_rules(self.source, Trial(("", 0), self.most + 1), self.bases, self.kept)
            self.size = max(self.size, sum(len(one[1]) for one in self.kept.known.values()))
            self.left = min(self.left, limits.MENDING_CHARACTERS / self.size)
            self.kept.keeping = False
        self.kept.fresh = []
        return self.kept

    def next_line(self) -> None:
        """Allow as many trials for another line, in the remaining time."""
        self.left = self._most_tries() if time.process_time() < self._ends else 0

    def _most_tries(self) -> float:
        return min(limits.MENDING_CHARACTERS / self.size, float(limits.MENDING_TRIES))

    def better(self, text: str, line: int) -> bool:
        """Return whether the line has no errors and the file has fewer than before."""
        self._goes_on()
        try:
            return self._better(text, line)
        except Exception:  # an edit may crash the checker; the original diagnostic is kept then
            return False
        finally:
            if time.process_time() > self._ends:
                self.left = 0

    def _better(self, text: str, line: int) -> bool:
        self.clean = False
        kept = self._keeping()
        place = (self.source.name, line)
        added = text.count("\n") - self.source.text.count("\n")
        trial = Trial(place, self.most, added=max(0, added))
        tree = read_rules(SourceText(self.source.name, text), trial, self.bases, kept)
        if trial.is_worse():
            self.left -= _PART
            return False
        if self.size > limits.MENDING_WHOLE and not self._part(tree, place):
            self.left -= _PART
            return False
        self.left -= 1
        game = check_rules(tree, trial)
        if trial.is_worse() or trial.silent > self.silent or (game is None and not trial.failed):
            return False
        if game is not None and not trial.failed:
            check_labels(game, trial)
        self.clean = not trial.failed
        return not trial.is_worse()

    def first(self, text: str, line: int) -> Diagnostic | None:
        """Return the first diagnostic in the line, with the checker's own hint."""
        return next(iter(self.problems(text, line)), None)

    def problems(self, text: str, line: int) -> list[Diagnostic]:
        """Return the diagnostics in the line."""
        self.left -= 1
        report = Reporter()
        tree = read_rules(SourceText(self.source.name, text), report, self.bases)
        check_rules(tree, report)
        place = (self.source.name, line)
        return [one for one in report.sorted() if (one.span.file, one.span.line) == place]

    def _part(self, tree: ast.RulesFile, place: tuple[str, int]) -> bool:
        """Return whether changed declarations fit the file; unrelated rule bodies are omitted."""
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
