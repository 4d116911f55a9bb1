"""What is asked of a player or of chance."""

from __future__ import annotations

from tests.referees.course import Answer, Chance, Choice, Flow, Pending, ask

__all__ = ["Answer", "Chance", "Choice", "Flow", "Pending", "ask"]

STOP, GO_ON, YES, NO = "stop", "go_on", "yes", "no"
