"""Parsers made by Lark itself, which works its tables out in seconds: once for all tests of a process."""

from __future__ import annotations

from functools import cache

from rulec.syntax.parsing import lalr_tables

make_parser = cache(lalr_tables.make_parser)
