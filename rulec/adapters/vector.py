"""Gymnasium vector environment over the engine's `Batch`."""

from __future__ import annotations

from typing import Any

from rulec.adapters.games import Setting, whole_number
from rulec.adapters.missing import wanted
from rulec.adapters.spaces import observation_box
from rulec.errors import IllegalAction

with wanted("Gymnasium", "gymnasium"):
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
import numpy


class GamesVector(VectorEnv):
    """Vector of n games; observation, mask and reward are those of the deciding player.

    The reward of a step goes to whoever took it; `info["returns"]` has those of all players at the end of a
    game, `info["current_player"]` who is to decide now.
    """

    def __init__(self, chosen: Setting, num_envs: int, mode: Any, threads: int) -> None:
        self.setting, self.num_envs = chosen, num_envs
        self.autoreset_mode = AutoresetMode.NEXT_STEP if mode is None else AutoresetMode(mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_box(chosen)
        self.numbering = chosen.numbering
        self.single_action_space = spaces.Discrete(len(self.numbering))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._threads = threads
        self._batch: Any = None
        self._ended = numpy.zeros(num_envs, dtype=bool)  # over, and not yet begun anew for the caller

    # --- beginning --------------------------------------------------------------------------------------

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Restart all games, or those marked by `options["reset_mask"]`."""
        if seed is not None and whole_number(seed) is None:
            raise ValueError("a vector of games has one seed, a whole number, from which all others follow")
        mask = self._reset_mask(options)
        if mask is None:
            self._begin(None if seed is None else int(seed))
        else:
            if self._batch is None:
                raise ResetNeeded("call reset() without a mask first")
            if seed is not None:
                raise ValueError("a seed is for all games; give it without `reset_mask`")
            self._batch.reset(mask & ~self._ended)  # where a game was over the next has begun already
            self._ended = self._ended & ~mask
        return self._seen(), self._info()

    def _begin(self, seed: int | None) -> None:
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 63)) if seed is None else seed
        options = dict(self.setting.options)
        make = self.setting.game.Batch
        self._batch = make(self.num_envs, self.setting.players, number, self._threads, **options)
        self._ended[:] = False

    def _reset_mask(self, options: dict[str, Any] | None) -> Any:
        unknown = [one for one in options or () if one != "reset_mask"]
        if unknown:
            raise ValueError(f"`options` has `reset_mask` and nothing else, not {unknown[0]!r}")
        if not options or options.get("reset_mask") is None:
            return None
        mask = options["reset_mask"]
        if not isinstance(mask, numpy.ndarray) or mask.dtype != numpy.bool_:
            raise TypeError("`options['reset_mask']` is a NumPy array of truth values")
        if mask.shape != (self.num_envs,):
            raise ValueError(f"`options['reset_mask']` has the shape ({self.num_envs},), not {mask.shape}")
        if not mask.any():
            raise ValueError("`options['reset_mask']` marks no game")
        return mask

    # --- moving on --------------------------------------------------------------------------------------

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Apply one action per game; if any is illegal, none is applied."""
        if self._batch is None:
            raise ResetNeeded("call reset() first")
        waiting = self._ended.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and waiting.any():
            raise ResetNeeded(f"game {int(waiting.argmax())} is over: reset it with `reset_mask`")
        acting = self._batch.current_players.copy()
        self._take(self._given(actions), waiting)
        over = self._batch.terminal.copy()
        returns = numpy.zeros((self.num_envs, self.setting.players))
        if over.any():
            ends = self.setting.utility.of_arrays(self._batch.scores[over], self._batch.winners[over])
            returns[over] = ends
        rewards = numpy.where(over, returns[numpy.arange(self.num_envs), acting], 0.0)
        same = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._ended = numpy.zeros_like(over) if same else over.copy()
        seen, info = self._seen(), self._info()
        if over.any():
            info.update(returns=returns, _returns=over.copy())
            self._show_ends(over, acting, seen, info, same)
        return seen, rewards, over, numpy.zeros_like(over), info

    def _take(self, given: Any, waiting: Any) -> None:
        """Apply actions; finished games ignore theirs and restart."""
        batch = self._batch
        if waiting.any():
            first = batch.legal_ids[batch.legal_offsets[:-1]]
            given = numpy.where(waiting, first, given)
        try:
            batch.step(given)
        except IllegalAction as problem:
            raise InvalidAction(str(problem)) from None
        if waiting.any():
            batch.reset(waiting)

    def _given(self, actions: Any) -> Any:
        given = numpy.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise InvalidAction(f"actions are {self.num_envs} whole numbers, one for each game")
        if self.numbering.is_identity:
            return given
        wrong = (given < 0) | (given >= len(self.numbering))
        if (wrong & ~self._ended).any():
            game = int((wrong & ~self._ended).argmax())
            raise InvalidAction(
                f"game {game}: {given[game]} is not an action; they are 0 to {len(self.numbering) - 1}"
            )
        return self.numbering.array[numpy.where(wrong, 0, given)]

    def _show_ends(self, over: Any, acting: Any, seen: Any, info: dict[str, Any], same: bool) -> None:
        """Report the final observations of finished games, in place of the next ones or beside them."""
        if not same:
            self._batch.observe_ended(acting, seen)
            info["current_player"][over] = acting[over]
            return
        last = self._batch.observe_ended(acting, numpy.zeros_like(seen))
        final = numpy.full(self.num_envs, None, dtype=object)
        for game in numpy.flatnonzero(over):
            final[game] = last[game].copy()
        ends = {"returns": info["returns"], "_returns": over.copy()}
        info.update(final_obs=final, _final_obs=over.copy(), final_info=ends, _final_info=over.copy())

    # --- looking ----------------------------------------------------------------------------------------

    def action_masks(self) -> Any:
        """Legal-action masks as booleans, for sb3-contrib."""
        if self._batch is None:
            raise ResetNeeded("call reset() first")
        return self._masks().astype(bool)

    def _masks(self) -> Any:
        """Legal-action masks; all zero for finished games."""
        shape = (self.num_envs, self.setting.game.NUM_ACTIONS)
        masks = self.numbering.mask(self._batch.mask(numpy.empty(shape, dtype=numpy.int8)))
        masks[self._ended] = 0
        return masks

    def _seen(self) -> Any:
        shape = (self.num_envs, *self.single_observation_space.shape)
        return self._batch.observe(numpy.empty(shape, dtype=self.setting.dtype))

    def _info(self) -> dict[str, Any]:
        everywhere = numpy.ones(self.num_envs, dtype=bool)
        return {
            "action_mask": self._masks(),
            "_action_mask": everywhere,
            "current_player": self._batch.current_players.copy(),
            "_current_player": everywhere.copy(),
        }
