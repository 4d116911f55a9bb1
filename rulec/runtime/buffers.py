"""Arrays of the caller that a batch writes into."""

from __future__ import annotations

from functools import cache
from typing import Any

Array = Any  # of NumPy, which is only loaded where somebody uses it


def writable(out: Any, shape: tuple[int, ...], types: tuple[str, ...]) -> Array:
    """View `out` as a NumPy array without copying, or raise if it has another shape or type."""
    import numpy

    found = _view(out)
    if found is None:
        raise _refused("{}, or offers one by DLPack or as a buffer", shape, types)
    if _name_of(found.dtype) not in types:
        raise _refused(f"{{}}, not of {found.dtype.name}", shape, types)
    flat = found.ndim == 1 and not isinstance(
        out, numpy.ndarray
    )  # buffers without a shape: bytearray, array.array
    if flat and found.size == numpy.prod(shape):
        found = found.reshape(shape)
    if found.shape != shape:
        raise _refused(f"{{}}, not {found.shape}", shape, types)
    if not found.flags.c_contiguous or not found.flags.writeable:
        raise ValueError("`out` must be writable and contiguous, row behind row (C order)")
    if not found.flags.aligned or not found.dtype.isnative:
        raise ValueError("`out` must be aligned, and in the byte order of this machine")
    return found


def _refused(text: str, shape: tuple[int, ...], types: tuple[str, ...]) -> ValueError:
    return ValueError("`out` is an array of " + text.format(f"{' or '.join(types)} with the shape {shape}"))


@cache
def _name_of(dtype: Any) -> str:
    """Cached name of a type of NumPy, which composes it anew each time."""
    name: str = dtype.name
    return name


def _view(out: Any) -> Array | None:
    import numpy

    if isinstance(out, numpy.ndarray):
        return out
    found = None
    if hasattr(out, "__dlpack__"):
        try:
            found = numpy.from_dlpack(out)
        except (BufferError, RuntimeError, TypeError, ValueError):
            return None  # on another device, or of a type that NumPy does not know
        if found.flags.writeable or not hasattr(out, "__array__"):
            return found
        # A producer of an old version of DLPack can't say that its memory may be written.
        other = numpy.asarray(out)
        return other if numpy.shares_memory(other, found) else found
    try:
        return numpy.asarray(memoryview(out))
    except TypeError:
        return None
