"""Checks look files together with their rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulec.cli.shared.files import STANDARD_INPUT
from rulec.errors import RulecError

if TYPE_CHECKING:
    from rulec.frontend import Checked
    from rulec.picture.look.files import LookProblems


def check_look(name: str, checked: Checked | None) -> LookProblems | None:
    """Problems of the look of an accepted rules file; None if it has no look file.

    Rules that were just checked are not read again.
    """
    from rulec.picture.look.files import family, look_files

    rules = Path(name)
    if name == STANDARD_INPUT or not look_files(rules):
        return None
    from rulec.native.cache import Cache
    from rulec.native.source_cache import recall_look, remember_look
    from rulec.picture.look.files import LookProblems, look_of

    read = (*family(rules), *look_files(rules))
    if recall_look(read, cache=Cache.default()):
        return LookProblems()
    from rulec.compiled import Compiled, described

    try:
        description = Compiled(rules).description if checked is None else described(checked)
        _, problems = look_of(rules, description)
    except RulecError:  # rules changed meanwhile: their own check reports it
        return None
    if not problems.found:
        remember_look(read, cache=Cache.default())
    return problems
