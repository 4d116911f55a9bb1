"""The typed game: every name resolved, every type known; what `lower` starts from."""

from __future__ import annotations

from rulec.semantics.typed.decks import *
from rulec.semantics.typed.declarations import *
from rulec.semantics.typed.expressions import *
from rulec.semantics.typed.lists import *
from rulec.semantics.typed.plans import *
from rulec.semantics.typed.sentences import *
