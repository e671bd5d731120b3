"""Databases and engines."""

from __future__ import annotations

import datetime
import os
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import yaribase
from yaribase import Database, Engine, Game, Position


def test_an_import_says_what_it_did(tmp_path: Path, samples: Path) -> None:
    with Database(tmp_path / "a.db", "create") as database:
        summary = database.import_([samples])
        assert (summary.imported, summary.duplicates, len(database)) == (14, 0, 14)
        assert database.import_(samples).duplicates == 14
    with pytest.raises(yaribase.DatabaseError, match="closed"):
        len(database)


def test_positions_are_found_with_moves_and_columns(database: Database) -> None:
    hits = database.find(Position(variant="shogi", moves="7g7f 3c3d"))
    assert [(h.game, h.ply) for h in hits] == [(2, 2), (3, 2), (5, 2), (6, 2)]
    assert hits[0].move == yaribase.Move("2g2f", "shogi")
    assert hits.columns()["game"].tolist() == [2, 3, 5, 6]  # type: ignore[union-attr]
    assert memoryview(hits.columns()["ply"]).format == "i"  # type: ignore[arg-type]
    assert len(database.find(Position(variant="shogi"), limit=2)) == 2
    assert len(database.find(Position(variant="shogi"), black="habu")) == 3


def test_a_query_can_name_its_game(database: Database) -> None:
    hits = database.find(query="variant shogi ply = 2")
    assert {h.game for h in hits} == {h.game for h in database.list(variant="shogi")}
    assert str(hits[0].move) == str(database.find(query="ply = 2", variant="shogi")[0].move)
    assert len(database.find(query="variant shogi ply = 2", variant="yari")) == 0


def test_a_query_without_a_game_searches_both(database: Database) -> None:
    hits = database.find(query="ply = 2")
    assert [h.game for h in hits] == sorted(h.game for h in database.list() if h.plies >= 2)
    apart = [*database.find(query="ply = 2", variant="yari"), *database.find(query="ply = 2", variant="shogi")]
    assert sorted((h.game, h.ply, str(h.move)) for h in apart) == [(h.game, h.ply, str(h.move)) for h in hits]
    assert {h.game for h in hits} > {h.game for h in database.list(variant="shogi")}


def test_games_know_the_file_that_they_came_from(database: Database) -> None:
    assert [h.game for h in database.list(from_file="ryuo")] == [h.game for h in database.list(variant="shogi", player="fujii")]
    assert len(database.find(query="mate", from_file="no such file")) == 0


def test_ratings_of_both_players_are_a_condition(tmp_path: Path) -> None:
    record = tmp_path / "rated.psn"
    game = '[Variant "Yari Shogi"]\n[BlackElo "{}"]\n[WhiteElo "{}"]\n\n1. P-{} P-3d *\n\n'
    record.write_text(game.format(2000, 1900, "7f") + game.format(1500, 1400, "2f"))
    with Database(tmp_path / "rated.db", "create") as database:
        assert database.import_(record).imported == 2
        assert [h.game for h in database.list(min_rating=1900)] == [1]
        assert [h.game for h in database.list(max_rating=1500)] == [2]
        assert len(database.list(min_rating=1950)) == 0


def test_numpy_takes_columns_without_a_copy(database: Database) -> None:
    numpy = pytest.importorskip("numpy")
    column = database.find(query="check", variant="shogi").columns()["game"]
    array = numpy.asarray(column)
    assert array.dtype == numpy.int64 and len(array) == len(column) > 0
    assert numpy.shares_memory(array, numpy.asarray(column))
    assert not array.flags.writeable
    assert len(numpy.asarray(database.find(query="mate", variant="shogi").columns()["ply"])) == 0


def test_a_query_that_cannot_be_read_says_where(database: Database) -> None:
    with pytest.raises(yaribase.ParseError) as error:
        database.find(query="check and captur R")
    assert (error.value.line, error.value.column) == (1, 11)
    with pytest.raises(yaribase.ParseError, match="syntax"):
        database.sql("selec 1")
    with pytest.raises(ValueError):
        database.find()
    with pytest.raises(TypeError, match="colour"):
        database.list(colour="red")  # type: ignore[call-arg]


