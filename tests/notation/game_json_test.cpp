// A game as JSON and back, and the values that objects and tables are made of.
#include "notation/json/game_json.h"

#include <nlohmann/json.hpp>

#include "notation/json/position_json.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/notation/random_record.h"
#include "tests/support/catch.h"

namespace yari::test {

TEMPLATE_TEST_CASE("a game of JSON is the game that it was made of", "", YariShogi, Shogi) {
  Rng rng(7);
  // JSON is UTF-8.
  RandomRecord<TestType> random(rng, {.nasty_text = false});
  for (int i = 0; i < round_trips(50); ++i) {
    const Game game = random.game();
    const Result<Game> read = read_game_json(Json::parse(game_json(game).dump()));
    REQUIRE(read);
    CHECK(*read == game);
  }
}

TEST_CASE("a game of JSON that is wrong is refused with the member that is") {
  const auto refusal = [](const char* text) {
    const Result<Game> read = read_game_json(Json::parse(text));
    return read ? std::string("read") : read.error().message;
  };
  CHECK(refusal("[]") == "expected a game");
  CHECK(refusal(R"({"variant": "chess"})") == "variant: expected yari or shogi");
  CHECK(refusal(R"({"moves": ["7g7e"]})").find("illegal") != std::string::npos);
  CHECK(refusal(R"({"nodes": [{}, {"parent": 1, "move": "7g7f"}]})") ==
        "node 1: parent: expected the number of a node before this one");
  CHECK(refusal(R"({"moves": ["7g7f", "3c3d"]})") == "read");
}

TEST_CASE("an object has its values in the order given, and null for what is not known") {
  const Json json = object({{"text", "a"},
                            {"number", std::size_t{7}},
                            {"fraction", 0.5},
                            {"flag", true},
                            {"none", std::optional<int>()},
                            {"empty", text_value("")},
                            {"texts", std::vector<std::string>{"b", "c"}},
                            {"numbers", std::vector<int>{1, 2}}});
  CHECK(json.dump() == R"({"text":"a","number":7,"fraction":0.5,"flag":true,"none":null,)"
                       R"("empty":null,"texts":["b","c"],"numbers":[1,2]})");
}

TEST_CASE("a value in a table has the text that it has in JSON, without quotes") {
  CHECK(Value().text().empty());
  CHECK(Value("a \"b\"").text() == "a \"b\"");
  CHECK(Value(-7).text() == "-7");
  CHECK(Value(0.1).text() == "0.1");
  CHECK(Value(std::vector<std::string>{"b", "c"}).text() == "b; c");
  CHECK(Value(2).fraction() == std::nullopt);
  CHECK(Value(2.0).fraction() == 2.0);
  CHECK((Value(2).is_number() && Value(0.5).is_number() && !Value("2").is_number()));
}

TEST_CASE("legal moves as JSON are those of the rule set") {
  const Setup start = start_setup(Variant::yari);
  std::vector<Move> moves;
  for (const char* usi : {"4i5h", "4a3b", "5h4i", "3b4a", "4i5h", "4a3b", "5h4i"})
    moves.push_back(*read_usi_move(usi, Variant::yari));
  const auto count = [&](RuleSet rules) {
    const Json position = position_json(start, moves, rules);
    CHECK(position["legal_moves"] == position["moves"].size());
    CHECK(board_json(start, moves, rules)["legal_moves"] == position["legal_moves"]);
    return position["moves"].size();
  };
  // 3b4a brings the start about for the third time: a draw by the common rules, illegal by SVP's.
  CHECK(count(RuleSet::standard) == count(RuleSet::svp) + 1);
}

}  // namespace yari::test
