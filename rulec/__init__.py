"""rulec: from the rules of a board game, written down, to a fast engine that plays it.

Importing this is cheap: the compiler, Cython and the templates are imported when they are first needed.
"""

from rulec.base.version import VERSION
from rulec.facade import BuildReport as BuildReport
from rulec.facade import build as build
from rulec.facade import interpret as interpret
from rulec.facade import load as load

__version__ = VERSION
