"""PettingZoo environments: `env("connect_four")` for AEC, `parallel_env` for parallel games.

Observations are dictionaries with `observation` and `action_mask`, as in PettingZoo's classic games; the mask
stands in the agent's info, too.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rulec.adapters.games import Named, Setting, setting, whole_number
from rulec.adapters.missing import wanted
from rulec.adapters.spaces import Seeds, observation_box, observed
from rulec.errors import IllegalAction

with wanted("PettingZoo", "pettingzoo"):
    import pettingzoo
    from pettingzoo.utils import wrappers
with wanted("Gymnasium", "gymnasium"):
    import gymnasium
    from gymnasium import spaces
import numpy


def env(
    named: Named,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    utility: str | None = None,
    illegal_reward: float = -1,
    dense: bool = False,
    dtype: Any = "float32",
    **options: Any,
) -> Any:
    """AEC environment with the wrappers of PettingZoo's classic games.

    An action that is not offered ends the game, and whoever took it gets `illegal_reward`. `dense` numbers
    actions without ids that are never offered in this configuration (see `TurnEnv.numbering`). `dtype` is
    that of observations: float32, or uint8 with numbers from 0 to 1 in 255ths, and a warning where that
    loses anything.
    """
    game = wrappers.TerminateIllegalWrapper(
        raw_env(
            named, players, render_mode=render_mode, utility=utility, dense=dense, dtype=dtype, **options
        ),
        illegal_reward=illegal_reward,
    )
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(game))


def raw_env(
    named: Named,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    utility: str | None = None,
    dense: bool = False,
    dtype: Any = "float32",
    **options: Any,
) -> TurnEnv:
    """AEC environment without wrappers: an illegal action raises `IllegalAction`."""
    return TurnEnv(setting(named, players, options, utility, dense=dense, dtype=dtype), render_mode)


def parallel_env(
    named: Named,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    utility: str | None = None,
    illegal_reward: float = -1,
    dense: bool = False,
    dtype: Any = "float32",
    **options: Any,
) -> ParallelGame:
    """Parallel environment in which only the deciding agent's action counts."""
    return ParallelGame(
        setting(named, players, options, utility, dense=dense, dtype=dtype), render_mode, illegal_reward
    )


class _BaseEnv:
    """Shared base of both environments: a game in progress with its PettingZoo metadata."""

    def __init__(self, chosen: Setting, render_mode: str | None) -> None:
        modes = ("human", "ansi")
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode is one of {', '.join(map(repr, modes))}, not {render_mode!r}")
        self.setting, self.render_mode = chosen, render_mode
        self.agents = [f"player_{seat}" for seat in range(chosen.players)]
        self.seeds = Seeds(None)
        self.state = chosen.begin(self.seeds.following())
        self.numbering = chosen.numbering
        box = observation_box(chosen)
        mask = spaces.Box(0, 1, (len(self.numbering),), numpy.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.numbering)) for agent in self.agents}

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.seeds = Seeds(seed)
        self.state = self.setting.begin(self.seeds.following())

    @property
    def decider(self) -> str:
        """Deciding agent; the first one when the game is over."""
        return self.agents[max(0, self.state.current_player())]

    def mask(self, agent: str) -> Any:
        seat = self.agents.index(agent)
        if seat != self.state.current_player():
            return numpy.zeros(len(self.numbering), dtype=numpy.int8)
        offered = numpy.frombuffer(self.state.legal_actions_mask(), dtype=numpy.int8)
        return self.numbering.mask(offered).copy()

    def apply(self, action: Any) -> None:
        """Apply an action of the deciding agent; `IllegalAction` if it is not offered."""
        if self.numbering.is_identity:
            self.state.apply_action(action)
            return
        number = whole_number(action)
        if number is None:
            raise IllegalAction(f"an action is a whole number, not {action!r}")
        if not 0 <= number < len(self.numbering):
            last = len(self.numbering) - 1
            raise IllegalAction(f"{number} is not an action; they are 0 to {last}")
        self.state.apply_action(self.numbering.ids[number])

    def observe(self, agent: str) -> dict[str, Any]:
        seen = observed(self.setting, self.state, self.agents.index(agent))
        return {"observation": seen, "action_mask": self.mask(agent)}

    def rewards(self) -> dict[str, float]:
        return dict(zip(self.agents, self.setting.utility.of(self.state), strict=True))

    def shown(self) -> str:
        """Text of the position as the deciding player knows it."""
        seat = max(0, self.state.current_player())
        return f"{self.setting.game.TITLE}, {self.state!r}\n{self.state.observation_string(seat)}"

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode; it is given to env(...).")
            return None
        if self.render_mode == "ansi":
            return self.shown()
        print(self.shown())
        return None


