"""The one place where words of a user become part of generated text.

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
    """Bytes as Python literals of letters, digits and escapes, one per line, joined by the compiler."""
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
    """A line of the rules as it may stand behind a `#`: never read as a directive, never more than a line."""
    plain = "".join(char if 32 <= ord(char) < 127 else "?" for char in text.strip())[:100].rstrip()
    return "| " + plain.replace("*/", "* /").replace("/*", "/ *")


def file_name(path: str) -> str:
    """The last part of a path, whatever stands between its parts."""
    return path.replace("\\", "/").rpartition("/")[2]
