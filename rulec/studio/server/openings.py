"""Openings of games: worker process and progress of each."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from rulec.studio.worker.client import Worker

Opened = tuple[Worker, dict[str, Any]]  # a worker process, and its description of the game

_SOON = 0.3  # seconds in which small games are open


@dataclass(eq=False)
class Opening:
    """Opening of a game; `progress` is called in the thread that waits for its process."""

    loop: asyncio.AbstractEventLoop
    worker: Worker | None = None
    heading: dict[str, Any] | None = None
    headed: asyncio.Event = field(default_factory=asyncio.Event)
    stage: str = ""
    share: float = 0.0
    guessed: bool = False  # nobody has opened the page of the game yet
    task: asyncio.Task[Opened] | None = None

    def progress(self, told: dict[str, Any]) -> None:
        if "heading" in told:
            self.heading = told["heading"]
            if self.heading is not None:
                self.loop.call_soon_threadsafe(self.headed.set)
        else:
            self.stage, self.share = told["stage"], told["share"]

    async def about(self) -> dict[str, Any]:
        """Return players and options: of the heading, or the description if the game is open before."""
        assert self.task is not None
        headed = asyncio.ensure_future(self.headed.wait())
        try:
            await asyncio.wait({self.task, headed}, return_when=asyncio.FIRST_COMPLETED)
            if not self.task.done():
                await asyncio.wait({self.task}, timeout=_SOON)
        finally:
            headed.cancel()
        if self.task.done() or self.heading is None:
            return {**(await self.task)[1], "ready": True}
        return {**self.heading, "ready": False}

    def end(self) -> None:
        if self.task is not None:
            self.task.cancel()
        if self.worker is not None:
            self.worker.end()
