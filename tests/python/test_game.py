"""Games, their trees, and reading and writing them."""

from __future__ import annotations

import copy
import gzip
import multiprocessing
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import yaribase
from yaribase import Evaluation, Game, IllegalMoveError, Move, RecordError

KIF = """手合割：平手
先手：羽生
後手：藤井
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:05/00:00:05)
*first
   2 ３四歩(33)   ( 0:03/00:00:03)
   3 投了
"""


def test_a_text_is_read_with_clocks_and_comments() -> None:
    (game,) = yaribase.read(KIF)
    assert (game.black, game.white, game.variant) == ("羽生", "藤井", "shogi")
    first, second = game.mainline()
    assert first.move == Move("7g7f", "shogi") and first.spent == 5 and first.comment == "first"
    assert second.ply == 2 and second.next() is None
    assert (game.result, game.ending) == ("0-1", "resignation")
    assert list(yaribase.read(KIF.encode("cp932"))) == [game]


def test_the_main_line_comes_in_every_form() -> None:
    game = Game(variant="shogi", moves="7g7f 3c3d 8h2b+")
    assert game.usi() == "startpos moves 7g7f 3c3d 8h2b+"
    assert [m.usi() for m in game.moves] == ["7g7f", "3c3d", "8h2b+"]
    sfens = game.sfens()
    assert len(sfens) == 4 and sfens[0] == game.start.sfen() and sfens[3] == game.position().sfen()
    assert game.position(1).sfen() == sfens[1]
    assert [game.position(ply).sfen() for ply in (-1, -2, -4)] == [sfens[3], sfens[2], sfens[0]]
    with pytest.raises(IndexError):
        game.position(4)
    with pytest.raises(IndexError):
        game.position(-5)


def test_a_tree_is_built_move_by_move() -> None:
    game = Game(variant="shogi")
    first = game.root.add("7g7f")
    first.add("3c3d").comment = "the usual answer"
    variation = first.add("8c8d")
    variation.glyphs = [1]
    variation.left = 59.5
    variation.evaluations = [Evaluation(35, depth=8, engine="Test", pv=[Move("2g2f", "shogi")])]
    game.tags["Black"] = "Habu"
    game.tags["black"] = "Habu Yoshiharu"
    assert list(game.tags) == ["Black"] and game.black == "Habu Yoshiharu"
    assert [n.move.usi() for n in first.children if n.move] == ["3c3d", "8c8d"]
    assert first.children[1] == variation and not variation.is_main
    with pytest.raises(IllegalMoveError):
        first.add("7g7f")
    (again,) = yaribase.read(game.text("hodges"))
    assert again == game
    assert game.losses("csa") != []


def test_a_tag_has_no_control_characters() -> None:
    game = Game(variant="yari")
    for value in ("a\nb", "\x1b[31m", "\x7f", "x" * 10_001):
        with pytest.raises(ValueError, match="the value"):
            game.tags["Black"] = value
    assert game.black == ""
    game.tags["Black"] = "x" * 10_000


def test_a_text_is_of_the_game_that_a_file_with_it_is_of(tmp_path: Path) -> None:
    lines = "startpos moves 2g2f\nstartpos moves 7g7f 3c3d 2g2f 8c8d\n"
    (tmp_path / "lines.usi").write_text(lines)
    games = list(yaribase.read(lines))
    assert [game.variant for game in games] == ["shogi", "shogi"]
    assert games == list(yaribase.read(tmp_path))


def test_every_format_is_written_and_read(tmp_path: Path, samples: Path) -> None:
    games = [g for g in yaribase.read(samples, errors="skip") if g.variant == "shogi"]
    assert len(games) == 5
    for name, _ in yaribase.formats():
        try:
            games[0].text(name)
        except ValueError:
            continue  # read only
        path = tmp_path / f"games.{name}"
        yaribase.write(games, path, format=name)
        again = list(yaribase.read(path, format=name, variant="shogi"))
        assert [g.moves for g in again] == [g.moves for g in games], name
        assert again[0].file == str(path) and again[0].line == 1


def test_packed_files_and_other_encodings(tmp_path: Path) -> None:
    games = list(yaribase.read(KIF))
    yaribase.write(games, tmp_path / "a.kif.gz", encoding="cp932")
    assert "羽生" in gzip.decompress((tmp_path / "a.kif.gz").read_bytes()).decode("cp932")
    assert list(yaribase.read(tmp_path)) == games


def test_a_refused_record_raises_and_reading_goes_on() -> None:
    text = KIF + "\n手合割：平手\n先手：誰\n手数----指手---------消費時間--\n   1 ９九歩(11)\n\n" + KIF
    reader = yaribase.read(text, strict=True)
    assert next(reader).black == "羽生"
    with pytest.raises(RecordError) as error:
        next(reader)
    assert error.value.file == "<text>" and error.value.line == 13 and error.value.column == 6
    assert next(reader).black == "羽生"
    with pytest.raises(StopIteration):
        next(reader)
    skipping = yaribase.read(text, strict=True, errors="skip")
    assert len(list(skipping)) == 2
    assert [f.line for f in skipping.refused if f.severity == "error"] == [13]


def test_a_damaged_game_is_cut_and_says_so() -> None:
    (game,) = yaribase.read(KIF.replace("３四歩(33)", "３五歩(33)"))
    assert game.plies == 1 and game.unread
    assert [f.severity for f in game.findings] == ["error"]
    assert str(game.findings[0]).startswith("<text>:7:")


