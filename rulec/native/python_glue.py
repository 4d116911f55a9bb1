"""Marks the functions of Cython's C code that only connect Python and the engine as cold.

They are a third of the code of a small engine and spend their time in the API of Python, so gcc compiles them
for size: that takes less time, and leaves the instruction cache to the rules. A method that loops or works on
states itself stays as it is, and so does its wrapper: inlined into a cold one it would become cold, too.
"""

from __future__ import annotations

import re

_COLD = "__attribute__((cold)) "

# Wrappers and bodies of methods, slots of types, properties, Cython's own helpers.
_NAME = r"(?P<name>__pyx_(?:p[wf]_|tp_|getprop_|setprop_)\w+|__Pyx_\w+)"
_HEAD = rf"^static (?!CYTHON_INLINE)[^;{{}}()\n]*?\b{_NAME}\([^;{{}}]*?\)"
_DEFINITION = re.compile(_HEAD + r"\s*(?P<body>\{.*?^\})", re.MULTILINE | re.DOTALL)
_PROTOTYPE = re.compile(_HEAD + ";", re.MULTILINE)

_BODY_OF_METHOD = "__pyx_pf_"
_WORK = re.compile(r"\b(?:(?:for|while) \(|(?:__pyx_f_|rulec_|set\d+_|mem)\w*\()")
_CALLED = re.compile(rf"\b({_BODY_OF_METHOD}\w+)\(")


def mark_glue(code: str) -> str:
    """Return Cython's C code with an attribute at the prototype of each piece of glue."""
    bodies = {one["name"]: one["body"] for one in _DEFINITION.finditer(code)}
    working = {
        name for name, body in bodies.items() if name.startswith(_BODY_OF_METHOD) and _WORK.search(body)
    }
    cold = {
        name
        for name, body in bodies.items()
        if name not in working and working.isdisjoint(_CALLED.findall(body))
    }

    def marked(found: re.Match[str]) -> str:
        if found["name"] not in cold:
            return found[0]
        cold.remove(found["name"])
        return _COLD + found[0]

    return _PROTOTYPE.sub(marked, code)
