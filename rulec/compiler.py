"""The stages of the compiler by name, behind the front end: this module joins them.

typed game --lower--> IR --passes--> IR --codegen--> Cython
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rulec.diagnostics import Reporter
from rulec.explain import Explained, declared_lines, explain_name
from rulec.frontend import Checked, Library, check, outline_of, read_source, refusal
from rulec.garbage import makes_no_garbage
from rulec.glossary import read_glossary
from rulec.ir.examples import Examples
from rulec.ir.program import Program
from rulec.ir.protocol import Protocol, protocol
from rulec.ir.verify import verify
from rulec.lower.examples import lower_examples
from rulec.lower.program import lower
from rulec.passes.legality import plan_legality
from rulec.source import SourceText
from rulec.syntax.reader import read_rules

if TYPE_CHECKING:
    from rulec.codegen.result import Generated
    from rulec.whys import Reasons


def laid_out(source: SourceText) -> str:
    """The file in canonical layout; `RulesFileError` where its lines make no sense as they stand."""
    from rulec.syntax.layout import NotLaidOut, lay_out

    try:
        return lay_out(source)
    except NotLaidOut as wrong:
        raise refusal(source.name, {source.name: source}, wrong.problems) from None


@makes_no_garbage
def to_program(checked: Checked, *, to_be_played: bool = True) -> Program:
    """The verified IR of a file that was accepted; `RulesFileError` for one that was not.

    How the legality of each option is found out need not be planned for what is only looked at.
    """
    if checked.game is None:
        raise refusal(checked.source.name, checked.files, checked.diagnostics)
    program = replace(lower(checked.game), source=(checked.source, *checked.tree.bases))
    if to_be_played:
        program = plan_legality(program)
    verify(program)
    return program


def reasons_of(checked: Checked) -> Reasons:
    """What can be said of why options are offered or not, clause by clause."""
    from rulec.lower.telling import Telling
    from rulec.whys import Reasons

    if checked.game is None:
        raise refusal(checked.source.name, checked.files, checked.diagnostics)
    telling = Telling()
    program = lower(checked.game, telling)
    return Reasons(replace(program, source=(checked.source, *checked.tree.bases)), tuple(telling.clauses))


def to_examples(checked: Checked, program: Program) -> Examples:
    """The examples of a file, to be run on states of its program."""
    if checked.game is None:
        raise refusal(checked.source.name, checked.files, checked.diagnostics)
    return lower_examples(checked.game, program)


def protocol_of(checked: Checked) -> Protocol:
    """What a referee or an adapter is written against."""
    program = to_program(checked)
    assert checked.game is not None
    return protocol(program, declared_lines(checked.game))


def explain(checked: Checked, name: str) -> Explained:
    """How the options of a decision come about; or where another name stands."""
    program = to_program(checked)
    assert checked.game is not None
    outline = outline_of(checked.source)
    return explain_name(checked.game, program, name, read_glossary(outline), outline)


def compile_program(path: str | Path) -> Program:
    """A rules file to its IR."""
    return to_program(check(read_source(path)))


def generate(program: Program, *, debug: bool = False) -> Generated:
    """The IR to the text of a Cython module."""
    from rulec.codegen.generate import generate as generate_module
    from rulec.passes.pipeline import run_passes

    return generate_module(run_passes(program), debug=debug)


def listing(source: SourceText, stage: Literal["ast", "ir", "pyx"]) -> str:
    """What one stage makes of a file, as text for people."""
    if stage == "ast":
        from rulec.syntax.dump import dump

        report = Reporter()
        tree = read_rules(source, report, Library())
        if report.failed:
            given = {one.name: one for one in (source, *tree.bases)}
            raise refusal(source.name, given, report.sorted())
        return dump(tree)
    program = to_program(check(source))
    if stage == "ir":
        from rulec.ir.printer import print_program

        return print_program(program)
    files = generate(program).files
    return "".join(files[name] for name in sorted(files) if name.endswith(".pyx"))
