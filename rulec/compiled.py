"""Compiled forms of a rules file, cached between calls: IR, examples, clauses, name index.

The first call of a command compiles, which takes seconds for a large game; the next ones read. What is read
is checked against the types of the IR (`ir/serialize.py`) and, as a compiled program is, by `verify`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rulec.base.diagnostics import Reporter
from rulec.ir.index import Index
from rulec.ir.program import Program

if TYPE_CHECKING:
    from rulec.base.source_text import SourceText
    from rulec.compiler import LookAheadCauses
    from rulec.frontend import Checked
    from rulec.insight.explain import Explained
    from rulec.insight.glossary import Glossary
    from rulec.interp.legality_explainer import LegalityExplainer
    from rulec.ir.clauses import Clause
    from rulec.ir.examples import Examples
    from rulec.ir.named_queries import NamedQueries
    from rulec.ir.reports.game_protocol import Protocol
    from rulec.native.sources import SourceFile
    from rulec.runtime.description import Description
    from rulec.runtime.schema import Schema
    from rulec.syntax.lines.outline import Line

T = TypeVar("T")
OnStage = Callable[[str, float], None]
_READ, _CHECKED, _LOWERED, _PLANNED, _KEPT = 0.15, 0.25, 0.4, 0.75, 0.85  # shares done, in large games


class Compiled:
    """The forms of one rules file, each loaded or compiled on first use."""

    def __init__(
        self, path: str | Path, source: SourceText | None = None, on_stage: OnStage | None = None
    ) -> None:
        """Open a rules file. `source`: its text from elsewhere, which is not cached.

        `on_stage` is called with the stage of a compilation, and its share of the whole work that is done.
        """
        self.path, self._given, self._on_stage = Path(path), source, on_stage
        self._read_from: tuple[SourceFile, ...] = ()  # what the program was compiled from

    @cached_property
    def program(self) -> Program:
        """The interpreted IR. A rejected file is a `RulesFileError`."""
        from rulec.compiler import planned, to_program

        lowered: Program | None = self.__dict__.get("lowered")

        def make(checked: Checked) -> Program:
            self._tell("lowering", _CHECKED)
            observe = None if self._on_stage is None else _Planning(self._tell).observe
            return to_program(checked, observe=observe) if lowered is None else planned(lowered, observe)

        kept = self.kept_program
        return self._made("program", make) if kept is None else kept

    @cached_property
    def kept_program(self) -> Program | None:
        """The program if it is cached, else None."""
        found: Program | None = self._recalled("program", Program)
        return found

    @cached_property
    def schema(self) -> Schema:
        """The schema of states of `program`."""
        from rulec.ir.schema import make_schema
        from rulec.native.cache import Cache
        from rulec.native.source_cache import recall_tree, remember_tree
        from rulec.runtime.schema import encode

        program = self.program
        if self._given is not None or not self._read_from:
            return make_schema(program)
        kept = recall_tree("schema", self.path.absolute(), cache=Cache.default())
        if kept is not None and kept.sources == self._read_from:
            schema = _decoded_schema(kept.data)
            if schema is not None:
                return schema
        self._tell("laying out positions", _KEPT)
        made = make_schema(program)
        remember_tree("schema", encode(made), self._read_from, cache=Cache.default())
        self._tell("opening", 1.0)
        return made

    @cached_property
    def lowered(self) -> Program:
        """The IR before any pass."""
        from rulec.compiler import to_program

        return self._form("lowered", Program, partial(to_program, to_be_played=False))

    def quickly_lowered(self) -> Program:
        """Return the IR before any pass; it isn't cached, since the planned program soon is."""
        from rulec.compiler import to_program

        kept: Program | None = self._recalled("lowered", Program)
        if kept is not None:
            return kept
        checked = self._checked
        self._tell("lowering", _CHECKED)
        return to_program(checked, to_be_played=False)

    @cached_property
    def examples(self) -> Examples:
        """The examples of the file, executable on states of `program`."""
        from rulec.compiler import to_examples
        from rulec.ir.examples import Examples

        return self._form("examples", Examples, lambda checked: to_examples(checked, self.program))

    @cached_property
    def queries(self) -> NamedQueries:
        """The definitions of the file, evaluable on states of `program`."""
        from rulec.compiler import to_queries
        from rulec.ir.named_queries import NamedQueries

        return self._form("queries", NamedQueries, lambda checked: to_queries(checked, self.program))

    @cached_property
    def reasons(self) -> LegalityExplainer:
        """The explainer of legality in positions."""
        from rulec.compiler import clauses_of
        from rulec.interp.legality_explainer import LegalityExplainer
        from rulec.ir.clauses import Clause

        told: tuple[Program, tuple[tuple[Clause, ...], ...]] = self._form(
            "reasons", tuple[Program, tuple[tuple[Clause, ...], ...]], clauses_of
        )
        return LegalityExplainer(*told)

    @cached_property
    def index(self) -> Index:
        """Declarations by name, and the definitions behind decisions."""
        from rulec.compiler import index_of

        return self._form("index", Index, index_of)

    @cached_property
    def variant_template(self) -> str:
        """Return the initial text of a new variant of this game."""
        from rulec.insight.scaffolds import variant_template

        return self._form("variant", str, variant_template)

    def protocol(self, whole: bool = True) -> Protocol:
        """Describe the game for referees and adapters; `whole` lists all members of each kind."""
        from rulec.insight.option_meanings import tell
        from rulec.ir.reports.game_protocol import protocol

        return protocol(self.program, self.index.lines(), partial(tell, self.program, self._glossary), whole)

    def decision_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.name for one in self.program.decisions))

    def explained(self, name: str) -> Explained:
        """Explain the options of a decision, or locate another name."""
        from rulec.insight.explain import explain_name

        return explain_name(
            self.index, self._at_hand, lambda: self._causes, name, self._glossary, self._outline
        )

    @cached_property
    def _causes(self) -> LookAheadCauses:
        """The causes of look-aheads, shared by all explanations."""
        from rulec.compiler import LookAheadCauses

        return LookAheadCauses(self.program)

    @cached_property
    def _at_hand(self) -> Program:
        """The program for names and lines: the cached one, else as lowered, which takes far less time."""
        made: Program | None = self.__dict__.get("program", self.kept_program)
        return self.lowered if made is None else made

    @cached_property
    def description(self) -> Description:
        """The declarations of the file, for tools that show positions; without its action ids."""
        return _described(self._at_hand)

    @cached_property
    def _outline(self) -> list[Line]:
        from rulec.frontend import logical_lines

        return logical_lines(self._source)

    @cached_property
    def _glossary(self) -> Glossary:
        from rulec.insight.glossary import read_glossary

        return read_glossary(self._outline)

    @cached_property
    def _source(self) -> SourceText:
        from rulec.frontend import read_source

        return self._given or read_source(self.path)

    @cached_property
    def _checked(self) -> Checked:
        from rulec.frontend import check, refusal

        report = None if self._on_stage is None else _Reading(self._tell, len(self._outline))
        checked = check(self._source, report=report)
        if not checked.ok:
            raise refusal(checked.source.name, checked.files, checked.diagnostics)
        return checked

    def _tell(self, stage: str, share: float) -> None:
        if self._on_stage is not None:
            self._on_stage(stage, share)

    def _form(self, kind: str, annotation: Any, make: Callable[[Checked], T]) -> T:
        found: T | None = self._recalled(kind, annotation)
        return self._made(kind, make) if found is None else found

    def _made(self, kind: str, make: Callable[[Checked], T]) -> T:
        """Compile a form, and keep it in the cache."""
        if self._given is not None:
            return make(self._checked)
        from rulec.ir.serialize import encode
        from rulec.native.cache import Cache
        from rulec.native.source_cache import remember_tree

        # Taken before the compiler reads: of a file that changes meanwhile nothing is kept.
        sources = _sources(self.path)
        made = make(self._checked)
        if kind == "program":
            self._read_from = sources
            self._tell("keeping them for the next time", _PLANNED)
        remember_tree(kind, encode(made, _names(self.path, sources)), sources, cache=Cache.default())
        return made

    def _recalled(self, kind: str, annotation: Any) -> Any:
        """Return the cached form of this very text, or None."""
        if self._given is not None:
            return None
        from rulec.native.cache import Cache
        from rulec.native.source_cache import recall_tree

        recalled = recall_tree(kind, self.path.absolute(), cache=Cache.default())
        if recalled is None:
            return None
        if kind == "program":
            self._read_from = recalled.sources
        return _decoded(recalled.data, annotation, _names(self.path, recalled.sources))


