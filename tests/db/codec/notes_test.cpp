// Notes field by field: what each is read as, and what no writer writes.
#include <algorithm>

#include "db/codec/notes_blob.h"
#include "rules/sfen.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

const std::string two_moves = "7g7f 3c3d";

/// Yari Shogi's 7g7f 3c3d with what the blob adds; no value where it is refused.
std::optional<MoveTree> read(ByteView blob) {
  MoveTree tree = game_of(Variant::yari, two_moves).moves;
  std::string unread;
  return decode_notes(blob, Variant::yari, tree, unread) ? std::optional(tree) : std::nullopt;
}

/// Version 1, no unread text, no variation, then a note on the second move with these bytes.
Bytes with_note(const Bytes& note) {
  Bytes blob{1, 0, 0, 2};
  blob.insert(blob.end(), note.begin(), note.end());
  return blob;
}

bool is_read(const Bytes& note) { return read(with_note(note)).has_value(); }

/// The fields of a note, in words.
std::string drawing(const Note& n) {
  std::string text;
  if (!n.before.empty()) text += "before " + n.before + ' ';
  if (!n.comment.empty()) text += "comment " + n.comment + ' ';
  for (const int glyph : n.glyphs) text += '$' + std::to_string(glyph) + ' ';
  if (n.spent_ms) text += "spent " + std::to_string(*n.spent_ms) + ' ';
  if (n.left_ms) text += "left " + std::to_string(*n.left_ms) + ' ';
  for (const Evaluation& e : n.evaluations)
    text += e.engine + (e.mate ? " mate " : " score ") + std::to_string(e.score) + " depth " +
            std::to_string(e.depth) + " nodes " + std::to_string(e.nodes) + ' ';
  if (!n.bookmark.empty()) text += "bookmark " + n.bookmark + ' ';
  return text;
}

std::string noted(const Bytes& note) {
  const auto tree = read(with_note(note));
  REQUIRE(tree);
  // What is written has no other bytes.
  CHECK(encode_notes(*tree, "") == with_note(note));
  return drawing(*tree->note(2));
}

Evaluation evaluation(std::string engine, int score = 30) {
  return {.score = score, .depth = 7, .nodes = 1000, .engine = std::move(engine), .pv = {}};
}

constexpr std::uint8_t before = 1, comment = 2, glyphs = 4, spent = 8, left = 16, evaluations = 32,
                       bookmark = 64;

}  // namespace

TEST_CASE("each field of a note stands for itself") {
  CHECK(noted({before, 1, 'a'}) == "before a ");
  CHECK(noted({comment, 1, 'a'}) == "comment a ");
  CHECK(noted({glyphs, 2, 6, 1}) == "$6 $1 ");
  CHECK(noted({spent, 5}) == "spent 5 ");
  CHECK(noted({left, 5}) == "left 5 ");
  CHECK(noted({bookmark, 1, 'a'}) == "bookmark a ");
  CHECK(noted({evaluations, 1, 0, 60, 14, 0xE8, 7, 0, 1, 'e', 0}) ==
        "e score 30 depth 7 nodes 1000 ");
  CHECK(noted({evaluations, 1, 1, 1, 0, 0, 0, 0, 0}) == " mate -1 depth 0 nodes 0 ");
  CHECK(noted({before | comment | bookmark, 1, 'a', 1, 'b', 1, 'c'}) ==
        "before a comment b bookmark c ");
  CHECK(noted({spent | left, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0}) == "spent 4294967295 left 0 ");
}

TEST_CASE("a note that no writer writes is refused") {
  CHECK_FALSE(is_read({0}));                                    // says nothing
  CHECK_FALSE(is_read({128 | comment, 1, 'a'}));                // a field that is not known
  CHECK_FALSE(is_read({comment, 2, 'a'}));                      // a text that ends early
  CHECK_FALSE(is_read({glyphs, 2, 6}));                         // more glyphs than bytes
  CHECK_FALSE(is_read({spent, 0x80, 0x80, 0x80, 0x80, 0x10}));  // over 2^32
  CHECK_FALSE(is_read({left, 0x80, 0x80, 0x80, 0x80, 0x10}));
  CHECK_FALSE(is_read({evaluations, 1, 2, 0, 0, 0, 0, 0, 0}));  // neither score nor mate
  CHECK_FALSE(is_read({evaluations, 1, 0, 0, 0, 0, 1, 0, 0}));  // an engine that was not named
  CHECK_FALSE(is_read({evaluations, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0}));  // a line of no move
  CHECK_FALSE(is_read({evaluations, 1, 0, 0x80, 0x80, 0x80, 0x80, 0x10, 0, 0, 0, 0, 0}));
  CHECK_FALSE(is_read({evaluations, 1, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x10, 0, 0, 0, 0}));
  CHECK_FALSE(is_read({comment, 1, 'a', 0}));  // bytes after the last node
}

TEST_CASE("notes stand on nodes that are there, each once") {
  const auto on = [](std::uint8_t node, std::uint8_t further) {
    Bytes blob{1, 0, 0, node, comment, 1, 'a', further, comment, 1, 'b'};
    return read(blob);
  };
  REQUIRE(on(0, 1));
  CHECK(on(0, 1)->note(0)->comment == "a");
  CHECK(on(0, 1)->note(2)->comment == "b");
  CHECK(on(1, 0)->note(2)->comment == "b");
  CHECK_FALSE(on(0, 2));
  CHECK_FALSE(on(1, 1));
  CHECK_FALSE(on(2, 0));
  CHECK_FALSE(read(Bytes{1, 0, 0, 3, comment, 1, 'a'}));
}

