"""Quotes user text for the generated source; nothing else may insert it.

A game's title, a label or a line of the rules may hold anything: quotes, line ends, `# distutils:`,
template marks. Here they become plain ASCII literals or comments that can't mean anything else.
"""

from __future__ import annotations

_LINE = 88
# Of each byte how it stands in a literal: a letter, a digit or a harmless sign as it is, else an escape.
_WRITTEN = [
    chr(byte) if (chr(byte).isalnum() and byte < 128) or chr(byte) in " ,.:[]-_" else f"\\x{byte:02x}"
    for byte in range(256)
]
_LENGTHS = [len(one) for one in _WRITTEN]


def bytes_literal(data: bytes) -> str:
    """Format bytes as Python literals of letters, digits and escapes, one per line."""
    lines: list[str] = []
    start = length = 0
    for place, byte in enumerate(data, 1):
        length += _LENGTHS[byte]
        if length >= _LINE:
            lines.append(_written(data[start:place]))
            start, length = place, 0
    lines.append(_written(data[start:]))
    return "\n".join(f'    b"{line}"' for line in lines)


def _written(data: bytes) -> str:
    return "".join([_WRITTEN[byte] for byte in data])


def comment(text: str) -> str:
    """Format a source line for a `#` comment: never a directive, never more than a line."""
    plain = "".join(char if 32 <= ord(char) < 127 else "?" for char in text.strip())[:100].rstrip()
    return "| " + plain.replace("*/", "* /").replace("/*", "/ *")


def file_name(path: str) -> str:
    """Return the last part of a path, with any kind of separators."""
    return path.replace("\\", "/").rpartition("/")[2]
