"""Typed game: names resolved, types known; the input of lowering."""

from __future__ import annotations

from rulec.semantics.node_bases import Sentence as Sentence
from rulec.semantics.typed.boards import *
from rulec.semantics.typed.calls import *
from rulec.semantics.typed.declarations import *
from rulec.semantics.typed.expressions import *
from rulec.semantics.typed.game import *
from rulec.semantics.typed.lists import *
from rulec.semantics.typed.plans import *
from rulec.semantics.typed.sentences import *
from rulec.semantics.typed.values import *
from rulec.semantics.types import Column as Column
from rulec.semantics.types import Rule as Rule
from rulec.semantics.types import Track as Track
from rulec.semantics.types import Variable as Variable
