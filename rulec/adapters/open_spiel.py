"""OpenSpiel games: `load("connect_four")` gives a `pyspiel` game, `register` makes it loadable.

Chance is explicit. What a player has seen so far is kept with the positions that a state went through: a
state never changes them, so that a clone shares all of them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import Any

from rulec.adapters.games import Named, Setting, find_game, setting
from rulec.adapters.information_state import HistoryNode
from rulec.adapters.missing import wanted
from rulec.adapters.utility import UTILITIES
from rulec.errors import RulecError, RulesError
from rulec.face import Game, State

with wanted("OpenSpiel", "pyspiel"):
    import pyspiel
import numpy

PREFIX = "rulec_"
_OWN = (
    "players",
    "utility",
    "min_utility",
    "max_utility",
    "max_chance_nodes",
    "dense",
)  # parameters beside options
_NOTHING = "none"  # OpenSpiel's parameters know no None

_registered: dict[str, Game] = {}


def register(named: Named, name: str | None = None) -> str:
    """Register a game for `pyspiel.load_game`; return its short name (`rulec_NAME`)."""
    game = find_game(named)
    short = PREFIX + (name or game.NAME)
    known = _registered.get(short)
    if known is game:
        return short
    if known is not None and known.RULES_HASH != game.RULES_HASH:
        raise RulecError(f"another game is registered as {short}", "give this one another `name`")
    taken = [one for one in game.OPTIONS if one in _OWN]
    if taken:
        raise RulecError(f"the option `{taken[0]}` of {game.NAME} is called like a parameter of the adapter")
    _registered[short] = game
    kind = _game_type(short, game, None if game.CONFIGURATIONS[0]["players"] == 1 else 1.0)

    def create(params: Mapping[str, Any] | None = None) -> Any:
        return SpielGame(short, game, dict(params or {}))

    # Their table of games is taken down after Python is: the last reference must not be theirs.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(create))
    pyspiel.register_game(kind, create)
    return short


def load(
    named: Named,
    players: int | None = None,
    *,
    name: str | None = None,
    utility: str | None = None,
    utility_range: tuple[float, float] | None = None,
    max_chance_nodes: int = 0,
    dense: bool = False,
    **options: Any,
) -> Any:
    """Load a game by name, rules file or engine, and register it under its short name.

    `dense` numbers actions without ids that are never offered in this configuration (`SpielGame.numbering`).
    """
    game = find_game(named)
    short = register(game, name)
    params: dict[str, Any] = {} if players is None else {"players": players}
    for option, value in options.items():
        params[option] = _NOTHING if value is None else value
    if utility is not None:
        params["utility"] = utility
    if utility_range is not None:
        params["min_utility"], params["max_utility"] = map(float, utility_range)
    if max_chance_nodes:
        params["max_chance_nodes"] = max_chance_nodes
    if dense:
        params["dense"] = True
    return pyspiel.load_game(short, params)


def _game_type(short: str, game: Game, total: float | None) -> Any:
    """OpenSpiel metadata of a game whose utilities sum to `total`."""
    kinds = pyspiel.GameType
    sums = kinds.Utility.ZERO_SUM if total == 0 else kinds.Utility.CONSTANT_SUM
    modes = kinds.ChanceMode
    known = kinds.Information.PERFECT_INFORMATION
    hidden = kinds.Information.IMPERFECT_INFORMATION
    defaults: dict[str, Any] = {
        option: _NOTHING if one.default is None else one.default for option, one in game.OPTIONS.items()
    }
    defaults.update(players=game.CONFIGURATIONS[0]["players"], utility="", max_chance_nodes=0)
    defaults.update(min_utility=0.0, max_utility=0.0, dense=False)
    return kinds(
        short_name=short,
        long_name=game.TITLE,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if game.MAX_CHANCE_OUTCOMES else modes.DETERMINISTIC,
        information=known if game.PERFECT_INFORMATION else hidden,
        utility=kinds.Utility.GENERAL_SUM if total is None else sums,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.PLAYERS),
        min_num_players=min(game.PLAYERS),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )


def _setting(game: Game, params: Mapping[str, Any]) -> Setting:
    """Convert OpenSpiel parameters to a configuration."""
    options = {
        option: None if value == _NOTHING and None in game.OPTIONS[option].values else value
        for option, value in params.items()
        if option in game.OPTIONS
    }
    low, high = params.get("min_utility", 0.0), params.get("max_utility", 0.0)
    span = (low, high) if (low, high) != (0.0, 0.0) else None
    try:
        utility, dense = params.get("utility") or None, bool(params.get("dense"))
        return setting(game, params.get("players"), options, utility, span, dense)
    except ValueError as problem:
        raise pyspiel.SpielError(str(problem)) from None


class SpielGame(pyspiel.Game):
    """OpenSpiel game of one configuration."""

    def __init__(self, short: str, game: Game, params: dict[str, Any]) -> None:
        self.setting = _setting(game, params)
        self.numbering = self.setting.numbering
        utility = self.setting.utility
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbering),
            max_chance_outcomes=game.MAX_CHANCE_OUTCOMES,
            num_players=self.setting.players,
            min_utility=utility.low,
            max_utility=utility.high,
            utility_sum=utility.sum,
            max_game_length=game.MAX_DECISIONS,
        )
        super().__init__(_game_type(short, game, utility.sum), info, params)
        self.root = HistoryNode.first(
            self.setting.begin(chance="explicit", record=True), game.PERFECT_INFORMATION
        )
        self.most_chance = int(params.get("max_chance_nodes", 0)) or self._usual_chance()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_game, (self.setting.game, self.get_type().short_name, str(self))

    def _usual_chance(self) -> int:
        """Default bound on chance nodes: those of the deal plus three per decision."""
        if not self.setting.game.MAX_CHANCE_OUTCOMES:
            return 0
        position, dealt = self.root.position.clone(), 0
        while position.is_chance_node():
            dealt += 1
            try:
                position.apply_action(position.legal_actions()[0])
            except RulesError:  # a hole of the rules behind this deal is none of the others'
                break
        return dealt + 3 * self.setting.game.MAX_DECISIONS

    def engine_id(self, position: State, action: int) -> int:
        """Engine id of an action, or of an outcome where chance decides: these are never renumbered."""
        if self.numbering.is_identity or position.is_chance_node():
            return action
        return self.numbering.id_of(action)

    def max_chance_nodes_in_history(self) -> int:
        return self.most_chance

    def new_initial_state(self, given: object = None) -> Any:
        """Initial state, or a state from a dictionary as made by `to_struct`."""
        if given is None:
            return SpielState(self, self.root)
        if not isinstance(given, Mapping):
            raise pyspiel.SpielError("a position is given as the dictionary that `to_struct` makes")
        try:
            position = self.setting.game.State.from_dict({**given, "chance": "explicit"})
        except ValueError as problem:
            raise pyspiel.SpielError(str(problem)) from None
        if position.num_players() != self.setting.players:
            raise pyspiel.SpielError(f"this game is one of {self.setting.players} players")
        return SpielState(self, HistoryNode.first(position, self.setting.game.PERFECT_INFORMATION))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Observer of current knowledge or, with perfect recall, of all observations."""
        if params:
            raise pyspiel.SpielError(f"this game's observers have no parameters; {dict(params)} were given")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise pyspiel.SpielError("an observer of this game sees all that one player knows")
        return SpielObserver(self, kind.perfect_recall)


