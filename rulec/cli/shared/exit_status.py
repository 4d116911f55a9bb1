"""Exit statuses of commands, and error output."""

from __future__ import annotations

import sys

from rulec.cli.shared import output
from rulec.errors import RulecError, RulesError, RulesFileError

FINE, PROBLEMS, WRONG_USAGE, INTERRUPTED, NO_READER = 0, 1, 2, 130, 141


def tell(problem: RulecError) -> int:
    """Print an error and return its exit status."""
    message, _, details = problem.message.partition("\n\n")
    if details:
        print(output.problem_text(details, sys.stderr), file=sys.stderr)
        print(file=sys.stderr)
    output.error(message, problem.hint)
    return PROBLEMS if isinstance(problem, RulesFileError | RulesError) else WRONG_USAGE
