"""Who is let in, and what every answer says to the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.studio import limits
from rulec.studio.server.guard import Guard
from tests.studio.browser import HOST, PORT, TOKEN, Browser, TestClient


async def _echo(scope, receive, send):  # type: ignore[no-untyped-def]
    """An application that reads all of its body and says so."""
    more = True
    while more:
        more = (await receive()).get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"inside"})


@pytest.fixture
def client() -> TestClient:
    guard = Guard(_echo, token=TOKEN, secret="s" * 40, port=PORT, first="/new/here/a.rules")
    return TestClient(guard, base_url=HOST, follow_redirects=False)


def _enter(client: TestClient) -> None:
    client.get("/", params={"token": TOKEN})


def test_only_the_link_opens(client: TestClient) -> None:
    assert client.get("/").status_code == 403
    assert client.get("/", params={"token": "wrong"}).status_code == 403
    assert client.get("/", params={"token": ""}).status_code == 403
    answer = client.get("/", params={"token": TOKEN})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/new/here/a.rules"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert TOKEN not in cookie
    assert client.get("/").text == "inside"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),  # DNS that was bound anew to this machine
        ({"host": f"127.0.0.1:{PORT + 1}"}, 421),
        ({"host": f"evil.example:{PORT}"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": f"http://127.0.0.1:{PORT + 1}"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, 403),
        ({}, 200),
        ({"host": f"localhost:{PORT}"}, 200),
    ],
)
def test_other_sites_are_refused(client: TestClient, headers: dict[str, str], status: int) -> None:
    _enter(client)
    client.headers["cookie"] = f"rulec_studio_{PORT}={'s' * 40}"
    assert client.get("/", headers=headers).status_code == status


def test_a_post_names_its_origin_and_is_json(client: TestClient) -> None:
    _enter(client)
    assert client.post("/api/x", json={}).status_code == 403
    assert client.post("/api/x", json={}, headers={"origin": HOST}).status_code == 200
    form = {"origin": HOST, "content-type": "application/x-www-form-urlencoded"}
    assert client.post("/api/x", content="a=b", headers=form).status_code == 415
    assert client.put("/api/x", json={}, headers={"origin": HOST}).status_code == 405
    assert client.options("/api/x").status_code == 405


def test_size_is_limited_whatever_the_length_says(client: TestClient) -> None:
    _enter(client)
    headers = {"origin": HOST, "content-type": "application/json"}
    large = b" " * (limits.BODY + 1)
    assert client.post("/api/x", content=large, headers=headers).status_code == 413
    assert client.post("/api/x", content=iter([large]), headers=headers).status_code == 413
    many = {f"x-{number}": "1" for number in range(limits.HEADERS)}
    assert client.get("/", headers=many).status_code == 431


def test_every_answer_carries_the_policy(browser: Browser) -> None:
    for path in ("/", "/nothing", "/static/studio.css", "/api/nothing"):
        headers = browser.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_pages_hold_no_script_and_no_style(browser: Browser) -> None:
    for path in ("/", "/new/here/nim.rules", "/rules/here/nim.rules", "/lab/here/nim.rules", "/nothing"):
        text = browser.get(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert " on" not in {part[:3] for part in text.split('"')}
        for script in text.split("<script")[1:]:
            assert script.split("</script>")[0].endswith(">")


def test_words_of_a_game_stay_text(browser: Browser, folder: Path) -> None:
    hostile = "<img src=x onerror=alert(1)>&<script>alert(2)</script>"
    (folder / "hostile.rules").write_text(f'game "{hostile}"\n  players 2\n', encoding="utf-8")
    try:
        for path in ("/", "/rules/here/hostile.rules"):
            text = browser.get(path).text
            assert "<img" not in text
            assert "<script>alert" not in text
    finally:
        (folder / "hostile.rules").unlink()
