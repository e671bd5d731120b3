// Comments, glyphs and variations of stored games, with and without an annotation.
#include "db/change/tree_edits.h"

#include "db/change/annotations.h"
#include "record/tree_edit.h"
#include "rules/sfen.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

using namespace yari;
using namespace yari::test;

namespace {

std::vector<Move> line_of(const char* usi) {
  std::vector<Move> moves;
  std::istringstream words(usi);
  for (std::string word; words >> word;) moves.push_back(*read_usi_move(word, Variant::yari));
  return moves;
}

const Note& note_at(const Game& game, const char* usi) {
  static const Note none;
  const auto node = node_at(game.moves, line_of(usi));
  const Note* note = node ? game.moves.note(*node) : nullptr;
  return note != nullptr ? *note : none;
}

std::int64_t games_with_words(Database& database, const char* words) {
  GameFilter filter;
  filter.text = words;
  return database.count(filter);
}

Database with_game(const TempFolder& folder) {
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {game_of(Variant::yari, "7g7f 3c3d 2g2f")});
  return database;
}

/// What `yari annotate` leaves: a judged move with a comment after the player's own, and a
/// variation.
void annotate_game(Database& database) {
  Game game = *database.load_game(1);
  MoveTree tree = game.moves;
  Note& note = tree.edit_note(*node_at(tree, line_of("7g7f 3c3d")));
  note.glyphs = {4};
  note.comment += (note.comment.empty() ? "" : "\n") + std::string("Blunder: better is P-4d");
  add_line(tree, line_of("7g7f 4c4d 2g2f"));
  StoredAnnotation annotation;
  annotation.engine = "builtin";
  annotation.limits = "nodes 1000";
  annotation.coefficient = 2500;
  AnnotationChange change(database, "annotate");
  change.store(1, game, tree, annotation);
}

TreeEdit note_edit(const char* moves, std::optional<std::string> comment,
                   std::optional<std::vector<std::uint8_t>> glyphs = {}) {
  return {.moves = line_of(moves), .comment = std::move(comment), .glyphs = std::move(glyphs)};
}

}  // namespace

TEST_CASE("an annotated game ends by a resignation, and gets no more moves") {
  TempFolder folder;
  Database database = with_game(folder);
  annotate_game(database);
  const std::string before = content_of(database);
  TreeEdit more{.kind = TreeEdit::Kind::add, .moves = line_of("7g7f 3c3d 2g2f 4c4d")};
  CHECK_THAT(edit_tree(database, 1, "play", more).refused, Contains("annotated"));
  TreeEdit resigned{.kind = TreeEdit::Kind::add, .moves = line_of("7g7f 3c3d 2g2f")};
  resigned.outcome = Outcome{GameResult::black_wins, Ending::resignation};
  resigned.comment = "too much";
  CHECK_THAT(edit_tree(database, 1, "resign", resigned).refused, Contains("annotated"));
  resigned.comment.reset();
  CHECK(edit_tree(database, 1, "resign", resigned).changed);
  CHECK(database.header(1)->result == GameResult::black_wins);
  CHECK(load_annotation(database, 1).has_value());
  CHECK(note_at(*database.load_game(1), "7g7f 3c3d").glyphs == std::vector<std::uint8_t>{4});
  CHECK(database.verify().problems.empty());
  // A variation of a person's own stays when the annotation goes.
  TreeEdit variation{.kind = TreeEdit::Kind::add, .moves = line_of("7g7f 3c3d 1g1f")};
  variation.comment = "my idea";
  CHECK(edit_tree(database, 1, "play", variation).changed);
  CHECK(note_at(load_own_game(database, 1)->game, "7g7f 3c3d 1g1f").comment == "my idea");
  CHECK(edit_tree(database, 1, "play", variation).changed);
  CHECK(note_at(*database.load_game(1), "7g7f 3c3d 1g1f").comment == "my idea\nmy idea");
  for (int i = 0; i < 3; ++i) REQUIRE(undo(database));
  CHECK(content_of(database) == before);
}

