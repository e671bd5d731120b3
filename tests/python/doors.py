"""The program's two other doors, for tests that compare answers: the command line, and the API of a server."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = os.environ.get("YARI_PROGRAM", "")

#: `get("/api/games", player="habu")`: the objects of the answer. With `body` it is a POST.
Get = Callable[..., "list[Any]"]


def yari(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)


def printed(*words: str) -> list[Any]:
    """The objects that a command prints with --json."""
    done = yari(*words, "--json")
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@contextmanager
def served(file: Path) -> Iterator[Get]:
    server = subprocess.Popen([PROGRAM, "serve", "--db", str(file), "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["address"]
        origin, code = address.split("/#code=")
        asked = urllib.request.Request(
            origin + "/api/session", json.dumps({"code": code}).encode(), {"Content-Type": "application/json", "Origin": origin})
        key = json.load(urllib.request.urlopen(asked))["key"]

        def get(path: str, body: bytes | None = None, **parameters: str) -> list[Any]:
            headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/octet-stream", "Origin": origin}
            request = urllib.request.Request(f"{origin}{path}?{urllib.parse.urlencode(parameters)}", body, headers)
            answer = urllib.request.urlopen(request).read().decode()
            return [json.loads(line.removeprefix("data: ")) for line in answer.splitlines() if line]

        yield get
    finally:
        server.terminate()
        server.wait()