class SpielState(pyspiel.State):
    """OpenSpiel state; its one attribute is replaced, never modified."""

    def __init__(self, game: SpielGame, moment: HistoryNode) -> None:
        super().__init__(game)
        self.kept: Any = moment

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.get_game()
        return _restore_state, (game, pyspiel.serialize_game_and_state(game, self))

    @property
    def moment(self) -> HistoryNode:
        """Current moment; of an unpickled state restored lazily."""
        if not isinstance(self.kept, HistoryNode):
            game = self.get_game()
            try:
                self.kept = HistoryNode.read_back(
                    self.kept, game.root, game.setting.game, self.history(), game.engine_id
                )
            except ValueError as problem:
                raise pyspiel.SpielError(str(problem)) from None
        moment: HistoryNode = self.kept
        return moment

    @property
    def position(self) -> State:
        """Engine state; clone it before modification."""
        return self.moment.position

    # --- what OpenSpiel calls ---------------------------------------------------------------------------

    def current_player(self) -> int:
        return self.position.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        position, numbering = self.position, self.get_game().numbering
        offered = position.legal_actions()
        if numbering.is_identity or position.is_chance_node():
            return offered
        return [numbering.action_of(one) for one in offered]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self.position.is_chance_node():
            raise pyspiel.SpielError("chance has nothing to decide now")
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        try:
            self.kept = self.moment.after(self.get_game().engine_id(self.position, action))
        except ValueError as problem:
            raise pyspiel.SpielError(str(problem)) from None

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            if player != pyspiel.PlayerId.CHANCE and not self.get_game().numbering.is_identity:
                action = self.get_game().numbering.id_of(action)
            return self.position.action_to_string(player, action)
        except ValueError as problem:
            raise pyspiel.SpielError(str(problem)) from None

    def is_terminal(self) -> bool:
        return self.position.is_terminal()

    def returns(self) -> list[float]:
        return list(self.get_game().setting.utility.of(self.position))

    def __str__(self) -> str:
        position = self.position
        return f"{position!r} {position.position_hash() & (1 << 64) - 1:016x}"

    # --- structs ----------------------------------------------------------------------------------------

    def _to_struct(self) -> dict[str, Any]:
        return self.position.to_dict()

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self.position.observation(player)

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        decision, _, option = self._action_to_string(player, action).partition(": ")
        return {"decision": decision, "option": option}

    def _struct_to_actions(self, given: Mapping[str, Any]) -> list[int]:
        try:
            found = self.position.string_to_action(f"{given['decision']}: {given['option']}")
            if self.position.is_chance_node():
                return [found]
            return [self.get_game().numbering.action_of(found)]
        except KeyError as missing:
            raise pyspiel.SpielError(f"an action has `decision` and `option`; {missing} is missing") from None
        except ValueError as problem:
            raise pyspiel.SpielError(str(problem)) from None

    # --- information ------------------------------------------------------------------------------------

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Any:
        """Determinized state; its history starts there."""
        game = self.get_game()
        if not 0 <= player < game.setting.players:
            raise pyspiel.SpielError(f"there is no player {player}")
        if game.setting.game.PERFECT_INFORMATION:
            return self.clone()
        return SpielState(game, self.moment.drawn_anew(player, int(sampler() * (1 << 53))))


