// Every format gives back what its page says it keeps; any format -> any other -> back.
#include <catch2/catch.hpp>

#include "notation/csa_words.h"
#include "notation/kif_words.h"
#include "tests/notation/random_record.h"
#include "tests/notation/records.h"

namespace yari::test {

namespace {

// What the page of a format says is kept.
struct Kept {
  const char* format;
  bool variations = false, tags = false, comments = false, before_branches = false;
  bool spent = false, milliseconds = false, evaluations = false, details = false;
  bool bookmarks = false, move_number = false;
};

const Kept kept[] = {
    {.format = "usi", .move_number = true},
    {.format = "usen", .variations = true},
    {.format = "csa",
     .tags = true,
     .comments = true,
     .spent = true,
     .milliseconds = true,
     .evaluations = true},
    {.format = "kif",
     .variations = true,
     .tags = true,
     .comments = true,
     .before_branches = true,
     .spent = true,
     .evaluations = true,
     .details = true,
     .bookmarks = true},
    {.format = "ki2",
     .variations = true,
     .tags = true,
     .comments = true,
     .before_branches = true,
     .evaluations = true,
     .details = true,
     .bookmarks = true},
    {.format = "jkf",
     .variations = true,
     .tags = true,
     .comments = true,
     .spent = true,
     .evaluations = true,
     .details = true,
     .bookmarks = true},
};

std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  while (!text.empty() && text.front() == ' ') text.erase(0, 1);
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

Note reduced(const Note& note, const Kept& k, bool starts_branch) {
  Note out;
  if (k.comments) {
    out.comment = note.comment;
    while (out.comment.starts_with('\n')) out.comment.erase(0, 1);
  }
  if (k.before_branches && starts_branch) {
    out.before = note.before;
    while (out.before.starts_with('\n')) out.before.erase(0, 1);
  }
  if (k.spent && note.spent_ms) {
    out.spent_ms = *note.spent_ms - (k.milliseconds ? 0 : *note.spent_ms % 1000);
  }
  if (k.bookmarks) out.bookmark = one_line(note.bookmark);
  for (Evaluation e : note.evaluations) {
    if (!k.evaluations || (e.mate && !k.details)) continue;
    if (!k.details) {
      e.depth = 0;
      e.nodes = 0;
      e.engine.clear();
    }
    e.engine = one_line(e.engine);
    out.evaluations.push_back(e);
  }
  return out;
}

// The tree without variations where the format has none. Nodes keep their order.
MoveTree reduced(const MoveTree& moves, const Kept& k) {
  MoveTree out;
  std::vector<NodeId> at(moves.size(), root_node);
  const auto copy_note = [&](NodeId n) {
    const bool branch = n != root_node && moves.first_child(moves.parent(n)) != n;
    if (const Note* note = moves.note(n)) {
      const Note r = reduced(*note, k, branch);
      if (!r.empty()) out.edit_note(at[n]) = r;
    }
  };
  copy_note(root_node);
  for (NodeId n = 1; n < moves.size(); ++n) {
    const NodeId parent = moves.parent(n);
    const bool lost_parent = parent != root_node && at[parent] == root_node;
    if (lost_parent || (!k.variations && moves.first_child(parent) != n)) continue;
    at[n] = out.add(at[parent], moves.move(n));
    copy_note(n);
  }
  return out;
}

Game reduced(const Game& game, const Kept& k) {
  Game out = game;
  out.rules = RuleSet::standard;
  if (!k.move_number) out.start.move_number = 1;
  out.moves = reduced(game.moves, k);
  out.tags.clear();
  if (k.tags) {
    for (const Tag& t : game.tags) {
      const std::string value = one_line(t.value);
      const bool player = t.name == "Black" || t.name == "White";
      if (!player || !value.empty()) out.tags.push_back({t.name, value});
    }
  }
  const bool odd = game.moves.main_plies() % 2 != 0;
  const Color side = odd ? ~game.start.side_to_move : game.start.side_to_move;
  const Outcome o{game.result, game.ending};
  const std::string name = k.format;
  const bool said = name == "usen"
                        ? o.ending == Ending::resignation || o.ending == Ending::timeout ||
                              o.ending == Ending::impasse || o.ending == Ending::abandoned
                    : name == "csa" || name == "jkf" ? !csa_word(o, side).empty()
                                                     : name != "usi" && !kif_word(o, side).empty();
  if (!said) {
    out.result = GameResult::unknown;
    out.ending = Ending::unknown;
  }
  return out;
}

ReadOptions options_for(const Game& game) {
  ReadOptions options;
  options.strict = true;
  options.variant = game.variant;
  return options;
}

RecordParts plain_parts() {
  RecordParts parts;
  parts.nasty_text = false;
  parts.sound_endings = true;
  return parts;
}

void check_same(const Game& read, const Game& expected) {
  CHECK(read.tags == expected.tags);
  CHECK(write_sfen(read.start) == write_sfen(expected.start));
  CHECK(usi_moves(read) == usi_moves(expected));
  CHECK(read.moves == expected.moves);
  CHECK(name(read.result) == name(expected.result));
  CHECK(name(read.ending) == name(expected.ending));
  REQUIRE(read == expected);
}

}  // namespace

TEMPLATE_TEST_CASE("every format gives back what it can hold, and the same bytes", "", YariShogi,
                   Shogi) {
  Rng rng(11);
  for (int i = 0; i < 600; ++i) {
    const Game game = RandomRecord<TestType>(rng, plain_parts()).game();
    for (const Kept& k : kept) {
      if (std::string_view(k.format) == "csa" && game.variant == Variant::yari) continue;
      const Format& format = *format_named(k.format);
      const std::string text = format.write(game, {}).text;
      const ReadResult read = format.read(text, options_for(game));
      CAPTURE(k.format, text, messages(read));
      REQUIRE(format.record_length(text, true) == text.size());
      REQUIRE(read.game);
      check_same(*read.game, reduced(game, k));
      REQUIRE(format.write(*read.game, {}).text == text);
      if (game.moves.main_plies() > 0) CHECK(detect_format(text) == &format);
    }
  }
}

TEMPLATE_TEST_CASE("any format, then any other, and back gives the same main line", "", YariShogi,
                   Shogi) {
  Rng rng(12);
  for (int i = 0; i < 60; ++i) {
    const Game game = RandomRecord<TestType>(rng, plain_parts()).game();
    for (const Format& first : formats()) {
      for (const Format& second : formats()) {
        const bool csa = first.name == "csa" || second.name == "csa";
        if (csa && game.variant == Variant::yari) continue;
        CAPTURE(first.name, second.name);
        const auto through = [&](const Game& g, const Format& f) {
          const ReadResult read = f.read(f.write(g, {}).text, options_for(g));
          CAPTURE(messages(read));
          REQUIRE(read.game);
          return *read.game;
        };
        const Game back = through(through(through(game, first), second), first);
        CHECK(usi_moves(back) == usi_moves(game));
        CHECK(back.start.same_position(game.start));
        CHECK(back.variant == game.variant);
      }
    }
  }
}

TEST_CASE("CSA says that it does not hold Yari Shogi") {
  const WriteResult result = format_named("csa")->write(new_game(Variant::yari), {});
  CHECK(result.text.empty());
  CHECK(result.losses == std::vector<std::string>{"the whole game: CSA has no Yari Shogi"});
}

TEST_CASE("what a format cannot hold is told once per kind, with counts") {
  Game game = new_game(Variant::shogi);
  const Position<Shogi> start = Position<Shogi>::start();
  const MoveList moves = start.legal_moves();
  const NodeId main = game.moves.add(root_node, moves[0]);
  game.moves.add(root_node, moves[1]);
  game.moves.add(root_node, moves[2]);
  game.moves.edit_note(main).comment = "c";
  game.moves.edit_note(main).glyphs = {1, 2};
  game.moves.edit_note(main).left_ms = 1500;
  game.tags = {{"Black", "A"}, {"Event", "B"}};
  game.result = GameResult::draw;
  game.ending = Ending::repetition;
  CHECK(format_named("usi")->write(game, {}).losses ==
        std::vector<std::string>{"tags (2)", "result (1)", "ending (1)", "variations (2)",
                                 "comments (1)", "glyphs (2)", "times left (1)"});
  CHECK(format_named("kif")->write(game, {}).losses ==
        std::vector<std::string>{"glyphs (2)", "times left (1)"});
  CHECK(format_named("hodges")->write(game, {}).losses.empty());
}

}  // namespace yari::test
