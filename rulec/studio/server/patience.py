"""HTTP connections with a time limit for each request to arrive."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from rulec.studio import limits


class PatientProtocol(H11Protocol):  # type: ignore[misc]  # untyped where the extra is missing
    """Closes a connection whose request, or its body, does not arrive in time.

    Otherwise anybody on this machine, without the key, could hold all connections of the server.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._last: Any = None  # the request at the last look
        self._look_later()

    def _look_later(self) -> None:
        self._timer = self.loop.call_later(limits.ARRIVE, self._look)

    def _look(self) -> None:
        request = self.cycle
        answered = request is None or request.response_complete
        if request is self._last and (answered or request.more_body):
            self.transport.close()
            return
        self._last = request
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)
