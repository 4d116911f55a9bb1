"""The nodes of the intermediate representation: expressions, statements, block ends.

Expressions are pure. Statements run without stopping. Where the rules stop for a decision, call a
rule that can stop, or branch around one, a block ends (`ends`), so that a saved state needs no more
than the number of the block to go on with.
"""

from __future__ import annotations

from rulec.ir.nodes.atoms import *
from rulec.ir.nodes.blocks import *
from rulec.ir.nodes.expressions import *
from rulec.ir.nodes.statements import *
from rulec.ir.storage import KEPT_AS_BITS as KEPT_AS_BITS
from rulec.ir.storage import Field as Field
from rulec.ir.storage import Table as Table
