"""Hints for attributes that games, states and batches lack: names of other libraries, and near names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Final

_ADAPTER: Final = (
    "a state of `rulec.adapters.open_spiel.load(...)` has it; `events(player)` lists what was seen"
)
_UNDO: Final = "there is no undo: keep a `clone()`, or go on with `child(action)`"
_MOVES: Final = ("act", "do_move", "make_move", "move", "play_action", "push", "step")
_LEGAL: Final = (
    "available_actions", "available_moves", "get_legal_actions", "get_legal_moves", "get_valid_moves",
    "legal_moves", "possible_actions", "valid_actions", "valid_moves",
)  # fmt: skip
_OVER: Final = ("done", "game_over", "is_done", "is_game_over", "is_over", "terminated", "truncated")
_MASKS: Final = ("action_mask", "action_masks", "get_action_mask", "legal_action_mask", "valid_action_mask")
_TURNS: Final = ("agent_selection", "player", "player_to_move", "to_move", "to_play", "turn")
_SEEN: Final = ("get_observation", "obs", "observe", "to_tensor")

# Names of OpenSpiel, PettingZoo, Gymnasium, pgx and of many textbooks -> what a state offers.
OF_STATES: Final[Mapping[str, str]] = {
    **dict.fromkeys(_MOVES, "`apply_action(action)`"),
    **dict.fromkeys(_LEGAL, "`legal_actions()`"),
    **dict.fromkeys(_OVER, "`is_terminal()`"),
    **dict.fromkeys(_MASKS, "`legal_actions_mask()`"),
    **dict.fromkeys(_TURNS, "`current_player()`"),
    **dict.fromkeys(_SEEN, '`observation_tensor(player, "compact")`'),
    **dict.fromkeys(("copy", "deepcopy"), "`clone()`"),
    **dict.fromkeys(("pop", "undo", "undo_action", "undo_move"), _UNDO),
    **dict.fromkeys(("information_state", "information_state_string", "information_state_tensor"), _ADAPTER),
    **dict.fromkeys(("reward", "utilities", "utility", "result"), "`returns()`"),
    **dict.fromkeys(("points", "score"), "`scores()`"),
    **dict.fromkeys(("action_size", "action_space", "num_actions"), "`num_distinct_actions()`"),
    **dict.fromkeys(("agents", "num_agents", "possible_agents"), "`num_players()`"),
    **dict.fromkeys(("full_history", "history_str", "moves"), "`history()`"),
    **dict.fromkeys(("game", "get_game"), "it is the module that `State` was taken from"),
    **dict.fromkeys(("init", "reset"), "`State(players, seed)` for a new game"),
    **dict.fromkeys(
        ("draw", "render", "show"), "`rulec.picture.svg(state)`, or `observation_string(player)`"
    ),
    "apply_actions": "`apply_action(action)`, for each action",
    "determinize": "`resample(player, seed)`",
    "max_game_length": "`MAX_DECISIONS` of the game",
    **dict.fromkeys(
        ("observation_shape", "observation_space", "observation_tensor_shape", "observation_tensor_size"),
        "`State.observation_layout(players)`",
    ),
    "random_playout": "`rollout(seed)`",
    "resample_from_infostate": "`resample(player, seed)`",
    "winner": "`winners()`",
}

OF_BATCHES: Final[Mapping[str, str]] = {
    **dict.fromkeys((*_MASKS, "legal_actions_mask"), "`masks`, or `mask(out)`"),
    **dict.fromkeys((*_LEGAL, "legal_actions"), "`legal_ids` with `legal_offsets`, or `masks`"),
    **dict.fromkeys((*_OVER, "dones", "is_terminal", "terminals"), "`terminal`"),
    **dict.fromkeys((*_TURNS, "current_player"), "`current_players`"),
    **dict.fromkeys(("get_observation", "obs", "observation_tensor"), "`observations`, or `observe(out)`"),
    **dict.fromkeys(("returns", "reward", "rewards"), "`winners` and `scores`, of games that are `terminal`"),
    **dict.fromkeys(("apply_action", "apply_actions"), "`step(actions)`"),
    **dict.fromkeys(("clone", "save"), "`copy.copy(batch)`; `to_bytes()` saves"),
    **dict.fromkeys(("load", "restore"), "`Batch.from_bytes(data)`"),
    **dict.fromkeys(("num_envs", "size"), "`n`"),
    "states": "`state(game)`",
}

OF_GAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("init", "initial_state", "new_game", "new_initial_state", "reset"), "`State(players, seed)`"
    ),
    **dict.fromkeys(("action_space", "num_actions", "num_distinct_actions"), "`NUM_ACTIONS`"),
    **dict.fromkeys(("max_num_players", "min_num_players", "num_agents", "num_players"), "`PLAYERS`"),
    **dict.fromkeys(("max_episode_steps", "max_game_length"), "`MAX_DECISIONS`"),
    **dict.fromkeys(("get_parameters", "options"), "`OPTIONS` and `CONFIGURATIONS`"),
    **dict.fromkeys(
        ("observation_shape", "observation_space", "observation_tensor_shape"),
        "`State.observation_layout(players)`",
    ),
    **dict.fromkeys(
        ("env", "make", "parallel_env"),
        "`rulec.adapters.gymnasium.make(game)` or `rulec.adapters.pettingzoo.env(game)`",
    ),
    "load_game": "`rulec.adapters.open_spiel.load(game)`",
    "max_chance_outcomes": "`MAX_CHANCE_OUTCOMES`",
    "state": "`State(players, seed)`",
}


def missing(what: str, name: str, known: Iterable[str], foreign: Mapping[str, str]) -> AttributeError:
    """Error for an attribute that `what` lacks; names another if one is meant."""
    text = f"{what} has no attribute {name[:100]!r}"
    if name.startswith("_"):  # protocols of Python and of notebooks ask for those
        return AttributeError(text)
    if name in foreign:
        hint = foreign[name]
        return AttributeError(f"{text}; {'use ' if hint.startswith('`') else ''}{hint}")
    public = [one for one in known if not one.startswith("_")]
    close = difflib.get_close_matches(name[:100], public, n=1)
    return AttributeError(f"{text}; did you mean `{close[0]}`?" if close else text)
