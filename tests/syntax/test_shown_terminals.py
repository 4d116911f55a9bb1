"""What a message says could stand somewhere is what a designer would type, never a pattern."""

from __future__ import annotations

import re

from rulec.syntax.parsing.error_repair import SHOWN, _terminals
from rulec.syntax.parsing.parser import parser


def test_no_message_shows_a_regular_expression() -> None:
    texts = {**_terminals(parser()), **SHOWN}
    patterns = {name: text for name, text in texts.items() if re.search(r"[\\?\[\]{}^$]|\(.|.\||\t", text)}
    assert patterns == {}
    assert texts["_IF_ANY"] == ", if any"
