"""Learn connect four from nothing against random play, with MaskablePPO of sb3-contrib.

    pip install 'rulec[ai]' sb3-contrib       # PyTorch for the CPU is enough
    python docs/examples/maskable_ppo.py

Half of the environments take the first seat, half the second. The mask of legal actions comes from
`action_masks()`, which `MaskablePPO` asks for.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from rulec.adapters import gymnasium

ENVIRONMENTS = 16


def environment(game: Any, seat: int) -> Callable[[], Any]:
    """Factory of one environment; a victory is worth 1, a defeat -1."""
    return lambda: gymnasium.make(game, "random", seat, utility="zero_sum")


def learn(game: Any, steps: int, seed: int) -> MaskablePPO:
    envs = DummyVecEnv([environment(game, number % 2) for number in range(ENVIRONMENTS)])
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=0.99,
        ent_coef=0.01,
        learning_rate=lambda left: 1e-3 * left,  # down to nothing in the end
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )
    return model.learn(steps)


def share_of_victories(game: Any, model: MaskablePPO, games: int, seed: int) -> float:
    """Play with the most probable actions on both seats in turn; a draw is half a victory."""
    won, generator = 0.0, numpy.random.default_rng(seed)
    envs = [gymnasium.make(game, "random", seat, utility="wins") for seat in (0, 1)]
    for number in range(games):
        env = envs[number % 2]
        seen, info = env.reset(seed=int(generator.integers(1 << 31)))
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
            seen, reward, over, _, info = env.step(int(action))
        won += reward
    return won / games


def main(arguments: list[str] | None = None) -> float:
    read = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    read.add_argument("--game", default="connect_four", help="name or rules file")
    read.add_argument("--steps", type=int, default=300_000)
    read.add_argument("--games", type=int, default=1_000, help="games that are played in the end")
    read.add_argument("--seed", type=int, default=1)
    chosen = read.parse_args(arguments)
    torch.set_num_threads(1)
    begun = time.process_time()
    model = learn(chosen.game, chosen.steps, chosen.seed)
    minutes = (time.process_time() - begun) / 60
    share = share_of_victories(chosen.game, model, chosen.games, chosen.seed)
    print(f"{chosen.steps:,} steps, {minutes:.1f} minutes on one core: {share:.1%} of {chosen.games:,} games")
    return share


if __name__ == "__main__":
    main()
