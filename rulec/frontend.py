"""The front end: from the text of a rules file to the typed game, or to all its diagnostics.

text --syntax--> AST --semantics--> typed game

`rulec check` needs no more than this, and loads no more: what follows can't find anything wrong with a file.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from threading import Lock

from rulec.base import limits
from rulec.base.base_lookup import find_bases, games_near
from rulec.base.diagnostics import Diagnostic, Reporter, did_you_mean, render
from rulec.base.fast_dataclass import dataclass
from rulec.base.gc_pause import gc_paused
from rulec.base.source_text import SourceText
from rulec.errors import RulecError, RulesFileError
from rulec.semantics import typed
from rulec.semantics.check import check_declarations, check_rules
from rulec.semantics.examples.option_labels import check_labels
from rulec.semantics.heading import Heading, heading_of
from rulec.semantics.kept_check import KeptCheck
from rulec.semantics.scope import Resolution
from rulec.syntax import ast
from rulec.syntax.kept_sections import KeptSections
from rulec.syntax.lines.outline import Line
from rulec.syntax.reader import read_rules
from rulec.syntax.variants.variant import NoBase, game_of

_STATEMENTS = re.compile(r"statements\s+(\w+)")


@dataclass(frozen=True)
class Checked:
    """The result of the front end: all diagnostics of a file, or the typed game."""

    source: SourceText
    tree: ast.RulesFile
    game: typed.Game | None
    diagnostics: tuple[Diagnostic, ...]
    is_complete: bool = True  # examples are checked, too

    @property
    def ok(self) -> bool:
        return self.game is not None

    @property
    def files(self) -> dict[str, SourceText]:
        """Map the names of all files that diagnostics may refer to."""
        return {one.name: one for one in (self.source, *self.tree.bases)}


@dataclass(frozen=True)
class Library:
    """Finds the base games of variants: given by name, else files near the variant.

    `unsaved` are texts that an editor holds, by their absolute paths: they stand for what is on the disk.
    """

    given: dict[str, SourceText] | None = None
    unsaved: Mapping[str, str] | None = None

    def base(self, name: str, variant: str) -> SourceText:
        if self.given is not None:
            found = self.given.get(name)
            if found is None:
                raise NoBase(f"there is no game `{name}`", did_you_mean(name, self.given))
            return found
        return _read_base(name, Path(variant), self.unsaved or {})


def _read_base(name: str, variant: Path, unsaved: Mapping[str, str]) -> SourceText:
    try:
        paths = find_bases(variant, name)
        if len(paths) == 1:
            text = unsaved.get(os.path.abspath(paths[0]))
            return read_source(paths[0]) if text is None else SourceText(str(paths[0]), text)
        if paths:
            shown = " and ".join(str(path) for path in paths)
            raise NoBase(
                f"several files may be meant: {shown}", "put the variant into the folder of its game"
            )
        hint = did_you_mean(name, games_near(variant))
    except RulecError as problem:
        raise NoBase(problem.message, problem.hint or f"repair {name}.rules") from None
    hint = hint or (
        f"put {name}.rules into the folder of the variant, or into one above; of a game of rulec's own "
        f"`rulec new NEW.rules --extends {name}` puts a copy there"
    )
    raise NoBase(f"there is no file {name}.rules beside this file or in the folders above", hint)


def read_source(path: str | Path) -> SourceText:
    """Read a rules file; an unreadable file is a `RulecError`."""
    path = Path(path)
    try:
        with open(path, "rb") as file:
            data = file.read(limits.FILE_BYTES + 1)  # no more: `/dev/zero` has no end
    except FileNotFoundError:
        raise RulecError(f"there is no file {path}", _similar(path)) from None
    except IsADirectoryError:
        raise RulecError(f"{path} is a folder, not a rules file") from None
    except OSError as problem:
        raise RulecError(f"{path} can't be read: {problem.strerror}") from None
    except ValueError:
        raise RulecError(f"{str(path)!r} is not a name of a file") from None
    return decode_source(str(path), data)


def decode_source(name: str, data: bytes) -> SourceText:
    """Decode the bytes of a rules file."""
    if len(data) > limits.FILE_BYTES:
        raise RulecError(f"{name} is too big: a rules file has at most {limits.FILE_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise RulecError(f"{name}: line {line} is not text in UTF-8", "save the file in UTF-8") from None
    return SourceText(name, text.replace("\r\n", "\n").replace("\r", "\n"))


def _similar(path: Path) -> str:
    try:
        return did_you_mean(path.name, [one.name for one in path.parent.iterdir()])
    except OSError:
        return ""


class Memory:
    """The parts of the last check of a file, to check it again after an edit, with the same result.

    With `findings_only`, diagnostics are the same, and examples of the checked game are not fit for use.
    """

    def __init__(self, findings_only: bool = False) -> None:
        self.turn = Lock()  # threads check the file in turn
        self.sections, self.last = KeptSections(), KeptCheck(findings_only)
        self.took = 0.0  # processor seconds of a check from scratch


@gc_paused
def check(
    source: SourceText,
    library: Library | None = None,
    *,
    mending: bool = True,
    examples: bool = True,
    report: Reporter | None = None,
    resolution: Resolution | None = None,
    memory: Memory | None = None,
) -> Checked:
    """Run the front end: all diagnostics of the file at once, with fixes unless `mending` is off.

    What names refer to is recorded in `resolution`, if it is given. What `memory` still knows of an earlier
    text of this file is not computed again. Without `examples`, a check with a memory leaves them out if it
    has to check the declarations; the next check completes the result. A `report` of the caller's own may
    raise what ends the check early.
    """
    report = report or Reporter()
    library = library or Library()
    started = time.process_time()
    if memory is None:
        tree = read_rules(source, report, library)
        checked = _check_tree(source, tree, report, labels=True, resolution=resolution)
    else:
        with memory.turn:
            tree = read_rules(source, report, library, memory.sections.begin())
            memory.sections.end()
            checked = _check_tree(
                source, tree, report, labels=True, resolution=resolution, memory=memory, examples=examples
            )
    if checked.ok or report.cut or not mending:
        return checked
    # Their patterns take a tenth of the time of small commands, and only a refused file needs them.
    from rulec.repair.first_hint import mended
    from rulec.repair.trials import Trials

    took = time.process_time() - started
    if memory is not None:  # time for trials does not depend on what was kept
        took = memory.took = max(took, memory.took)
    trials = Trials(
        source,
        library,
        report.found,
        seconds=limits.MENDING_SECONDS + 2 * took,
        told=checked.diagnostics,
        silent=report.silent,
        goes_on=report.settle,
    )
    found = mended(source, checked.tree.bases, checked.diagnostics, report.starts, trials)
    return replace(checked, diagnostics=found)


def logical_lines(source: SourceText, library: Library | None = None) -> list[Line]:
    """Return the logical lines of a game, for a variant with those of its base, with names and places.

    Only of a file that was accepted: what is wrong with its lines is not reported here.
    """
    return game_of(source, library or Library(), Reporter(), [])


def read_heading(source: SourceText, library: Library | None = None) -> Heading | None:
    """Read title, players and options off a file in a moment; None if its heading is unclear."""
    report = Reporter()
    outline = game_of(source, library or Library(), report, [])
    return None if report.found else heading_of(outline)


@gc_paused
def check_tree(source: SourceText, tree: ast.RulesFile) -> Checked:
    """Check a parsed and perhaps changed tree, whose examples may refer to missing decisions."""
    return _check_tree(source, tree, Reporter())


def _check_tree(
    source: SourceText,
    tree: ast.RulesFile,
    report: Reporter,
    labels: bool = False,
    resolution: Resolution | None = None,
    memory: Memory | None = None,
    examples: bool = True,
) -> Checked:
    report.sources = {one.name: one for one in (source, *tree.bases)}
    if report.cut:  # what else seems wrong may stand in the part that was not read
        return Checked(source, tree, None, report.sorted())

    if memory is None:
        game = check_rules(tree, report, resolution)
    else:
        game = memory.last.run(
            tree,
            report,
            resolution or Resolution(),
            lambda own: check_declarations(tree, report, own),
            examples,
        )
    complete = memory is None or not memory.last.is_waiting
    if labels and complete and game is not None and not report.failed:  # an unread decision is not missed
        check_labels(game, report)
    return Checked(source, tree, None if report.failed else game, report.sorted(), complete)


def statements_of(checked: Checked) -> str:
    """Return the prefix of the inventory that a file cites, or None."""
    return "" if checked.game is None else checked.game.statements


def prefix_of(source: SourceText, library: Library | None = None) -> str | None:
    """Read the prefix of the inventory off a file's lines; `None` for a file without a title."""
    for line in logical_lines(source, library):
        if line.text.startswith('game "'):
            found = (_STATEMENTS.match(clause.text) for clause in line.children)
            return next((one[1] for one in found if one is not None), "")
    return None


def players_of(checked: Checked) -> tuple[int, ...]:
    """Return the supported numbers of players."""
    if checked.game is None:
        raise refusal(checked.source.name, checked.files, checked.diagnostics)
    counts = {players for players, *_ in checked.game.configurations}
    low, high = checked.game.players
    return tuple(sorted(counts)) or tuple(range(low, high + 1))


def refusal(name: str, files: dict[str, SourceText], diagnostics: tuple[Diagnostic, ...]) -> RulesFileError:
    count = sum(one.severity == "error" for one in diagnostics)
    text = render(diagnostics, files)
    return RulesFileError(f"{name} has {count} problem{'s' if count != 1 else ''}\n\n{text}", diagnostics)


def files_of(path: str | Path) -> tuple[Path, ...]:
    """Return the rules file and its bases, nearest first."""
    opened: list[SourceText] = []
    game_of(read_source(path), Library(), Reporter(), opened)
    return (Path(path), *(Path(one.name) for one in opened))