TEST_CASE("moves added behind the end of a game that is over are a variation") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game resigned = game_of(Variant::yari, "7g7f 3c3d 2g2f");
  resigned.result = GameResult::white_wins;
  Game stopped = resigned, cut = resigned;
  resigned.ending = Ending::resignation;
  stopped.result = cut.result = GameResult::unknown;
  stopped.ending = Ending::abandoned;
  cut.unread = "P-9z";
  Game open = game_of(Variant::yari, "7g7f 3c3d 2g2f");
  // Else they would be one game.
  std::string name = "a";
  for (Game* game : {&resigned, &stopped, &cut, &open}) game->set_tag("Black", name += 'a');
  import_all(database, {resigned, stopped, cut, open});
  REQUIRE(database.count() == 4);
  const std::string before = content_of(database);
  for (const GameId id : {1, 2, 3}) {
    CAPTURE(id);
    TreeEdit add{.kind = TreeEdit::Kind::add, .moves = line_of("7g7f 3c3d 2g2f 4c4d")};
    CHECK(edit_tree(database, id, "edit", add).changed);
    add.moves = line_of("7g7f 3c3d 2g2f 5c5d 1g1f");
    CHECK(edit_tree(database, id, "edit", add).changed);
    CHECK_FALSE(edit_tree(database, id, "edit", add).changed);
    const Game game = *database.load_game(id);
    CHECK(game.moves.main_moves() == line_of("7g7f 3c3d 2g2f"));
    CHECK(game.moves.ended_at() == node_at(game.moves, line_of("7g7f 3c3d 2g2f")));
    CHECK(node_at(game.moves, line_of("7g7f 3c3d 2g2f 4c4d")));
    CHECK(node_at(game.moves, line_of("7g7f 3c3d 2g2f 5c5d 1g1f")));
    CHECK(database.header(id)->plies == 3);
    // Nor does one of them become the main line.
    add.kind = TreeEdit::Kind::promote;
    CHECK(edit_tree(database, id, "edit", add).refused == "the game ended before this variation");
    CHECK(database.header(id)->plies == 3);
  }
  // A game that is not over goes on.
  const TreeEdit on{.kind = TreeEdit::Kind::add, .moves = line_of("7g7f 3c3d 2g2f 4c4d")};
  CHECK(edit_tree(database, 4, "edit", on).changed);
  CHECK(database.header(4)->plies == 4);
  CHECK(database.verify().problems.empty());
  for (int i = 0; i < 7; ++i) REQUIRE(undo(database));
  CHECK(content_of(database) == before);
}

TEST_CASE("an annotated game that is over gets a variation in the place of its ending") {
  TempFolder folder;
  Database database = with_game(folder);
  const TreeEdit resigned{.kind = TreeEdit::Kind::add,
                          .moves = line_of("7g7f 3c3d 2g2f"),
                          .outcome = Outcome{GameResult::black_wins, Ending::resignation}};
  REQUIRE(edit_tree(database, 1, "resign", resigned).changed);
  annotate_game(database);
  const TreeEdit add{.kind = TreeEdit::Kind::add, .moves = line_of("7g7f 3c3d 2g2f 4c4d")};
  CHECK(edit_tree(database, 1, "edit", add).changed);
  for (const Game& game : {*database.load_game(1), load_own_game(database, 1)->game}) {
    CHECK(game.moves.main_plies() == 3);
    CHECK(node_at(game.moves, add.moves));
  }
  CHECK(database.verify().problems.empty());
}

