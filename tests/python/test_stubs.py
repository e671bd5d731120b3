"""The stubs: complete, true, and enough for mypy --strict on what uses them."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import yaribase

SOURCE = Path(__file__).resolve().parents[2]
PACKAGE = Path(yaribase.__file__).parent


def run(*command: str) -> None:
    pytest.importorskip("mypy")
    environment = {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_and_its_tests_pass_mypy_strict(tmp_path: Path) -> None:
    cache = f"--cache-dir={tmp_path}"
    files = [str(p) for p in sorted((SOURCE / "tests/python").glob("*.py"))]
    run("mypy", "--strict", cache, "-p", "yaribase")
    run("mypy", "--strict", cache, "--python-version", "3.11", *files)


def test_the_stubs_name_what_the_module_has() -> None:
    run("mypy.stubtest", "yaribase._yaribase", "--concise", "--allowlist",
        str(SOURCE / "tests/python/stubtest-allowlist.txt"))


def test_everything_public_is_described() -> None:
    for name, item in vars(yaribase).items():
        if name.startswith("_") or inspect.ismodule(item):
            continue
        assert inspect.getdoc(item), name
        if not inspect.isclass(item):
            continue
        for member, value in vars(item).items():
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{member}"
    assert str(inspect.signature(yaribase.Position.push)) == "(self, move)"
