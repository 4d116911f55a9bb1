"""Open documents over the file system, with their front-end results."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Final

from rulec.base.base_lookup import LAST, SUFFIX
from rulec.base.diagnostics import Diagnostic, Reporter
from rulec.base.fast_dataclass import dataclass
from rulec.base.source_text import SourceText, Span
from rulec.editor.declarations import example_lines, is_variant, syntax_problems
from rulec.editor.document import Document
from rulec.editor.line_slack import LineSlack
from rulec.editor.name_index import NameIndex
from rulec.errors import RulecError
from rulec.frontend import Checked, Library, Memory, check, read_source
from rulec.semantics.scope import Resolution

_KEPT: Final = 8  # maximal number of cached analyses
_NEAR: Final = 400  # maximal number of files searched for variants


class Cancelled(Exception):
    """The text changed; the result is obsolete."""


class _Cancellable(Reporter):
    """Reporter that aborts between declarations when cancelled."""

    def __init__(self, cancelled: Callable[[], bool]) -> None:
        super().__init__()
        self._cancelled = cancelled

    def settle(self) -> None:
        if self._cancelled():
            raise Cancelled


@dataclass(frozen=True)
class Analysis:
    """Front-end result with the lines that it is about."""

    document: str
    lines: tuple[str, ...]
    checked: Checked
    resolution: Resolution
    kept: dict[str, object] = field(default_factory=dict)  # derived data

    @cached_property
    def names(self) -> NameIndex:
        return NameIndex(self.checked, self.resolution)

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        return self.checked.diagnostics

    def lines_of(self, file: str) -> Sequence[str]:
        """Lines of a file that a span refers to."""
        source = self.checked.files.get(file)
        return self.lines if source is None else source.lines


@dataclass(frozen=True)
class _Early:
    """Problems found before the search for edits that mend the text."""

    lines: tuple[str, ...]
    problems: tuple[Diagnostic, ...]
    is_complete: bool


class _Memories:
    """Parts of the last checks of an open document: as it is, and with room below its declarations."""

    def __init__(self) -> None:
        self.plain, self.spaced, self.slack = Memory(), Memory(findings_only=True), LineSlack()


class Workspace:
    """Open documents and their last analyses, keyed by absolute path."""

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}
        self.folders: list[Path] = []
        self.option_ids: dict[str, dict[str, str]] = {}  # file -> decision -> ids of its options, as saved
        self._analyses: OrderedDict[str, Analysis] = OrderedDict()
        self._memories: OrderedDict[str, _Memories] = OrderedDict()  # of open documents
        self._early: dict[str, _Early] = {}
        self._lock = Lock()

    # --- documents --------------------------------------------------------------------------------

    def open(self, path: str, text: str, version: int = 0) -> Document:
        document = self.documents[path] = Document(path, text, version)
        return document

    def close(self, path: str) -> None:
        self.documents.pop(path, None)
        self.option_ids.pop(path, None)
        for known in (self._analyses, self._memories, self._early):
            known.pop(path, None)

    def document(self, path: str) -> Document | None:
        """Open document, else the file on disk."""
        found = self.documents.get(path)
        if found is not None:
            return found
        try:
            return Document(path, read_source(path).text)
        except RulecError:
            return None

    def lines_of(self, path: str) -> Sequence[str]:
        found = self.document(path)
        return [] if found is None else found.lines

    @property
    def library(self) -> Library:
        return Library(unsaved={path: one.text for path, one in list(self.documents.items())})

    # --- analyses ---------------------------------------------------------------------------------

    def analyse(self, path: str, *, cancelled: Callable[[], bool] = lambda: False) -> Analysis | None:
        """Analyse the current text; same result as `rulec check`."""
        document = self.document(path)
        if document is None:
            return None
        known = self._analyses.get(path)
        if known is not None and self.is_current(known):
            return known
        resolution, report = Resolution(), _Cancellable(cancelled)
        source = document.source
        memories = self._memory(path)
        memory = None if memories is None else memories.plain
        checked = check(source, self.library, report=report, resolution=resolution, memory=memory)
        found = Analysis(path, source.lines, checked, resolution)
        self._keep(found)
        return found

    def _memory(self, path: str) -> _Memories | None:
        if path not in self.documents:
            return None
        with self._lock:
            found = self._memories.setdefault(path, _Memories())
            self._memories.move_to_end(path)
            while len(self._memories) > _KEPT:
                self._memories.popitem(last=False)
            return found

    def early_problems(
        self, path: str, *, examples: bool = True, cancelled: Callable[[], bool] = lambda: False
    ) -> tuple[Diagnostic, ...]:
        """All diagnostics of the current text, without the search for edits that mend it.

        Repeated after an edit, it costs a fraction of `analyse`, which differs in the first error at most:
        its hint, place and message. `quick_problems` returns the same until the text changes. Without
        `examples`, an edit of the declarations leaves them for later (`waits_for_examples`); until then, what
        was found in them moves along with their lines.
        """
        document = self.document(path)
        if document is None:
            return ()
        source = document.source
        examples = examples or is_variant(source.lines)  # whose patches may contain examples
        checked, found = self._unmended(path, source, examples, cancelled)
        if not checked.is_complete:
            found = self._with_earlier_examples(path, source.lines, found)
        if path in self.documents:
            self._early[path] = _Early(source.lines, found, checked.is_complete)
        return found

    def problems_after(self, path: str, text: str) -> tuple[Diagnostic, ...]:
        """All diagnostics of another text of the document, without hints that mend it."""
        memories = self._memory(path)
        memory = None if memories is None else memories.plain
        return check(SourceText(path, text), self.library, mending=False, memory=memory).diagnostics

    def _unmended(
        self, path: str, source: SourceText, examples: bool, cancelled: Callable[[], bool]
    ) -> tuple[Checked, tuple[Diagnostic, ...]]:
        """Check a text with room below its declarations, or as it is if a message counts lines."""

        def checked(text: SourceText, memory: Memory | None) -> Checked:
            report = _Cancellable(cancelled)
            return check(text, self.library, mending=False, examples=examples, report=report, memory=memory)

        memories = self._memory(path)
        if memories is not None:
            with self._lock:
                spaced = memories.slack.spaced(source)
            found = checked(spaced.source, memories.spaced)
            own = spaced.own(found.diagnostics)
            if own is not None:
                return found, own
        found = checked(source, None if memories is None else memories.plain)
        return found, found.diagnostics

    def _with_earlier_examples(
        self, path: str, lines: Sequence[str], found: Sequence[Diagnostic]
    ) -> tuple[Diagnostic, ...]:
        """Add earlier findings in unchanged lines of examples."""
        known = self._early.get(path) or self._analyses.get(path)
        if known is None:
            return tuple(found)
        inside = example_lines(lines)
        seen = {(one.code, one.span.line) for one in found}
        kept = LineMap(known.lines, lines).kept(known.problems, path)
        added = [one for one in kept if one.span.line in inside and (one.code, one.span.line) not in seen]
        return tuple(sorted([*found, *added], key=Diagnostic.sort_key))

    def waits_for_examples(self, path: str) -> bool:
        """Check whether the last early check of this text left out its examples."""
        early = self._early.get(path)
        return early is not None and not early.is_complete and self.lines_of(path) == list(early.lines)

    def last(self, path: str) -> Analysis | None:
        """Last analysis, possibly of an older text."""
        return self._analyses.get(path)

    def is_current(self, analysis: Analysis) -> bool:
        """Check that the text and its base games are unchanged since the analysis."""
        if self.lines_of(analysis.document) != list(analysis.lines):
            return False
        bases = analysis.checked.tree.bases
        if not bases and is_variant(analysis.lines):
            return False  # its missing base may exist now
        return all(list(base.lines) == self.lines_of(base.name) for base in bases)

    def _keep(self, found: Analysis) -> None:
        with self._lock:
            self._analyses[found.document] = found
            self._analyses.move_to_end(found.document)
            while len(self._analyses) > _KEPT:
                self._analyses.popitem(last=False)

    def forget(self, path: str) -> None:
        """Invalidate analyses of a changed file and its dependents."""
        with self._lock:
            for one in [path, *(p for p, a in self._analyses.items() if _builds_on(a, path))]:
                self._analyses.pop(one, None)
                self._early.pop(one, None)

    def dependents(self, path: str) -> list[str]:
        """Open variants of a file, including those whose base is missing or whose first check goes on."""
        found = []
        for one, document in list(self.documents.items()):
            analysis = self._analyses.get(one)
            stale = (
                Path(path).stem in _parents(document.lines)
                if analysis is None
                else _builds_on(analysis, path)
            )
            if stale and one != path:
                found.append(one)
        return found

    # --- problems ---------------------------------------------------------------------------------

    def quick_problems(self, path: str) -> list[Diagnostic]:
        """Syntax errors of the current text, with earlier diagnostics moved along."""
        document = self.document(path)
        if document is None:
            return []
        early = self._early.get(path)
        if early is not None and document.lines == list(early.lines):
            return list(early.problems)
        found = [] if is_variant(document.lines) else syntax_problems(path, document.lines)
        last = self.last(path)
        if last is None:
            return found
        seen = {(one.code, one.span.line) for one in found}
        kept = LineMap(last.lines, document.lines).kept(last.problems, path)
        found += [one for one in kept if (one.code, one.span.line) not in seen]
        return sorted(found, key=Diagnostic.sort_key)

    # --- files near by ----------------------------------------------------------------------------

    def rules_files(self, near: str) -> list[str]:
        """Related rules files: in the folder, below it, and in a folder `games` above."""
        root = Path(near).parent
        top = next((one for one in (root, *root.parents) if one.name == LAST), root)
        found = {path for path in self.documents if path.endswith(SUFFIX)}
        for number, path in enumerate(_walk(top)):
            if number >= _NEAR:
                break
            found.add(str(path))
        return sorted(found)

    def all_files(self) -> list[str]:
        found = {path for path in self.documents if path.endswith(SUFFIX)}
        for folder in self.folders:
            found |= {str(path) for _, path in zip(range(_NEAR), _walk(folder), strict=False)}
        return sorted(found)

    def variants_of(self, path: str) -> list[str]:
        """Variants of a game, transitively."""
        parents = {one: _parents(self.lines_of(one)) for one in self.rules_files(path) if one != path}
        found: list[str] = []
        names = {Path(path).stem}
        while True:
            more = [one for one, of in parents.items() if one not in found and of & names]
            if not more:
                return found
            found += more
            names |= {Path(one).stem for one in more}

    def in_family(self, path: str) -> Iterator[Analysis]:
        """Yield analyses of a file and all its variants."""
        for one in (path, *self.variants_of(path)):
            found = self.analyse(one)
            if found is not None:
                yield found


def _builds_on(analysis: Analysis, path: str) -> bool:
    return path in analysis.checked.files or Path(path).stem in _parents(analysis.lines)


class LineMap:
    """Mapping of lines from an older text to the current one, outside the changed region."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self.same = next(
            (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a is not b and a != b),
            min(len(old), len(new)),
        )
        self.tail = 0
        most = min(len(old), len(new)) - self.same
        while self.tail < most and old[-1 - self.tail] == new[-1 - self.tail]:
            self.tail += 1
        self.before, self.after = len(old), len(new)

    def new(self, line: int) -> int | None:
        """Current number of an older line, from 0; None if changed."""
        if line < self.same:
            return line
        return line + self.after - self.before if line >= self.before - self.tail else None

    def old(self, line: int) -> int | None:
        if line < self.same:
            return line
        return line + self.before - self.after if line >= self.after - self.tail else None

    def kept(self, problems: Iterable[Diagnostic], path: str) -> Iterator[Diagnostic]:
        """Yield the problems in unchanged lines, moved along; syntax errors are found anew."""
        for one in problems:
            is_here = one.span.file == path and not one.code.startswith("R1")
            if is_here and self.new(one.span.line - 1) is not None:
                yield replace(one, span=self.span(one.span) or one.span)

    def span(self, span: Span) -> Span | None:
        """Span in the newer text; None if its lines changed."""
        first, last = self.new(span.line - 1), self.new(span.end_line - 1)
        if first is None or last is None:
            return None
        return Span(span.file, first + 1, span.column, last + 1, span.end_column)


def _walk(top: Path) -> Iterator[Path]:
    """Yield rules files below a folder, without hidden folders."""
    for folder, inner, files in os.walk(top):
        inner[:] = sorted(one for one in inner if not one.startswith(".") and one != "node_modules")
        yield from (Path(folder, name) for name in sorted(files) if name.endswith(SUFFIX))


def _parents(lines: Sequence[str]) -> set[str]:
    """Names of a variant's base games."""
    for line in lines:
        if line.startswith("variant ") and '"' in line:
            behind = line.rpartition('"')[2].strip().removeprefix("of").rstrip()
            return {one.strip() for one in behind.partition(":")[0].replace(" and ", ",").split(",")}
    return set()
