"""Changes of stored games and their way back; new games, games that go on, saved searches."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import yaribase
from yaribase import Database, Game, IllegalMoveError, Move, Position, RefusedError


def habu(database: Database) -> list[int]:
    return [header.game for header in database.list(player="habu")]


def test_tags_are_set_and_taken_back(database: Database) -> None:
    done = database.tag({"Event": "Spring Open", "Date": datetime.date(2001, 5, 1)}, player="habu")
    assert (done.changed, done.refused, done.damaged, done.notes) == (5, [], [], [])
    assert database.count(event="spring", date="2001-05-01") == 5
    assert database.changes()[0].what == "set Event=Spring Open, Date=2001-05-01"
    undone = database.undo()
    assert undone is not None and undone.games == 5 and database.count(event="spring") == 0
    assert database.undo() is None
    assert database.tag({"Event": None}, habu(database)[0]).changed == 1
    assert "Event" not in database.game(habu(database)[0]).tags


def test_what_is_odd_about_new_tags_is_told(database: Database) -> None:
    done = database.tag({"Date": "yesterday"}, 2)
    assert done.notes == ["no year is found in 'yesterday': --date will not find it"]
    mated = database.list(ending="mate")[0]
    wrong = "0-1" if mated.result == "1-0" else "1-0"
    assert "mate" in database.tag({"Result": wrong}, mated.game).contradictions[0]
    assert database.tag({"Handicap": "Rook"}, 2).refused != []


@pytest.mark.parametrize("tags", [{"Result": "2-0"}, {"Variant": "Shogi"}, {"Date": "2001-02-30"}, {"A b": "c"}, {"Event": "a", "event": "b"}, {}])
def test_a_wrong_tag_changes_nothing(tags: dict[str, str], database: Database) -> None:
    with pytest.raises(ValueError):
        database.tag(tags, 2)
    assert len(database.changes()) == 0


def test_all_games_are_never_meant_by_accident(database: Database) -> None:
    changes: list[Callable[..., object]] = [database.delete, lambda **named: database.tag({"Event": "x"}, **named)]
    for change in changes:
        with pytest.raises(ValueError, match="name games by number or by conditions"):
            change()
        with pytest.raises(ValueError, match="name games"):
            change(player=None)
        with pytest.raises(KeyError, match="there is no game 99"):
            change(ids=[2, 99])
        with pytest.raises(TypeError, match="colour"):
            change(colour="red")
    assert database.delete(ids=[]) == 0 and database.tag({"Event": "x"}, []).changed == 0
    assert len(database) == 14 and len(database.changes()) == 0


def test_games_are_deleted_and_come_back(database: Database) -> None:
    assert database.delete([2, 3]) == 2 and database.delete(4) == 1 and database.delete(player="habu") == 2
    assert len(database) == 9
    assert [change.what for change in database.changes()] == ["delete 2 games", "delete 1 game", "delete 2 games"]
    while database.undo():
        pass
    assert len(database) == 14


def test_players_are_renamed(database: Database) -> None:
    assert database.rename("Habu Yoshiharu", "Habu Y.").changed == 5
    assert database.players("habu")[0].player == "Habu Y."
    done = database.rename({"Habu Y.": "Habu", "Nobody at all": "X"})
    assert done.changed == 5 and done.unknown == ["no game has the player 'Nobody at all'"]
    event = database.events(sort="date")[0].event
    assert database.rename(event, "Final", kind="event").changed > 0


def test_a_name_that_nothing_has_is_refused_with_the_nearest(database: Database) -> None:
    with pytest.raises(KeyError, match="no game has the player 'Habu Yoshiharo'; did you mean 'Habu Yoshiharu'?"):
        database.rename("Habu Yoshiharo", "Habu")
    with pytest.raises(ValueError, match="its own name"):
        database.rename({"A": "B", "B": "A"})
    with pytest.raises(TypeError):
        database.rename("A")
    with pytest.raises(ValueError, match="kind"):
        database.rename("A", "B", kind="game")  # type: ignore[arg-type]
    assert len(database.changes()) == 0


def test_duplicates_are_shown_and_merged(tmp_path: Path) -> None:
    with Database(tmp_path / "twice.db", "create") as database:
        moves = "7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b 5g5f 7b8b 8h7g 3a3b 7i6h 3b4c 6g6f 7a7b 6h6g 4c5d 6g5f"
        short = Game(variant="shogi", moves=" ".join(moves.split()[:20]))
        whole = Game(variant="shogi", moves=moves.split()[:22])
        for game in (short, whole):
            game.tags["Black"], game.tags["White"], game.tags["Date"] = "Aoki", "Baba", "2001-05-01"
        short.tags["Site"] = "Tokyo"
        assert database.add([short, whole]) == [1, 2]
        [group] = database.duplicates()
        assert [game.header.game for game in group.games] == [2, 1]
        assert (group.pairs[0].kind, group.pairs[0].first, group.pairs[0].second) == ("contained", 1, 2)
        assert group.games[0].differences == [] and "2 plies fewer" in group.games[1].differences
        assert group.games[0].header.date == datetime.date(2001, 5, 1)
        assert "<table>" in group._repr_html_()
        assert database.merge_duplicates()[:2] == (1, 1)
        assert database.game(2).tags["Site"] == "Tokyo" and len(database) == 1
        assert database.duplicates() == []


def test_a_game_begins_and_goes_on(database: Database) -> None:
    start = Position(variant="shogi", handicap="Lance")
    game = database.new(start, black="Aoki", white="Baba", event="Club", date=datetime.date(2026, 11, 26), tags={"Round": "2"})
    header = database.header(game)
    assert header is not None and (header.black, header.date, header.plies) == ("Aoki", datetime.date(2026, 11, 26), 0)
    assert database.game(game).handicap == "Left lance" and database.game(game).tags["Round"] == "2"
    after = database.move(game, "3c3d", comment="usual", time="1:30")
    assert [move.usi() for move in after.move_stack] == ["3c3d"]
    [node] = database.game(game).mainline()
    assert (node.comment, node.spent) == ("usual", 90)
    database.move(game, Move("7g7f", "shogi"), time=2.5)
    assert database.game(game).mainline()[-1].spent == 2.5
    database.move(game, ["8c8d", "2g2f"], at=0, comment="as well")
    assert [child.comment for child in database.game(game).root.children] == ["usual", ""]
    database.move(game, "P-2f", at=-2)
    database.move(game, resign=True)
    assert database.game(game).result == "1-0" and database.game(game).ending == "resignation"
    assert [change.what for change in database.changes()][-1] == "begin a game"
    while database.undo():
        pass
    assert database.header(game) is None


def test_the_board_and_the_players_end_a_game(database: Database) -> None:
    game = database.new("8k/9/8P/9/9/9/9/9/K8 b G 1")
    with pytest.raises(ValueError, match="give one of them"):
        database.move(game, resign=True, draw_agreed=True)
    assert database.move(game, "G*1b").is_checkmate()
    assert (database.game(game).result, database.game(game).ending) == ("1-0", "mate")
    game = database.new(variant="shogi")
    database.move(game, "7g7f 3c3d", draw_agreed=True)
    assert database.game(game).result == "1/2-1/2"


def test_what_cannot_be_played_leaves_the_game_as_it_is(database: Database) -> None:
    game = database.new(Position(variant="shogi", moves="7g7f"))
    calls: list[tuple[type[Exception], str, dict[str, Any]]] = [
        (IllegalMoveError, "7g7f: there is no piece", {"moves": ["7g7f"]}),
        (yaribase.ParseError, "7g7f: there is no piece", {"moves": "7g7f"}),
        (yaribase.ParseError, "", {"moves": "castles"}),
        (RefusedError, "has 1 plies", {"moves": "3c3d", "at": 7}),
        (RefusedError, "does not end", {"moves": "2g2f", "at": 0, "resign": True}),
        (ValueError, "name a move", {}),
        (ValueError, "at: expected a ply", {"moves": "3c3d", "at": "soon"}),
        (ValueError, "time: expected a time", {"moves": "3c3d", "time": "long"}),
        (ValueError, "seconds", {"moves": "3c3d", "time": -1}),
    ]
    for error, said, arguments in calls:
        with pytest.raises(error, match=said):
            database.move(game, **arguments)
    with pytest.raises(KeyError, match="there is no game 99"):
        database.move(99, "7g7f")
    database.move(game, resign=True)
    with pytest.raises(RefusedError, match=r"game \d+ is over: 1-0 \(resignation\)"):
        database.move(game, "3c3d")
    assert [move.usi() for move in database.game(game).moves] == ["7g7f"]
    with pytest.raises(ValueError, match="is no tag of a new game"):
        database.new(tags={"Result": "1-0"})
    with pytest.raises(ValueError, match="is no date"):
        database.new(date="2001-02-30")


def test_a_database_opened_for_reading_is_not_changed(database: Database, tmp_path: Path) -> None:
    database.delete(3)
    with Database(tmp_path / "games.db") as reading:
        changes: list[Callable[[], object]] = [
            lambda: reading.delete(2), reading.undo, reading.new, reading.merge_duplicates, lambda: reading.tag({"Event": "x"}, 2),
            lambda: reading.rename("Habu Yoshiharu", "X"), lambda: reading.save_query("a", player="habu"),
            lambda: reading.pair("x", ["A", "B"], store=True), lambda: reading.move(1, comment="x"),
        ]  # fmt: skip
        for change in changes:
            with pytest.raises(yaribase.DatabaseError):
                change()
        assert len(reading) == 13 and reading.players("habu")[0].games == 4


def test_searches_are_saved_under_a_name(database: Database) -> None:
    database.save_query("checks", "check", player="habu", variant="shogi", min_plies=50, date_to=2010, annotated=False)
    database.save_query("old", date="..1999")
    saved = database.saved_queries()
    assert saved["checks"] == {"query": "check", "player": "habu", "variant": "shogi", "plies": "50..", "date": "..2010", "annotated": "no"}
    assert list(saved) == ["checks", "old"]
    wanted: Any = saved["checks"]
    found = database.find(**wanted)
    assert list(found) == list(database.find(query="check", variant="shogi", player="habu", min_plies=50, date_to=2010, annotated=False)) != []
    database.delete_query("old")
    assert list(database.saved_queries()) == ["checks"]
    with pytest.raises(KeyError, match="there is no saved query 'old'"):
        database.delete_query("old")


def test_a_search_that_makes_no_sense_is_not_saved(database: Database) -> None:
    calls: list[tuple[type[Exception], str, dict[str, Any]]] = [
        (yaribase.ParseError, "captur", {"query": "check and captur R"}),
        (ValueError, "conditions or a query", {}),
        (ValueError, "ids", {"ids": [1]}),
        (ValueError, "plies", {"min_plies": 9, "max_plies": 3}),
        (ValueError, "give the range or its ends", {"date": "2001", "date_to": "2010"}),
        (TypeError, "colour", {"colour": "red"}),
    ]
    for error, said, arguments in calls:
        with pytest.raises(error, match=said):
            database.save_query("a", **arguments)
    with pytest.raises(ValueError, match="expected a name"):
        database.save_query("", player="habu")
    assert database.saved_queries() == {}