TEST_CASE("a comment is stored, found by its words, and taken back") {
  TempFolder folder;
  Database database = with_game(folder);
  const std::string before = content_of(database);
  CHECK(edit_tree(database, 1, "edit", note_edit("7g7f", "a quiet beginning", {{5}})).changed);
  CHECK(note_at(*database.load_game(1), "7g7f").comment == "a quiet beginning");
  CHECK(note_at(*database.load_game(1), "7g7f").glyphs == std::vector<std::uint8_t>{5});
  CHECK(games_with_words(database, "quiet") == 1);
  CHECK_FALSE(edit_tree(database, 1, "edit", note_edit("7g7f", "a quiet beginning")).changed);
  CHECK(edit_tree(database, 1, "edit", note_edit("", "at the start")).changed);
  CHECK(database.verify().problems.empty());
  REQUIRE(undo(database));
  REQUIRE(undo(database));
  CHECK(content_of(database) == before);
  CHECK(games_with_words(database, "quiet") == 0);
  CHECK(journal(database).empty());
}

TEST_CASE("an edit of a note leaves what it does not name") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game game = game_of(Variant::yari, "7g7f 3c3d");
  Note& note = game.moves.edit_note(1);
  note.before = "before";
  note.comment = "after";
  note.glyphs = {1};
  note.spent_ms = 3000;
  import_all(database, {game});
  const auto edited = [&](const TreeEdit& edit) {
    CHECK(edit_tree(database, 1, "edit", edit).changed);
    const Note now = note_at(*database.load_game(1), "7g7f");
    REQUIRE(undo(database));
    return now;
  };
  Note expected = note;
  expected.comment = "else";
  CHECK(edited(note_edit("7g7f", "else")) == expected);
  expected = note;
  expected.glyphs = {4};
  CHECK(edited(note_edit("7g7f", {}, {{4}})) == expected);
  expected = note;
  expected.before = "first";
  CHECK(edited({.moves = line_of("7g7f"), .before = "first"}) == expected);
  expected = note;
  expected.spent_ms = 1;
  CHECK(edited({.moves = line_of("7g7f"), .spent_ms = 1}) == expected);
}

