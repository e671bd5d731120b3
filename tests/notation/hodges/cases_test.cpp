// The small records of the shared data, each standing for a kind that a program writes: what a
// reader must make of them is said in their README.
#include "notation/encoding/encoding.h"
#include "rules/handicap.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test::hodges_cases {

namespace {

/// Whether a reader must have something to say about a record.
enum class Says { nothing, note, warning, error };

struct Case {
  const char* file;
  /// Of each game.
  std::vector<const char*> moves;
  /// "1-0 timeout", of each game.
  std::vector<const char*> outcomes;
  /// The worst finding.
  Says says;
};

const Case cases[] = {
    {"hodges-coordinates.psn", {"2g2f 8c8d 2f2e 8d8e 6i7h"}, {"* unknown"}, Says::nothing},
    {"hodges-glued.psn", {"2g2f 8c8d", "7g7f 8c8d"}, {"1-0 unknown", "0-1 unknown"}, Says::nothing},
    {"hodges-glyph-of-variation.psn", {"2g2f 8c8d 2f2e"}, {"* unknown"}, Says::note},
    {"hodges-gnu-hands.psn", {"R*5b"}, {"* unknown"}, Says::nothing},
    {"hodges-handicap-words.psn",
     {"3c3d 7g7f", "3c3d 7g7f", "3c3d 7g7f", ""},
     {"* unknown", "* unknown", "* unknown", "* unknown"},
     Says::error},
    {"hodges-illegal-last.psn", {"2g2f 8c8d"}, {"0-1 illegal move"}, Says::warning},
    {"hodges-result-against-mate.psn", {"R*1a"}, {"0-1 unknown"}, Says::warning},
    {"hodges-usi-moves.psn", {"2g2f 8c8d 2f2e"}, {"1-0 unknown"}, Says::note},
    {"psn-interrupt.psn", {"2g2f"}, {"* abandoned"}, Says::nothing},
    {"psn-shogidokoro.psn", {"2g2f 8c8d 2f2e"}, {"1-0 timeout"}, Says::nothing},
};

std::vector<ReadResult> games_of(const std::string& file) {
  std::vector<ReadResult> games;
  const auto folder = shared_data("cases");
  if (!folder) return games;
  const std::string text = to_utf8(read_file(*folder / file));
  for (const std::string_view record : records_of(text, hodges()))
    games.push_back(hodges().read(record, {}));
  return games;
}

Says worst(const ReadResult& read) {
  Says most = Says::nothing;
  for (const Diagnostic& d : read.diagnostics)
    most = std::max(most, static_cast<Says>(static_cast<int>(d.severity) + 1));
  return most;
}

/// The first of a file; no value where the data is missing.
std::optional<ReadResult> first_of(const std::string& file) {
  std::vector<ReadResult> games = games_of(file);
  if (games.empty()) return std::nullopt;
  REQUIRE(games[0].game);
  return std::move(games[0]);
}

NodeId node_at(const Game& game, std::initializer_list<int> path) {
  NodeId node = root_node;
  for (const int child : path) {
    node = game.moves.first_child(node);
    for (int i = 0; i < child; ++i) node = game.moves.next_sibling(node);
  }
  return node;
}

}  // namespace

TEST_CASE("every case of the shared data has its moves, its ending and its findings") {
  if (!shared_data("cases")) return;
  for (const Case& c : cases) {
    CAPTURE(c.file);
    const std::vector<ReadResult> games = games_of(c.file);
    REQUIRE(games.size() == c.moves.size());
    Says most = Says::nothing;
    for (std::size_t i = 0; i < games.size(); ++i) {
      CAPTURE(i, messages(games[i]));
      REQUIRE(games[i].game);
      const Game& game = *games[i].game;
      CHECK(usi_moves(game) == c.moves[i]);
      CHECK(std::string(name(game.result)) + ' ' + std::string(name(game.ending)) == c.outcomes[i]);
      most = std::max(most, worst(games[i]));
    }
    CHECK(most == c.says);
  }
}

TEST_CASE("a tag glued to a result is the next game's") {
  const std::vector<ReadResult> games = games_of("hodges-glued.psn");
  if (games.empty()) return;
  const auto players = [&](std::size_t i) {
    std::string all;
    for (const Tag& t : games[i].game->tags) all += t.name + ' ' + t.value + ", ";
    return all;
  };
  CHECK(players(0) == "Black Aoki, White Baba, ");
  CHECK(players(1) == "Black Chiba, White Doi, ");
  CHECK_FALSE(games[0].game->moves.has_notes());
}

TEST_CASE("the times and the variation of Shogidokoro's PSN are kept") {
  const auto read = first_of("psn-shogidokoro.psn");
  if (!read) return;
  const MoveTree& moves = read->game->moves;
  const NodeId third = node_at(*read->game, {0, 0, 1});
  REQUIRE(third != no_node);
  CHECK(write_usi_move(moves.move(third), Variant::shogi) == "7g7f");
  CHECK(moves.note(third)->spent_ms == 2000);
  const NodeId fourth = moves.first_child(third);
  REQUIRE(fourth != no_node);
  CHECK(write_usi_move(moves.move(fourth), Variant::shogi) == "8d8e");
  CHECK(moves.note(fourth)->spent_ms == 4000);
  CHECK(moves.first_child(fourth) == no_node);
}

TEST_CASE("the glyph before the first move of a variation is that move's") {
  const auto read = first_of("hodges-glyph-of-variation.psn");
  if (!read) return;
  const MoveTree& moves = read->game->moves;
  CHECK(moves.note(node_at(*read->game, {0})) == nullptr);
  const Note* note = moves.note(node_at(*read->game, {0, 1}));
  REQUIRE(note);
  CHECK(note->glyphs == std::vector<std::uint8_t>{2});
}

TEST_CASE("pieces in hand are set up as GNU Shogi writes them") {
  const auto read = first_of("hodges-gnu-hands.psn");
  if (!read) return;
  CHECK(write_sfen(read->game->start) == "4k4/9/4G4/9/9/9/9/9/4K4 b R2p 1");
}

TEST_CASE("handicaps in words are the handicaps that they name, or none") {
  const std::vector<ReadResult> games = games_of("hodges-handicap-words.psn");
  if (games.empty()) return;
  REQUIRE(games.size() == 4);
  CHECK(handicap_name(games[0].game->start) == "YR1a+YR7a");
  CHECK(worst(games[0]) == Says::nothing);
  CHECK(handicap_name(games[1].game->start) == "YB2a");
  CHECK(worst(games[1]) == Says::note);
  CHECK(handicap_name(games[2].game->start) == "YR1a");
  CHECK(worst(games[2]) == Says::nothing);
  const Game& giant = *games[3].game;
  CHECK(worst(games[3]) == Says::error);
  CHECK(giant.was_cut());
  const auto kept = [](const Tag& t) { return t.value == "giant" && t.name != "Event"; };
  CHECK(std::count_if(giant.tags.begin(), giant.tags.end(), kept) == 1);
}

}  // namespace yari::test::hodges_cases
