"""The same position, game and table asked at each door: command line, API, Python. Their JSON is the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

import yaribase
from doors import PROGRAM, Get, printed, served, yari

pytestmark = pytest.mark.skipif(not PROGRAM, reason="YARI_PROGRAM names no program")

MATE = "3k3/7/3+B3/7/7/7/7/7/3K3 b R 1"
LINES = [
    ("yari", "startpos moves 7g7f 3c3d"),
    ("yari", "startpos moves" + " 4i5h 4a3b 5h4i 3b4a" * 2),
    ("shogi", "startpos moves 7g7f 3c3d 8h2b+"),
    ("yari", f"sfen {MATE}"),
]
# The second record is cut at an illegal move.
RECORD = '[Variant "shogi"]\n1. P-7f P-3d 2. Bx2b+ Sx2b *\n\n[Variant "shogi"]\n1. P-7f P-3d 2. P-9a\n'


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Path:
    made = tmp_path_factory.mktemp("doors") / "games.db"
    assert yari("import", str(samples), "-q", "--db", str(made)).returncode == 0
    assert yari("annotate", "1", "2", "--nodes", "20", "-q", "--db", str(made)).returncode == 0
    return made


@pytest.fixture(scope="module")
def get(file: Path) -> Iterator[Get]:
    with served(file) as ask:
        yield ask


def without(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


@pytest.mark.parametrize(("variant", "usi"), LINES)
def test_a_position_is_the_same(variant: Literal["yari", "shogi"], usi: str, get: Get) -> None:
    words = ["--variant", variant, "--usi", usi]
    [served_position] = get("/api/position", variant=variant, usi=usi)
    [board] = printed("board", *words)
    assert board == without(served_position, "start", "handicap", "line", "moves")
    assert printed("moves", *words) == served_position["moves"]

    start, _, moves = usi.partition(" moves ")
    position = yaribase.Position(None if start == "startpos" else start.removeprefix("sfen "), variant=variant)
    position.push_all(moves)
    assert (position.sfen(), position.turn, position.is_check()) == (board["sfen"], board["side"], board["in_check"])
    assert [move.usi() for move in position.legal_moves] == [move["usi"] for move in served_position["moves"]]


@pytest.mark.parametrize("name", ["\u98db\u8eca\u843d\u3061", "YB2a", "two yari bishops"])
def test_a_handicap_is_the_same(name: str, get: Get) -> None:
    [served_position] = get("/api/position", variant="yari", handicap=name)
    [board] = printed("board", "--variant", "yari", "--handicap", name)
    position = yaribase.Position(variant="yari", handicap=name)
    assert board["sfen"] == served_position["sfen"] == position.sfen()


def test_codes_of_findings_are_the_same(tmp_path: Path) -> None:
    record = tmp_path / "a.kif"
    record.write_text("strange\n   1 \uff17\u516d\u6b69(77)\n   9 \uff18\u56db\u6b69(83)\n", encoding="utf-8")
    *findings, _ = printed("check", str(record))
    codes = [finding["code"] for finding in findings]
    [game] = yaribase.read(record)
    assert codes == [finding.code for finding in game.findings] == ["unknown-header", "move-number"]
    [game] = yaribase.read(record, ignore=["move-number"], strict=False)
    assert [finding.code for finding in game.findings] == ["unknown-header"]
    [game] = yaribase.read(record, ignore=codes, strict=True)
    assert game.findings == []
    with pytest.raises(ValueError, match="illegal-move"):
        yaribase.read(record, ignore=["illegal-move"])


def test_a_mate_is_the_same(get: Get) -> None:
    [by_program] = printed("mate", "--sfen", MATE, "--shortest")
    [by_api] = get("/api/mate", variant="yari", sfen=MATE, shortest="1")
    assert without(by_program, "seconds") == without(by_api, "seconds")
    assert by_program["japanese"].startswith("\u25b2")
    found = yaribase.Engine(hash=8).mate(yaribase.Position(MATE), shortest=True)
    assert [move.usi() for move in found.line] == by_program["usi"]


def test_an_analysis_is_the_same(get: Get) -> None:
    [by_program] = printed("analyze", "--sfen", MATE, "--nodes", "200")
    by_api, done = get("/api/analysis", variant="yari", sfen=MATE, nodes="200", lines="1")[-2:]
    assert done == {"done": True}
    assert without(by_program, "seconds") == without(by_api, "seconds")
    assert set(by_program["lines"][0]) == {"score", "chance", "depth", "usi", "moves", "japanese"}


def test_games_are_the_same(file: Path, get: Get) -> None:
    rows = printed("list", "--db", str(file))
    assert rows == get("/api/games", limit="1000")
    database = yaribase.Database(file)
    for row, header in zip(rows, database.list()):
        for name in ("game", "variant", "rules", "result", "ending", "plies"):
            assert getattr(header, name) == row[name]
        for name in ("black", "white", "event", "site", "handicap"):
            assert (getattr(header, name) or None) == row[name]
        assert [move.usi() for move in database.game(row["game"]).moves] == printed("show", str(row["game"]), "--db", str(file))[0]["moves"]


def test_one_game_is_the_same(file: Path, get: Get) -> None:
    for game in ("1", "3"):
        [shown] = printed("show", game, "--db", str(file))
        [by_api] = get(f"/api/games/{game}")
        assert without(shown, "text") == without(by_api, "annotation", "report")
        assert printed("export", game, "--to", "kif", "--db", str(file)) == get(f"/api/games/{game}/record", format="kif")


def test_findings_are_the_same(tmp_path: Path, get: Get) -> None:
    record = tmp_path / "games.psn"
    record.write_text(RECORD.split("\n\n")[1], encoding="utf-8")
    by_program = [without(row, "file") for row in printed("check", str(record))[:-1]]
    [by_api] = get("/api/read", RECORD.split("\n\n")[1].encode(), variant="shogi")
    assert by_program == by_api["findings"] != []
    reader = yaribase.read(record, errors="skip")
    said = [finding for game in reader for finding in game.findings] + list(reader.refused)
    for finding, row in zip(said, by_program):
        for name in ("line", "column", "severity", "message", "excerpt", "caret"):
            assert getattr(finding, name) == row[name]
    assert len(said) == len(by_program)


def test_tables_are_the_same(file: Path, get: Get) -> None:
    database = ["--db", str(file)]
    [statistics] = printed("stats", "--positions", "0", *database)
    assert [statistics] == get("/api/statistics")
    assert yaribase.Database(file).statistics() == statistics
    for field in ("opening", "handicap", "rating", "length", "year", "ending"):
        assert printed("stats", "--by", field, *database) == get("/api/groups", by=field)
    assert printed("profile", "habu", *database) == get("/api/profile", player="habu")


def test_imports_are_the_same(tmp_path: Path) -> None:
    record = tmp_path / "games.psn"
    record.write_text(RECORD, encoding="utf-8")
    [by_program] = printed("import", str(record), "--db", str(tmp_path / "a.db"))
    yaribase.Database(tmp_path / "b.db", "create").close()
    with served(tmp_path / "b.db") as get:
        [by_api] = get("/api/import", RECORD.encode(), name="games.psn")
    assert without(by_program, "seconds", "contained") == without(by_api, "seconds", "findings", "new_games")
    summary = yaribase.Database(tmp_path / "c.db", "create").import_(record)
    for name in without(by_program, "seconds", "contained", "stopped"):
        assert getattr(summary, name) == by_program[name]
