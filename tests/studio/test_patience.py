"""Connections that send nothing, or stop sending, are closed; those that wait for an answer are not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

uvicorn = pytest.importorskip("uvicorn")

from uvicorn.server import ServerState  # noqa: E402

from rulec.studio.server.patience import PatientProtocol  # noqa: E402

REQUEST = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nhalf"


class _Transport(asyncio.Transport):
    closed = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def write(self, data: Any) -> None:
        pass

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed


async def _waits(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await asyncio.Event().wait()


async def _closed(*sent: bytes) -> list[bool]:
    """Whether the connection is closed after each of two looks."""
    protocol = PatientProtocol(uvicorn.Config(_waits, lifespan="off", ws="none"), ServerState(), {})
    transport = _Transport()
    protocol.connection_made(transport)
    for data in sent:
        protocol.data_received(data)
    await asyncio.sleep(0)
    found = []
    for _ in range(2):
        protocol._look()
        found.append(transport.closed)
    protocol._timer.cancel()
    for task in set(protocol.tasks):
        task.cancel()
    return found


@pytest.mark.parametrize(
    ("sent", "closed"),
    [
        ((), [True, True]),
        ((REQUEST[:9],), [True, True]),
        ((HALF,), [False, True]),
        ((REQUEST,), [False, False]),
    ],
)
def test_who_is_waited_for(sent: tuple[bytes, ...], closed: list[bool]) -> None:
    assert asyncio.run(_closed(*sent)) == closed
