"""Checks of every request (host, origin, token or cookie, size), and headers of every response."""

from __future__ import annotations

import asyncio
import hmac
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulec.studio import limits

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS: Final = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)
_METHODS: Final = ("GET", "HEAD", "POST")
_OPEN: Final = "/static/"  # public files


class TooLarge(Exception):
    """The body of a request exceeds the limit."""


class Guard:
    """ASGI middleware around the application; `port` is the port of the bound socket."""

    def __init__(self, app: ASGIApp, *, token: str, secret: str, port: int, first: str = "/") -> None:
        self.app, self.token, self.secret, self.first = app, token, secret, first
        self.hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self.cookie = f"rulec_studio_{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await _completed(self._http, scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        refused = self._refusal(scope, headers)
        if refused is not None:
            await _answer(send, *refused)
            return
        if self._opens(scope):
            await self._let_in(send)
            return
        if not scope["path"].startswith(_OPEN) and not self._known(headers):
            text = "Open the link that `rulec studio` printed: it carries the key to this page."
            await _answer(send, 403, text)
            return
        try:
            await self.app(scope, _counted(receive), _with_headers(scope, send))
        except TooLarge:
            await _answer(send, 413, "This is too large.")

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Return status and reason for rejecting a request, or None."""
        host = headers.get("host", "")
        if len(scope["headers"]) > limits.HEADERS:
            return 431, "Too many headers."
        if host not in self.hosts:
            return 421, "This server answers to 127.0.0.1 alone."
        if scope["method"] not in _METHODS:
            return 405, "GET and POST are answered."
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return 403, "Another site asks: refused."
        writes = scope["method"] == "POST"
        if writes and origin is None:
            return 403, "This request has no origin: refused."
        if writes and headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return 415, "JSON is taken here."
        site, goes = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode", "")
        if site in ("cross-site", "same-site") and goes != "navigate":
            return 403, "Another site asks: refused."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > limits.BODY:
            return 413, "This is too large."
        return None

    def _opens(self, scope: Scope) -> bool:
        """Return whether a request carries the token of this run."""
        if scope["method"] != "GET" or scope["path"] != "/":
            return False
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        return hmac.compare_digest(given.encode(), self.token.encode())

    def _known(self, headers: dict[str, str]) -> bool:
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        found = cookies.get(self.cookie)
        return found is not None and hmac.compare_digest(found.value.encode(), self.secret.encode())

    async def _let_in(self, send: Send) -> None:
        """Exchange the token for a cookie, so that no history holds the token."""
        cookie = f"{self.cookie}={self.secret}; Path=/; HttpOnly; SameSite=Strict"
        await _answer(send, 303, "", [("location", self.first), ("set-cookie", cookie)])


async def _completed(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Complete the answer to a request cancelled at the end of the studio, so that nothing is logged."""
    begun = False

    async def noted(message: Message) -> None:
        nonlocal begun
        begun = True
        await send(message)

    try:
        await app(scope, receive, noted)
    except asyncio.CancelledError:
        if begun:
            await send({"type": "http.response.body", "body": b""})
        else:
            await _answer(send, 503, "The studio has ended.")


def _headers(scope: Scope) -> dict[str, str]:
    return {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}


def _counted(receive: Receive) -> Receive:
    """Count the bytes received, so that a body with a wrong content length is cut off, too."""
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limits.BODY:
            raise TooLarge
        return message

    return counted


def _with_headers(scope: Scope, send: Send) -> Send:
    kept = scope["path"].startswith(_OPEN)
    cache = "no-cache" if kept else "no-store"

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {
                **message,
                "headers": [*message["headers"], *_encoded([*HEADERS, ("cache-control", cache)])],
            }
        await send(message)

    return sent


def _encoded(headers: list[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(key.encode("latin-1"), value.encode("latin-1")) for key, value in headers]


async def _answer(send: Send, status: int, text: str, more: list[tuple[str, str]] | None = None) -> None:
    body = f"{text}\n".encode()
    headers = [
        ("content-type", "text/plain; charset=utf-8"),
        ("content-length", str(len(body))),
        ("cache-control", "no-store"),
        *HEADERS,
        *(more or []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": _encoded(headers)})
    await send({"type": "http.response.body", "body": body})
