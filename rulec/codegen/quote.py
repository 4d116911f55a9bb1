"""The one place where words of a user become part of generated text.

A game's title, a label or a line of the rules may hold anything: quotes, line ends, `# distutils:`,
template marks. Here they become plain ASCII literals or comments that can't mean anything else.
"""

from __future__ import annotations

_LINE = 88


def bytes_literal(data: bytes) -> str:
    """Bytes as Python literals of letters, digits and escapes, one per line, joined by the compiler."""
    lines: list[str] = []
    current = ""
    for byte in data:
        char = chr(byte)
        current += char if (char.isalnum() and byte < 128) or char in " ,.:[]-_" else f"\\x{byte:02x}"
        if len(current) >= _LINE:
            lines.append(current)
            current = ""
    lines.append(current)
    return "\n".join(f'    b"{line}"' for line in lines)


def comment(text: str) -> str:
    """A line of the rules as it may stand behind a `#`: never read as a directive, never more than a line."""
    plain = "".join(char if 32 <= ord(char) < 127 else "?" for char in text.strip())[:100].rstrip()
    return "| " + plain.replace("*/", "* /").replace("/*", "/ *")


def file_name(path: str) -> str:
    """The last part of a path, whatever stands between its parts."""
    return path.replace("\\", "/").rpartition("/")[2]
