"""What keystrokes cost an editor: processor time from edit to diagnostics, of completion, of a whole check.

    python -m tests.benchmarks.editing [FILE] [--lines N]

Edits are those of somebody who types lines of the file anew: a line is emptied, typed character by character,
and split and joined once. The same file gives the same edits.
"""

from __future__ import annotations

import argparse
import gc
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rulec.editor.completion import completions
from rulec.editor.document import Change
from rulec.editor.hover import hover
from rulec.editor.outline import symbols_in
from rulec.editor.positions import Position, Range
from rulec.editor.problems import problems_in
from rulec.editor.tokens import encoded
from rulec.editor.workspace import Workspace
from rulec.frontend import check, read_source
from rulec.syntax.parsing.parser import parser

ROOT = Path(__file__).resolve().parents[2]
LARGEST = ROOT / "games" / "great_western_trail.rules"


def recorded(
    lines: list[str], count: int, seed: int = 1, piece: int = 1
) -> Iterator[tuple[Change, Position]]:
    """Edits and where the cursor stands after each; so many characters are typed at once."""
    rng = random.Random(seed)
    worth = [
        n for n, line in enumerate(lines) if len(line.strip()) > 20 and not line.lstrip().startswith("#")
    ]
    for number in rng.sample(worth, min(count, len(worth))):
        text = lines[number]
        yield Change("", _range(number, 0, number, len(text))), Position(number, 0)
        for column in range(0, len(text), piece):
            typed = text[column : column + piece]
            yield Change(typed, _range(number, column, number, column)), Position(number, column + len(typed))
        middle = len(text) // 2
        yield Change("\n", _range(number, middle, number, middle)), Position(number + 1, 0)
        yield Change("", _range(number, middle, number + 1, 0)), Position(number, middle)


def _range(first: int, start: int, last: int, end: int) -> Range:
    return Range(Position(first, start), Position(last, end))


def timed(work: Callable[[], Any]) -> float:
    begun = time.process_time()
    work()
    return 1_000 * (time.process_time() - begun)


def measured(path: Path, count: int) -> dict[str, list[float]]:
    """Milliseconds of each step, for every edit or for the file as a whole."""
    gc.set_threshold(20_000, 20, 10_000)  # as the server does
    workspace = Workspace()
    name = str(path.resolve())
    document = workspace.open(name, read_source(path).text)
    found: dict[str, list[float]] = {}
    found["check, first"] = [timed(lambda: workspace.analyse(name))]
    found["names of the file"] = [timed(lambda: workspace.analyse(name).names)]  # type: ignore[union-attr]
    workspace.quick_problems(name)
    parser()  # the server reads Lark's tables when it starts
    version = 1
    for change, cursor in recorded(list(document.lines), count):
        version += 1

        def keystroke(one: Change = change, number: int = version) -> None:
            document.apply([one], number)
            problems_in(name, document.lines, workspace.quick_problems(name))

        found.setdefault("keystroke to diagnostics", []).append(timed(keystroke))
        rules = timed(lambda: workspace.early_problems(name, examples=False))
        waiting = timed(lambda: workspace.early_problems(name)) if workspace.waits_for_examples(name) else 0.0
        found.setdefault("to those of declarations", []).append(rules)
        found.setdefault("keystroke to all diagnostics", []).append(rules + waiting)
        at = cursor

        def complete(place: Position = at) -> None:
            completions(workspace, name, place)

        found.setdefault("completion", []).append(timed(complete))
    middle = Position(len(document.lines) // 2, 4)
    found["hover"] = [timed(lambda: hover(workspace, name, middle))]
    found["outline"] = [timed(lambda: symbols_in(name, document.lines)) for _ in range(3)][1:]
    found["colours of a screen"] = [timed(lambda: encoded(workspace, name, 1_000, 1_060)) for _ in range(3)][
        1:
    ]
    found["colours of the file"] = [timed(lambda: encoded(workspace, name)) for _ in range(3)][1:]
    text = document.source
    found["check, from scratch"] = [timed(lambda: check(text, mending=False)) for _ in range(3)]
    workspace.forget(name)
    found["check, after an edit"] = [timed(lambda: workspace.analyse(name))]
    return found


def started() -> float:
    """Milliseconds of processor time until a new server has answered its first request."""
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(
        [sys.executable, "-m", "rulec", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        server.stdin.flush()
        server.stdout.readline()
        server.kill()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1_000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", default=str(LARGEST))
    parser.add_argument("--lines", type=int, default=40, help="so many lines are typed anew")
    options = parser.parse_args()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = {"start, to the first answer": [started() for _ in range(3)]}
    found |= measured(Path(options.file), options.lines)
    print(f"{options.file}: {len(read_source(options.file).lines)} lines; milliseconds of processor time")
    print(f"{'':28}{'number':>8}{'median':>9}{'90 %':>9}{'95 %':>9}{'99 %':>9}{'most':>9}")
    for name, values in found.items():
        row = "".join(f"{share(values, part):9.1f}" for part in (0.5, 0.9, 0.95, 0.99))
        print(f"{name:28}{len(values):8}{row}{max(values):9.1f}")
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"memory: {before // 1024} MB before the first check, {after // 1024} MB at most")


if __name__ == "__main__":
    main()
