"""Runs Cython in a process of its own, once or as a fork server; a script, never imported.

With arguments it translates once, like the command `cython`. Without, it serves: each line on standard input
(folder and arguments, as JSON) is executed in a fork of the warmed-up process, and answered by the fork's
exit status.
"""

import gc
import json
import os
import sys
import tempfile

_LOG = "cython.log"  # Cython's output, in the folder of a translation
_FIRST = "cdef class A:\n    cdef int a\n    def b(self, int c):\n        return self.a + c\n"


def translate(arguments: list[str]) -> None:
    """Translate once; the garbage collector stays off in this short-lived process."""
    gc.disable()
    from Cython.Compiler.Main import main

    sys.argv = ["cython", *arguments]
    main(command_line=1)  # type: ignore[no-untyped-call]


def serve() -> None:
    with tempfile.TemporaryDirectory() as folder:  # warm up: Cython imports most modules on first use
        path = os.path.join(folder, "first.pyx")
        with open(path, "w") as file:
            file.write(_FIRST)
        translate(["-3", path])
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            folder, arguments = json.loads(line)
            os.chdir(folder)
            log = os.open(_LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            os.dup2(log, 1)
            os.dup2(log, 2)
            translate(arguments)
            return
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    if sys.argv[1:]:
        translate(sys.argv[1:])
    else:
        serve()
