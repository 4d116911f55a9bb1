"""One-call entry points from a rules file to a playable game: `rulec.load` and the commands.

The only module that knows both the compiler and the build. It imports neither until they are needed.
"""

from __future__ import annotations

import os
import time
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.base.fast_dataclass import dataclass
from rulec.runtime.errors import RulecError
from rulec.runtime.named_queries import register
from rulec.runtime.notebook import register as register_drawer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from types import ModuleType

    from rulec.codegen.generated_source import Generated
    from rulec.compiled import Compiled
    from rulec.face import State
    from rulec.interp.examples import Outcome
    from rulec.interp.face import Game
    from rulec.ir.program import Program
    from rulec.native.build_module import BuiltModule
    from rulec.native.cache import Cache
    from rulec.native.options import BuildOptions, OnStage, Optimise
    from rulec.native.sources import SourceFile
    from rulec.runtime.named_queries import QueryReader
    from rulec.runtime.notebook import PictureForm
    from rulec.tunable import Parameters

    AnyPath = str | os.PathLike[str]


@dataclass(frozen=True)
class BuildReport:
    """Report of a build. `seconds` per stage, in order; cached stages are missing.

    `program` is what was generated from, if it had to be compiled.
    """

    generated: Generated
    module: BuiltModule
    sources: tuple[SourceFile, ...]
    folder: Path | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    program: Program | None = None


def load(
    path: AnyPath,
    debug: bool = False,
    *,
    optimise: Optimise = "-O3",
    native: bool = True,
    announce: bool = False,
    parameters: Parameters = (),
) -> ModuleType:
    """Load the engine of a rules file as a module, built if necessary (`rulec build` without its output).

    `announce` says on standard error what is built and how long it takes. `parameters` are numbers of the
    rules (`crops[wheat].worth`, or with an interval): `set_parameters` of the module sets them at once.
    """
    if parameters:
        return load_module_of(build_tunable(path, parameters, debug=debug, optimise=optimise, native=native))
    from rulec.native.cache import Cache
    from rulec.native.loader import load_module
    from rulec.native.options import BuildOptions
    from rulec.native.source_cache import cached_module

    cache, options = Cache.default(), BuildOptions(debug=debug, optimise=optimise, native=native)
    source = Path(path).absolute()
    module = cached_module(source, cache=cache, options=options)
    if module is not None:
        return module
    import sys
    from contextlib import nullcontext

    from rulec.native.build_module import unbuildable
    from rulec.native.engines import built_engine
    from rulec.native.notice import announced

    why = unbuildable(cache)
    if why is not None:
        shipped = None if debug else built_engine(source)
        if shipped is None:
            raise why
        return shipped
    with announced(source.stem, sys.stderr) if announce else nullcontext() as on_stage:
        built = _build(Path(path), cache, options, on_stage).module
    return load_module(built.path, built.name, built.build_id, source)


@dataclass(frozen=True)
class BuiltWithParameters:
    """A parametrized engine, loadable in other processes."""

    module: BuiltModule
    source: Path


def build_tunable(
    path: AnyPath,
    parameters: Parameters,
    *,
    debug: bool = False,
    optimise: Optimise = "-O3",
    native: bool = True,
) -> BuiltWithParameters:
    """Build the engine of a rules file with numbers as parameters, or take it from the cache."""
    from rulec.compiler import generate, planned
    from rulec.native.build_module import build_module
    from rulec.native.options import BuildOptions
    from rulec.tunable import chosen_parameters, numbers_of, tunable_program

    chosen = chosen_parameters(numbers_of(Path(path)), parameters)
    generated = generate(planned(tunable_program(Path(path), chosen)), debug=debug)
    options = BuildOptions(debug=debug, optimise=optimise, native=native)
    return BuiltWithParameters(build_module(generated, options=options), Path(path).absolute())


def rules_hash(path: AnyPath) -> str:
    """Return the digest of a file's meaning, as its engine has it."""
    from rulec.compiled import Compiled
    from rulec.ir.meaning_digest import meaning_digest

    return meaning_digest(Compiled(Path(path)).program)


def load_module_of(built: BuiltWithParameters) -> ModuleType:
    """Load the module of a parametrized engine."""
    from rulec.native.loader import load_module

    one = built.module
    return load_module(one.path, one.name, one.build_id, built.source)


def interpret(
    path: AnyPath,
    lookahead: bool = True,
    *,
    parameters: Parameters = (),
    on_stage: Callable[[str, float], None] | None = None,
) -> Game:
    """Interpret a game: slow, without a C compiler, with all checks.

    `on_stage` is called with each stage of compilation, and the share of the work done, if it is not cached.
    """
    if parameters:
        from rulec.compiler import planned
        from rulec.interp.face import Game as InterpretedGame
        from rulec.tunable import chosen_parameters, numbers_of, tunable_program

        chosen = chosen_parameters(numbers_of(Path(path)), parameters)
        return InterpretedGame(planned(tunable_program(Path(path), chosen)), lookahead)
    from rulec.compiled import Compiled

    return _interpreted(Compiled(Path(path), on_stage=on_stage), lookahead)


