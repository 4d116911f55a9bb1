"""Runs a command: maps every outcome to an exit status and a short message."""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache
from typing import Any, TextIO, cast

from rulec.cli.shared import output
from rulec.cli.shared.exit_status import FINE, INTERRUPTED, NO_READER, WRONG_USAGE, tell
from rulec.cli.shared.output_guard import streams_guarded
from rulec.errors import RulecError

_LONG = 160  # maximal length of a name in messages


def run(arguments: list[str]) -> int:
    """Run the command `arguments`; no exception or traceback escapes."""
    _open_streams()
    with streams_guarded():
        return _carry_out(arguments)


def _carry_out(arguments: list[str]) -> int:
    try:
        return _run(arguments)
    except BrokenPipeError:  # the reader closed the pipe
        return _leave_pipe()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as problem:  # even if a message could not be written
        return _tell_environment(problem)


def _run(arguments: list[str]) -> int:
    try:
        status = _invoke(arguments)
        _flush()
    except RulecError as problem:
        with contextlib.suppress(BrokenPipeError):
            _flush()
        return tell(problem)
    except (OSError, KeyboardInterrupt):
        raise
    except MemoryError:
        output.error("there is too little memory for this", "end other programs, or ask for less")
        return WRONG_USAGE
    except Exception as bug:
        return _tell_bug(bug)
    return status


def _open_streams() -> None:
    """Redirect closed standard streams to null, so that files do not get their descriptors."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free descriptor
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - for as long as we run
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _take_anything(stream)


def _tell_environment(problem: OSError) -> int:
    """Report an OSError of the environment: full disk, closed stream, missing file."""
    what = problem.strerror or str(problem) or type(problem).__name__
    name = problem.filename if isinstance(problem.filename, str) else ""
    if len(name) > _LONG:
        name = f"{name[: _LONG // 2]}...{name[-_LONG // 4 :]}"
    message = f"{name} can't be used: {what}" if name else f"output can't be written: {what}"
    with contextlib.suppress(OSError, ValueError):
        output.error(message, "" if name else "is there room, and is whatever reads it still there?")
    for stream in (sys.stdout, sys.stderr):
        _lead_nowhere(stream)
    return WRONG_USAGE


def _invoke(arguments: list[str]) -> int:
    """Run the typer app with our own error messages."""
    import typer

    command = _command()
    if os.environ.get("_RULEC_COMPLETE"):
        from rulec.cli.completion import answer

        return answer(command)
    output.remember(arguments)
    arguments = ["--format=json" if one == "--json" else one for one in arguments]
    try:
        with command.make_context("rulec", arguments) as context:
            command.invoke(context)
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        return INTERRUPTED
    except Exception as problem:
        if not hasattr(problem, "format_message"):  # common to usage errors of typer and click
            raise
        return _tell_usage(problem, arguments)
    return FINE


@cache
def _command() -> Any:
    """Build the root command; its commands are built on demand."""
    import typer

    from rulec.cli.app import app

    return typer.main.get_command(app)


def _tell_usage(problem: Any, arguments: list[str]) -> int:
    from rulec.cli.shared.usage_errors import explain

    if type(problem).__name__ == "NoArgsIsHelpError":
        print(problem.format_message())
        return FINE
    output.error(*explain(problem, arguments))
    return WRONG_USAGE


def _tell_bug(bug: Exception) -> int:
    """Report an unexpected exception as a bug, without a traceback."""
    import hashlib
    import traceback

    frames = traceback.extract_tb(bug.__traceback__)
    place = [f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in frames[-3:]]
    number = hashlib.sha256(" ".join([type(bug).__name__, *place]).encode()).hexdigest()[:8]
    if os.environ.get("RULEC_TRACEBACK", "") not in ("", "0"):
        traceback.print_exception(bug)
    first = (str(bug).splitlines() or [""])[0]
    output.error(
        f"this is a bug of rulec ({number}): {type(bug).__name__}{': ' * bool(first)}{first}",
        "set RULEC_TRACEBACK=1 and run it again to see where, and please report that",
    )
    return WRONG_USAGE


def _flush() -> None:
    if sys.stdout is not None and not sys.stdout.closed:  # as in some services, and by the language server
        sys.stdout.flush()


def _leave_pipe() -> int:
    """Silence standard output, which Python flushes again at exit."""
    _lead_nowhere(sys.stdout)
    return NO_READER


def _lead_nowhere(stream: TextIO) -> None:
    """Flush a stream; if that fails, redirect it to null, since Python flushes again at exit."""
    with contextlib.suppress(OSError, ValueError):
        stream.flush()
        return
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _take_anything(stream: TextIO) -> None:
    """Replace unencodable characters by `?`."""
    with contextlib.suppress(AttributeError, ValueError, OSError):
        cast(Any, stream).reconfigure(errors="replace")
