"""Ctrl-C ends the studio without a traceback while requests are pending."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.studio.window import ROOT


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_with_pending_requests_is_silent(folder: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "RULEC_STATE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "rulec", "studio", "--no-browser", "--no-prepare"]
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    link = process.stdout.readline().strip()
    found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/(\?token=\S+)", link)
    assert found is not None
    port, query = int(found[1]), found[2]
    entering = http.client.HTTPConnection("127.0.0.1", port)
    entering.request("GET", f"/{query}")
    cookie = str(entering.getresponse().getheader("set-cookie")).partition(";")[0]
    headers = {"cookie": cookie, "origin": f"http://127.0.0.1:{port}", "content-type": "application/json"}
    begin = '{"game": "here/nim.rules", "players": 2, "options": {}, "seats": ["human", "human"]}'
    playing = http.client.HTTPConnection("127.0.0.1", port)
    playing.request("POST", "/api/begin", begin, headers)
    game = re.search(r'"id":"(\w+)"', playing.getresponse().read().decode())
    assert game is not None
    streaming = http.client.HTTPConnection("127.0.0.1", port)
    streaming.request("GET", f"/api/play/{game[1]}/events", headers=headers)
    stream = streaming.getresponse()
    stream.readline()
    opening = http.client.HTTPConnection("127.0.0.1", port)
    opening.request("POST", "/api/begin", begin, headers)  # still computed, or about to be
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    for one in (entering, playing, streaming, opening):
        one.close()
    stream.close()
    assert (out, err) == ("", "")


def test_a_folder_can_be_named(folder: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "RULEC_STATE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "rulec", "studio", str(folder), "--no-browser", "--no-prepare"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            found = re.fullmatch(
                r"http://127\.0\.0\.1:(\d+)/(\?token=\S+)", process.stdout.readline().strip()
            )
            assert found is not None
            entering = http.client.HTTPConnection("127.0.0.1", int(found[1]))
            entering.request("GET", f"/{found[2]}")
            cookie = str(entering.getresponse().getheader("set-cookie")).partition(";")[0]
            first = http.client.HTTPConnection("127.0.0.1", int(found[1]))
            first.request("GET", "/", headers={"cookie": cookie})
            assert "here/nim.rules" in first.getresponse().read().decode()
            entering.close()
            first.close()
        finally:
            process.kill()


def test_neither_file_nor_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rulec", "studio", str(tmp_path / "gone"), "--no-browser"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"error: there is no file or folder {tmp_path / 'gone'}")