def _interpreted(compiled: Compiled, lookahead: bool = True) -> Game:
    from rulec.interp.face import interpret as interpret_program

    rules_file = str(compiled.path.absolute())
    return interpret_program(
        compiled.program, lookahead, lambda: compiled.queries, rules_file, compiled.schema
    )


def interpret_plainly(path: AnyPath, *, sampled: bool = True) -> Game:
    """Interpret a game with options found by plain search: an oracle independent of the passes."""
    from rulec.compiled import Compiled
    from rulec.interp.face import interpret_plainly as interpret_program

    compiled = Compiled(Path(path))
    return interpret_program(compiled.lowered, compiled.program, sampled=sampled)


def interpret_after_each_pass(path: AnyPath) -> list[tuple[str, Game]]:
    """Interpret the program after each pass of the compiler, with the name of the pass."""
    from rulec.compiled import Compiled
    from rulec.compiler import after_each_pass
    from rulec.interp.face import interpret as interpret_program

    lowered = Compiled(Path(path)).lowered
    return [(name, interpret_program(program)) for name, program in after_each_pass(lowered)]


def interpret_at_once(
    path: AnyPath, *, on_stage: Callable[[str, float], None] | None = None
) -> tuple[Game, bool]:
    """Interpret a game, and tell whether its legality passes have run: nobody waits for them here.

    Without them the options are found by plain search, and are the same.
    """
    from rulec.compiled import Compiled
    from rulec.compiler import planned
    from rulec.interp.face import interpret_unplanned

    compiled = Compiled(Path(path), on_stage=on_stage)
    if compiled.kept_program is not None:
        return _interpreted(compiled), True
    lowered, rules_file = compiled.quickly_lowered(), str(Path(path).absolute())
    plan = partial(planned, lowered)
    return interpret_unplanned(lowered, plan, lambda: compiled.queries, rules_file), False


def open_queries(source: str, rules_hash: str) -> QueryReader:
    """Open the definitions of the rules file that an engine was built from."""
    from rulec.compiled import Compiled
    from rulec.interp.named_queries import QueryEvaluator
    from rulec.ir.meaning_digest import meaning_digest

    compiled = Compiled(source)
    if meaning_digest(compiled.program) != rules_hash:
        raise RulecError(f"{source} has changed since this engine was built", "build it again")
    return QueryEvaluator(compiled.queries)


register(open_queries)


def draw(state: State, form: PictureForm) -> str:
    """Draw a state, for notebooks."""
    from rulec import picture

    return picture.svg(state) if form == "svg" else picture.html_fragment(state)


register_drawer(draw)


@dataclass(frozen=True)
class ExampleReport:
    """The examples of a file and their results on each back end, in one order."""

    title: str
    outcomes: dict[str, tuple[Outcome, ...]]

    @property
    def ok(self) -> bool:
        return all(one.ok for outcomes in self.outcomes.values() for one in outcomes)


def run_examples(path: AnyPath, *, engine: bool = True, only: str = "") -> ExampleReport:
    """Run the examples of a rules file on the interpreter and, if wanted, on the engine.

    With `only` those with this in their title, whatever the case.
    """
    from rulec.base.diagnostics import did_you_mean
    from rulec.compiled import Compiled
    from rulec.errors import RulecError
    from rulec.insight.dead_ends import hint_for
    from rulec.interp.examples import ExampleRunner
    from rulec.interp.face import interpret as interpret_program

    compiled = Compiled(Path(path))
    program = compiled.program
    runner = ExampleRunner(compiled.examples, lambda fault: hint_for(lambda: compiled.reasons, fault))
    outcomes = {"interpreter": tuple(runner.run(interpret_program(program), only))}
    if only and runner.examples and not outcomes["interpreter"]:
        titles = [one.title for one in runner.examples]
        raise RulecError(f"no example of {path} has `{only}` in its title", did_you_mean(only, titles))
    if engine and outcomes["interpreter"]:
        from rulec.native.engines import built_engine

        outcomes["engine"] = tuple(runner.run(built_engine(Path(path)) or load(path), only))
    return ExampleReport(program.title, outcomes)


def example_position(game: Any, path: AnyPath, title: str) -> Any:
    """Return the position that an example leads to."""
    from rulec.compiled import Compiled
    from rulec.interp.examples import ExampleRunner

    return ExampleRunner(Compiled(Path(path)).examples).position(game, title)


