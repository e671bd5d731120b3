"""What the tests of the Python module share."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import yaribase

SOURCE = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True


@pytest.fixture(scope="session")
def samples() -> Path:
    return SOURCE / "samples"


@pytest.fixture
def database(tmp_path: Path, samples: Path) -> yaribase.Database:
    made = yaribase.Database(tmp_path / "games.db", "create")
    made.import_(samples)
    return made


@pytest.fixture(scope="session")
def engine() -> yaribase.Engine:
    return yaribase.Engine(hash=8)
