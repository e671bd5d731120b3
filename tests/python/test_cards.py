"""Training by repetition: cards are added, asked, graded and removed."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

import yaribase
from doors import PROGRAM, yari
from yaribase import Database, Engine, IllegalMoveError, Move, ParseError, Position

START = Position(variant="shogi")
MATE = "sfen l3b3l/1kg6/2Ns4p/ppppp4/1N4+Bp1/P1S1P1P2/1P1P1+p2P/1K2G4/LN6L b 2GS2P2rsn2p 1 moves G*8a 8b8c G*8b 7b8b 8a8b"


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def test_a_position_is_kept_asked_and_graded(database: Database) -> None:
    card = database.add_card(START, ["P-7f", Move("2g2f", "shogi")], today="2026-11-01")
    assert (card.source, card.due, card.reviewed, card.game) == ("own", day("2026-11-01"), None, None)
    assert card.position == START and [str(move) for move in card.moves] == ["7g7f", "2g2f"]
    assert database.due(day("2026-10-31")) == [] and database.due("2026-11-01", source="own") == [card]
    assert database.cards(variant="yari") == [] and database.cards() == [card]
    right = database.answer_card(card, "P-2f", seconds=12, today="2026-11-01")
    assert (right.verdict, right.grade, right.moves) == ("right", "good", card.moves)
    assert right.due["again"] == day("2026-11-02")
    assert database.answer_card(card.card, today="2026-11-01").grade == "again"
    assert database.answer_card(card, Move("9g9f", "shogi")).verdict == "wrong"
    assert database.due("2026-11-01") == [card]
    after = database.grade_card(card, "good", today="2026-11-01")
    assert (after.due, after.reviews, after.days) == (day("2026-11-02"), 1, 1)
    assert database.grade_card(card, "easy", today="2026-11-02").due == day("2026-11-08")
    assert database.remove_cards(card) == 1 and database.remove_cards([card, 7]) == 0
    with pytest.raises(KeyError, match="there is no card 1"):
        database.grade_card(card, "good")


def test_a_position_that_is_kept_again_gets_its_new_moves(database: Database) -> None:
    database.add_card(START, "7g7f", today="2026-11-01")
    database.grade_card(1, "good", today="2026-11-01")
    again = database.add_card(START.sfen(), "2g2f", variant="shogi", today="2026-11-01")
    assert again.card == 1 and again.reviews == 1 and again.moves == [Move("2g2f", "shogi")]


@pytest.mark.skipif(not PROGRAM, reason="YARI_PROGRAM names no program")
def test_a_puzzle_goes_on_until_its_last_move(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    Database(file, "create").close()
    (tmp_path / "p.usi").write_text(MATE + "\n")
    done = yari("drill", "add", "--puzzles", str(tmp_path / "p.usi"), "--db", str(file), "--today", "2026-11-01")
    assert done.returncode == 0, done.stderr
    with Database(file, "rw") as database:
        card = database.due("2026-11-01")[0]
        answer = database.answer_card(card, "G*8a")
        assert (answer.verdict, answer.grade, answer.due) == ("more", None, {})
        assert answer.moves == card.moves[:2]
        assert database.answer_card(card, card.moves).verdict == "right"
        assert database.answer_card(card, [*card.moves[:2], "S*8b"]).reason == "The only winning move."
        with pytest.raises(ParseError):
            database.answer_card(card, card.moves[:2])


def test_mistakes_of_annotated_games_become_cards(database: Database, engine: Engine) -> None:
    bad = '[Variant "shogi"]\n[Black "Aoki"]\n[White "Baba"]\n\n1. P-7f P-3d 2. Bx2b+ P-9d 3. +Bx3a *\n'
    [number] = database.add(list(yaribase.read(bad)))
    assert database.add_mistakes(ids=[number]) == (0, 0, 0)
    database.annotate(engine, nodes=3000, ids=[number])
    assert database.add_mistakes(player="Baba", side="black").added == 0
    added = database.add_mistakes(player="Baba", today="2026-11-01").added
    assert added > 0 and database.add_mistakes(ids=[number], side="white").known == added
    card = database.due("2026-11-01", source="mistake")[0]
    assert (card.game, card.position.turn) == (number, "white")
    assert "blunder" in (database.answer_card(card, card.played).reason or "")


def test_what_is_no_move_is_refused(database: Database) -> None:
    with pytest.raises(IllegalMoveError):
        database.add_card(START, ["7g7f", "7g7e"])
    with pytest.raises(ParseError):
        database.add_card(START, "")
    with pytest.raises(ValueError, match="name the move"):
        database.add_card(START, [])
    assert database.cards() == []


def test_wrong_values_are_named(database: Database) -> None:
    database.add_card(START, "7g7f", today="2026-11-01")
    for today in ("2026", "2026-02-30", "yesterday", "9999-01-01"):
        with pytest.raises(ValueError, match="today: expected a day"):
            database.due(today)
    with pytest.raises(ValueError, match="source"):
        database.cards(source="friend")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="grade"):
        database.grade_card(1, "fine")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seconds"):
        database.answer_card(1, "7g7f", seconds=-1)
    with pytest.raises(ParseError):
        database.answer_card(1, "7g7f 3c3d 2g2f")
    with pytest.raises(ValueError, match="name the player"):
        database.add_mistakes()
    with pytest.raises(TypeError, match="colour"):
        database.add_mistakes(colour="red")  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        database.grade_card("one", "good")  # type: ignore[arg-type]
