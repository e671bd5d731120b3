// A game as JSON and back, and the values that objects and tables are made of.
#include "notation/json/game_json.h"

#include <nlohmann/json.hpp>

#include "notation/json/fields.h"
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
  CHECK(refusal(R"({"rules": "chess"})") == "rules: expected the name of a rule set");
  CHECK(refusal(R"({"rules": 1})") == "rules: expected a text");
  CHECK(refusal(R"({"result": "2-0"})") == "result: expected 1-0, 0-1, 1/2-1/2 or *");
  CHECK(refusal(R"({"ending": "lost"})") == "ending: expected the name of an ending");
  CHECK(refusal(R"({"tags": {}})") == "tags: expected an array");
  CHECK(refusal(R"({"start": "x"})").starts_with("start: expected a piece of Yari Shogi"));
  CHECK(refusal(R"({"start": "7/7/7/7/7/7/7/7/7 b -"})") == "start: Black has no general");
  const std::string tags = "tags: expected pairs of a name (letters, digits, _ and -) and a text";
  for (const char* pair : {"1", "[]", R"(["a"])", R"(["a", 1])", R"([1, "a"])", R"(["", "a"])",
                           R"(["a b", "c"])", R"(["a", "b", "c"])"})
    CHECK(refusal((std::string(R"({"tags": [)") + pair + "]}").c_str()) == tags);
  CHECK(refusal(R"({"tags": [["a-1_B", ""]], "rules": null})") == "read");
}

TEST_CASE("members are read by their type, and the first that is wrong is named") {
  const Json json = Json::parse(
      R"({"text": "a", "yes": true, "no": false, "n": 5, "whole": 5.0, "part": 5.5, "list": [1],
          "none": null})");
  Fields fields(json);
  CHECK(fields.text("text") == "a");
  CHECK_FALSE(fields.text("none"));
  CHECK_FALSE(fields.text("missing"));
  CHECK(fields.flag("yes"));
  CHECK_FALSE(fields.flag("no"));
  CHECK_FALSE(fields.flag("missing"));
  CHECK(fields.number("n", 5, 5) == 5);
  CHECK(fields.number("whole", 0, 9) == 5);
  CHECK_FALSE(fields.number("missing", 0, 9));
  CHECK(fields.array("list").size() == 1);
  CHECK(fields.array("missing").empty());
  CHECK(fields.fault().empty());
  const auto fault = [&](auto read) {
    Fields each(json);
    read(each);
    return each.fault();
  };
  CHECK(fault([](Fields& f) { f.text("n"); }) == "n: expected a text");
  CHECK(fault([](Fields& f) { f.flag("n"); }) == "n: expected true or false");
  CHECK(fault([](Fields& f) { f.array("n"); }) == "n: expected an array");
  const std::string whole = "expected a whole number from ";
  CHECK(fault([](Fields& f) { f.number("n", 6, 9); }) == "n: " + whole + "6 to 9");
  CHECK(fault([](Fields& f) { f.number("n", 0, 4); }) == "n: " + whole + "0 to 4");
  CHECK(fault([](Fields& f) { f.number("part", 0, 9); }) == "part: " + whole + "0 to 9");
  CHECK(fault([](Fields& f) { f.number("text", 0, 9); }) == "text: " + whole + "0 to 9");
  CHECK(fault([](Fields& f) {
          f.text("n");
          f.flag("n");
        }) == "n: expected a text");
  const Json list = Json::array();
  CHECK_FALSE(Fields(list).text("text"));
}

TEST_CASE("the row of a table is an object with the names of its columns") {
  CHECK(object({"a", "b"}, {Value(1), Value("x")}).dump() == R"({"a":1,"b":"x"})");
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
