"""A proof of coverage: clauses that cite the rulebook are changed in turn, and something must notice.

What notices is an example of the file, or a recorded game that runs otherwise. All of it is done on the
interpreter; nothing is built.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal

from rulec.compiler import Checked, check, check_tree, read_source, to_examples, to_program
from rulec.errors import RulecError
from rulec.interp.examples import ExampleRunner
from rulec.interp.face import interpret
from rulec.play.trace import Trace, read_trace
from rulec.semantics import typed
from rulec.semantics.evidence import Example
from rulec.syntax.changes import Change, changes_of
from rulec.version import VERSION

Verdict = Literal["killed", "survived", "rejected"]


@dataclass(frozen=True)
class Tried:
    key: str
    verdict: Verdict
    by: str  # the example or the trace that noticed


@dataclass(frozen=True)
class Plan:
    traces: tuple[Path, ...] = ()
    sample: int = 0  # 0: all of them
    seed: int = 0
    jobs: int = 1
    resume: Path | None = None


@dataclass
class Proof:
    changes: list[Change]
    total: int
    tried: dict[str, Tried] = field(default_factory=dict)
    equivalent: dict[str, str] = field(default_factory=dict)

    def of(self, verdict: Verdict) -> list[Change]:
        """Changes with that verdict; those that are known to make no difference count for none."""
        return [
            one
            for one in self.changes
            if one.key in self.tried
            and self.tried[one.key].verdict == verdict
            and (verdict != "survived" or one.key not in self.equivalent)
        ]

    @property
    def share(self) -> float:
        killed, survived = len(self.of("killed")), len(self.of("survived"))
        return killed / (killed + survived) if killed + survived else 1.0


def prove(path: Path, plan: Plan, equivalent: dict[str, str], tell: Callable[[int, int], None]) -> Proof:
    """Try the changes of a file, or a sample of them."""
    bench = _Bench(path, plan.traces)
    changes = all_changes = bench.changes
    if plan.sample and plan.sample < len(changes):
        chosen = set(random.Random(plan.seed).sample(range(len(changes)), plan.sample))
        changes = [one for number, one in enumerate(changes) if number in chosen]
    proof = Proof(changes, len(all_changes), {}, equivalent)
    known = _known(plan.resume, bench.digest)
    proof.tried = {one.key: known[one.key] for one in changes if one.key in known}
    left = [one.key for one in changes if one.key not in proof.tried]
    for number, one in enumerate(_try_all(bench, path, plan, left), start=1):
        proof.tried[one.key] = one
        _note(plan.resume, bench.digest, one)
        tell(number, len(left))
    return proof


class _Bench:
    """A file with its examples and traces: what it does unchanged, and how a change is tried."""

    def __init__(self, path: Path, traces: tuple[Path, ...]) -> None:
        self.source = read_source(path)
        checked = check(self.source)
        self.tree = checked.tree
        program = to_program(checked)
        self.runner = ExampleRunner(to_examples(checked, program))
        game = interpret(program)
        for outcome in self.runner.run(game):
            if not outcome.ok:
                raise RulecError(
                    f'{path}:{outcome.line}: example "{outcome.title}" fails',
                    f"`rulec test {path}` shows why",
                )
        data = [one.read_bytes() for one in traces]
        self.traces = [(one.name, read_trace(str(one), text)) for one, text in zip(traces, data, strict=True)]
        self.seen = [list(_course(game, trace)) for _, trace in self.traces]
        self.changes = changes_of(self.source, self.tree)
        self.by_key = {one.key: one for one in self.changes}
        digest = hashlib.sha256(f"{VERSION}\n{self.source.text}".encode())
        for text in data:
            digest.update(text)
        self.digest = digest.hexdigest()[:16]

    def try_one(self, key: str) -> Tried:
        checked = check_tree(self.source, self.by_key[key].apply(self.tree))
        if checked.game is None:
            return Tried(key, "rejected", checked.diagnostics[0].message)
        program = to_program(checked)
        game = interpret(program)
        for examples in _most_likely_first(checked.game.examples, self.by_key[key]):
            runner = ExampleRunner(to_examples(_with_examples(checked, checked.game, examples), program))
            for example in runner.examples:
                if not runner.run_one(game, example).ok:
                    return Tried(key, "killed", f'example "{example.title}"')
        for (name, trace), before in zip(self.traces, self.seen, strict=True):
            # No further than to the first difference.
            if any(a != b for a, b in zip_longest(_course(game, trace), before)):
                return Tried(key, "killed", f"trace {name}")
        return Tried(key, "survived", "")


def _most_likely_first(examples: tuple[Example, ...], change: Change) -> Iterator[tuple[Example, ...]]:
    """Those that cite what is changed, then the others: nothing is made ready of what is not needed."""
    cited = set(change.citations)
    about = tuple(one for one in examples if cited & set(one.citations))
    yield about
    yield tuple(one for one in examples if one not in about)


def _with_examples(checked: Checked, game: typed.Game, examples: tuple[Example, ...]) -> Checked:
    return replace(checked, game=replace(game, examples=examples))


def _course(game: Any, trace: Trace) -> Iterator[str]:
    """A recorded game, as digests of what is offered, what lies where and what it is worth."""
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


# --- many of them ---------------------------------------------------------------------------------------

_bench: _Bench | None = None


def _try_all(bench: _Bench, path: Path, plan: Plan, keys: list[str]) -> Iterator[Tried]:
    if plan.jobs <= 1 or len(keys) < 2:
        yield from (bench.try_one(key) for key in keys)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(plan.jobs, context, _open, (path, plan.traces)) as pool:
        for done in as_completed([pool.submit(_try, key) for key in keys]):
            yield done.result()


def _open(path: Path, traces: tuple[Path, ...]) -> None:
    global _bench
    _bench = _Bench(path, traces)


def _try(key: str) -> Tried:
    assert _bench is not None
    return _bench.try_one(key)


# --- going on where a run was stopped -------------------------------------------------------------------


def _known(path: Path | None, digest: str) -> dict[str, Tried]:
    """What an earlier run of the same file, examples and traces has found."""
    if path is None or not path.exists():
        return {}
    found = {}
    text = path.read_text(encoding="utf-8")
    if text and not text.endswith("\n"):  # that run was stopped in the middle of a line
        with path.open("a", encoding="utf-8") as file:
            file.write("\n")
    for line in text.splitlines():
        try:
            row = json.loads(line)
            if row["of"] == digest:
                found[row["key"]] = Tried(row["key"], row["verdict"], row["by"])
        except (ValueError, KeyError, TypeError):
            continue
    return found


def _note(path: Path | None, digest: str, one: Tried) -> None:
    if path is None:
        return
    row = {"of": digest, "key": one.key, "verdict": one.verdict, "by": one.by}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
