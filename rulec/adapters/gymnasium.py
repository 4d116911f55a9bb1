"""Gymnasium environments: `make("connect_four")` for one agent, `make_vec` for many games.

The import makes bundled games available to Gymnasium itself, as `rulec/connect_four-v0`; `register` adds
others.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from rulec.adapters.games import Named, Setting, find_game, setting
from rulec.adapters.missing import wanted
from rulec.adapters.opponents import Opponent, opponent_of
from rulec.adapters.spaces import observation_box, observed
from rulec.adapters.vector import GamesVector
from rulec.errors import RulecError

with wanted("Gymnasium", "gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.envs.registration import EnvSpec
    from gymnasium.error import InvalidAction, ResetNeeded, UnsupportedMode
import numpy

NAMESPACE, VERSION = "rulec", 0
_ENTRY = "rulec.adapters.gymnasium:make"
_VECTOR_ENTRY = f"{_ENTRY}_vec"
_ENDS, _RAISES = ILLEGAL = ("end", "raise")


def make(
    named: Named,
    opponents: str | Opponent = "random",
    seat: int = 0,
    *,
    players: int | None = None,
    render_mode: str | None = None,
    utility: str | None = None,
    illegal: str = "end",
    illegal_reward: float = -1,
    dense: bool = False,
    dtype: Any = "float32",
    **options: Any,
) -> GameEnv:
    """Single-agent environment of one seat; opponents are `random`, `mcts:N` or a function.

    `illegal` says what an action does that is not offered: it ends the episode with `illegal_reward`, or it
    raises `InvalidAction`. `dense` numbers actions without ids that are never offered in this configuration
    (see `GameEnv.numbering`). `dtype` is that of observations: float32, or uint8 with numbers from 0 to 1 in
    255ths, and a warning where that loses anything.
    """
    chosen = setting(named, players, options, utility, dense=dense, dtype=dtype)
    if illegal not in ILLEGAL:
        raise RulecError(f"illegal is one of {', '.join(map(repr, ILLEGAL))}, not {illegal!r}")
    env = GameEnv(
        chosen, opponent_of(opponents), chosen.seat(seat), render_mode, illegal_reward, illegal == _RAISES
    )
    given = {"opponents": opponents, "seat": seat, "players": players, "utility": utility, **options}
    given.update(dense=dense, dtype=chosen.dtype)
    given.update(
        named=_in_text(named), render_mode=render_mode, illegal=illegal, illegal_reward=illegal_reward
    )
    env.spec = EnvSpec(_id(chosen.game.NAME), entry_point=_ENTRY, kwargs=given)
    return env


def make_vec(
    named: Named,
    num_envs: int = 1024,
    *,
    players: int | None = None,
    utility: str | None = None,
    autoreset_mode: Any = None,
    threads: int = 0,
    dense: bool = False,
    dtype: Any = "float32",
    **options: Any,
) -> GamesVector:
    """Vector environment stepped by the engine; each action is that of its game's deciding player.

    `dense` and `dtype` are as for `make`.
    """
    chosen = setting(named, players, options, utility, dense=dense, dtype=dtype)
    envs = GamesVector(chosen, num_envs, autoreset_mode, threads)
    given = {"players": players, "utility": utility, "dense": dense, "dtype": chosen.dtype, **options}
    given.update(named=_in_text(named), threads=threads, autoreset_mode=envs.autoreset_mode.value)
    envs.spec = EnvSpec(_id(chosen.game.NAME), vector_entry_point=_VECTOR_ENTRY, kwargs=given)
    return envs


def register(named: Named | None = None) -> list[str]:
    """Register a game, or all bundled games, for `gymnasium.make` and `make_vec`; return the ids."""
    games: dict[str, Named]
    if named is None:
        from rulec.facade import shipped_names

        games = {name: name for name in shipped_names()}
    elif isinstance(named, (str, os.PathLike)):
        games = {Path(named).stem: str(Path(named).absolute()) if Path(named).suffix else str(named)}
    else:
        games = {find_game(named).NAME: named}
    ids = []
    for name, given in games.items():
        ids.append(_id(name))
        gymnasium.registry.pop(ids[-1], None)  # to register once more is no mistake
        gymnasium.register(
            ids[-1],
            entry_point=_ENTRY,
            vector_entry_point=_VECTOR_ENTRY,
            kwargs={"named": given},
        )
    return ids


def _in_text(named: Named) -> Named:
    """Return the rules file of an engine where it says the same: a spec can show it as JSON."""
    if not isinstance(named, ModuleType) or named.PARAMETERS:
        return named
    return find_game(named).State.rules_file() or named


def _id(name: str) -> str:
    return f"{NAMESPACE}/{name}-v{VERSION}"


class UnknownMode(UnsupportedMode, TypeError):
    """No such render mode; as a TypeError it lets `make_vec_env` of Stable-Baselines3 do without pictures."""


class GameEnv(gymnasium.Env):
    """Single-agent environment of one seat; opponents act between its steps."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        chosen: Setting,
        opponent: Opponent,
        seat: int,
        render_mode: str | None,
        illegal_reward: float,
        raises: bool,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise UnknownMode(f"render_mode is 'ansi' or 'human', not {render_mode!r}")
        self.setting, self.seat, self.render_mode = chosen, seat, render_mode
        self._opponent, self._illegal_reward, self._raises = opponent, float(illegal_reward), raises
        self.observation_space = observation_box(chosen)
        self.numbering = chosen.numbering
        self.action_space = spaces.Discrete(len(self.numbering))
        self._state: Any = None
        self._over = True

    @property
    def state(self) -> Any:
        """Engine state; clone it before modification."""
        if self._state is None:
            raise ResetNeeded("call reset() first")
        return self._state

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Start a game and advance it to this seat's first decision."""
        super().reset(seed=seed)
        for _ in range(_TRIES):
            self._state = self.setting.begin(int(self.np_random.integers(1 << 63)))
            self._others()
            if not self._state.is_terminal():
                break
        else:
            raise RulecError(f"seat {self.seat} had nothing to decide in {_TRIES} games")
        self._over = False
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._over:
            raise ResetNeeded("the episode is over: call reset()" if self._state else "call reset() first")
        if not self.action_space.contains(action):
            raise InvalidAction(f"{action!r} is not an action id; they are 0 to {self.action_space.n - 1}")
        engine_id = self.numbering.id_of(int(action))
        if engine_id not in self.state.legal_actions():
            return self._illegal(engine_id)
        self.state.apply_action(engine_id)
        self._others()
        self._over = self.state.is_terminal()
        reward = float(self.setting.utility.of(self.state)[self.seat])
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self._over, False, self._info()

    def _illegal(self, engine_id: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Result of an illegal action: an error, or the end with a penalty."""
        label = self.state.action_to_string(self.seat, engine_id)
        if self._raises:
            raise InvalidAction(f"{label!r} is not offered by `{self.state.decision()}` now")
        self._over = True
        return self._seen(), self._illegal_reward, True, False, {**self._info(), "illegal_action": label}

    def action_masks(self) -> Any:
        """Legal-action mask as booleans, for sb3-contrib."""
        return self._mask().astype(bool)

    def render(self) -> str | None:
        text = f"{self.setting.game.TITLE}, {self.state!r}\n{self.state.observation_string(self.seat)}"
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else None

    def _others(self) -> None:
        state = self._state
        while not state.is_terminal() and state.current_player() != self.seat:
            state.apply_action(self._opponent(state, self.np_random))

    def _mask(self) -> Any:
        if self._over and self._state is not None and self._state.is_terminal():
            return numpy.zeros(len(self.numbering), dtype=numpy.int8)
        offered = numpy.frombuffer(self.state.legal_actions_mask(), dtype=numpy.int8)
        return self.numbering.mask(offered).copy()

    def _seen(self) -> Any:
        return observed(self.setting, self.state, self.seat)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask()}
        if self.state.is_terminal():
            info["returns"] = numpy.array(self.setting.utility.of(self.state))
            info["scores"] = numpy.array(self.state.scores())
        return info


register()  # a new process knows the ids of bundled games as soon as it imports this module
_TRIES = 100  # games that may end before it is the seat's turn