def build(
    path: AnyPath,
    *,
    options: BuildOptions | None = None,
    cache: Cache | None = None,
    folder: AnyPath = "generated",
    on_stage: OnStage | None = None,
) -> BuildReport:
    """Build a rules file and write its readable output to `folder/NAME/`, as `rulec build` does.

    `on_stage` is told of each stage that runs.
    """
    from rulec.native.cache import Cache
    from rulec.native.options import BuildOptions
    from rulec.native.outputs import require_output, write_output

    options = options or BuildOptions()
    require_output(Path(folder))
    report = _build(Path(path), cache or Cache.default(), options, on_stage)
    written = write_output(
        report.generated, report.module, report.sources, debug=options.debug, folder=Path(folder)
    )
    return replace(report, folder=written)


def shipped_names() -> list[str]:
    """Return the shipped games by name, without variants."""
    from rulec.native.shipped_modules import shipped_rules

    return sorted(path.stem for path in shipped_rules())


def ship_games(
    games: Path, target: Path, only: Collection[str] = (), *, baseline: bool = False
) -> Iterator[str]:
    """Compile every game below `games` for all processors, in parallel, into `target`; yield their names.

    With `only` the games of these names; with `baseline` for no better level of instructions.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed

    from rulec.base.diagnostics import did_you_mean
    from rulec.native.shipped_modules import prune_shipped, shipped_rules

    rules = {path.stem: path for path in shipped_rules(games)}
    for name in only:
        if name not in rules:
            raise RulecError(f"there is no game `{name}` below {games}", did_you_mean(name, list(rules)))
    names = set()
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        running = [
            pool.submit(ship_file, path, target, games, baseline)
            for name, path in rules.items()
            if name in (only or rules)
        ]
        for one in as_completed(running):
            names.add(one.result())
            yield one.result()
    prune_shipped(names, target)


def ship_file(path: Path, target: Path, games: Path, baseline: bool = False) -> str:
    """Compile a rules file below `games` for every instruction level, or the lowest; return its name."""
    from rulec.native.cache import Cache
    from rulec.native.digests import levels_of_machine
    from rulec.native.options import BuildOptions
    from rulec.native.shipped_modules import store_shipped
    from rulec.native.toolchain import find_toolchain

    cache = Cache.default()
    toolchain = find_toolchain(cache.memo)
    reports = {
        level: _build(path, cache, BuildOptions(native=False, level=level))
        for level in levels_of_machine()[: 1 if baseline else None]
        if toolchain.knows(level)
    }
    first = reports[""]
    built = {level: report.module for level, report in reports.items()}
    store_shipped(first.generated, built, first.sources, target, games.absolute())
    return first.generated.name


def _build(path: Path, cache: Cache, options: BuildOptions, on_stage: OnStage | None = None) -> BuildReport:
    """Build a module from text; cached steps are skipped."""
    from rulec.native.build_module import build_module
    from rulec.native.options import no_observer
    from rulec.native.source_cache import recall_generated
    from rulec.native.toolchain import find_toolchain

    on_stage = on_stage or no_observer
    seconds: dict[str, float] = {}
    recalled = recall_generated(path.absolute(), debug=options.debug, cache=cache)
    program: Program | None = None
    if recalled is not None:
        generated, sources = recalled.generated, recalled.sources
    else:
        find_toolchain(cache.memo)  # a machine that can't build says so before it checks and generates
        cache.require_writable()
        on_stage("check and generate")
        generated, sources, program = _generate(path, cache, options, seconds)
    module = build_module(generated, cache=cache, options=options, on_stage=on_stage)
    if not module.cached:
        seconds["Cython"] = module.cython_seconds
        seconds["C compiler"] = module.compiler_seconds
    return BuildReport(generated, module, sources, None, seconds, program)


def _generate(
    path: Path, cache: Cache, options: BuildOptions, seconds: dict[str, float]
) -> tuple[Generated, tuple[SourceFile, ...], Program]:
    from rulec.compiled import Compiled
    from rulec.compiler import generate
    from rulec.frontend import files_of
    from rulec.native.source_cache import remember_generated
    from rulec.native.sources import SourceFile

    # Says what is wrong with a file that can't be read. If one changes now, nothing of it is remembered.
    sources = tuple(SourceFile.of(one) for one in files_of(path))
    started = time.perf_counter()
    program = Compiled(path).program  # the interpreter's, kept or to be kept
    checked = time.perf_counter()
    generated = generate(program, debug=options.debug)
    seconds["check"] = checked - started
    seconds["generate"] = time.perf_counter() - checked
    remember_generated(generated, sources, debug=options.debug, cache=cache)
    return generated, sources, program
