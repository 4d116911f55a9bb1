"""Fixtures of the commands, for commands on a cluster."""

from tests.cli.conftest import _ctrl_c_is_heard, cli, elsewhere

__all__ = ["_ctrl_c_is_heard", "cli", "elsewhere"]
