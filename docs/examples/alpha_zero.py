"""Learn a game from self-play: a small AlphaZero on one core, and what it reached against `mcts:N`.

    pip install 'rulec[ai]' torch             # PyTorch for the CPU is enough
    python docs/examples/alpha_zero.py        # connect four, ten minutes
    python docs/examples/alpha_zero.py --game my.rules --minutes 60 --jobs 8
    python docs/examples/alpha_zero.py --game my.rules --minutes 60 --ray auto

In turn, a network plays games against itself, guided by a search (`State.mcts` with `evaluate=`), and learns
from them where the search looked and who won. It is called with batches of positions, so that NumPy is fast
enough; learning is done by PyTorch. Any game for two will do: nothing here knows connect four.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy
import torch
from torch import nn

import rulec
from rulec import cluster
from rulec.sim.self_play import SelfPlay, SelfPlayGames
from rulec.sim.workers import Workers, workers

Rows = list[SelfPlayGames]
NATIVE = 4  # times as many games and simulations where the search is native
REUSED, SIZE = 6, 256  # how often a row is learned from on average, rows of a gradient step


@dataclass(frozen=True)
class Network:
    """Evaluator in NumPy: observations and masks to priors and values; it can be sent to other processes."""

    layers: tuple[tuple[Any, Any], ...]  # weights and biases of the body
    policy: tuple[Any, Any]
    value: tuple[Any, Any]

    def __call__(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        found = observations
        for weights, bias in self.layers:
            found = numpy.maximum(found @ weights + bias, 0)
        logits = found @ self.policy[0] + self.policy[1]
        logits = numpy.where(masks, logits - logits.max(axis=1, keepdims=True), -numpy.inf)
        priors = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        values = 1 / (1 + numpy.exp(-(found @ self.value[0] + self.value[1])))
        return priors / priors.sum(axis=1, keepdims=True), values[:, 0]


class Learner(nn.Module):
    """The same network in PyTorch."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.ModuleList([nn.Linear(inputs, width), nn.Linear(width, width)])
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=1e-3, weight_decay=1e-5)

    def forward(self, observations: Any) -> tuple[Any, Any]:
        for layer in self.body:
            observations = torch.relu(layer(observations))
        return self.policy(observations), self.value(observations)[:, 0]

    def learn(self, rows: Rows, steps: int, generator: numpy.random.Generator) -> float:
        """Take gradient steps on random rows; return the mean loss."""
        seen, masks, policies, values = (
            torch.from_numpy(numpy.concatenate([getattr(one, name) for one in rows]))
            for name in ("observations", "masks", "policies", "values")
        )
        total = 0.0
        for _ in range(steps):
            drawn = torch.from_numpy(generator.integers(len(seen), size=SIZE))
            logits, guessed = self(seen[drawn])
            logits = logits.masked_fill(masks[drawn] == 0, -1e9)
            loss = -(policies[drawn] * torch.log_softmax(logits, dim=1)).sum(dim=1).mean()
            loss = loss + nn.functional.binary_cross_entropy_with_logits(guessed, values[drawn])
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += float(loss.detach())
        return total / steps

    def network(self) -> Network:
        def arrays(layer: Any) -> tuple[Any, Any]:
            return layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy()

        return Network(tuple(map(arrays, self.body)), arrays(self.policy), arrays(self.value))


# --- the loop ---------------------------------------------------------------------------------------------


class Window:
    """The latest games, as many as fit into a number of rows."""

    def __init__(self, most: int) -> None:
        self.most, self.rows, self.count = most, deque[SelfPlayGames](), 0

    def add(self, played: Rows) -> int:
        """Add games, forget the oldest; return the number of new rows."""
        for one in played:
            self.rows.append(one)
            self.count += len(one.games)
        while self.count > self.most:
            self.count -= len(self.rows.popleft().games)
        return sum(len(one.games) for one in played)