def _restore_game(game: Game, short: str, text: str) -> Any:
    """Unpickle a game, registered in this process."""
    register(game, short.removeprefix(PREFIX))
    return pyspiel.load_game(text)


def _restore_state(game: Any, text: str) -> Any:
    """Unpickle a state; `game` is registered by now."""
    return pyspiel.deserialize_game_and_state(text)[1]


class SpielObserver:
    """OpenSpiel observer of one player."""

    def __init__(self, game: SpielGame, recall: bool) -> None:
        engine, self._game = game.setting.game, game
        self._size, self._recall = game.setting.observation_size, recall
        self._events = engine.MAX_DECISIONS + game.most_chance if recall else 0
        self.tensor = numpy.zeros(self._size + 2 * self._events, numpy.float32)
        self.dict = {"observation": self.tensor[: self._size]}
        if recall:
            course = self.tensor[self._size :].reshape(2, self._events)
            self.dict.update({"event.player": course[0], "event.action": course[1]})

    def __reduce__(self) -> tuple[Any, ...]:
        return SpielObserver, (self._game, self._recall)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor: current observation, then the observed decisions."""
        moment = state.moment
        self.tensor[: self._size] = moment.position.observation_tensor(player, "compact")
        if not self._recall:
            return
        course = moment.seen(player).codes()
        if len(course) > self._events:
            raise pyspiel.SpielError("more chance nodes than `max_chance_nodes`: give a greater number")
        self.tensor[self._size :] = 0
        if course:
            deciders, actions = zip(*course, strict=True)
            self.dict["event.player"][: len(course)] = deciders
            self.dict["event.action"][: len(course)] = actions

    def string_from(self, state: SpielState, player: int) -> str:
        if self._recall:
            return state.moment.seen(player).text(player)
        return state.position.observation_string(player)


__all__ = ["PREFIX", "UTILITIES", "SpielGame", "SpielObserver", "SpielState", "load", "register"]