def test_games_are_listed_and_loaded(database: Database) -> None:
    headers = database.list(player="habu", sort="plies", descending=True)
    assert [h.plies for h in headers] == sorted((h.plies for h in headers), reverse=True)
    assert headers[0].year == 2001 and database.header(99) is None
    assert database.count(date=datetime.date(2001, 11, 8)) == 1
    assert database.list(ids=[]).columns()["game"].tolist() == []  # type: ignore[union-attr]
    game = database.game(2)
    assert game.id == 2 and game.black == "Habu Yoshiharu" and game.plies == 113
    assert [g.id for g in database.games(variant="shogi")] == [2, 3, 4, 5, 6]
    with pytest.raises(KeyError):
        database.game(99)


def test_games_are_added(database: Database) -> None:
    game = Game(variant="shogi", moves="7g7f 3c3d")
    assert database.add(game) == [15] and database.add([game]) == [15]
    assert database.game(15).moves == game.moves


def test_the_tree_counts_what_was_played(database: Database) -> None:
    tree = database.tree(variant="shogi", depth=2)
    assert (tree[0].move.usi(), tree[0].games, tree[0].black_wins) == ("7g7f", 4, 3)
    after = [m for m in tree if m.node == tree[0].next]
    assert sum(m.games for m in after) == 4
    assert tree.columns().keys() == set(yaribase.TreeMove._fields)


def test_sql_answers_in_rows_and_columns(database: Database) -> None:
    rows = database.sql("select id, black from games_view where id in (2, 3) order by id")
    assert list(rows) == [(2, "Habu Yoshiharu"), (3, "Fujii Takeshi")]
    assert rows.columns()["id"] == [2, 3] and rows[-1][0] == 3
    with pytest.raises(yaribase.Error):
        database.sql("delete from games")


def test_annotations_are_stored_and_profiled(database: Database, engine: Engine) -> None:
    done = database.annotate(engine, nodes=200, ids=[11])
    assert (done.games, done.skipped, done.failed) == (1, 0, [])
    assert database.annotate(engine, nodes=200, ids=[11]).skipped == 1
    numbers = database.profile("Yaribase")
    assert len(numbers) == 2 and numbers.played == 8
    assert numbers[0].game == 11 and 0 < numbers[0].accuracy <= 100
    assert any(n.evaluations for n in database.game(11).mainline())


ENGINE = """while read -r line; do case "$line" in
usi) echo id name Fussy
  echo option name USI_Variant type combo default shogi var yarishogi var shogi
  echo usiok;;
isready) echo readyok;;
%s
quit) exit 0;;
esac; done
"""
DIES_AT_ONE_MOVE = """position*2g2f*) exit 0;;
position*moves*|position*" w "*) answer=3c3d;;
position*) answer=7g7f;;
go*) echo info depth 3 score cp 25 nodes 99 pv $answer
  echo bestmove $answer;;"""


def short_game(black: str, move: str = "7g7f") -> Game:
    game = Game(variant="shogi", moves=move)
    game.tags["Black"] = black
    return game


def annotated_by(database: Database, tmp_path: Path, answers: str, **games: Any) -> Any:
    """What a shell script that speaks USI came to, and what `yari annotate` says of the same."""
    script = tmp_path / "engine.sh"
    script.write_text(ENGINE % answers)
    yari, copy = os.environ["YARI_PROGRAM"], tmp_path / "copy.db"
    subprocess.run([yari, "db", "backup", copy, "--db", tmp_path / "games.db"], check=True, capture_output=True)
    words = ["annotate", "--all", "--nodes", "100", "--jobs", "1", "--engine", f"sh {script}", "--db", str(copy)]
    told = subprocess.run([yari, *words], check=False, capture_output=True, text=True)
    with Engine(f"sh {script}") as engine:
        done = database.annotate(engine, nodes=100, **games)
    said = [f"game {game} is not annotated: {why}" for game, why in done.failed]
    assert [f"yari: {line}" for line in [*said, *done.notes]] == told.stderr.replace("copy.db", "games.db").splitlines()
    return done


def test_a_game_that_the_engine_fails_on_does_not_end_the_run(tmp_path: Path) -> None:
    database = Database(tmp_path / "games.db", "create")
    for black, move in zip("ABCD", ["2g2f 3c3d 7g7f", "7g7f", "7g7f", "7g7f"], strict=True):
        database.add(short_game(black, move))
    with sqlite3.connect(tmp_path / "games.db") as rows:
        rows.execute("UPDATE records SET moves = x'ffff' WHERE id = 3")
    done = annotated_by(database, tmp_path, DIES_AT_ONE_MOVE)
    assert (done.games, [game for game, _ in done.failed], done.notes) == (2, [1, 3], [])


