"""Ids of options, asked of the compiler in a process of its own: editors run the front end alone."""

from __future__ import annotations

import asyncio
import json
import sys
from itertools import groupby
from typing import Any, Final

# Prints decision and id of all options of a saved file.
_ASK: Final = """
import json, sys, rulec
print(json.dumps([(row.decision, row.id) for row in rulec.interpret(sys.argv[1]).action_table()]))
"""


async def ids_of_options(path: str) -> dict[str, str]:
    """Return the ids of each decision of a saved file in words; nothing for a refused file."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", _ASK, path),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        out, _ = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    return in_words(json.loads(out)) if process.returncode == 0 else {}


def in_words(rows: list[Any]) -> dict[str, str]:
    """Return the ids of each decision as ranges: `0 to 8, 12`."""
    found: dict[str, list[int]] = {}
    for decision, number in rows:
        found.setdefault(decision, []).append(number)
    return {decision: ", ".join(_ranges(sorted(ids))) for decision, ids in found.items()}


def _ranges(ids: list[int]) -> list[str]:
    found = []
    for _, run in groupby(enumerate(ids), key=lambda one: one[1] - one[0]):
        numbers = [number for _, number in run]
        found.append(str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}")
    return found
