"""What a browser does, without one: it follows the link, keeps the cookie, names its origin."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulec.studio.server.app import Settings, application

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would like another client than httpx
    from starlette.testclient import TestClient

PORT = 8777
HOST = f"http://127.0.0.1:{PORT}"
TOKEN = "the-token-of-a-test"


class Browser:
    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, **more)

    def json(self, path: str) -> Any:
        return self.get(path).json()

    def post(self, path: str, **data: Any) -> Any:
        return self.client.post(path, json=data, headers={"origin": HOST})

    def begin(self, game: str, *seats: str, **more: Any) -> str:
        """The id of a new game."""
        given = {"game": game, "players": len(seats), "options": {}, "seats": seats, "seed": 1, **more}
        answer = self.post("/api/begin", **given)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    def view(self, game: str, **query: Any) -> dict[str, Any]:
        answer = self.get(f"/api/play/{game}", params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def choose(self, game: str, label: str, **query: Any) -> Any:
        view = self.view(game, **query)
        action = next(one["action"] for one in view["options"] if one["label"] == label)
        return self.post(f"/api/play/{game}/choose", action=action, moves=view["moves"], seat=view["seat"])

    def wait(
        self, game: str, until: Callable[[dict[str, Any]], bool], patience: int = 30, **query: Any
    ) -> dict[str, Any]:
        """The first view of which this holds."""
        for _ in range(20 * patience):
            view = self.view(game, **query)
            if until(view):
                return view
            time.sleep(0.05)
        raise AssertionError(f"never came: {view['moves']} moves, {view['problem']}")


@contextmanager
def opened(folder: Path, state: Path, builds: bool = False, **more: Any) -> Iterator[Browser]:
    """A studio that runs, and a browser that has followed its link."""
    settings = Settings(folder, state, PORT, TOKEN, builds=builds, **more)
    with TestClient(application(settings), base_url=HOST) as client:
        assert client.get("/", params={"token": TOKEN}, follow_redirects=False).status_code == 303
        yield Browser(client)
