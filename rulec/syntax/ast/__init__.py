"""The syntax tree of a rules file, with source spans and before any analysis."""

from __future__ import annotations

from rulec.syntax.ast.decks import *
from rulec.syntax.ast.declarations import *
from rulec.syntax.ast.expressions import *
from rulec.syntax.ast.leaves import *
from rulec.syntax.ast.plans import *
from rulec.syntax.ast.routes import *
from rulec.syntax.ast.sentences import *
from rulec.syntax.ast.tables import *
