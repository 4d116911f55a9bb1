"""`--update` rewrites what the case files expect; the difference is then read by eye."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the expected outcome of case files")
