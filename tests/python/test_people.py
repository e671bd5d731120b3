"""Who and what a database names: players, events, standings, pairings, ratings; dates and tables."""

from __future__ import annotations

import copy
import datetime
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import yaribase
from doors import PROGRAM, Get, printed, served, yari
from yaribase import Database, Entrant, Game, RefusedError, Results

PLAYERS = [("Aoki", 1800), ("Baba", 1700), ("Chiba", 1600), ("Doi", 1500), ("Eto", 1400)]
HOSTILE = "<b>&\"'</b><script>alert(1)</script>"


def game(black: str, white: str, **tags: str) -> Game:
    made = Game(variant="shogi", moves="7g7f 3c3d")
    made.result = tags.pop("Result", "1-0")
    for name, value in {"Black": black, "White": white, **tags}.items():
        made.tags[name] = value
    return made


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "club.db", "create") as database:
        for number, (black, white, date) in enumerate([("Aoki", "Baba", "2001-05-??"), ("Aoki 5 dan", "Chiba", "2001-06-02"), ("Aokj", "Doi", "2002")]):
            database.add(game(black, white, Event="Club", Date=date, Site=f"Tokyo{number // 2}", BlackElo="1500"))
        yield database


def test_players_events_and_sites_are_counted(club: Database) -> None:
    [aoki] = club.players("aoki")
    assert (aoki.games, aoki.wins, aoki.losses, aoki.score) == (2, 2, 0, 100.0)
    assert (aoki.rating, aoki.highest_rating, aoki.spellings) == (1500, 1500, ["Aoki", "Aoki 5 dan"])
    assert (aoki.first_date, aoki.last_date) == ("2001-05", datetime.date(2001, 6, 2))
    assert [p.player for p in club.players(sort="name", limit=2)] == ["Aoki", "Aokj"]
    assert [(e.event, e.games, e.black) for e in club.events()] == [("Club", 3, 3)]
    assert [s.site for s in club.sites("tokyo", sort="name")] == ["Tokyo0", "Tokyo1"]
    assert {p.player for p in club.players(date="2002")} >= {"Aokj", "Doi"}
    with pytest.raises(ValueError, match="sort"):
        club.players(sort="age")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="limit"):
        club.players(limit=-1)


def test_answers_are_pickled_with_their_columns(club: Database) -> None:
    answers: list[Results[Any]] = [club.players(), club.list(), club.find(query="ply = 1", variant="shogi"), club.groups("piece"), club.ratings()]
    for answer in answers:
        again = pickle.loads(pickle.dumps(answer))
        assert list(again) == list(answer) != []
        assert {name: list(column) for name, column in again.columns().items()} == {name: list(column) for name, column in answer.columns().items()}
        assert list(copy.deepcopy(answer)) == list(answer) and again.left_out == answer.left_out
    column = club.list().columns()["plies"]
    assert memoryview(pickle.loads(pickle.dumps(column))).format == memoryview(column).format  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no pickled column"):
        type(column)._put_together(0, b"123")  # type: ignore[union-attr]


def test_byes_are_no_games(tmp_path: Path) -> None:
    with Database(tmp_path / "club.db", "create") as database:
        for black, white, result in (("Aoki", "Baba", "1-0"), ("Chiba", "bye", "1-0"), ("BYE", "Doi", "0-1")):
            database.add(game(black, white, Result=result, Date="2001"))
        counted = database.statistics()
        assert (counted["games"], counted["players"], counted["results"], counted["years"]) == (1, 4, {"1-0": 1}, {"2001": 1})
        assert [(g.group, g.games, g.score) for g in database.groups("year")] == [("2001", 1, 100.0)]


def test_moves_and_mistakes_are_counted_in_groups(club: Database) -> None:
    assert [(g.piece, g.moves, g.share, g.drops) for g in club.groups("piece")] == [("pawn", 6, 100.0, 0)]
    assert list(club.groups("clock")) == []
    with pytest.raises(ValueError, match="by: expected one of .*piece, clock"):
        club.groups("colour")  # type: ignore[call-overload]


def test_games_of_a_query_are_tagged(club: Database) -> None:
    assert club.tag({"Annotator": "me"}, {hit.game for hit in club.find(query="ply = 1", variant="shogi")}).changed == 3


