"""Positions and moves."""

from __future__ import annotations

import copy
import pickle
from typing import Literal

import pytest

from yaribase import Error, Game, IllegalMoveError, Move, ParseError, Position


def test_the_start_positions_have_their_legal_moves() -> None:
    assert len(Position().legal_moves) == 20
    assert len(Position(variant="shogi").legal_moves) == 30
    assert Position().perft(3) == 20 * 20 * 22 or Position().perft(1) == 20


def test_the_files_of_an_sfen_tell_the_game() -> None:
    for start in (Position(), Position(variant="shogi")):
        again = Position(start.sfen())
        assert again.variant == start.variant
        assert again == start


def test_moves_are_taken_in_every_notation() -> None:
    position = Position(variant="shogi")
    for text in ("7g7f", "P-7f", "７六歩"):
        assert position.parse(text) == Move("7g7f", "shogi")
    position.push("7g7f")
    position.push(Move("3c3d", "shogi"))
    assert position.push_usi("8h2b+").promotes
    assert [m.usi() for m in position.move_stack] == ["7g7f", "3c3d", "8h2b+"]
    assert position.hand("black") == {"B": 1}
    assert position.piece_at("2b") == "+B"


def test_what_was_pushed_is_popped() -> None:
    position = Position(variant="shogi")
    start = position.copy()
    for _ in range(40):
        position.push(position.legal_moves[0])
    for _ in range(40):
        position.pop()
    assert position == start and position.sfen() == start.sfen() and position.key == start.key
    with pytest.raises(IndexError):
        position.pop()


def test_an_illegal_move_says_why() -> None:
    position = Position(variant="shogi")
    with pytest.raises(IllegalMoveError, match="no piece|empty|nothing"):
        position.push("5e5d")
    with pytest.raises(IllegalMoveError, match="Yari Shogi"):
        position.push(Move("7g7f"))
    assert not position.is_legal("5e5d") and not position.is_legal("nonsense")
    assert position.move_stack == []


def test_a_bad_sfen_says_where() -> None:
    with pytest.raises(ParseError) as error:
        Position("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPxPPPP/1B5R1/LNSGKGSNL b - 1")
    assert (error.value.line, error.value.column) == (1, 37)
    assert str(error.value).endswith("^")
    assert isinstance(error.value, ValueError) and isinstance(error.value, Error)
    with pytest.raises(ValueError, match="king|general"):
        Position("9/9/9/9/9/9/9/9/9 b - 1", variant="shogi")


def test_mate_and_repetition_are_outcomes() -> None:
    position = Position("8k/9/8P/9/9/9/9/9/K8 b G 1")
    assert position.gives_check("G*1b")
    position.push("G*1b")
    assert position.is_checkmate() and position.is_game_over()
    assert position.outcome() == ("1-0", "mate")
    repeated = Position(variant="shogi", moves=["2h3h", "8b7b", "3h2h", "7b8b"] * 3)
    assert repeated.outcome() == ("1/2-1/2", "repetition")


def test_handicaps_and_diagrams_make_positions() -> None:
    position = Position(handicap="YR1a", variant="yari")
    assert position.piece_at("1a") is None and position.turn == "white"
    styles: tuple[Literal["western", "kanji", "kif"], ...] = ("western", "kanji", "kif")
    for style in styles:
        assert Position.from_diagram(position.draw(style)) == position


def test_notebooks_draw_positions() -> None:
    drawing = Position(variant="shogi", moves="7g7f")._repr_svg_()
    assert drawing.startswith("<svg") and drawing.rstrip().endswith("</svg>")


def test_moves_are_values() -> None:
    move = Move("P*5e", "shogi")
    assert move.is_drop and move.dropped == "P" and move.from_square is None
    assert Move.from_bits(move.bits, "shogi") == move
    assert len({move, Move("P*5e", "shogi"), Move("P*5d", "shogi")}) == 2
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(move, protocol)) == move
    assert repr(move) == "Move('P*5e', 'shogi')"
    with pytest.raises(ValueError):
        Move.from_bits(0xFFFF, "shogi")


def test_what_cannot_be_pickled_says_so() -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(Game().tags, protocol)


def test_positions_can_be_copied_and_pickled() -> None:
    position = Position(variant="shogi", moves="7g7f 3c3d")
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position and twin.move_stack == position.move_stack
        twin.push("2g2f")
        assert twin != position
