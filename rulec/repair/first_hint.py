"""Repair hints for the first problem of a file and for phrases in other lines, verified by trials."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from rulec.base import limits
from rulec.base.diagnostics import Diagnostic
from rulec.base.source_text import SourceText, Span
from rulec.repair.bigrams import Usage, code_of, words_of
from rulec.repair.blocks import in_one_line_each
from rulec.repair.candidates import ANY_NAME, Candidates, misspelt
from rulec.repair.edits import Edit
from rulec.repair.everyday_phrases import everyday
from rulec.repair.hint_text import typed_in
from rulec.repair.how_to import how_to, is_unowned
from rulec.repair.indentation import enclosing, indented
from rulec.repair.optional_values import guarded
from rulec.repair.patches import patched
from rulec.repair.renaming import with_uses
from rulec.repair.sentence_phrases import LOOP_EXIT
from rulec.repair.table_bars import barred
from rulec.repair.trials import Trials
from rulec.semantics.flow.rule_lifetimes import LEAVING
from rulec.syntax.parsing.error_repair import DRASTIC
from rulec.syntax.parsing.parser import keywords, parses

_ADVISED: Final = 4.0  # cost of the checker's own advice
_SURE: Final = -20.0
_SURELY: Final = 2.5  # cost margin at which other fillings are ruled out
_UNKNOWN: Final = frozenset({"R201", "R205", "R208", "R214", "R219"})
# Problems of lines in other words, where the checker knows less than a table of phrases.
_FOREIGN: Final = _UNKNOWN | {"R110", "R213", "R304", "R415", "R820"}
_REPHRASED: Final = _FOREIGN | {"R303", "R312"}  # their lines are looked up wherever they stand
_LOST: Final = _FOREIGN | {"R120", "R210", "R240"}  # a line with these is not understood
# Beginnings of hints that say no more than that a word is not known here.
_GENERAL: Final = ("expected here", "it can begin with", "declare it")
_LIMITS: Final = "write a number from "  # the checker knows what is possible there
_QUOTED: Final = re.compile(r"`([A-Za-z_]\w*)`")
_SAID: Final = -4.0  # cheaper edits are phrases or advice
_ADVICE: Final = -5.0
_LIKELY: Final = 1.5  # maximum cost of an edit that replaces advice
_OPEN: Final = 6.0  # the same, for an edit shown as an example
_WRITTEN: Final = re.compile(
    r"(?:write|call it|say it|call what is given here)(?: for example| as in)? `([^`]+)`"
)
_AS_IN: Final = re.compile(r"name one, as in `([^`]+)`")
# Name clashes: which of the two names should change, or is meant, cannot be inferred.
_CLASHES: Final = frozenset({"R202", "R203", "R204", "R206", "R207", "R212", "R217", "R246", "R414", "R441"})
_MEANT: Final = re.compile(r"did you mean `(.+)`\?")
_NEW_VALUE: Final = re.compile(r"(?:set|change) .*?\bto(?= |$)")
_TWICE: Final = re.compile(r"\b([a-z_]\w*) \1\b")
_GLUED: Final = re.compile(r"add `(\w+)` before `\1\w{3,}`")
_EXAMPLE: Final = ", for example `"  # a hint that leaves it to the author
_NUMBER_ALONE: Final = re.compile(r": ?\d+$")  # a beginning, rather than a lower limit
_STEPS: Final = 4  # limit of errors in a line
_MORE: Final = 3  # limit of other fillings tried
_PHRASES: Final = 8  # limit of phrases tried in a line that is not the first to be mended


def mended(
    source: SourceText,
    others: Iterable[SourceText],
    found: tuple[Diagnostic, ...],
    starts: dict[tuple[str, int], str],
    trials: Trials,
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics, the first with a verified hint; unchanged if no edit helps."""
    found = with_uses(source, found, starts)
    errors = [one for one in found if one.severity == "error"]
    here = [one for one in errors if _is_in(one, source)]
    wanted = frozenset(
        name for one in errors if one.code in _UNKNOWN for name in _QUOTED.findall(one.message)[:1]
    )
    # A syntax error may cause the other problems.
    unread = next((one for one in here if one.code == "R110"), None)
    for one in dict.fromkeys((unread, *here[:1])):
        if one is None or len(source.lines[one.span.line - 1]) > limits.MENDING_LINE:
            continue
        edit = _Mender(source, others, one, wanted, starts, trials).edit()
        if edit is not None and edit.hole is not None and edit.hole[1] == "name" and _advice(source, one):
            edit = None
        if edit is not None and (trials.clean or one is errors[0]):
            found = (_with_hint(edit, one, source), *(other for other in found if other is not one))
            return _phrased(source, others, found, one, starts, trials)
    return _phrased(source, others, found, None, starts, trials)