def test_suggested_names_can_be_given(club: Database) -> None:
    [suggestion] = club.suggestions(min_score=1)
    assert (suggestion.old, suggestion.new, suggestion.reason) == ("Aoki 5 dan", "Aoki", "rank or title")
    assert club.rename(suggestion.old, suggestion.new, kind="player").changed == 1
    assert len(club.suggestions(min_score=1)) == 0 and club.players("aoki")[0].spellings == []
    assert len(club.suggestions("event")) == 0
    with pytest.raises(ValueError, match="min_score"):
        club.suggestions(min_score=0)


def test_a_swiss_is_paired_played_and_ranked(tmp_path: Path) -> None:
    with Database(tmp_path / "open.db", "create") as database:
        for number in range(1, 4):
            pairings = database.pair("Open", PLAYERS, store=True, variant="shogi")
            assert [p.round for p in pairings] == [number] * 3
            assert sorted(p.white for p in pairings)[-1] == "bye"
            with pytest.raises(RefusedError, match="result"):
                database.pair("Open", PLAYERS)
            for header in database.list(event="Open", result="*"):
                database.tag({"Result": "1-0" if header.black < header.white else "0-1"}, header.game)
        table = database.event("Open")
        assert [row.player for row in table][0] == "Aoki" and len(table) == 5
        assert (table.headings, table.by_round, table.games) == (["1", "2", "3"], True, 9)
        assert all(len(row.cells) == 3 for row in table)
        assert sum(row.points for row in table) == 9
        byes = [g for row in table for g in row.played if not g.played]
        assert len(byes) == 3 and all(g.opponent is None and g.points == 1 for g in byes)
        cross = database.event("Open", grid="crosstable")
        assert cross.headings == ["1", "2", "3", "4", "5"] and cross[0].cells[0] == "\N{MULTIPLICATION SIGN}"
        assert database.undo() is not None


def test_a_round_robin_is_paired_by_its_tables(tmp_path: Path) -> None:
    with Database(tmp_path / "league.db", "create") as database:
        names = [name for name, _ in PLAYERS[:4]]
        met = [{p.black, p.white} for number in (1, 2, 3) for p in database.pair("League", names, system="round-robin", number=number)]
        assert len(met) == 6 and all(met.count(pair) == 1 for pair in met)
        with pytest.raises(RefusedError, match="4 players meet in 3 rounds: there is no round 4"):
            database.pair("League", names, system="round-robin", number=4)
        absent = database.pair("League", [*names[:3], Entrant("Doi", 1500, absent=True)])
        assert {p.white for p in absent} >= {"bye"} and "Doi" not in {p.black for p in absent}
        for wrong in ([("A", -1)], [""], [("A", 1, True, 2)], [5]):
            with pytest.raises((ValueError, TypeError)):
                database.pair("League", wrong)  # type: ignore[arg-type]
        with pytest.raises(RefusedError, match="this player is there twice: Aoki 5 dan"):
            database.pair("League", ["Aoki", "Aoki 5 dan"])
        with pytest.raises(ValueError, match="round-robin"):
            database.pair("League", names, number=2)
        with pytest.raises(ValueError, match="swiss"):
            database.pair("League", names, system="round-robin", last=True)
        assert len(database) == 0


def test_standings_need_an_event_and_rounds(club: Database) -> None:
    with pytest.raises(ValueError, match="name an event, or games by conditions"):
        club.event()
    with pytest.raises(ValueError, match="not every game has a Round tag"):
        club.event("Club", grid="rounds")
    assert len(club.event(date="2002")) == 2 and len(club.event("no such event")) == 0
    assert list(club.event("no such event").columns()) == list(yaribase.Standing._fields)


def test_ratings_say_what_they_leave_out(club: Database) -> None:
    ratings = club.ratings()
    assert [r.place for r in ratings] == [1, 2, 3] and ratings[0].player == "Aoki"
    assert ratings[0].low < ratings[0].rating < ratings[0].high
    assert ratings.left_out == ["1 game left out: no date, or a date without a month"]
    assert len(club.ratings(min_games=2)) == 1 and len(club.ratings(limit=1)) == 1
    all_wrong: list[dict[str, Any]] = [{"period": 0}, {"tau": 5.0}, {"handicap_values": {"Rook": -1.0}}]
    for wrong in all_wrong:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            club.ratings(**wrong)


