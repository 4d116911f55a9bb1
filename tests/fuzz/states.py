"""Saved states that somebody tampered with: bytes whose header and checksum are good, and dictionaries.

Half of the changes are made where it hurts: the pending decision, the return stack, locals of the frames.
"""

from __future__ import annotations

import random
from typing import Any

from rulec.errors import RulesError
from rulec.runtime import codec
from rulec.runtime.schema import Schema, Slot

_JUNK: tuple[Any, ...] = (
    *(None, -1, 0, 1, 2, 3, 255, 2**31, 2**63, 10**25, True, 1.5, "", "a1", "1", "p1", "x"),
    *([], {}, [1], ["a1"], {"a1": "x"}, {"1": 1}, [[[]]]),
)
_PLAYED = 8


def random_state(game: Any, rnd: random.Random) -> Any:
    """Some position of a random game."""
    configuration = rnd.choice(game.CONFIGURATIONS)
    chance = "explicit" if game.MAX_CHANCE_OUTCOMES and rnd.random() < 0.5 else "sampled"
    try:
        state = game.State(seed=rnd.randrange(1_000), chance=chance, **configuration)
        for _ in range(rnd.choice((0, 1, 3, 10, 40, 150))):
            if state.is_terminal():
                break
            before = state.clone()
            try:
                state.apply_index(rnd.randrange(state.count_legal()))
            except RulesError:
                return before
    except RulesError:
        return game.State(seed=1)
    return state


def hostile_bytes(schema: Schema, data: bytes, rnd: random.Random) -> bytes:
    start = len(codec.header(schema))
    body = bytearray(data[start:-4])
    for _ in range(rnd.choice((1, 1, 1, 2, 3, 6))):
        _change(schema, body, rnd)
    if rnd.random() < 0.02:
        del body[rnd.randrange(len(body)) :]
    elif rnd.random() < 0.02:
        body += bytes(rnd.randrange(1, 30))
    return codec.seal(schema, bytes(body))


def _change(schema: Schema, body: bytearray, rnd: random.Random) -> None:
    if rnd.random() < 0.1:
        body[rnd.randrange(len(body))] = rnd.randrange(256)
        return
    inner = [slot for slot in schema.slots if slot.role != "state"]
    slot = rnd.choice(inner if rnd.random() < 0.5 else schema.slots)
    place = slot.offset + rnd.randrange(slot.cells) * slot.width
    bits = 8 * slot.width
    value = _value(slot, bits, rnd) & ((1 << bits) - 1)
    body[place : place + slot.width] = value.to_bytes(slot.width, "little")


def _value(slot: Slot, bits: int, rnd: random.Random) -> int:
    near = (slot.lo - 1, slot.lo, slot.lo + 1, slot.hi - 1, slot.hi, slot.hi + 1, 0, 1, -1, len(slot.members))
    kind = rnd.random()
    if kind < 0.5:
        return rnd.choice(near)
    if kind < 0.8 and 0 <= slot.hi - slot.lo < 1 << 200:
        return rnd.randint(slot.lo, slot.hi)
    return rnd.choice((rnd.getrandbits(bits), 1 << rnd.randrange(bits), (1 << bits) - 1))


def hostile_dictionary(data: dict[str, Any], rnd: random.Random) -> Any:
    for _ in range(rnd.choice((1, 1, 1, 2, 4))):
        here: Any = data
        if rnd.random() < 0.5 and isinstance(data.get("pending"), dict):
            here = data["pending"]
        while True:
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            if not keys:
                break
            key = rnd.choice(keys)
            inner = here[key]
            if not isinstance(inner, dict | list) or not inner or rnd.random() < 0.2:
                _spoil(here, key, rnd)
                break
            here = inner
    return data


def _spoil(here: Any, key: Any, rnd: random.Random) -> None:
    kind = rnd.random()
    value = here[key]
    if kind < 0.15:
        del here[key]
    elif kind < 0.25 and isinstance(here, dict):
        here[rnd.choice(("x", "1", "p9", "stack", "seat", key * 2 if isinstance(key, str) else "y"))] = value
    elif kind < 0.5 and isinstance(value, int) and not isinstance(value, bool):
        here[key] = value + rnd.choice((-1, 1, 100, -(10**6), 10**9))
    elif kind < 0.65:
        here[key] = here[rnd.choice(list(here) if isinstance(here, dict) else range(len(here)))]
    else:
        here[key] = rnd.choice(_JUNK)


def check_loaded(game: Any, data: Any, rnd_seed: int) -> tuple[str, bytes]:
    """A ValueError, or a state that can be played; what came of it, for the other back end to agree."""
    load = game.State.from_bytes if isinstance(data, bytes) else game.State.from_dict
    try:
        state = load(data)
    except ValueError as problem:
        return f"refused: {problem}", b""
    saved = state.to_bytes()
    assert game.State.from_bytes(saved) == state
    assert game.State.from_dict(state.to_dict()).to_bytes() == saved
    rnd = random.Random(rnd_seed)
    try:
        for _ in range(_PLAYED):
            if state.is_terminal():
                state.score_sheet()
                break
            assert state.count_legal() == len(state.legal_actions()) > 0
            state.apply_index(rnd.randrange(state.count_legal()))
            state.scores()
    except RulesError as problem:
        return f"stopped: {problem}", saved
    return "played", state.to_bytes()