def _metadata(chosen: Setting, parallel: bool) -> dict[str, Any]:
    name = f"rulec_{chosen.game.NAME}"
    return {"render_modes": ["human", "ansi"], "name": name, "is_parallelizable": parallel, "render_fps": 1}


class TurnEnv(pettingzoo.AECEnv):
    """AEC environment: agents act one after the other."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"]}

    def __init__(self, chosen: Setting, render_mode: str | None) -> None:
        super().__init__()
        self.table = _BaseEnv(chosen, render_mode)
        self.metadata = _metadata(chosen, False)  # type: ignore[misc] # the name is that of the game
        self.render_mode = render_mode
        self.possible_agents = list(self.table.agents)
        self.agents = list(self.table.agents)
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces
        self.numbering = self.table.numbering

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.table.observe(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.apply(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.state.is_terminal():
            self.rewards = self.table.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        self.infos = {agent: {"action_mask": self.table.mask(agent)} for agent in self.agents}
        self.agent_selection = self.table.decider

    def render(self) -> str | None:
        return self.table.render()

    def close(self) -> None:
        """Do nothing: no resource is open."""


class ParallelGame(pettingzoo.ParallelEnv):
    """Parallel environment; masks of agents without a decision are all zero."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"]}

    def __init__(self, chosen: Setting, render_mode: str | None, illegal_reward: float) -> None:
        self.table = _BaseEnv(chosen, render_mode)
        self.metadata = _metadata(chosen, True)  # type: ignore[misc] # the name is that of the game
        self.render_mode, self.illegal_reward = render_mode, illegal_reward
        self.possible_agents = list(self.table.agents)
        self.agents: list[str] = []
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces
        self.numbering = self.table.numbering

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(self.agents), self._infos(self.agents)

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Apply the deciding agent's action; those of others are ignored."""
        if not self.agents:
            raise AssertionError("reset() needs to be called before step")
        acting, table = self.agents, self.table
        decider = table.decider
        if decider not in actions:
            raise ValueError(f"{decider} is to decide, and has no action")
        if not self.action_space(decider).contains(actions[decider]):
            raise AssertionError(f"action {actions[decider]!r} is not in the action space of {decider}")
        legal = bool(table.mask(decider)[actions[decider]])
        if legal:
            table.apply(actions[decider])
        over = not legal or table.state.is_terminal()
        rewards = table.rewards()
        if not legal:
            rewards[decider] = self.illegal_reward
        self.agents = [] if over else list(acting)
        told = dict.fromkeys(acting, over), dict.fromkeys(acting, False)
        if self.render_mode == "human":
            self.render()
        return self._seen(acting), rewards, *told, self._infos(acting)

    def _seen(self, agents: list[str]) -> dict[str, Any]:
        return {agent: self.table.observe(agent) for agent in agents}

    def _infos(self, agents: list[str]) -> dict[str, Any]:
        return {agent: {"action_mask": self.table.mask(agent)} for agent in agents}

    def render(self) -> str | None:
        return self.table.render()

    def close(self) -> None:
        """Do nothing: no resource is open."""
