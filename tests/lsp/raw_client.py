"""A client that sends whatever it is given, also what no library would: plain JSON over standard streams."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from types import TracebackType
from typing import Any, Self

from tests.lsp.editor_client import PATIENCE


class RawClient:
    """A server in a process of its own, and the messages to and from it."""

    def __init__(self, capabilities: dict[str, Any] | None = None) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulec", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
        )
        self.number = 0
        self.request("initialize", {"capabilities": capabilities or {}})
        self.notify("initialized", {})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()
        self.errors.close()

    def notify(self, method: str, params: Any) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: Any) -> dict[str, Any]:
        """The answer to a request; other messages are skipped. The server is ended if none comes."""
        self.number += 1
        self._send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        guard = threading.Timer(PATIENCE, self.process.kill)
        guard.start()
        try:
            while True:
                found: dict[str, Any] = self._receive()
                if found.get("id") == self.number and "method" not in found:
                    return found
        finally:
            guard.cancel()

    def leave(self) -> int:
        """End the server as editors do; return its exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(PATIENCE)

    def said(self) -> str:
        """What the server has logged."""
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace")

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def _receive(self) -> Any:
        out = self.process.stdout
        assert out is not None
        length = 0
        while line := out.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, "the server has ended: " + self.said()
        return json.loads(out.read(length))
