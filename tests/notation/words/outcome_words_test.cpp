// Results and endings in words: what is unambiguous is read, and the rest is left over.
#include "notation/words/outcome_words.h"

#include "notation/words/ending_words.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// "1-0 resignation", "- mate" where no result is stated, "+ rest" where something is left over.
std::string reading(std::string_view words) {
  const auto said = read_outcome(words);
  if (!said) return "nothing";
  std::string out(said->result ? name(*said->result) : "-");
  if (said->ending != Ending::unknown) out += ' ' + std::string(name(said->ending));
  return said->rest.empty() ? out : out + " + " + std::string(said->rest);
}

struct Row {
  std::string_view words;
  std::string_view outcome;
};

ReadResult read_tags(const std::string& tags) {
  return format_named("hodges")->read("[Variant \"Shogi\"]\n" + tags + "\n1. P-7f P-3d *\n", {});
}

std::string written(const Game& game) { return format_named("hodges")->write(game, {}).text; }

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) ++n;
  return n;
}

}  // namespace

TEST_CASE("results are read in the forms that people write") {
  for (const Row& row : std::initializer_list<Row>{{"1-0", "1-0"},
                                                   {"0 - 1", "0-1"},
                                                   {"1–0", "1-0"},
                                                   {"1 — 0", "1-0"},
                                                   {"0−1", "0-1"},
                                                   {"0:1", "0-1"},
                                                   {"½-½", "1/2-1/2"},
                                                   {"½–½", "1/2-1/2"},
                                                   {"1/2-1/2", "1/2-1/2"},
                                                   {"1/2", "1/2-1/2"},
                                                   {"0.5 - 0.5", "1/2-1/2"},
                                                   {"*", "*"},
                                                   {"?", "*"},
                                                   {"", "*"},
                                                   {"Black wins", "1-0"},
                                                   {"white won", "0-1"},
                                                   {"Sente loses", "0-1"},
                                                   {"先手勝ち", "1-0"},
                                                   {"先手の勝ち", "1-0"},
                                                   {"後手勝", "0-1"},
                                                   {"△の負け", "1-0"}}) {
    INFO(row.words);
    CHECK(reading(row.words) == row.outcome);
  }
}

TEST_CASE("a score that a line break in a comment tears apart is no result") {
  const auto result_of = [](const std::string& comment) {
    const std::string record = "[Variant \"Shogi\"]\n\n1. P-7f P-3d {" + comment + "}\n";
    return format_named("hodges")->read(record, {}).game->result;
  };
  CHECK(result_of("1-0") == GameResult::black_wins);
  CHECK(result_of("0\n- 1") == GameResult::white_wins);
  for (const char* torn : {"1\n-0", "1-\n0", "1/2\n-1/2"}) {
    INFO(torn);
    CHECK(result_of(torn) == GameResult::unknown);
  }
}

TEST_CASE("a result and how the game ended are read together") {
  for (const Row& row : std::initializer_list<Row>{{"1-0 resign", "1-0 resignation"},
                                                   {"1-0 (resign)", "1-0 resignation"},
                                                   {"0 - 1, time", "0-1 timeout"},
                                                   {"1-0 White resigned", "1-0 resignation"},
                                                   {"1-0 mate", "1-0 mate"},
                                                   {"0-1 illegal move", "0-1 illegal move"},
                                                   {"1/2-1/2 impasse", "1/2-1/2 impasse"},
                                                   {"1/2-1/2 sennichite", "1/2-1/2 repetition"},
                                                   {"* unfinished", "* abandoned"},
                                                   {"White resigned", "1-0 resignation"},
                                                   {"Gote resigns.", "1-0 resignation"},
                                                   {"Black wins by resignation", "1-0 resignation"},
                                                   {"Sente won on time", "1-0 timeout"},
                                                   {"Black lost on time", "0-1 timeout"},
                                                   {"Black declares", "1-0 declaration"},
                                                   {"後手投了", "1-0 resignation"},
                                                   {"先手の反則負け", "0-1 illegal move"},
                                                   {"先手の反則勝ち", "1-0 illegal move"},
                                                   {"sennichite", "1/2-1/2 repetition"},
                                                   {"千日手", "1/2-1/2 repetition"},
                                                   {"resigns", "- resignation"},
                                                   {"投了", "- resignation"}}) {
    INFO(row.words);
    CHECK(reading(row.words) == row.outcome);
    CHECK(outcome_in_words(row.words).has_value());
  }
}

