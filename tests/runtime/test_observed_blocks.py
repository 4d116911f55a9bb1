"""Observations of batches are written block by block: games of one observer together, row by row."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import numpy
import pytest

import rulec
from rulec.native.cache import Cache
from rulec.native.toolchain import find_toolchain
from tests.engines import SMALL, engine

GAMES = {path.stem: path for path in SMALL}
HARNESS = """
#include <stddef.h>
#include "rulec_observe.c"
#define FLAGS(real) \\
  void flags_##real(const char *at, int64_t bits, real yes, real *out) { \\
    rulec_flag_run_##real(at, bits, yes, out); \\
  }
FLAGS(float)
FLAGS(double)
void bytes(const float *row, int64_t size, uint8_t *out) { rulec_bytes_of(row, size, out); }
"""


@pytest.fixture(scope="module", params=["", "-march=native"])
def written(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("harness")
    (folder / "harness.c").write_text(HARNESS)
    include = Path(rulec.__file__).parent / "runtime" / "include"
    command = [*find_toolchain(Cache.default().memo).command, "-O3", "-w", "-shared", "-fPIC", f"-I{include}"]
    flags = [request.param] if request.param else []
    where = folder / "harness.so"
    subprocess.run([*command, *flags, str(folder / "harness.c"), "-o", str(where), "-lm"], check=True)
    return ctypes.CDLL(str(where))


@pytest.mark.parametrize(("kind", "real"), [("float", ctypes.c_float), ("double", ctypes.c_double)])
def test_flags_of_any_number_of_bits(written: Any, kind: str, real: Any) -> None:
    draws = numpy.random.default_rng(1)
    for bits in range(140):
        for _ in range(4):
            told = draws.integers(0, 256, -(-bits // 8), dtype=numpy.uint8)
            out = numpy.full(bits + 2, 7, dtype=real)
            write = getattr(written, f"flags_{kind}")
            write(told.tobytes(), ctypes.c_int64(bits), real(0.25), ctypes.c_void_p(out.ctypes.data))
            expected = numpy.unpackbits(told, bitorder="little")[:bits] * 0.25
            assert out.tolist() == [*expected.tolist(), 7, 7], bits


def test_bytes_of_numbers(written: Any) -> None:
    halves = (numpy.arange(255) + 0.5) / 255
    halves = halves.astype(numpy.float32)
    near = [numpy.nextafter(halves, numpy.float32(far)) for far in (0, 2)]
    odd = numpy.array([-3, -0.0, 1.5, 1e30, 2**-149, 1, 0], dtype=numpy.float32)
    flags = numpy.arange(100, dtype=numpy.float32) % 2
    row = numpy.concatenate([flags, halves, *near, flags, odd, flags]).astype(numpy.float32)
    for size in (len(row), 31, 32, 33, 64, 5):
        out = numpy.full(size + 1, 9, dtype=numpy.uint8)
        written.bytes(
            ctypes.c_void_p(row.ctypes.data), ctypes.c_int64(size), ctypes.c_void_p(out.ctypes.data)
        )
        exact = (numpy.clip(row[:size].astype(float), 0, 1) * 255 + 0.5).astype(numpy.uint8)
        assert out.tolist() == [*exact.tolist(), 9]


@pytest.mark.parametrize("name", ["market", "trade", "piles"])
def test_games_of_a_batch_are_told_as_single_ones(name: str) -> None:
    """Several blocks and a rest, with observers mixed, split among threads, in both forms."""
    game = engine(GAMES[name])
    for threads in (1, 3):
        batch = game.Batch(203, 2, seed=5, threads=threads)
        draws = numpy.random.default_rng(2)
        for step in range(12):
            batch.step_index(draws.integers(0, 1 << 30, len(batch)) % batch.legal_counts)
            if step % 4:
                continue
            for form in ("compact", "wide"):
                rows = batch.observe(numpy.full((203, batch.observe(form=form).shape[1]), 5, "float32"), form)
                for place in range(len(batch)):
                    state = batch.state(place)
                    told = state.observation_tensor(state.current_player(), form)
                    assert rows[place].tolist() == numpy.array(told, dtype="float32").tolist()
            bytes_ = batch.observe(numpy.empty(batch.observations.shape, dtype=numpy.uint8))
            exact = (numpy.clip(batch.observations.astype(float), 0, 1) * 255 + 0.5).astype(numpy.uint8)
            assert (bytes_ == exact).all()