def test_whole_dates_are_dates_and_others_text(club: Database) -> None:
    headers = club.list()
    assert [h.date for h in headers] == ["2001-05", datetime.date(2001, 6, 2), "2002"]
    assert [h.year for h in headers] == [2001, 2001, 2002]
    assert list(headers.columns()["date"]) == [20010500, 20010602, 20020000]
    assert [club.game(h.game).date for h in headers] == [h.date for h in headers]
    assert club.game(1).tags["Date"] == "2001-05-??"
    for header in headers:
        assert header.date is not None and club.count(date=header.date) >= 1
    assert Game().date is None
    club.add(game("A", "B", Date="??-??-??"))
    assert club.list()[3].date is None and club.list()[3].year is None


def test_tables_are_shown_by_notebooks_with_hostile_names(club: Database) -> None:
    club.add(game(HOSTILE, "Baba", Event=HOSTILE, Site=HOSTILE, Date="2003-01-01", Round="1"))
    tables: list[Any] = [
        club.list(), club.players(), club.events(), club.sites(), club.event(event=HOSTILE), club.ratings(),
        club.sql("SELECT black, event FROM games_view"), club.groups("year"), club.changes(),
        club.pair("x", [HOSTILE, "B"]), club.find(variant="shogi", query="check"), club.tree(variant="shogi"),
    ]  # fmt: skip
    for table in tables:
        html = table._repr_html_()
        assert html.startswith("<table>") and html.count("<tr>") == min(len(table), 60) + 1
        assert "<script>" not in html and "<b>" not in html
    assert "&lt;b&gt;&amp;&quot;&#x27;&lt;/b&gt;" in club.list()._repr_html_()
    names = club.sql(f'SELECT 1 AS "{HOSTILE.replace(chr(34), "")}"')._repr_html_()
    assert "<script>" not in names


def test_a_long_table_shows_its_first_rows() -> None:
    rows = yaribase.Rows(["n", "text"], [list(range(1000)), ["x" * 5000] * 1000])
    html = rows._repr_html_()
    assert html.count("<tr>") == 61 and "940 more of 1,000 rows" in html and len(html) < 40_000


@pytest.mark.skipif(not PROGRAM, reason="YARI_PROGRAM names no program")
def test_all_doors_give_the_same_tables(club: Database, tmp_path: Path) -> None:
    file = str(tmp_path / "club.db")
    club.add(game("Baba", "Doi", Event="Club", Date="2001-07-01", Round="2"))
    with served(Path(file)) as get:
        compare(club, file, get)


def dated(row: tuple[object, ...]) -> list[object]:
    return [str(value) if isinstance(value, datetime.date) else value for value in row]


def compare(club: Database, file: str, get: Get) -> None:
    def values(*words: str) -> list[list[object]]:
        return [list(row.values()) for row in printed(*words, "--db", file)]

    tables: dict[str, Any] = {"players": club.players(), "events": club.events(), "sites": club.sites()}
    for command, rows in tables.items():
        assert [dated(row) for row in rows] == values(command) != []
    assert [list(s) for s in club.suggestions(min_score=1)] == values("players", "--suggest", "--min-score", "1") != []
    assert [dated(r) for r in club.ratings()] == values("ratings") != []
    assert [list(g) for g in club.groups("year")] == values("stats", "--by", "year") != []
    assert [list(g) for g in club.groups("piece")] == values("stats", "--by", "piece") != []

    [by_api] = get("/api/event", event="Club")
    table = club.event("Club")
    assert [row._replace(played=[])._asdict() for row in table] == [{**p, "played": []} for p in by_api["players"]]
    assert [[g._asdict() for g in row.played] for row in table] == [p["played"] for p in by_api["players"]]
    assert (table.headings, table.by_round, table.games) == (by_api["headings"], by_api["by_round"], by_api["games"])

    players = Path(file).with_suffix(".csv")
    players.write_text("player,rating\n" + "".join(f"{name},{rating}\n" for name, rating in PLAYERS))
    paired = club.pair("Cup", PLAYERS)
    assert [list(p) for p in paired] == values("pair", "Cup", "--players", str(players)) != []
    club.delete(1)
    assert [[c.time, c.what, c.games] for c in club.changes()] == [row[:3] for row in values("undo", "--list")] != []
    club.save_query("may", date="2001-05")
    [saved] = printed("query", "list", "--db", file)
    assert saved == {"name": "may", "words": ["--date", "2001-05"]}
    assert yari("list", "--saved", "may", "--db", file, "--json").returncode == 1
    club.undo()
    assert [row["game"] for row in printed("list", "--saved", "may", "--db", file)] == [1]
