"""Arrays of the caller that a batch writes into."""

from __future__ import annotations

from typing import Any

Array = Any  # of NumPy, which is only loaded where somebody uses it


def writable(out: Any, shape: tuple[int, ...], types: tuple[str, ...]) -> Array:
    """View `out` as a NumPy array without copying, or raise if it has another shape or type."""
    import numpy

    found = _view(out)
    wanted = f"{' or '.join(types)} with the shape {shape}"
    if found is None:
        raise ValueError(f"`out` is an array of {wanted}, or offers one by DLPack or as a buffer")
    if found.dtype.name not in types:
        raise ValueError(f"`out` is an array of {wanted}, not of {found.dtype.name}")
    flat = found.ndim == 1 and not isinstance(
        out, numpy.ndarray
    )  # buffers without a shape: bytearray, array.array
    if flat and found.size == numpy.prod(shape):
        found = found.reshape(shape)
    if found.shape != shape:
        raise ValueError(f"`out` is an array of {wanted}, not {found.shape}")
    if not found.flags.c_contiguous or not found.flags.writeable:
        raise ValueError("`out` can be written, row behind row")
    return found


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