TEST_CASE("variations are added, promoted and removed, and each change is taken back") {
  TempFolder folder;
  Database database = with_game(folder);
  const auto edit = [&](TreeEdit::Kind kind, const char* moves) {
    return edit_tree(database, 1, "edit", {.kind = kind, .moves = line_of(moves)});
  };
  const auto main_line = [&] { return database.load_game(1)->moves.main_moves(); };
  const std::string before = content_of(database);
  CHECK(edit(TreeEdit::Kind::add, "7g7f 4c4d 2g2f").changed);
  CHECK(database.load_game(1)->moves.has_variations());
  CHECK(main_line() == line_of("7g7f 3c3d 2g2f"));
  CHECK(edit(TreeEdit::Kind::promote, "7g7f 4c4d").changed);
  CHECK(main_line() == line_of("7g7f 4c4d 2g2f"));
  Setup reached = database.position(1, 2).value();
  CHECK(database.verify().problems.empty());
  std::vector<Hit> hits;
  database.find_position(reached, {}, [&](const Hit& hit) { return hits.push_back(hit), true; });
  CHECK(hits.size() == 1);
  CHECK(edit(TreeEdit::Kind::remove, "7g7f 3c3d").changed);
  CHECK_FALSE(database.load_game(1)->moves.has_variations());
  for (int i = 0; i < 3; ++i) REQUIRE(undo(database));
  CHECK(content_of(database) == before);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("what the game does not have or the rules forbid is refused") {
  TempFolder folder;
  Database database = with_game(folder);
  CHECK(edit_tree(database, 1, "edit", note_edit("2g2f", "x")).refused ==
        "the game does not have these moves");
  CHECK(edit_tree(database, 1, "edit",
                  {.kind = TreeEdit::Kind::add, .moves = line_of("7g7f 3c3d 7f3c")})
            .refused == "move 3 (7f3c) is not legal");
  CHECK(edit_tree(database, 1, "edit", {.kind = TreeEdit::Kind::remove, .moves = {}}).refused ==
        "the start is no variation");
  CHECK(journal(database).empty());
}

TEST_CASE("what is written into an annotated game stays when the annotation goes") {
  TempFolder folder;
  Database database = with_game(folder);
  edit_tree(database, 1, "edit", note_edit("7g7f 3c3d", "I was in time trouble"));
  annotate_game(database);
  const std::string annotated = content_of(database);
  const std::string shown = note_at(*database.load_game(1), "7g7f 3c3d").comment;
  CHECK(shown == "I was in time trouble\nBlunder: better is P-4d");
  edit_tree(database, 1, "edit",
            note_edit("7g7f 3c3d", "I was very short of time\nBlunder: better is P-4d"));
  edit_tree(database, 1, "edit", note_edit("7g7f 4c4d", "the engine's move", {{1}}));
  edit_tree(database, 1, "edit", {.kind = TreeEdit::Kind::add, .moves = line_of("7g7f 3c3d 1g1f")});
  CHECK(load_annotation(database, 1));
  const Game own = load_own_game(database, 1)->game;
  CHECK(note_at(own, "7g7f 3c3d").comment == "I was very short of time");
  CHECK(note_at(own, "7g7f 3c3d").glyphs.empty());
  CHECK(note_at(own, "7g7f 4c4d").comment == "the engine's move");
  CHECK_FALSE(node_at(own.moves, line_of("7g7f 4c4d 2g2f")));
  CHECK(node_at(own.moves, line_of("7g7f 3c3d 1g1f")));
  CHECK(edit_tree(database, 1, "edit",
                  {.kind = TreeEdit::Kind::promote, .moves = line_of("7g7f 4c4d")})
            .refused == "the game is annotated: remove its annotation first");
  CHECK(edit_tree(database, 1, "edit",
                  {.kind = TreeEdit::Kind::remove, .moves = line_of("7g7f 4c4d")})
            .changed);
  CHECK_FALSE(node_at(load_own_game(database, 1)->game.moves, line_of("7g7f 4c4d")));
  CHECK(database.verify().problems == std::vector<std::string>());
  for (int i = 0; i < 4; ++i) REQUIRE(undo(database));
  CHECK(content_of(database) == annotated);
}

TEST_CASE("words of an engine are parted from a comment only where they end it") {
  struct Row {
    const char *own, *written, *kept;
  };
  for (const auto& [own, written, kept] :
       {Row{"mine", "other\nBlunder: better is P-4d", "other"},
        Row{"mine", "otherBlunder: better is P-4d", "other"},
        Row{"mine", "something else", "something else"}, Row{"", "Blunder: better is P-4d", ""},
        Row{"", "so\nBlunder: better is P-4d", "so"}}) {
    INFO(own << " / " << written);
    TempFolder folder;
    Database database = with_game(folder);
    if (*own != '\0') edit_tree(database, 1, "edit", note_edit("7g7f 3c3d", own));
    annotate_game(database);
    edit_tree(database, 1, "edit", note_edit("7g7f 3c3d", written, {{2}}));
    CHECK(note_at(*database.load_game(1), "7g7f 3c3d").comment == written);
    CHECK(note_at(load_own_game(database, 1)->game, "7g7f 3c3d").comment == kept);
    // Glyphs alone leave the words as they are; a comment where the engine wrote none is a
    // person's.
    CHECK(edit_tree(database, 1, "edit", note_edit("7g7f 3c3d", {}, {{3}})).changed);
    CHECK(note_at(*database.load_game(1), "7g7f 3c3d").comment == written);
    CHECK(note_at(load_own_game(database, 1)->game, "7g7f 3c3d").comment == kept);
    CHECK(edit_tree(database, 1, "edit", note_edit("7g7f", "calm")).changed);
    CHECK(note_at(load_own_game(database, 1)->game, "7g7f").comment == "calm");
  }
}

TEST_CASE("a game that an older version annotated is not edited") {
  TempFolder folder;
  Database database = with_game(folder);
  StoredAnnotation annotation;
  annotation.engine = "builtin";
  annotation.coefficient = 2500;
  store_annotation(database, 1, annotation);
  CHECK(edit_tree(database, 1, "edit", note_edit("7g7f", "x")).refused ==
        "an older version annotated the game: annotate it again first");
}