def _phrased(
    source: SourceText,
    others: Iterable[SourceText],
    found: tuple[Diagnostic, ...],
    done: Diagnostic | None,
    starts: dict[tuple[str, int], str],
    trials: Trials,
) -> tuple[Diagnostic, ...]:
    """Give hints for everyday phrases to the other lines with problems, each verified, or advice."""
    trials.renew()
    hinted = list(found)
    lines = {done.span.line} if done is not None else set()
    for place, one in enumerate(found):
        line = one.span.line
        if one.severity != "error" or one is done or not _is_in(one, source) or line in lines:
            continue
        if len(source.lines[line - 1]) > limits.MENDING_LINE:
            continue
        lines.add(line)
        trials.next_line()
        read = _with_heading_read(source, found, line)
        hinted[place] = _hinted(read, others, one, starts, trials) if read is not None else one
    return tuple(hinted)


def _with_heading_read(source: SourceText, found: tuple[Diagnostic, ...], line: int) -> SourceText | None:
    """Return the file with the hints of the unread lines above a nested one; None if one has none.

    Trials don't read what is below such a line, and would take any edit there for one that helps.
    """
    unread = {one.span.line: one for one in found if one.code == "R110" and _is_in(one, source)}
    text = source.text
    for number in enclosing(source.lines, line):
        if number in unread:
            typed = typed_in(text, unread[number])
            if typed is None or typed.count("\n") != text.count("\n"):
                return None
            text = typed
    return source if text is source.text else SourceText(source.name, text)


def _hinted(
    source: SourceText,
    others: Iterable[SourceText],
    one: Diagnostic,
    starts: dict[tuple[str, int], str],
    trials: Trials,
) -> Diagnostic:
    """Return a problem with a phrase for its line, advice, or its own hint unless that does not help."""
    known = one.message.endswith("is not a phrase of the language")
    misleads = _misleads(source, one, trials)
    if (known or _is_misspelt(one, source)) and not misleads:
        return one
    if trials.left > 0 and one.code in _REPHRASED:
        edit = _Mender(source, others, one, frozenset(), starts, trials).phrase()
        if edit is not None:
            return _with_hint(edit, one, source)
    if LOOP_EXIT.fullmatch(code_of(source.lines[one.span.line - 1]).strip()):
        return replace(one, hint=LEAVING)
    advice = _advice(source, one)
    general = not one.hint or one.hint.startswith(_GENERAL)
    if advice and (misleads or general or is_unowned(source.lines[one.span.line - 1])):
        return replace(one, hint=advice)
    return replace(one, hint="") if misleads and not _is_misspelt(one, source) else one


def _advice(source: SourceText, one: Diagnostic) -> str:
    """Return advice for the phrase in the line of a problem."""
    return how_to(list(source.lines), one.span.line) if one.code in _FOREIGN else ""


def _is_misspelt(one: Diagnostic, source: SourceText) -> bool:
    """Check whether the hint corrects a slip of letters."""
    found = _MEANT.fullmatch(one.hint)
    wrong = source.lines[one.span.line - 1][one.span.column - 1 : one.span.end_column - 1]
    return found is not None and misspelt(wrong, found[1]) > 0


def _misleads(source: SourceText, one: Diagnostic, trials: Trials) -> bool:
    """Check whether as many problems are in the line after a guess is typed in."""
    guess = one.code == "R110" or (one.code in _UNKNOWN and _MEANT.fullmatch(one.hint) is not None)
    if not guess or not one.hint or trials.left <= 0:
        return False
    text = typed_in(source.text, one)
    if text is None:
        return False
    left = trials.problems(text, one.span.line)
    if len(left) < trials.in_line[source.name, one.span.line]:
        return False
    return any(other.code in _LOST or other.code.startswith("R3") for other in left)