def test_what_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        yaribase.read(tmp_path / "none.kif")
    with pytest.raises(FileNotFoundError):
        yaribase.write([], tmp_path / "no" / "games.kif")
    with pytest.raises(ValueError, match="ending"):
        yaribase.write([], tmp_path / "games.pgn")


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.kif"
    path.write_text("old")
    with pytest.raises(TypeError):
        yaribase.write([Game(), 5], path)  # type: ignore[list-item]
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_written_file_keeps_links_and_permissions_and_spares_databases(tmp_path: Path) -> None:
    path, link, database = tmp_path / "games.kif", tmp_path / "link.kif", tmp_path / "games.db"
    path.write_text("old")
    path.chmod(0o600)
    link.symlink_to(path)
    assert yaribase.write(Game(), link) == {}
    assert link.is_symlink() and "手合割" in path.read_text() and path.stat().st_mode & 0o777 == 0o600
    yaribase.Database(database, "create").close()
    with pytest.raises(OSError, match="database"):
        yaribase.write(Game(), database, format="kif")
    assert database.read_bytes().startswith(b"SQLite format 3")


def test_a_process_may_end_in_the_middle_of_reading(tmp_path: Path) -> None:
    path = tmp_path / "many.kif"
    path.write_text(KIF * 20_000, encoding="utf-8")
    program = "import sys, yaribase; reader = yaribase.read(sys.argv[1]); print(next(reader).plies)"
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


def test_a_reader_can_be_left_and_closed(samples: Path) -> None:
    reader = yaribase.read(samples, errors="skip")
    next(reader)
    reader.close()
    assert list(reader) == []


def annotated_game() -> Game:
    game = Game(yaribase.Position(variant="shogi", rules="svp"), moves="7g7f 3c3d 8h2b+")
    game.tags["Black"] = "羽生 <b>"
    game.tags["Date"] = "2001-05-??"
    game.result, game.ending = "1-0", "resignation"
    first = game.mainline()[0]
    first.comment, first.spent, first.left, first.bookmark = "first\nsecond", 5, 59.5, "here"
    variation = first.add("8c8d")
    variation.comment_before, variation.glyphs = "before", [1, 200]
    variation.add("2g2f").evaluations = [
        Evaluation(35, depth=8, nodes=2**52, engine="Test", pv=[Move("8d8e", "shogi")]),
        Evaluation(-5, mate=True, depth=5000),
    ]
    return game


def test_games_are_pickled_and_copied_with_all_that_is_in_them() -> None:
    game = annotated_game()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(game, protocol))
        assert again == game and again.rules == "svp"
        assert again.mainline()[0].children[1].next().evaluations == game.mainline()[0].children[1].children[0].evaluations
    for copied in (copy.copy(game), copy.deepcopy(game), game.copy(), pickle.loads(pickle.dumps(game))):
        assert copied == game
        copied.mainline()[0].comment = "changed"
        copied.tags["Black"] = "changed"
        assert game.mainline()[0].comment == "first\nsecond" and game.black == "羽生 <b>"
    one, other = copy.deepcopy([game, game])
    assert one is other


def test_nodes_are_pickled_with_their_game_and_evaluations_alone() -> None:
    game = Game(variant="shogi", moves="7g7f 3c3d")
    first = game.root.children[0]
    first.add("8c8d").add("2g2f").comment = "second"
    node = first.children[1].children[0]
    node.evaluations = [Evaluation(-35, depth=9, nodes=1 << 40, engine="e", pv=[Move("8d8e", "shogi")]), Evaluation(5, mate=True)]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(node, protocol))
        assert (again.comment, again.ply, again.is_main, again.position()) == ("second", 3, node.is_main, node.position())
        assert again.game == game and again.game.root.children[0].children[1].children[0] == again != node
        assert pickle.loads(pickle.dumps(node.evaluations, protocol)) == node.evaluations
        assert pickle.loads(pickle.dumps(Game().root, protocol)).ply == 0
    assert copy.copy(node).comment == "second"


def test_pickles_keep_where_games_came_from(samples: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.kif"
    damaged.write_text(KIF.replace("３四歩(33)", "３五歩(33)"), encoding="utf-8")
    games = list(yaribase.read([samples, damaged], errors="skip"))
    for game in games:
        again = pickle.loads(pickle.dumps(game))
        assert again == game and (again.file, again.line, again.id, again.unread) == (game.file, game.line, game.id, game.unread)
        assert [str(f) for f in again.findings] == [str(f) for f in game.findings]
    assert games[-1].findings and games[-1].unread
    with yaribase.Database(tmp_path / "a.db", "create") as database:
        database.add(games[0])
        assert pickle.loads(pickle.dumps(database.game(1))).id == 1


def twice(game: Game) -> int:
    return game.plies * 2


def test_games_go_to_other_processes() -> None:
    games = [annotated_game() for _ in range(3)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(twice, games) == [game.plies * 2 for game in games]


def test_a_pickle_of_nonsense_is_refused() -> None:
    from yaribase.results import _game

    game = annotated_game().__reduce__()[1]
    assert isinstance(game, tuple)
    text = game[0]
    for wrong in ("", "{", "[]", '{"nodes": 5}', text.replace("7g7f", "7g7e"), text.replace('"parent":1', '"parent":77')):
        with pytest.raises(ValueError, match="no pickled game"):
            _game(wrong, [], "", 0, 0)
    game = annotated_game()
    game.mainline()[0].evaluations = [Evaluation(1, pv=[Move("1a9i", "shogi")])]
    with pytest.raises(ValueError, match="cannot be pickled: .*illegal"):
        pickle.dumps(game)
