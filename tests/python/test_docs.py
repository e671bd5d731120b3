"""Every example of docs/python.md and of the README runs, and passes mypy --strict."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import yaribase

SOURCE = Path(__file__).resolve().parents[2]


def examples(page: str) -> list[str]:
    text = (SOURCE / page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_the_examples_run_in_order(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "samples").symlink_to(SOURCE / "samples")
    names: dict[str, object] = {}
    blocks = examples(page)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), names)


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_the_examples_pass_mypy_strict(page: str, tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    program = tmp_path / "examples.py"
    program.write_text("\n".join(examples(page)), encoding="utf-8")
    package = Path(yaribase.__file__).parent
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path}", str(program)],
        capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": str(package.parent)},
    )
    # matplotlib of Debian 12 has no types.
    found = [line for line in done.stdout.splitlines() if ": error:" in line and "matplotlib" not in line]
    assert found == [] and done.returncode < 2, done.stdout + done.stderr
