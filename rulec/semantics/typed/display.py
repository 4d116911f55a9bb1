"""Display texts: what things are called by people. No rule reads them."""

from __future__ import annotations

from dataclasses import field

from rulec.base.display_templates import Template
from rulec.base.fast_dataclass import dataclass


@dataclass
class Display:
    """The lines below `display:`, by what they are about."""

    words: dict[str, tuple[str, str]] = field(default_factory=dict)  # of kinds, pieces, goods: one, many
    members: dict[str, dict[str, str]] = field(default_factory=dict)  # kind -> member -> text
    texts: dict[str, Template] = field(default_factory=dict)  # of goods, rules, values, variables, zones
    decisions: dict[str, str] = field(default_factory=dict)
    # (decision, kind, what stands before the member) or (decision, ``, option)
    options: dict[tuple[str, str, str], Template] = field(default_factory=dict)