class _Reading(Reporter):
    """Reporter that tells how many declarations have been read."""

    def __init__(self, tell: OnStage, declarations: int) -> None:
        super().__init__()
        self._tell, self._declarations, self._settled = tell, max(declarations, 1), 0

    def settle(self) -> None:
        """Tell the share of reading; checking settles as often again, or more often."""
        self._settled += 1
        if self._settled < self._declarations:
            self._tell("reading", _READ * self._settled / self._declarations)
        else:
            self._tell("checking", _READ + (_CHECKED - _READ) * (1 - self._declarations / self._settled))


class _Planning:
    """Tells how many legality passes have been run."""

    def __init__(self, tell: OnStage) -> None:
        self._tell, self._run = tell, 0

    def observe(self, *_: object) -> None:
        from rulec.compiler import LEGALITY

        self._run += 1
        share = _LOWERED + (_PLANNED - _LOWERED) * self._run / len(LEGALITY)
        self._tell(f"planning, pass {self._run} of {len(LEGALITY)}", share)


def described(checked: Checked) -> Description:
    """Describe the declarations of a file just checked; nothing is cached."""
    from rulec.compiler import to_program

    return _described(to_program(checked, to_be_played=False))


def _described(program: Program) -> Description:
    from rulec.ir.schema import make_schema
    from rulec.runtime.description import describe
    from rulec.runtime.view import View

    return describe(View(make_schema(program)), ())


def _decoded(data: bytes, annotation: Any, names: list[str]) -> Any:
    """Decode a cached tree; None if it is malformed."""
    from rulec.ir.serialize import Malformed, decode
    from rulec.ir.verify import InvalidProgram, verify

    try:
        tree = decode(data, annotation, names)
        for part in tree if isinstance(tree, tuple) else (tree,):
            if isinstance(part, Program):
                verify(part)
    except (Malformed, InvalidProgram):
        return None
    return tree


def _decoded_schema(data: bytes) -> Schema | None:
    """Decode a cached schema; None if it is malformed."""
    from msgspec import MsgspecError

    from rulec.runtime.schema import decode

    try:
        return decode(data)
    except MsgspecError:
        return None


def _sources(path: Path) -> tuple[SourceFile, ...]:
    from rulec.frontend import files_of
    from rulec.native.sources import SourceFile

    return tuple(SourceFile.of(one) for one in files_of(path))


def _names(path: Path, sources: tuple[SourceFile, ...]) -> list[str]:
    """Return the file names for messages: the first as the user wrote it, its bases as found."""
    from rulec.base.base_lookup import find_bases

    names, variant = [str(path)], path
    for one in sources[1:]:
        variant = find_bases(variant, Path(one.path).stem)[0]
        names.append(str(variant))
    return names
