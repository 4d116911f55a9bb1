"""The compiler stages behind the front end, by name.

typed game --lower--> IR --passes--> IR --codegen--> Cython
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from rulec.base.diagnostics import Reporter
from rulec.base.gc_pause import gc_paused
from rulec.base.source_text import SourceText
from rulec.errors import RulecError
from rulec.frontend import Checked, Library, check, read_source, refusal
from rulec.ir.examples import Examples
from rulec.ir.index import Index
from rulec.ir.named_queries import NamedQueries
from rulec.ir.program import Program
from rulec.ir.verify import verify
from rulec.lower.examples import lower_examples
from rulec.lower.name_index import index
from rulec.lower.program import lower
from rulec.passes.look_ahead_causes import LookAheadCauses as LookAheadCauses
from rulec.passes.pass_ import Pass, check_result
from rulec.passes.pipeline import LEGALITY as LEGALITY
from rulec.passes.pipeline import PIPELINE as PIPELINE
from rulec.passes.pipeline import SPEED as SPEED
from rulec.passes.pipeline import Observe, run_passes
from rulec.passes.pipeline import after_each_pass as after_each_pass
from rulec.syntax.reader import read_rules

if TYPE_CHECKING:
    from rulec.codegen.generated_source import Generated
    from rulec.interp.legality_explainer import LegalityExplainer
    from rulec.ir.clauses import Clause


def laid_out(source: SourceText) -> str:
    """Return the file in canonical format; `RulesFileError` if its lines do not parse."""
    from rulec.syntax.canonical_layout import NotLaidOut, lay_out

    try:
        return lay_out(source)
    except NotLaidOut as wrong:
        raise refusal(source.name, {source.name: source}, wrong.problems) from None


@gc_paused
def to_program(checked: Checked, *, to_be_played: bool = True, observe: Observe | None = None) -> Program:
    """Lower an accepted file to verified IR; `RulesFileError` for a rejected one.

    How the legality of each option is found out need not be planned for what is only looked at. `observe` is
    called after each pass.
    """
    if checked.game is None:
        raise refusal(checked.source.name, checked.files, checked.diagnostics)
    sources = (checked.source, *checked.tree.bases)
    program = replace(lower(checked.game, sources=sources), source=sources)
    if to_be_played:
        return planned(program, observe)
    verify(program)
    return program


@gc_paused
def planned(lowered: Program, observe: Observe | None = None) -> Program:
    """Run the legality passes on a program."""
    program = run_passes(lowered, LEGALITY, observe)
    verify(program)
    return program


def clauses_of(checked: Checked) -> tuple[Program, tuple[tuple[Clause, ...], ...]]:
    """Return the program before the legality passes, and the guard clauses of each option group."""
    from rulec.lower.sentences.legality_clauses import Telling

    if checked.game is None:
        raise refusal(checked.source.name, checked.files, checked.diagnostics)
    telling = Telling()
    program = lower(checked.game, telling)
    return replace(program, source=(checked.source, *checked.tree.bases)), tuple(telling.clauses)


def explainer_of(checked: Checked) -> LegalityExplainer:
    """Build the explainer of legality, clause by clause."""
    from rulec.interp.legality_explainer import LegalityExplainer

    return LegalityExplainer(*clauses_of(checked))


def to_examples(checked: Checked, program: Program) -> Examples:
    """Compile the examples of a file, executable on states of its program."""
    if checked.game is None:
        raise refusal(checked.source.name, checked.files, checked.diagnostics)
    return lower_examples(checked.game, program)


def index_of(checked: Checked) -> Index:
    """Build the name index for `explain`."""
    if checked.game is None:
        raise refusal(checked.source.name, checked.files, checked.diagnostics)
    return index(checked.game)


def to_queries(checked: Checked, program: Program) -> NamedQueries:
    """Compile the definitions of a file, evaluable on states of its program."""
    from rulec.lower.named_queries import lower_queries

    if checked.game is None:
        raise refusal(checked.source.name, checked.files, checked.diagnostics)
    return lower_queries(checked.game, program)


def compile_program(path: str | Path) -> Program:
    """Compile a rules file to IR."""
    return to_program(check(read_source(path)))


@gc_paused
def generate(program: Program, *, debug: bool = False) -> Generated:
    """Generate the text of a Cython module from IR."""
    from rulec.codegen.generate import generate as generate_module
    from rulec.ir.frame_invariants import frame_invariants
    from rulec.ir.offerable_ids import offerable
    from rulec.ir.schema import make_schema

    schema = msgspec.structs.replace(
        make_schema(program),
        offerable=offerable(program),
        frame_invariants=msgspec.Raw(msgspec.json.encode(frame_invariants(program))),
    )
    return generate_module(run_passes(program, SPEED), schema, debug=debug)


def listing(source: SourceText, stage: Literal["ast", "ir", "pyx"]) -> str:
    """Dump the result of one stage as text."""
    if stage == "ast":
        from rulec.syntax.ast_printer import dump

        report = Reporter()
        tree = read_rules(source, report, Library())
        if report.failed:
            given = {one.name: one for one in (source, *tree.bases)}
            raise refusal(source.name, given, report.sorted())
        return dump(tree)
    program = to_program(check(source))
    if stage == "ir":
        from rulec.ir.reports.printer import print_program

        return print_program(program)
    files = generate(program).files
    return "".join(files[name] for name in sorted(files) if name.endswith(".pyx"))


LOWERED: Final = "none"  # in the place of a pass: the program as it is lowered


@dataclass(frozen=True)
class PassTime:
    """One pass in the compilation of one file: whether it changed the program, and its processor time."""

    of: Pass
    changed: bool
    seconds: float


def listing_after(source: SourceText, name: str) -> str:
    """The IR of a file after the pass of this name, or as it is lowered (`LOWERED`)."""
    from rulec.base.diagnostics import did_you_mean
    from rulec.ir.reports.printer import print_program

    names = [one.name for one in PIPELINE]
    if name != LOWERED and name not in names:
        hint = did_you_mean(name, names)
        raise RulecError(f"no pass is called `{name}`; there are {', '.join([LOWERED, *names])}", hint)
    passes = PIPELINE[: names.index(name) + 1] if name in names else ()
    return print_program(run_passes(to_program(check(source), to_be_played=False), passes, check_result))


def time_passes(source: SourceText) -> list[PassTime]:
    """Run all passes on a file, each result verified, and time them."""
    found: list[PassTime] = []
    program = to_program(check(source), to_be_played=False)
    for one in PIPELINE:
        before, started = program, process_time()
        program = one.run(program)
        seconds = process_time() - started
        found.append(PassTime(one, program != before, seconds))
        check_result(one, before, program)
    return found