TEST_CASE("a variation has a move, and moves that exist") {
  const Bytes move{0x8E, 0x07};  // 2g2f
  const auto varied = [&](std::uint8_t parent, std::uint8_t moves, std::uint16_t bits) {
    return read(Bytes{1, 0, 1, parent, moves, static_cast<std::uint8_t>(bits),
                      static_cast<std::uint8_t>(bits >> 8)});
  };
  CHECK(varied(0, 1, 0x078E));
  CHECK_FALSE(varied(0, 0, 0x078E));
  CHECK_FALSE(varied(0, 2, 0x078E));
  CHECK_FALSE(varied(0, 1, 0x0000));
  CHECK_FALSE(read(Bytes{1, 0, 2, 0, 1, 0x8E, 0x07}));
}

TEST_CASE("a move is well formed where its squares and its kind are of the game") {
  for (const auto& [variant, squares] :
       {std::pair(Variant::yari, 63), std::pair(Variant::shogi, 81)}) {
    const auto board = [&, v = variant](int from, int to) {
      return is_well_formed(Move::board(Square(from), Square(to)), v);
    };
    CHECK(board(0, squares - 1));
    CHECK(board(squares - 1, 0));
    CHECK_FALSE(board(0, squares));
    CHECK_FALSE(board(squares, 0));
    CHECK_FALSE(board(4, 4));
    CHECK(is_well_formed(Move::board(Square(1), Square(0), true), variant));
    for (unsigned kind = 0; kind < 128; ++kind) {
      const auto bits = static_cast<std::uint16_t>(0x8000 | kind << 7 | 3);
      const bool held = kind < hand_kind_count && info(variant)[static_cast<Kind>(kind)].exists;
      INFO(kind);
      CHECK(is_well_formed(Move::from_bits(bits), variant) == held);
      CHECK_FALSE(is_well_formed(Move::from_bits(bits | 0x4000), variant));
    }
    CHECK(is_well_formed(Move::drop(Kind(0), Square(squares - 1)), variant));
    CHECK_FALSE(is_well_formed(Move::drop(Kind(0), Square(squares)), variant));
  }
}

TEST_CASE("an engine's name is written once, unless it is very long") {
  for (const auto& [length, times] : {std::pair(200, 1), std::pair(201, 3)}) {
    const std::string name(static_cast<std::size_t>(length), 'x');
    const std::vector<Evaluation> written{evaluation(name), evaluation("e"), evaluation(name),
                                          evaluation(name), evaluation("e")};
    const Bytes blob = encode_evaluations(written);
    CHECK(decode_evaluations(blob, Variant::yari) == written);
    CHECK(std::ranges::count(blob, 'x') == times * length);
    CHECK(std::ranges::count(blob, 'e') == 1);
  }
}

TEST_CASE("a list of evaluations is read whole or refused") {
  const Bytes blob = encode_evaluations({evaluation("e"), evaluation("f", -40)});
  REQUIRE(decode_evaluations(blob, Variant::yari));
  for (std::size_t cut = 0; cut < blob.size(); ++cut)
    CHECK_FALSE(decode_evaluations(ByteView(blob).first(cut), Variant::yari));
  Bytes longer = blob;
  longer.push_back(0);
  CHECK_FALSE(decode_evaluations(longer, Variant::yari));
  Bytes newer = blob;
  newer[0] = 2;
  CHECK(decode_evaluations(newer, Variant::yari).error().message ==
        "the evaluation is of an unknown version");
  Evaluation odd = evaluation("e");
  odd.pv = {Move::none()};
  CHECK_FALSE(decode_evaluations(encode_evaluations({odd}), Variant::yari));
  CHECK(decode_evaluations(encode_evaluations({}), Variant::yari)->empty());
}

TEST_CASE("whether a tree has an evaluation is seen past every other field") {
  MoveTree tree = game_of(Variant::yari, two_moves).moves;
  CHECK_FALSE(has_evaluations(encode_notes(tree, "rest")));
  const NodeId beside = tree.add(1, *read_usi_move("7c7d", Variant::yari));
  tree.add(beside, *read_usi_move("2g2f", Variant::yari));
  Note& first = tree.edit_note(root_node);
  first.before = "a";
  first.comment = "b";
  first.glyphs = {1, 2};
  first.spent_ms = 3;
  first.left_ms = 400;
  first.bookmark = "c";
  CHECK_FALSE(has_evaluations(encode_notes(tree, "rest")));
  tree.edit_note(1).before = "a";
  tree.edit_note(1).bookmark = "c";
  tree.edit_note(2).evaluations = {evaluation("e")};
  Bytes blob = encode_notes(tree, "rest");
  CHECK(has_evaluations(blob));
  CHECK(unread_of(blob) == "rest");
  blob[0] = 2;
  CHECK_FALSE(has_evaluations(blob));
  CHECK(unread_of(blob).empty());
}

TEST_CASE("the words of notes are comments, bookmarks and what was not read, one a line") {
  MoveTree tree = game_of(Variant::yari, two_moves).moves;
  CHECK(text_of_notes(tree, "").empty());
  CHECK(text_of_notes(tree, "rest") == "rest");
  tree.edit_note(root_node).comment = "start";
  tree.edit_note(1).before = "before";
  tree.edit_note(1).comment = "after";
  tree.edit_note(1).bookmark = "here";
  tree.edit_note(2).spent_ms = 1;
  CHECK(text_of_notes(tree, "rest") == "start\n\nbefore\n\nafter\n\nhere\n\nrest");
  CHECK(text_of_notes(tree, "") == "start\n\nbefore\n\nafter\n\nhere");
}

}  // namespace yari::test
