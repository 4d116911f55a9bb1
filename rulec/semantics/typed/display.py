"""Display texts: names shown to people, which no rule reads."""

from __future__ import annotations

from dataclasses import field

from rulec.base.display_templates import Template
from rulec.base.fast_dataclass import dataclass


@dataclass
class Display:
    """Lines of the `display:` section, by subject."""

    words: dict[str, tuple[str, str]] = field(default_factory=dict)  # kinds, pieces, goods: singular, plural
    members: dict[str, dict[str, str]] = field(default_factory=dict)  # kind -> member -> text
    texts: dict[str, Template] = field(default_factory=dict)  # goods, rules, values, variables, zones
    decisions: dict[str, str] = field(default_factory=dict)
    # (decision, kind, prefix of the label) or (decision, ``, option)
    options: dict[tuple[str, str, str], Template] = field(default_factory=dict)
