// Every format gives back what its page says it keeps; any format -> any other -> back.
#include "notation/words/ending_words.h"
#include "notation/words/outcome_words.h"
#include "record/tree_edit.h"
#include "tests/notation/random_record.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

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

// A value that stands on one line: outer blanks go, line ends and NULs within become blanks.
std::string one_line(std::string text) {
  static const std::vector<std::string> blanks = {
      " ", "\t", "\n", "\v", "\f", "\r", std::string(1, '\0'), "　"};
  for (bool again = true; again;) {
    again = false;
    for (const std::string& blank : blanks) {
      if (text.empty()) break;
      if (text.ends_with(blank)) text.erase(text.size() - blank.size()), again = true;
      if (text.starts_with(blank)) text.erase(0, blank.size()), again = true;
    }
  }
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == '\0') c = ' ';
  }
  return text;
}

// A comment that is written line by line.
std::string in_lines(std::string text) {
  std::erase_if(text, [](char c) { return c == '\r' || c == '\0'; });
  while (text.starts_with('\n')) text.erase(0, 1);
  return text;
}

Note reduced(const Note& note, const Kept& k, bool starts_branch) {
  Note out;
  if (k.comments) out.comment = in_lines(note.comment);
  if (k.before_branches && starts_branch) out.before = in_lines(note.before);
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
    if (parent == moves.ended_at()) out.end_main_line();
    at[n] = out.add(at[parent], moves.move(n));
    copy_note(n);
  }
  return out;
}

// What is left of how a game ended, by the pages of the formats.
Outcome kept_outcome(std::string_view format, Outcome o, Color side) {
  if (format == "usi") return {};
  const bool csa_has_word = !word_of_outcome(Dialect::csa, o, side).empty();
  if (format == "csa") return csa_has_word ? o : Outcome{};
  if (format == "jkf") {
    // In the header, unless the ending would be read with a result of its own.
    const bool is_exact =
        o.result != GameResult::unknown || result_for(o.ending, side) == GameResult::unknown;
    return csa_has_word || (is_exact && !words_of(o).empty()) ? o : Outcome{};
  }
  const bool decided = o.result == GameResult::black_wins || o.result == GameResult::white_wins;
  if (format == "usen") {
    const bool lost = o.result == win_for(~side) &&
                      (o.ending == Ending::resignation || o.ending == Ending::timeout);
    const bool drawn = o == Outcome{GameResult::draw, Ending::impasse};
    return lost || drawn || o == Outcome{GameResult::unknown, Ending::abandoned} ? o : Outcome{};
  }
  if (!word_of_outcome(Dialect::kif, o, side).empty()) return o;
  // The footer of KIF says who won, and few of the endings.
  if (o.result == GameResult::draw) return {GameResult::draw, Ending::draw_agreed};
  if (!decided) return {};
  constexpr Ending in_footers[] = {Ending::timeout, Ending::declaration, Ending::repetition,
                                   Ending::perpetual_check};
  if (std::ranges::find(in_footers, o.ending) != std::end(in_footers)) return o;
  return {o.result, o.result == win_for(~side) ? Ending::resignation : Ending::unknown};
}

Game reduced(const Game& game, const Kept& k) {
  Game out = game;
  const Color side = side_at_end(game);
  out.rules = RuleSet::standard;
  if (!k.move_number) out.start.move_number = 1;
  MoveTree moves = game.moves;
  const bool letter = !word_of_outcome(Dialect::usen, {game.result, game.ending}, side).empty();
  while (std::string_view(k.format) == "usen" && !letter && moves.ended_at())
    moves = without(moves, moves.any_child(*moves.ended_at()));
  out.moves = reduced(moves, k);
  out.tags.clear();
  if (k.tags) {
    for (const Tag& t : game.tags) {
      const std::string value = one_line(t.value);
      const bool player = t.name == "Black" || t.name == "White";
      if (!player || !value.empty()) out.tags.push_back({t.name, value});
    }
  }
  const Outcome o = kept_outcome(k.format, {game.result, game.ending}, side);
  out.result = o.result;
  out.ending = o.ending;
  ask_board(out);
  return out;
}

// Hodges and PSN keep everything.
Game left_by(const Format& format, const Game& game) {
  const auto* k = std::find_if(std::begin(kept), std::end(kept),
                               [&](const Kept& row) { return row.format == format.name; });
  return k == std::end(kept) ? game : reduced(game, *k);
}

ReadOptions options_for(const Game& game) {
  ReadOptions options;
  options.strict = true;
  options.variant = game.variant;
  return options;
}

void check_same(const Game& read, const Game& expected) {
  // Hodges says all that a game holds.
  const Format& all = *format_named("hodges");
  CHECK(all.write(read, {}).text == all.write(expected, {}).text);
  REQUIRE(read == expected);
}

}  // namespace

TEMPLATE_TEST_CASE("every format gives back what it can hold, and the same bytes", "", YariShogi,
                   Shogi) {
  Rng rng(11);
  for (int i = round_trips(600); i-- > 0;) {
    // Half of the games end as none does that was played: any result with any ending.
    RecordParts parts;
    parts.sound_endings = i % 2 == 0;
    const Game game = RandomRecord<TestType>(rng, parts).game();
    for (const Kept& k : kept) {
      if (std::string_view(k.format) == "csa" && game.variant == Variant::yari) continue;
      const Format& format = *format_named(k.format);
      const std::string text = format.write(game, {}).text;
      const ReadResult read = format.read(text, options_for(game));
      CAPTURE(k.format, text, messages(read));
      REQUIRE(format.record_length(text, true) == text.size());
      REQUIRE(read.game);
      const Game expected = reduced(game, k);
      check_same(*read.game, expected);
      // An ending that is lost may read as another, which has words of its own.
      if (expected.ending == game.ending && expected.result == game.result) {
        REQUIRE(format.write(*read.game, {}).text == text);
      }
      if (game.moves.main_plies() > 0) CHECK(detect_format(text) == &format);
    }
  }
}

TEMPLATE_TEST_CASE("any format, then any other, and back gives what all three hold", "", YariShogi,
                   Shogi) {
  Rng rng(12);
  for (int i = round_trips(600) / 10; i-- > 0;) {
    RecordParts parts;
    parts.sound_endings = i % 2 == 0;
    const Game game = RandomRecord<TestType>(rng, parts).game();
    for (const Format& first : formats()) {
      for (const Format& second : formats()) {
        const bool csa = first.name == "csa" || second.name == "csa";
        if (csa && game.variant == Variant::yari) continue;
        CAPTURE(first.name, second.name);
        Game now = game;
        Game expected = game;
        for (const Format* f : {&first, &second, &first}) {
          const ReadResult read = f->read(f->write(now, {}).text, options_for(now));
          CAPTURE(f->name, messages(read));
          REQUIRE(read.game);
          now = *read.game;
          expected = left_by(*f, expected);
        }
        check_same(now, expected);
      }
    }
  }
}

TEST_CASE("CSA says that it does not hold Yari Shogi") {
  const WriteResult result = format_named("csa")->write(new_game(Variant::yari), {});
  CHECK(result.text.empty());
  CHECK(result.losses == std::vector<std::string>{"the whole game: CSA has no Yari Shogi"});
}

TEST_CASE("what a format cannot express is reported once per kind, with counts") {
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
