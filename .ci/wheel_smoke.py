"""Exercise of an installed wheel: every shipped game is imported, checked, played and simulated.

Runs in an environment without a C compiler, in an empty folder.
"""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
from pathlib import Path

import rulec
from rulec.native.shipped import GAMES, shipped_names, shipped_rules


def main() -> None:
    rules = shipped_rules(GAMES)
    names = [path.stem for path in rules]
    assert sorted(names) == shipped_names(), (names, shipped_names())
    for path in rules:
        module = importlib.import_module(f"generated.{path.stem}")
        assert "shipped" in module.__file__, module.__file__
        state = module.State(seed=1)
        chooser = random.Random(1)
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
        print(f"{path.stem}: {len(state.history())} decisions, scores {list(state.scores())}", flush=True)
    heavy = str(GAMES / "manifest_railways.rules")
    rulec_command("check", *map(str, rules))
    rulec_command("play", heavy, "--seats", "random,random", "--seed", "7")
    rulec_command("sim", heavy, "-n", "100")
    top = {path.name for path in Path(rulec.__file__).resolve().parents[1].iterdir()}
    assert not top & {"games", "grammars", "tests", "setup.py"}, top


def rulec_command(*arguments: str) -> None:
    """Run the installed program; a failure ends the exercise."""
    done = subprocess.run(
        [str(Path(sys.executable).with_name("rulec")), *arguments], capture_output=True, text=True
    )
    print(f"rulec {arguments[0]}: {(done.stdout.splitlines() or [''])[-1]}", flush=True)
    assert done.returncode == 0, done.stderr


if __name__ == "__main__":
    main()
