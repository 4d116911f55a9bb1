"""Exercise of an installed wheel where no C compiler is found: every compiled game is imported and played.

By the library and by the commands that a newcomer uses; a changed game is interpreted.

Run it in an empty folder. `RULEC_GAMES` names the compiled games, if they are not all; `RULEC_BASELINE=1`
tells that there are no modules for better processors.
"""

from __future__ import annotations

import importlib
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import rulec
from rulec.native.cache import Cache
from rulec.native.digests import levels, levels_of_machine
from rulec.native.loader import load_module
from rulec.native.shipped_modules import (
    GAMES,
    SHIPPED,
    find_shipped,
    module_path,
    shipped_names,
    shipped_rules,
)
from rulec.native.toolchain import missing_tool

os.environ["PATH"] = str(Path(sys.executable).parent)
os.environ.pop("CC", None)
BASELINE = os.environ.get("RULEC_BASELINE", "") not in ("", "0")
INTERPRETED = "so it is interpreted: there is no C compiler on this machine"


def main() -> None:
    wanted = os.environ.get("RULEC_GAMES", "").replace(",", " ").split()
    rules = [path for path in shipped_rules(GAMES) if not wanted or path.stem in wanted]
    names = sorted(path.stem for path in rules)
    assert names == shipped_names(), (names, shipped_names())
    assert missing_tool(Cache.default().memo) is not None, "a C compiler is found"
    for path in rules:
        exercise(path)
    done = rulec_command("check", *map(str, shipped_rules(GAMES)))
    print(f"check: {len(done.stdout.splitlines())} lines")
    variant(min(rules, key=lambda path: path.stat().st_size))
    top = {path.name for path in Path(rulec.__file__).resolve().parents[1].iterdir()}
    assert not top & {"games", "grammars", "tests", "docs", "setup.py"}, top
    number = 1 if BASELINE else len(levels_of_machine())
    print(f"{len(rules)} games run natively, levels of instructions of each: {number}")


def exercise(path: Path) -> None:
    """A game of the wheel, at every level that this processor has; the best is what an import gives."""
    module = importlib.import_module(f"generated.{path.stem}")
    found = find_shipped(path.stem)
    assert found is not None
    assert found.compiled.level == ("" if BASELINE else levels()[0])
    assert len(found.record.modules) == (1 if BASELINE else len(levels_of_machine()))
    assert str(module.__file__).startswith(str(SHIPPED)), module.__file__
    assert module.__file__ == rulec.load(path).__file__
    state = played(module)
    for one in found.record.modules:
        if one.level in levels():
            place = module_path(SHIPPED, one.level, path.stem)
            other = load_module(place, path.stem, one.build_id, path)
            assert played(other).to_bytes() == state.to_bytes(), one.level
            assert (
                other.playouts(20, seed=3).decisions.tolist()
                == module.playouts(20, seed=3).decisions.tolist()
            )
    assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301
    shown = rulec_command("play", str(path), "--seats", "random", "--seed", "7")
    assert "; engine, seed 7" in shown.stdout, shown.stdout[:200]
    simulated = rulec_command("sim", str(path), "-n", "50")
    assert "50 on the engine" in simulated.stdout, simulated.stdout[:400]
    for done in (shown, simulated, rulec_command("explain", str(path))):
        assert done.stderr == "", done.stderr
    print(f"{path.stem}: {len(state.history())} decisions, scores {list(state.scores())}", flush=True)


def played(module: ModuleType) -> object:
    """A game at random, to its end."""
    state, chooser = module.State(seed=1), random.Random(1)
    while not state.is_terminal():
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


def variant(base: Path) -> None:
    """A game that is not compiled is interpreted, and a note says why; to build it is refused in one line."""
    rulec_command("new", "my_variant", "--extends", base.stem)
    rulec_command("check", "my_variant.rules")
    for arguments in (("play", "--seats", "random", "--seed", "7"), ("sim", "-n", "2"), ("test",)):
        done = rulec_command(arguments[0], "my_variant.rules", *arguments[1:])
        assert INTERPRETED in done.stderr, done.stderr
        assert len(done.stderr.splitlines()) == 1, done.stderr
    refused = rulec_command("build", "my_variant.rules", status=2)
    assert refused.stderr.splitlines()[0] == "error: there is no C compiler on this machine", refused.stderr
    print(f"a variant of {base.stem} is interpreted: {done.stderr.strip()}")


def rulec_command(*arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the installed program; another exit status ends the exercise."""
    program = str(Path(sys.executable).with_name("rulec"))
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert done.returncode == status, (arguments, done.stdout[-500:], done.stderr)
    assert "Traceback" not in done.stderr, done.stderr
    return done


if __name__ == "__main__":
    main()
