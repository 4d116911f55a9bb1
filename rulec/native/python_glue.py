"""Marks the functions of Cython's C code that only connect Python and the engine as cold.

They are a third of the code of a small engine and spend their time in the API of Python, so gcc compiles them
for size: that takes less time, and leaves the instruction cache to the rules. A method that loops or works on
states itself stays optimized. It must not be inlined into its cold wrapper, which would make it cold, too.
"""

from __future__ import annotations

import re

_COLD = "__attribute__((cold)) "
_WORKING = "__attribute__((noinline, hot)) "

# Wrappers and bodies of methods, slots of types, properties, Cython's own helpers.
_NAME = r"(?P<name>__pyx_(?:p[wf]_|tp_|getprop_|setprop_)\w+|__Pyx_\w+)"
_HEAD = rf"^static (?!CYTHON_INLINE)[^;{{}}()\n]*?\b{_NAME}\([^;{{}}]*?\)"
_DEFINITION = re.compile(_HEAD + r"\s*(?P<body>\{.*?^\})", re.MULTILINE | re.DOTALL)
_PROTOTYPE = re.compile(_HEAD + ";", re.MULTILINE)

_BODY_OF_METHOD = "__pyx_pf_"
_WORK = re.compile(r"\b(?:(?:for|while) \(|(?:__pyx_f_|rulec_|set\d+_|mem)\w*\()")


def mark_glue(code: str) -> str:
    """Return Cython's C code with an attribute at the prototype of each function that Python calls."""
    marks = {one["name"]: _mark(one["name"], one["body"]) for one in _DEFINITION.finditer(code)}

    def marked(found: re.Match[str]) -> str:
        return marks.pop(found["name"], "") + found[0]

    return _PROTOTYPE.sub(marked, code)


def _mark(name: str, body: str) -> str:
    return _WORKING if name.startswith(_BODY_OF_METHOD) and _WORK.search(body) else _COLD