def learn(game: Any, crew: Workers, chosen: argparse.Namespace) -> tuple[Learner, int]:
    """Play and learn in turn until time or lessons are used up; return the learner and its games.

    The first lessons are from native searches by random games: in the time of one game that a new network
    guides, they play many, and better ones.
    """
    inputs = sum(part.size for part in game.State.observation_layout())
    learner, window = Learner(inputs, game.NUM_ACTIONS, chosen.width), Window(chosen.window)
    generator = numpy.random.default_rng(chosen.seed)
    clock = time.process_time if chosen.jobs == 1 and not chosen.ray else time.monotonic
    begun, first, lessons = clock(), 0, 0
    while lessons < chosen.lessons and (spent := (clock() - begun) / 60 / chosen.minutes) < 1:
        native = max(spent, lessons / chosen.lessons) < chosen.start
        plan = SelfPlay(
            chosen.games * (NATIVE if native else 1),
            simulations=chosen.simulations * (NATIVE if native else 1),
            evaluate=None if native else learner.network(),
            seed=chosen.seed,
            first=first,
            batch=8,
        )
        new = window.add(list(crew.each(plan.tasks())))
        first, lessons = first + plan.games, lessons + 1
        loss = learner.learn(list(window.rows), new * REUSED // SIZE, generator)
        minutes = (clock() - begun) / 60
        found = f"{first:6,} games, {'native' if native else 'guided'}  {window.count:7,} rows"
        print(f"{minutes:5.1f} min  {found}  loss {loss:.3f}", flush=True)
    return learner, first


# --- strength ---------------------------------------------------------------------------------------------


def share_against(
    game: Any, network: Network, own: int, simulations: int, games: int, seed: int
) -> tuple[float, float]:
    """Share of victories against `mcts` with so many simulations (0: random), and its standard error.

    Each opening of two random moves is played on both seats.
    """
    results = []
    for number in range(games):
        state = game.State(seed=game.playout_seed(seed, number // 2))
        for decided, key in enumerate(_keys(game, seed, number // 2)):
            if state.is_terminal():
                break
            if decided < 2:
                state.apply_index(key % state.count_legal())
            elif (state.current_player() + number) % 2 == 0:
                state.apply_action(state.mcts(own, key, evaluate=network, batch=8).action)
            elif simulations:
                state.apply_action(state.mcts(simulations, key).action)
            else:
                state.apply_index(key % state.count_legal())
        results.append(state.returns()[number % 2])
    return float(numpy.mean(results)), float(numpy.std(results) / numpy.sqrt(games))


def _keys(game: Any, seed: int, opening: int) -> Iterator[int]:
    number = 0
    while True:
        yield game.playout_seed(game.playout_seed(seed + 1, opening), number)
        number += 1


def main(arguments: list[str] | None = None) -> dict[int, float]:
    read = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    read.add_argument("--game", default="games/classics/connect_four.rules", help="rules file")
    read.add_argument(
        "--minutes", type=float, default=10, help="of the processor; with --jobs or --ray by the clock"
    )
    read.add_argument("--lessons", type=int, default=1_000_000, help="the most that are taken")
    read.add_argument("--start", type=float, default=0.3, help="share of the time for native searches")
    read.add_argument("--games", type=int, default=64, help="games between two lessons")
    read.add_argument("--simulations", type=int, default=64, help="of each decision")
    read.add_argument("--width", type=int, default=256)
    read.add_argument("--window", type=int, default=200_000, help="rows that are kept")
    read.add_argument("--jobs", type=int, default=1, help="processes of this machine")
    read.add_argument("--ray", help="address of a Ray cluster, whose nodes play in their place")
    read.add_argument("--against", default="0,50,200,1000", help="simulations of the opponents")
    read.add_argument("--matches", type=int, default=100, help="games against each of them")
    read.add_argument("--seed", type=int, default=1)
    chosen = read.parse_args(arguments)
    torch.set_num_threads(1)
    torch.manual_seed(chosen.seed)
    game = rulec.load(chosen.game)
    with ExitStack() as stack:
        if chosen.ray:
            nodes = stack.enter_context(cluster.connect(chosen.ray))
            crew = stack.enter_context(workers(game, nodes, cluster.PortableGame.of(chosen.game)))
        else:
            crew = stack.enter_context(workers(game, chosen.jobs, partial(rulec.load, chosen.game)))
        learner, played = learn(game, crew, chosen)
    network, shares = learner.network(), {}
    print(f"after {played:,} games, {chosen.simulations} simulations a decision:")
    for simulations in map(int, chosen.against.split(",")):
        share, error = share_against(
            game, network, chosen.simulations, simulations, chosen.matches, chosen.seed
        )
        shares[simulations] = share
        opponent = f"mcts:{simulations}" if simulations else "random"
        print(f"  against {opponent:9}  {share:.1%} ± {1.96 * error:.1%}", flush=True)
    return shares


if __name__ == "__main__":
    main()
