"""Games on a Ray cluster of two nodes: the results of one process, whatever dies in the middle."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
import pytest

from rulec.facade import interpret
from rulec.sim.ladder import LadderPlan, climb
from rulec.sim.self_play import SelfPlay
from rulec.sim.workers import workers
from tests.cli.tools import CONNECT_FOUR, DEAD_END, NIM, Cli, finish, start
from tests.cluster.tools import HEAD, OTHER, TwoNodes, two_nodes
from tests.lab.tools import GAMES

pytestmark = [
    pytest.mark.long,
    # Ray leaves sockets and processes to the end of its interpreter.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoNodes]:
    pytest.importorskip("ray", reason="needs the extra `cluster`")
    with two_nodes(tmp_path_factory.mktemp("nodes")) as found:
        yield found


@pytest.fixture
def both(nodes: TwoNodes) -> TwoNodes:
    """The cluster with both nodes, whatever the test before has done to it."""
    if nodes.other is None:
        nodes.add_other()
    return nodes


TUNE = (
    *("tune", str(GAMES / "dear_card.rules"), "--games", "40", "--trials", "8"),
    *("--number", "cards.worth", "--goal", "every pick between 0.8 and 1.2"),
)


def told(cli: Cli, *arguments: str) -> Any:
    ran = cli(*arguments, "--interpreter", "--json")
    assert ran.error == ""
    return bare(json.loads(ran.out))


def bare(told: Any) -> Any:
    """Without seconds, and without the command itself."""
    if isinstance(told, dict):
        return {key: bare(one) for key, one in told.items() if "seconds" not in key}
    if isinstance(told, str):
        return "\n".join(line for line in told.splitlines() if not line.startswith("#   rulec "))
    return [bare(one) for one in told] if isinstance(told, list) else told


# --- the same for a seed ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ("sim", NIM, "-n", "700", "--seed", "3"),
        ("sim", NIM, "-n", "120", "--seats", "mcts:20,random", "--alternate"),
        ("ladder", NIM, "--players", "random,first,mcts:20", "-n", "90", "--seed", "4"),
        ("balance", NIM, "--games", "20", "--ladder", "random,greedy", "--player", "greedy"),
        TUNE,
    ],
    ids=lambda command: f"{command[0]} {len(command)}",
)
def test_commands_tell_the_same(both: TwoNodes, command: tuple[str, ...], cli: Cli) -> None:
    alone = told(cli, *command, "--jobs", "1")
    assert told(cli, *command, "--ray", both.address) == alone


def test_an_interrupted_run_goes_on_elsewhere(both: TwoNodes, cli: Cli) -> None:
    """Begun in one process, continued on the cluster, and told again by one process."""
    command = ("ladder", NIM, "--players", "random,mcts:10", "-n", "40")
    alone = told(cli, *command)
    kept = ("--resume", "run.kept")
    told(cli, *command[:-1], "12", *kept)
    assert told(cli, *command, *kept, "--ray", both.address) == alone
    assert told(cli, *command, *kept) == alone
    assert Path("run.kept").read_bytes().count(b"\n") == 41


def test_games_that_rules_stop_are_told_the_same(
    both: TwoNodes,
    cli: Cli,
    elsewhere: Path,
) -> None:
    (elsewhere / "dead_end.rules").write_text(DEAD_END, encoding="utf-8")
    command = ("sim", "dead_end.rules", "-n", "200", "--interpreter", "--json")
    alone, away = cli(*command), cli(*command, "--ray", both.address)
    assert alone.status == away.status == 1
    assert json.loads(alone.out) == json.loads(away.out)


def test_engines_are_built_where_they_are_missing(both: TwoNodes, unoptimised: None) -> None:
    """Each node has an empty cache."""
    from rulec import cluster, load

    with cluster.connect(both.address) as found:
        away = found.playouts(CONNECT_FOUR, 23_000, seed=5)
    alone = load(CONNECT_FOUR, optimise="-O0").playouts(23_000, seed=5)
    for here, there in zip(alone, away, strict=True):
        assert here.dtype == there.dtype
        assert numpy.array_equal(here, there)
    for node in (HEAD, OTHER):
        assert list(both.cache(node).glob("v1/modules/*/connect_four*.so")), node


@dataclass(frozen=True)
class Uniform:
    """Evaluator that knows nothing."""

    def __call__(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        return masks / masks.sum(axis=1, keepdims=True), numpy.full(len(masks), 0.5)


@pytest.mark.parametrize("evaluate", [None, Uniform()], ids=["random games", "evaluator"])
def test_self_play_is_the_same(both: TwoNodes, evaluate: Any) -> None:
    from rulec import cluster

    plan = SelfPlay(40, {"players": 2}, 16, evaluate, seed=8)
    game = interpret(NIM)
    with workers(game, 1, lambda: game) as crew:
        alone = list(crew.each(plan.tasks()))
    portable = cluster.PortableGame.of(NIM, interpreted=True)
    with cluster.connect(both.address) as found:
        away = list(found.self_play(portable, plan))
    assert len(alone) == len(away) == 5
    for here, there in zip(alone, away, strict=True):
        for a, b in zip(here, there, strict=True):
            assert numpy.array_equal(a, b)


# --- a node dies ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counted:
    """Task that tells on which nodes it was begun, and has a large result, kept on its node.

    The other node finishes one task and dies in its second; until then the head keeps its tasks running. So a
    finished result and a running task are lost, however slowly either node starts.
    """

    number: int
    folder: str

    def run(self, game: Any) -> tuple[int, Any]:
        node = Path(os.environ["RULEC_CACHE_DIR"]).name
        with open(Path(self.folder, str(self.number)), "a", encoding="ascii") as file:
            file.write(f"{node}\n")
        if node == HEAD or len(begun_on(self.folder, OTHER)) > 1:
            wait_for(Path(self.folder, "killed").exists)
        return self.number, numpy.full(60_000, game.playout_seed(0, self.number), dtype=numpy.uint64)


def nodes_of(folder: str | Path, number: int) -> list[str]:
    """Nodes on which a task was begun, in order."""
    file = Path(folder, str(number))
    return file.read_text(encoding="ascii").split() if file.exists() else []


def begun_on(folder: str | Path, node: str) -> list[int]:
    return [number for number in range(40) if node in nodes_of(folder, number)]


def wait_for(condition: Callable[[], bool]) -> None:
    """Poll for at most two minutes: a test that hangs tells less than one that fails."""
    end = time.monotonic() + 120
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)


def test_a_node_that_dies_loses_nothing_and_counts_nothing_twice(both: TwoNodes, tmp_path: Path) -> None:
    from rulec import cluster

    def kill() -> None:
        wait_for(lambda: len(begun_on(tmp_path, OTHER)) > 1)
        both.kill_other()
        Path(tmp_path, "killed").touch()

    game, numbers = interpret(NIM), []
    portable = cluster.PortableGame.of(NIM, interpreted=True)
    killer = threading.Thread(target=kill)
    with cluster.connect(both.address) as found, workers(game, found, portable) as crew:
        killer.start()
        for number, values in crew.each(Counted(one, str(tmp_path)) for one in range(40)):
            assert (values == game.playout_seed(0, number)).all()
            numbers.append(number)
        killer.join()
    assert numbers == list(range(40))
    begun = [len(nodes_of(tmp_path, one)) for one in range(40)]
    assert min(begun) == 1
    assert max(begun) > 1, "no task was running on the node, so its death proves nothing"


def test_a_ladder_survives_the_death_of_a_node(both: TwoNodes) -> None:
    from rulec import cluster

    game, plan = interpret(NIM), LadderPlan(200, ("random", "mcts:50"), {"players": 2}, seed=6)
    alone = list(climb(game, plan, 1, lambda: game))
    away = []
    with cluster.connect(both.address) as found:
        for outcome in climb(game, plan, found, cluster.PortableGame.of(NIM, interpreted=True)):
            away.append(outcome)
            if len(away) == 40:
                both.kill_other()
    assert away == alone


@dataclass(frozen=True)
class Deadly:
    """Task that ends its process each time."""

    def run(self, game: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_task_that_kills_each_process_is_given_up(both: TwoNodes) -> None:
    from rulec import cluster
    from rulec.errors import RulecError

    game, portable = interpret(NIM), cluster.PortableGame.of(NIM, interpreted=True)
    with (
        cluster.connect(both.address) as found,
        pytest.raises(RulecError, match="a task was lost 6 times"),
        workers(game, found, portable) as crew,
    ):
        list(crew.each([Deadly()]))


# --- what goes wrong --------------------------------------------------------------------------------------


def test_errors_of_a_node_name_it(both: TwoNodes) -> None:
    from dataclasses import replace

    from rulec import cluster
    from rulec.errors import RulecError

    other = replace(cluster.PortableGame.of(NIM), compiler="of another version")
    with cluster.connect(both.address) as found, pytest.raises(RulecError, match=r"node .*: rulec differs"):
        found.playouts(other, 10)


def test_ctrl_c_keeps_what_was_played(both: TwoNodes, cli: Cli) -> None:
    process = start(
        "sim", NIM, "-n", "10000000", "--interpreter", "--ray", both.address, start_new_session=True
    )
    threading.Event().wait(12)
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    ran = finish(process)
    assert ran.status == 130
    assert ran.error.startswith("error: interrupted after ")
    assert "Traceback" not in ran.err
    assert told(cli, "sim", NIM, "-n", "50", "--ray", both.address)["games"] == 50
