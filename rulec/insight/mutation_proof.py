"""Mutation testing of the clauses that cite the rulebook, as a proof of coverage.

An example of the file that fails, or a recorded game that diverges, kills a mutant. All runs use the
interpreter; nothing is built.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal

from rulec.base.cpu_limit import Clock, OutOfTime
from rulec.base.version import VERSION
from rulec.compiler import to_examples, to_program
from rulec.errors import RulecError
from rulec.frontend import Checked, check, check_tree, read_source
from rulec.interp.examples import SEEDS, ExampleRunner
from rulec.interp.face import interpret
from rulec.ir.program import Program
from rulec.semantics import typed
from rulec.semantics.typed.examples import Example
from rulec.sim.pool import as_they_come, processes
from rulec.syntax.clause_mutations import Change, changes_of
from rulec.traces.trace_text import Trace, read_trace

Verdict = Literal["killed", "survived", "rejected", "undecided"]
LIMIT = 60.0  # processor seconds per mutant
SHARE = 0.05  # of LIMIT, per example or recorded game: if it takes longer, another may kill sooner
LATELY = 8  # recent witnesses tried early: neighbouring mutants are often killed by the same one


@dataclass(frozen=True)
class Mutant:
    key: str
    verdict: Verdict
    by: str  # the example or trace that killed it
    evidence: str = ""  # digest of the inputs of the verdict, apart from the rules


@dataclass(frozen=True)
class MutationPlan:
    traces: tuple[Path, ...] = ()
    sample: int = 0  # 0: all
    seed: int = 0
    jobs: int = 1
    limit: float = LIMIT
    resume: Path | None = None


@dataclass
class MutationReport:
    changes: list[Change]
    total: int
    tried: dict[str, Mutant] = field(default_factory=dict)
    equivalent: dict[str, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()  # keys marked equivalent in the inventory that name no change

    def of(self, verdict: Verdict) -> list[Change]:
        """Return the changes with that verdict; equivalent mutants are neither survived nor undecided."""
        return [
            one
            for one in self.changes
            if one.key in self.tried
            and self.tried[one.key].verdict == verdict
            and (verdict not in ("survived", "undecided") or one.key not in self.equivalent)
        ]

    @property
    def different(self) -> list[Change]:
        """Return killed changes that the inventory marks as equivalent."""
        return [one for one in self.of("killed") if one.key in self.equivalent]

    @property
    def share(self) -> float:
        """Mutation score: the share of killed mutants, without equivalent but with undecided ones."""
        killed, others = len(self.of("killed")), len(self.of("survived")) + len(self.of("undecided"))
        return killed / (killed + others) if killed + others else 1.0


def prove(
    path: Path, plan: MutationPlan, equivalent: dict[str, str], tell: Callable[[int, int], None]
) -> MutationReport:
    """Run the mutants of a file, or a sample."""
    notes = _Notes(plan.resume)
    bench = _MutationRunner(path, plan.traces, plan.limit, notes.before)
    notes.examples_hold(bench)
    changes = all_changes = bench.changes
    if plan.sample and plan.sample < len(changes):
        chosen = set(random.Random(plan.seed).sample(range(len(changes)), plan.sample))
        changes = [one for number, one in enumerate(changes) if number in chosen]
    unknown = tuple(sorted(equivalent.keys() - bench.by_key.keys()))
    proof = MutationReport(changes, len(all_changes), {}, equivalent, unknown)
    known = notes.known(bench)
    proof.tried = {one.key: known[one.key] for one in changes if one.key in known}
    left = [one.key for one in changes if one.key not in proof.tried]
    left.sort(key=equivalent.__contains__)  # equivalent mutants last: they are slow and do not count
    for number, one in enumerate(_try_all(bench, path, plan, left), start=1):
        proof.tried[one.key] = one
        notes.add(bench, one)
        tell(number, len(left))
    return proof


class _MutationRunner:
    """Runs mutants of a file against its examples and traces."""

    def __init__(self, path: Path, traces: tuple[Path, ...], limit: float, before: dict[str, str]) -> None:
        self.path, self.source, self.limit = path, read_source(path), limit
        self.before = before  # witnesses found for an earlier version of the file
        self.lately: list[str] = []
        self.checked = check(self.source)
        self.tree = self.checked.tree
        data = [one.read_bytes() for one in traces]
        rules, shown = _rules_and_examples(self.source.text)
        self.digest = _short(f"{VERSION}\n{rules}".encode())
        self.evidence = {f'example "{title}"': _short(text.encode()) for title, text in shown.items()}
        self.evidence |= {f"trace {one.name}": _short(text) for one, text in zip(traces, data, strict=True)}
        self.evidence[""] = _short("".join(self.evidence.values()).encode())  # of all witnesses
        self.traces = {
            f"trace {one.name}": read_trace(str(one), text) for one, text in zip(traces, data, strict=True)
        }
        self.courses: dict[str, list[str]] = {}  # computed lazily
        self.changes = changes_of(self.source, self.tree)
        self.by_key = {one.key: one for one in self.changes}

    @cached_property
    def program(self) -> Program:
        return to_program(self.checked)

    @cached_property
    def game(self) -> Any:
        """The unchanged game, interpreted."""
        return interpret(self.program)

    def all_hold(self) -> None:
        """Check that all examples hold in the unchanged game; raise `RulecError` otherwise."""
        for outcome in ExampleRunner(to_examples(self.checked, self.program)).run(self.game):
            if not outcome.ok:
                raise RulecError(
                    f'{self.path}:{outcome.line}: example "{outcome.title}" fails',
                    f"`rulec test {self.path}` shows why",
                )

    def course(self, name: str) -> list[str]:
        if name not in self.courses:
            self.courses[name] = list(_course(self.game, self.traces[name]))
        return self.courses[name]

    def tried(self, key: str) -> Mutant:
        try:
            verdict, by = self._try(key)
        except OutOfTime:
            verdict, by = "undecided", f"not done after {self.limit:g} seconds"
        if verdict == "killed":
            self.lately = [by, *(one for one in self.lately if one != by)][:LATELY]
        return Mutant(key, verdict, by, self.rests_on(verdict, by))

    def rests_on(self, verdict: Verdict, by: str) -> str:
        """Return the digest of a verdict's inputs: its witness, or all witnesses, and the time limit."""
        if verdict == "undecided":
            return _short(f"{self.evidence['']} {self.limit:g}".encode())
        return "" if verdict == "rejected" else self.evidence.get(by, self.evidence[""])

    def _try(self, key: str) -> tuple[Verdict, str]:
        clock = Clock(self.limit)
        with clock.left():
            checked = check_tree(self.source, self.by_key[key].apply(self.tree))
            if checked.game is None:
                return "rejected", checked.diagnostics[0].message
            program = to_program(checked)
        game, late = interpret(program), []
        for name, notices in self._witnesses(checked, program, self.by_key[key]):
            try:
                with clock.left(self.limit * SHARE):
                    if notices(game):
                        return "killed", name
            except OutOfTime:
                late.append((name, notices))
                game = interpret(program)  # the time limit left the old one inconsistent
        for name, notices in late:
            with clock.left():
                if notices(game):
                    return "killed", name
        return "survived", ""

    def _witnesses(
        self, checked: Checked, program: Program, change: Change
    ) -> Iterator[tuple[str, Callable[[Any], bool]]]:
        """Yield the possible witnesses as (name, test that kills the mutant), the likeliest first."""
        assert checked.game is not None
        shown = {f'example "{one.title}"': one for one in checked.game.examples}
        first = self._most_likely(change, shown)
        others = [name for name in (*shown, *self.traces) if name not in first]
        again: list[tuple[str, Callable[..., bool]]] = []
        for names in first, others:  # prepared lazily
            examples = [shown[name] for name in names if name in shown]
            runner = ExampleRunner(to_examples(_with_examples(checked, checked.game, examples), program))
            ready = {f'example "{one.title}"': partial(_fails, runner, one) for one in runner.examples}
            again += ready.items()
            for name in names:
                if name in ready:
                    yield name, partial(ready[name], SEEDS[:1])
                elif name in self.traces:
                    yield name, partial(_runs_otherwise, self.traces[name], self.course(name))
        yield from ((name, partial(fails, SEEDS[1:])) for name, fails in again)  # rarely kills

    def _most_likely(self, change: Change, shown: dict[str, Example]) -> list[str]:
        """Return the earlier witness, the examples with the same citation, and recent witnesses."""
        cited = set(change.citations)
        about = [name for name, one in shown.items() if cited & set(one.citations)]
        return list(dict.fromkeys([self.before.get(change.key, ""), *about, *self.lately]))