def _is_in(one: Diagnostic, source: SourceText) -> bool:
    """Check whether a problem lies in a line of this file."""
    return one.span.file == source.name and 0 < one.span.line <= len(source.lines)


class _Mender:
    def __init__(
        self,
        source: SourceText,
        others: Iterable[SourceText],
        first: Diagnostic,
        wanted: frozenset[str],
        starts: dict[tuple[str, int], str],
        trials: Trials,
    ) -> None:
        self.source, self.others, self.first, self.trials = source, list(others), first, trials
        self.wanted = wanted
        self.lines = list(source.lines)
        self.start = starts.get((source.name, first.span.line))
        raw = self.lines[first.span.line - 1]
        whole = self.start is not None and parses(_read_alone(raw, self.start), self.start)
        # Whether the line parses in isolation, not as part of a statement or by table cells.
        self.alone = self.start is not None and "|" not in raw and (whole or first.code in {"R110", "R115"})

    def edit(self) -> Edit | None:
        """Return the most likely edit that helps, as an example if others fill the same place."""
        likely = self._likely()
        partly: Edit | None = None  # an edit that leaves other problems
        for edit in likely:
            if self.trials.left <= 0:
                break
            if not self._helps(edit):
                continue
            if self.trials.clean:
                return self._opened(edit, likely) if edit.hole is not None else edit
            if (
                partly is None
                and edit.cost < _SAID
                and self.first.code.startswith("R1")
                and not edit.hint.startswith("indent")
            ):
                partly = edit
        again = self._step_by_step() if partly is None else None
        if again is None:
            self.trials.clean = False
        return partly or again

    def phrase(self) -> Edit | None:
        """Return the first phrase or guard for the line that parses and helps, if there is one."""
        bases = [one.text for one in self.others]
        number = self.first.span.line
        found = [*everyday(self.lines, bases, number), *guarded(self.lines, self.first)]
        found += in_one_line_each(self.lines, number)
        likely = sorted(found, key=lambda one: one.cost)
        fitting = (edit for edit in likely[: limits.MENDING_READ] if self._reads(edit))
        for edit in islice(fitting, _PHRASES):
            if self.trials.left > 0 and self._helps(edit):
                return edit
        return None

    def _step_by_step(self) -> Edit | None:
        """Repair several errors of a line by applying the checker's own hints in turn."""
        number, text = self.first.span.line, typed_in(self.source.text, self.first)
        if is_unowned(self.lines[number - 1]) or _EXAMPLE in self.first.hint:
            return None
        for _ in range(_STEPS):
            if text is None or self.trials.left <= 0 or text.count("\n") != self.source.text.count("\n"):
                return None
            then = self.trials.first(text, number)
            if then is None:
                break
            if _EXAMPLE in then.hint:
                return None
            text = typed_in(text, then)
        if text is None or not self.trials.better(text, number) or not self.trials.clean:
            return None
        after = text.split("\n")
        if [*after[: number - 1], *after[number:]] != [*self.lines[: number - 1], *self.lines[number:]]:
            return None
        raw, line = self.lines[number - 1], after[number - 1]
        start, end = len(raw) - len(raw.lstrip(" ")), len(code_of(raw).rstrip())
        meant = code_of(line).strip()
        return Edit(0.0, number, start, end, meant, f"write `{meant}`", (start, end))

    def _helps(self, edit: Edit) -> bool:
        return self.trials.better(edit.applied(self.lines), edit.line)

    def _opened(self, edit: Edit, likely: Iterator[Edit]) -> Edit:
        if edit.hole is None or edit.hole[1] != "name" or self._is_unsure(edit) or self._names(edit):
            return replace(edit, hint=edit.open_hint())
        if edit.start == edit.end and edit.text.strip() not in self.wanted:
            return replace(edit, hint=edit.open_hint())  # a value of any length may be missing
        tried = 0
        for other in likely:
            if other.cost > edit.cost + _SURELY or tried >= _MORE or self.trials.left <= 0:
                break
            if other.hole == edit.hole and (other.start, other.end) == (edit.start, edit.end):
                tried += 1
                if self._helps(other) and self.trials.clean:
                    self.trials.clean = True
                    return replace(edit, hint=edit.open_hint())
        self.trials.clean = True
        return edit

    def _names(self, edit: Edit) -> bool:
        """Return whether an edit puts a name for a number, which says nothing about the name."""
        return self.lines[edit.line - 1][edit.start : edit.end].isdigit()

    def _likely(self) -> Iterator[Edit]:
        """Yield the edits with a parsable line, most likely first."""
        number = self.first.span.line
        texts = [*self.lines[: number - 1], *self.lines[number:]]
        for other in self.others:
            texts += other.lines
        rows = [[word.text for word in words_of(text)] for text in texts if text.strip()]
        usage = Usage(rows)
        raw = self.lines[number - 1]
        advised = typed_in(self.source.text, self.first)
        found = Candidates(usage, keywords(), self.wanted, number, raw, self.first.span.column - 1).all()
        found += indented(self.lines, self.first)
        bases = [one.text for one in self.others]
        found += everyday(self.lines, bases, number)
        found += [*patched(self.lines, bases, number), *guarded(self.lines, self.first)]
        found += [*barred(self.lines, self.first), *in_one_line_each(self.lines, number)]
        found = [one for one in found if one.cost < _SURE or one.applied(self.lines) != advised]
        if advised is not None and (own := self._advised(advised)) is not None:
            found.append(own)
        found = [one for one in found if self._plausible(one)]
        if advised is None:
            found += self._quoted()
        seen = set()
        tried = 0
        for edit in sorted(found, key=lambda one: one.cost):
            text = edit.applied(self.lines)
            if self.trials.left <= 0 or tried >= limits.MENDING_READ:
                return
            if text in seen:
                continue
            seen.add(text)
            tried += 1
            if self._reads(edit):
                yield edit

    def _is_unsure(self, edit: Edit) -> bool:
        said = bool(self.first.hint) and not self.first.code.startswith("R1")
        return edit.cost > _ADVISED or (said and not edit.hint.startswith("did you mean"))

    def _plausible(self, edit: Edit) -> bool:
        """Return whether an edit is likely enough to replace the checker's own hint."""
        layout = self.first.code.startswith("R1")
        if edit.cost >= _SAID and self.first.hint.startswith(_LIMITS):
            return False
        if not layout and edit.start == edit.end and edit.hole is not None and edit.hole[1] != "name":
            return False
        if not layout and edit.cost >= ANY_NAME and self._names(edit):
            return False
        own = self.first.code == "R308" and _EXAMPLE in self.first.hint
        if own and edit.hole is not None and not edit.hint.startswith("did you mean"):
            return False
        if edit.cost >= _SAID and self.first.hint == LEAVING:
            return False
        if edit.cost >= _SAID and edit.text in DRASTIC and not edit.hint.startswith("did you mean"):
            return False
        if self.first.code in _CLASHES and edit.cost >= _SAID:
            return False
        if not edit.message and self._is_unrelated(edit):
            return False
        if edit.cost < _SAID or (edit.hole is not None and edit.cost <= _OPEN):
            return True
        if not layout and self.first.hint and edit.hint.startswith("indent"):
            return False
        was = self.lines[edit.line - 1][edit.start : edit.end]
        other = edit.hint.startswith("write `") and _sorted_words(was) != _sorted_words(edit.text)
        if other and not layout:
            return False
        removes = edit.hint.startswith("remove `")
        if removes and not layout:
            return False
        return edit.cost <= (_ADVISED if layout and not removes else _LIKELY)

    def _is_unrelated(self, edit: Edit) -> bool:
        """Return whether an edit puts another word for one that it does not resemble.

        A name that is declared may stand in the wrong place; unknown ones and keywords mean something else.
        """
        raw = self.lines[edit.line - 1]
        was = raw[edit.start : edit.end].strip()
        if not was and not edit.start and edit.line == self.first.span.line:
            return is_unowned(raw)
        if not was.isidentifier() or not edit.text.isidentifier() or misspelt(was, edit.text):
            return False
        return was in keywords() or was in self.wanted or self._is_local(was) or not self._is_used(was)

    def _is_local(self, word: str) -> bool:
        """Return whether the line, or one of its rule above it, names something like this."""
        word = re.escape(word)
        named = re.compile(
            rf"\b(?:choose|each|let|giving|as|(?:set|bag|list) of [^:]*:) {word}\b"
            rf"|^(?:rule|turn|phase|action|effect|whenever) .*\b{word}\b"
        )
        for raw in reversed(self.lines[: self.first.span.line]):
            if named.search(code_of(raw)):
                return True
            if raw[:1] not in {"", " ", "#"}:
                return False
        return False

    def _is_used(self, word: str) -> bool:
        """Return whether a word stands in other lines, too."""
        named = re.compile(rf"\b{re.escape(word)}\b")
        return any(
            named.search(code_of(raw))
            for number, raw in enumerate(self.lines, start=1)
            if number != self.first.span.line
        ) or any(named.search(base.text) for base in self.others)

    def _quoted(self) -> Iterator[Edit]:
        """Yield the code quoted in the checker's hint as a replacement of the error."""
        span, number = self.first.span, self.first.span.line
        if span.end_line != number or "..." in self.first.hint or "` or `" in self.first.hint:
            return
        found = _WRITTEN.match(self.first.hint) or _AS_IN.search(self.first.hint)
        if found is None:
            return
        raw = self.lines[number - 1]
        start, end = span.column - 1, span.end_column - 1
        if "before it" in self.first.hint:
            hint = f"add `{found[1]}` before `{raw[start:end]}`"
            yield Edit(_ADVICE, number, start, start, f"{found[1]} ", hint, (start, end))
        elif found[1] != raw[start:end]:
            yield Edit(_ADVICE, number, start, end, found[1], f"write `{found[1]}`", (start, end))

    def _advised(self, advised: str) -> Edit | None:
        """Return the edit that the checker's own hint asks for."""
        changed = [
            n for n, (one, two) in enumerate(zip(self.lines, advised.split("\n"), strict=False)) if one != two
        ]
        if len(changed) != 1:
            return None
        number = changed[0] + 1
        if number == self.first.span.line and is_unowned(self.lines[changed[0]]):
            return None
        span = self.first.span
        shown = (span.column - 1, span.end_column - 1)
        raw = self.lines[number - 1]
        found = _MEANT.fullmatch(self.first.hint)
        wrong = raw[span.column - 1 : span.end_column - 1]
        far = found is not None and not misspelt(wrong, found[1])
        unsure = far or self.first.hint.startswith(("remove `", "add a", "put a"))
        after = advised.split("\n")[number - 1]
        twice = _TWICE.search(after) is not None and _TWICE.search(raw) is None
        unsure = unsure or twice or _GLUED.fullmatch(self.first.hint) is not None
        beginning = self.first.hint.startswith("write `0 up, starts")
        unsure = unsure or (not beginning and _NUMBER_ALONE.search(code_of(raw).rstrip()) is not None)
        cost = _ADVISED if unsure else _SURE
        return Edit(cost, number, 0, len(raw), after, "", shown)

    def _reads(self, edit: Edit) -> bool:
        """Return whether the edited line parses in isolation, as far as testable."""
        raw = self.lines[edit.line - 1]
        if not self.alone or edit.line != self.first.span.line or "\n" in edit.text or not edit.text.strip():
            return True
        assert self.start is not None
        changed = raw[: edit.start] + edit.text + raw[edit.end :]
        return parses(_read_alone(changed, self.start), self.start)


def _sorted_words(text: str) -> list[str]:
    return sorted(word.text for word in words_of(text))


def _read_alone(raw: str, start: str) -> str:
    """Return the part of a line for the grammar: of `set X to ...` in a variant the beginning."""
    code = " ".join(code_of(raw).split())
    found = _NEW_VALUE.match(code) if start == "patch" else None
    return code if found is None else found[0].rstrip()


def _with_hint(edit: Edit, first: Diagnostic, source: SourceText) -> Diagnostic:
    if not edit.hint:
        return first
    span = Span(source.name, edit.line, edit.shown[0] + 1, edit.line, edit.shown[1] + 1)
    # A value in other words: the checker's message says more, unless it is about syntax.
    keeps = edit.cost < _SURE and not first.code.startswith("R1")
    message = first.message if keeps else edit.message or first.message
    return replace(first, span=span, hint=edit.hint, message=message)