TEST_CASE("words that contradict a result, or say nothing known, are left over") {
  CHECK(reading("1-0 Black resigns") == "1-0 + Black resigns");
  CHECK(reading("1-0 on points (28:26)") == "1-0 + on points (28:26)");
  CHECK(reading("Black wins at last") == "1-0 + at last");
  for (const std::string_view words :
       {"+-", "1-1", "0-0", "2-1", "1-0+", "1-0F", "10-0", "1", "0", "1-", "won", "Blackwins",
        "Black", "先手", "先手の番", "perhaps", "1--0", "-1-0"}) {
    INFO(words);
    CHECK(reading(words) == "nothing");
    CHECK_FALSE(outcome_in_words(words));
  }
}

TEST_CASE("a Result tag in any of these forms gives the game's result") {
  for (const auto& [tag, result] : std::initializer_list<std::pair<std::string, GameResult>>{
           {"0 - 1", GameResult::white_wins},
           {"1–0", GameResult::black_wins},
           {"0:1", GameResult::white_wins},
           {"1-0 resign", GameResult::black_wins},
           {"先手勝ち", GameResult::black_wins}}) {
    const ReadResult read = read_tags("[Result \"" + tag + "\"]\n");
    REQUIRE(read.game);
    INFO(tag);
    CHECK(read.game->result == result);
    CHECK(read.game->tags.empty());
    CHECK(count(written(*read.game), "[Result ") == 1);
  }
  CHECK(read_tags("[Result \"1-0 resign\"]\n").game->ending == Ending::resignation);
  CHECK(read_tags("[Result \"Draw\"]\n").game->ending == Ending::unknown);
}

TEST_CASE("a Result tag that says no result is kept as text, and one Result tag is written") {
  for (const std::string tags : {"[Result \"+-\"]\n", "[Result \"1-0 by a hair\"]\n",
                                 "[Result \"1-0\"]\n[Result \"0-1\"]\n"}) {
    const ReadResult read = read_tags(tags);
    REQUIRE(read.game);
    INFO(tags);
    CHECK(read.diagnostics.size() == 1);
    REQUIRE(read.game->tags.size() == 1);
    CHECK(read.game->tags[0].name == "ResultText");
    const std::string text = written(*read.game);
    CHECK(count(text, "[Result ") == 1);
    const ReadResult again = format_named("hodges")->read(text, strictly());
    REQUIRE(again.game);
    CHECK(*again.game == *read.game);
  }
}

TEST_CASE(
    "a tag Result of another format is written beside the game's result, not as a second one") {
  Game game = new_game(Variant::shogi);
  game.tags = {{"RESULT", "gold medal"}};
  game.result = GameResult::black_wins;
  const std::string text = written(game);
  CHECK(count(text, "[Result \"1-0\"]") == 1);
  CHECK(count(text, "[RESULT ") == 0);
  CHECK(count(text, "[ResultText \"gold medal\"]") == 1);
}

TEST_CASE("the table of ending words holds every dialect, each word once") {
  for (const Dialect d : {Dialect::english, Dialect::kif, Dialect::csa, Dialect::server,
                          Dialect::dojo, Dialect::usi, Dialect::usen}) {
    const auto words = ending_words(d);
    CHECK_FALSE(words.empty());
    for (const EndingWord& w : words) {
      INFO(w.word);
      CHECK(std::count_if(words.begin(), words.end(),
                          [&](const EndingWord& other) { return other.word == w.word; }) == 1);
    }
  }
  CHECK(outcome_of_word(Dialect::dojo, "反則手にて終局", Color::black) ==
        Outcome{GameResult::unknown, Ending::illegal_move});
  CHECK(outcome_of_word(Dialect::dojo, "時間切れにて終局", Color::black) ==
        Outcome{GameResult::white_wins, Ending::timeout});
}

}  // namespace yari::test