def _fails(runner: ExampleRunner, example: Any, seeds: tuple[int, ...], game: Any) -> bool:
    return not runner.run_one(game, example, seeds).ok


def _runs_otherwise(trace: Trace, before: list[str], game: Any) -> bool:
    """Check whether a replayed game diverges; stop at the first difference."""
    return any(a != b for a, b in zip_longest(_course(game, trace), before))


def _with_examples(checked: Checked, game: typed.Game, examples: list[Example]) -> Checked:
    return replace(checked, game=replace(game, examples=examples))


def _course(game: Any, trace: Trace) -> Iterator[str]:
    """Yield a digest of options, position and scores for each step of a recorded game."""
    try:
        if trace.start is not None:
            state = game.State.from_dict({**trace.start, "rules": game.RULES_HASH}, adopt=True)
        else:
            state = game.State(trace.players, trace.seed, chance=trace.chance, **trace.options)
        yield _digest(state)
        for move in trace.moves:
            state.play(move.label)
            yield _digest(state)
    except RulecError as problem:
        yield type(problem).__name__
    except ValueError as problem:
        yield f"no such thing: {type(problem).__name__}"


def _digest(state: Any) -> str:
    facts = state.to_dict()
    facts.pop("rules")
    pending = facts.pop("pending")
    facts["asked"] = pending and (pending.get("choose"), pending.get("seat"))
    facts["offered"] = [state.action_to_string(one) for one in state.legal_actions()]
    facts["scores"] = state.scores()
    text = json.dumps(facts, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


# --- parallel runs --------------------------------------------------------------------------------------

_bench: _MutationRunner | None = None


def _try_all(bench: _MutationRunner, path: Path, plan: MutationPlan, keys: list[str]) -> Iterator[Mutant]:
    if plan.jobs <= 1 or len(keys) < 2:
        yield from (bench.tried(key) for key in keys)
        return
    given = (path, plan.traces, plan.limit, bench.before)
    with processes(plan.jobs, _open, given) as pool:
        yield from as_they_come(pool, _try, iter(keys))


def _open(path: Path, traces: tuple[Path, ...], limit: float, before: dict[str, str]) -> None:
    global _bench
    _bench = _MutationRunner(path, traces, limit, before)


def _try(key: str) -> Mutant:
    assert _bench is not None
    return _bench.tried(key)


# --- progress file --------------------------------------------------------------------------------------


class _Notes:
    """The progress file, if any: results of earlier runs, to which this run appends."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        text = path.read_text(encoding="utf-8") if path is not None and path.exists() else ""
        self.rows = list(_objects(text))
        if text and not text.endswith("\n"):  # an interrupted run left a partial line
            self._append("\n")

    @property
    def before(self) -> dict[str, str]:
        """Return the last witness of each killed mutant, even if the file has changed since."""
        return {one.key: one.by for _, one in self._tried() if one.verdict == "killed"}

    def known(self, bench: _MutationRunner) -> dict[str, Mutant]:
        """Return the earlier results whose inputs have not changed."""
        return {
            one.key: one
            for digest, one in self._tried()
            if digest == bench.digest and one.evidence == bench.rests_on(one.verdict, one.by)
        }

    def _tried(self) -> Iterator[tuple[str, Mutant]]:
        for row in self.rows:
            with suppress(KeyError, TypeError):
                yield row["of"], Mutant(row["key"], row["verdict"], row["by"], row["evidence"])

    def add(self, bench: _MutationRunner, one: Mutant) -> None:
        self._write({"of": bench.digest, **asdict(one)})

    def examples_hold(self, bench: _MutationRunner) -> None:
        """Check that the examples hold, unless an earlier run did so with the same rules and examples."""
        row = {"of": bench.digest, "holds": bench.evidence[""]}
        if row not in self.rows:
            bench.all_hold()
            self._write(row)

    def _write(self, row: dict[str, str]) -> None:
        self._append(json.dumps(row) + "\n")

    def _append(self, text: str) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(text)


def _objects(text: str) -> Iterator[Any]:
    """Yield the JSON value of each line; skip lines without valid JSON."""
    for line in text.splitlines():
        with suppress(ValueError):
            yield json.loads(line)


def _rules_and_examples(text: str) -> tuple[str, dict[str, str]]:
    """Split a file into its rules and the text of each example, with normalized layout."""
    rules: list[str] = []
    examples: dict[str, list[str]] = {}
    into = rules
    for line in filter(str.strip, text.splitlines()):
        if line.startswith("example "):
            into = examples.setdefault(line.split('"')[1] if '"' in line else line, [])
        elif not line[0].isspace():
            into = rules
        into.append(line[: len(line) - len(line.lstrip())] + " ".join(line.split()))
    return "\n".join(rules), {title: "\n".join(lines) for title, lines in examples.items()}


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