def test_a_run_is_given_up_after_ten_failures(database: Database, tmp_path: Path) -> None:
    done = annotated_by(database, tmp_path, "position*) exit 0;;")
    assert (done.games, len(done.failed)) == (0, 10)
    assert done.notes == ["given up after 10 failures in a row"]


def test_effort_is_that_of_the_command_line(database: Database, tmp_path: Path) -> None:
    script = tmp_path / "engine.sh"
    script.write_text(ENGINE % DIES_AT_ONE_MOVE)
    one, two = database.add([short_game("A"), short_game("B")])

    def effort(**named: Any) -> list[tuple[Any, ...]]:
        with Engine(f"sh {script}") as engine:
            database.annotate(engine, **named)
        return list(database.sql(f"SELECT DISTINCT limits FROM annotations_view WHERE game = {two}"))

    assert effort(ids=[two]) == [("nodes 200000",)]
    assert effort(ids=[one, two], force=True) == [("nodes 50000",)]
    assert effort(ids=[two], depth=3) == [("depth 3",)]


def test_an_engine_finds_lines_and_mates(engine: Engine) -> None:
    found = engine.analyse(Position(variant="shogi"), nodes=2000, lines=3)
    assert len(found.lines) == 3 and found.best == found.lines[0].pv[0]
    assert Position(variant="shogi").is_legal(found.lines[0].pv[0])
    mate = engine.mate("8k/9/8P/9/9/9/9/9/K8 b G 1")
    assert (mate.verdict, mate.plies) == ("mate", 1)
    judged = engine.annotate(Game(variant="shogi", moves="7g7f 3c3d"), nodes=200)
    assert len(judged.moves) == 2 and judged.game.root.evaluations
    with pytest.raises(yaribase.EngineError):
        Engine("/nonexistent/engine")


def test_what_is_set_of_the_built_in_engine_is_what_the_program_has() -> None:
    with pytest.raises(TypeError, match="it has (.*)") as refused:
        Engine(**{"colour": 1})  # type: ignore[arg-type]
    names = str(refused.value).partition("it has ")[2].split(", ")
    stub = Path(yaribase.__file__).with_name("_yaribase.pyi").read_text(encoding="utf-8")
    engine = stub.partition("class Engine:")[2]
    declared = engine.partition("def __init__(")[2].partition(") -> None")[0]
    help_text = subprocess.run([os.environ["YARI_PROGRAM"], "usi", "--help"], check=True, capture_output=True, text=True)
    for name in names:
        assert f"{name}: int = " in declared and f"--{name} N" in help_text.stdout
        with pytest.raises(ValueError, match=f"{name}: expected 1 to "):
            Engine(**{name: 0})  # type: ignore[arg-type]
    assert names == ["hash", "threads"]
    assert Engine(hash=1, threads=2).analyse(Position(variant="shogi"), nodes=500).nodes > 0


def interrupted(work: Callable[[], Any]) -> float:
    """Seconds that `work` goes on after a signal."""
    sent = []

    def send() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    # What a shell runs beside itself ignores the signal otherwise.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, send)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    timer.join()
    return time.monotonic() - sent[0]


def test_ctrl_c_ends_long_work(engine: Engine) -> None:
    position = Position(variant="shogi")
    assert interrupted(lambda: engine.analyse(position)) < 5
    assert interrupted(lambda: position.perft(12)) < 5
    assert interrupted(lambda: engine.annotate(Game(moves="P-7f P-3d"), nodes=10**9)) < 5
    assert engine.analyse(position, nodes=100).nodes > 0


def test_ctrl_c_ends_an_annotation_within_a_game(database: Database, engine: Engine) -> None:
    assert interrupted(lambda: database.annotate(engine, nodes=10**9)) < 5
    assert database.annotate(engine, nodes=50, ids=[11]).games == 1


def test_other_threads_run_while_an_engine_thinks(engine: Engine) -> None:
    counted = 0
    thinking = threading.Thread(
        target=lambda: engine.analyse(Position(variant="shogi"), seconds=0.5)
    )
    thinking.start()
    while thinking.is_alive():
        counted += 1
    assert counted > 1000


def test_one_database_serves_several_threads(database: Database) -> None:
    found: list[int] = []

    def look() -> None:
        for _ in range(50):
            found.append(len(database.find(Position(variant="shogi"))))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [5] * 200
