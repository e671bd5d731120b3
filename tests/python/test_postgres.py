"""Databases on a PostgreSQL server, which the test starts for itself: the answers are those of a file."""

from __future__ import annotations

import datetime
import os
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import yaribase
from yaribase import Database, Engine, Game, Position


def programs() -> Path:
    """PostgreSQL's programs in the newest version that Debian has installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    return found[-1].parent


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The URL of an empty database."""
    bin_folder = programs()
    folder = Path(tempfile.mkdtemp(prefix="yari-python-pg-"))
    # The server refuses to run as root.
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_user:
        try:
            shutil.chown(folder, "postgres")
        except LookupError:
            pytest.skip("there is no user postgres to run a server as")

    # The server was not built for the sanitizer that a test of this module may be run with.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}

    def run(*words: str) -> None:
        subprocess.run([*as_user, *words], cwd=folder, check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)

    def control(*words: str) -> None:
        run(f"{bin_folder}/pg_ctl", "-D", "data", "-w", "-l", "log", *words)

    run(f"{bin_folder}/initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    control("-o", f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}", "start")
    try:
        run(f"{bin_folder}/createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "postgres", "games")
        yield f"postgresql://postgres:secret-word@127.0.0.1:{port}/games"
    finally:
        control("stop", "-m", "immediate")
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def stored(server: str, samples: Path) -> Iterator[Database]:
    try:
        made = Database(server, "create")
    except yaribase.DatabaseError as error:
        if "libpq" in str(error):
            pytest.skip("the module was built without libpq (Debian: libpq-dev)")
        raise
    summary = made.import_(samples)
    assert (summary.imported, len(made)) == (14, 14)
    yield made
    made.close()


def test_the_answers_are_those_of_a_file(stored: Database, database: Database) -> None:
    start = Position(variant="shogi")
    assert list(stored.find(start)) == list(database.find(start)) != []
    assert list(stored.find(query="capture then drop within 5")) == list(database.find(query="capture then drop within 5"))
    assert list(stored.list(player="habu")) == list(database.list(player="habu")) != []
    assert list(stored.tree(variant="shogi", depth=3)) == list(database.tree(variant="shogi", depth=3)) != []
    assert list(stored.profile("habu")) == list(database.profile("habu"))
    assert stored.count(variant="yari") == database.count(variant="yari") > 0
    assert [g.text("hodges") for g in stored.games()] == [g.text("hodges") for g in database.games()]
    assert stored.find(query="check", variant="shogi").columns()["game"].tolist() == (  # type: ignore[union-attr]
        database.find(query="check", variant="shogi").columns()["game"].tolist())  # type: ignore[union-attr]


def test_games_are_added_and_annotated(stored: Database, engine: Engine) -> None:
    game = Game(variant="shogi", moves="7g7f 3c3d 2g2f")
    (number,) = stored.add(game)
    assert stored.add(game) == [number]
    assert stored.game(number).usi() == game.usi()
    stored.annotate(engine, nodes=50, variant="shogi", limit=1)
    assert any(node.evaluations for g in stored.games(variant="shogi") for node in g.mainline())
    with pytest.raises(KeyError):
        stored.game(4711)


def test_no_password_is_shown(stored: Database, server: str) -> None:
    assert "secret-word" not in repr(stored) and "127.0.0.1" in repr(stored)
    other = Database(server)
    other.close()
    with pytest.raises(yaribase.DatabaseError, match="is closed") as closed:
        len(other)
    assert "secret-word" not in str(closed.value)
    with pytest.raises(yaribase.DatabaseError) as missing:
        Database(server.replace("/games", "/nothing"))
    assert "secret-word" not in str(missing.value)
    with pytest.raises(yaribase.DatabaseError) as nobody:
        Database("postgresql://someone:secret-word@127.0.0.1:1/games")
    assert "secret-word" not in str(nobody.value)


def test_sql_is_for_files(stored: Database) -> None:
    with pytest.raises(yaribase.DatabaseError, match="no SQLite file"):
        stored.sql("SELECT 1")


def test_a_reader_changes_nothing(stored: Database, server: str) -> None:
    with Database(server) as reader:
        with pytest.raises(yaribase.DatabaseError, match="reading only"):
            reader.add(Game(variant="shogi", moves="7g7f"))
        assert len(reader) == len(stored)


@pytest.fixture
def both(server: str, samples: Path, database: Database) -> Iterator[tuple[Database, Database]]:
    """The same games in an empty database of the server and in a file."""
    with Database(server, "create") as made:
        made.delete(ids=[header.game for header in made.list()])
        numbers = {header.game for header in made.list()}
        assert numbers == set()
        made.import_(samples)
        yield made, database


def told(rows: Iterable[Any]) -> list[str]:
    """Rows as text, without the numbers of games, which are others where games were deleted."""
    return [re.sub(r"game=[0-9]+|ids?=[0-9]+", "", str(row)) for row in rows]


def test_names_standings_ratings_and_groups_are_those_of_a_file(both: tuple[Database, Database]) -> None:
    questions: list[Callable[[Database], Iterable[Any]]] = [
        lambda d: d.players(), lambda d: d.players("habu", sort="date"), lambda d: d.events(), lambda d: d.sites(),
        lambda d: d.suggestions(min_score=1), lambda d: d.suggestions("event", min_score=1),
        lambda d: d.event("Ryu-o"), lambda d: d.event("Ryu-o", grid="crosstable"),
        lambda d: d.ratings(variant="shogi"), lambda d: d.pair("Open", ["Aoki", "Baba", "Chiba"]),
        lambda d: d.groups("opening"), lambda d: d.groups("handicap"), lambda d: d.groups("length"),
        lambda d: d.groups("year"), lambda d: d.groups("ending"), lambda d: d.groups("rating")]
    for question in questions:
        of_server, of_file = (told(question(d)) for d in both)
        assert of_server == of_file
    assert told(both[0].groups("piece", variant="shogi")) == told(both[1].groups("piece", variant="shogi"))


def test_changes_and_their_way_back_are_those_of_a_file(both: tuple[Database, Database]) -> None:
    for d in both:
        before = [g.text("hodges") for g in d.games()]
        known = len(d.changes())
        assert d.tag({"Event": "Spring"}, player="habu").changed == 5
        assert d.rename("Habu Yoshiharu", "Habu Y.").changed == 5
        with pytest.raises(KeyError, match="no game has the player"):
            d.rename("Habu Yoshiharu", "Habu")
        assert d.delete(player="fujii") == 5
        assert d.duplicates() == []
        assert d.merge_duplicates()[:2] == (0, 0)
        assert [change.what for change in d.changes()[:len(d.changes()) - known]] == [
            "delete 5 games", 'rename player "Habu Yoshiharu" to "Habu Y."', "set Event=Spring"]
        for _ in range(3):
            assert d.undo() is not None
        assert [g.text("hodges") for g in d.games()] == before
        d.save_query("mates", "mate", variant="shogi")
        assert list(d.saved_queries()) == ["mates"]
        d.delete_query("mates")
        assert d.saved_queries() == {}


def test_a_game_is_begun_and_goes_on(both: tuple[Database, Database]) -> None:
    for d in both:
        game = d.new(variant="shogi", black="Aoki", white="Baba", event="Club")
        assert d.move(game, "P-7f").turn == "white"
        d.move(game, "3c3d", comment="usual", time="1:30")
        d.move(game, ["8c8d"], at=1)
        d.move(game, resign=True)
        with pytest.raises(yaribase.RefusedError, match="over"):
            d.move(game, "2g2f")
        header = d.header(game)
        assert header is not None and header.result == "0-1"
        assert "usual" in d.game(game).text("hodges")
        for _ in range(5):
            d.undo()
        with pytest.raises(KeyError):
            d.game(game)


def test_an_event_is_paired_stored_and_ranked(both: tuple[Database, Database]) -> None:
    for d in both:
        assert [p.white for p in d.pair("Autumn", ["Aoki", "Baba", "Chiba"], store=True, variant="shogi")] == ["Baba", "bye"]
        [game] = [header.game for header in d.list(event="autumn") if header.white == "Baba"]
        assert d.tag({"Result": "1-0", "Ending": "forfeit"}, game).changed == 1
        assert [(row.player, row.points) for row in d.event("Autumn")] == [("Aoki", 1), ("Chiba", 1), ("Baba", 0)]


def test_cards_are_kept(both: tuple[Database, Database]) -> None:
    for d in both:
        card = d.add_card(Position(variant="shogi"), ["P-7f"], today="2026-11-01")
        assert d.due("2026-11-01") == [card]
        assert d.grade_card(card, "good", today="2026-11-01").due > datetime.date(2026, 11, 1)
        assert d.remove_cards(card) == 1 and d.cards() == []
