"""The syntax tree of a rules file: what was written, with its place, and nothing worked out yet."""

from __future__ import annotations

from rulec.syntax.ast.decks import *
from rulec.syntax.ast.declarations import *
from rulec.syntax.ast.expressions import *
from rulec.syntax.ast.leaves import *
from rulec.syntax.ast.plans import *
from rulec.syntax.ast.routes import *
from rulec.syntax.ast.sentences import *
from rulec.syntax.ast.tables import *
