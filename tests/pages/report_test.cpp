// The report file: its parts, its data, and that text of records never becomes markup.
#include "analysis/report/report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "analysis/annotate/record_chances.h"
#include "rules/handicap.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/pages/sample_games.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"

using namespace yari;
using namespace yari::test;
using Json = nlohmann::json;

namespace {

int count(std::string_view text, std::string_view word) {
  int n = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
  return n;
}

// The text of the data block with that id, as a browser would take it out.
std::string block(std::string_view page, const std::string& id) {
  const std::string begin = "<script type=\"application/json\" id=\"" + id + "\">";
  const std::size_t at = page.find(begin);
  REQUIRE(at != page.npos);
  const std::size_t from = at + begin.size();
  return std::string(page.substr(from, page.find("</script>", from) - from));
}

Json data(std::string_view page, const std::string& id) { return Json::parse(block(page, id)); }

}  // namespace

TEST_CASE("a report is one file that asks for nothing") {
  const std::string page = write_report({{plain_game()}});
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.ends_with("</html>\n"));
  for (const char* word : {"http:", "https:", "src=", "@import", "@POLICY@", "@TITLE@", "@STYLE@",
                           "@DATA@", "@SCRIPT@"}) {
    INFO(word);
    CHECK(count(page, word) == (std::string_view(word) == "http:" ? 1 : 0));  // SVG's namespace
  }
  // The grain of the wood stands in the page itself.
  CHECK(count(page, "url(") == count(page, "url(#"));
}

TEST_CASE("the policy of a report allows its own script and style alone") {
  const std::string page = write_report({{plain_game()}});
  CHECK(count(page, "Content-Security-Policy") == 1);
  CHECK(count(page, "default-src 'none'; script-src 'sha256-") == 1);
  CHECK(count(page, "unsafe-") == 0);
  CHECK(count(page, "nonce-") == 0);
  CHECK(count(page, "<script>") == 1);
  CHECK(count(page, "<style>") == 1);
  CHECK(count(page, " style=") == 0);
  CHECK(count(page, " onclick=") == 0);
}

TEST_CASE("text of records cannot leave the data of a report") {
  const std::string plain = write_report({{plain_game()}});
  const std::string page = write_report({{hostile_game()}}, {.title = std::string(hostile_text)});
  for (const char* word : {"<script", "</script", "<img", "<!--"}) {
    INFO(word);
    CHECK(count(page, word) == count(plain, word));
  }
  for (const char* id : {"overview", "game-1"}) {
    const std::string text = block(page, id);
    CHECK(std::all_of(text.begin(), text.end(), [](char c) {
      return c >= ' ' && c <= '~' && c != '<' && c != '>' && c != '&';
    }));
  }
  const Json game = data(page, "game-1");
  CHECK(game["nodes"][1]["comment"] == hostile_text);
  CHECK(game["nodes"][1]["before"] == hostile_text);
  CHECK(game["nodes"][1]["bookmark"] == hostile_text);
  CHECK(game["unread"] == hostile_text);
  CHECK(game["tags"].back()[1] == std::string(hostile_text) + "\uFFFD\uFFFD");
  CHECK(data(page, "overview")["title"] == hostile_text);
}

TEMPLATE_TEST_CASE("every node of a report carries the position after its move", "", YariShogi,
                   Shogi) {
  Rng rng(3);
  Game game = random_game<TestType>(rng, 60);
  for (int i = 0; i < 40; ++i) {  // variations anywhere, also inside others
    const auto parent = static_cast<NodeId>(rng() % game.moves.size());
    Position<TestType> position = *Position<TestType>::from(game.start);
    for (const Move move : game.moves.moves_to(parent)) position.play(move);
    if (position.has_legal_move()) game.moves.add(parent, random_move(position, rng));
  }
  const Json nodes = data(write_report({{game}}), "game-1")["nodes"];
  REQUIRE(nodes.size() == game.moves.size());
  CHECK(nodes[0]["sfen"] == write_sfen_without_number(game.start));
  std::vector<Position<TestType>> positions{*Position<TestType>::from(game.start)};
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    REQUIRE(nodes[i]["parent"] < i);
    Position<TestType> position = positions[nodes[i]["parent"]];
    const auto move = read_usi_move(nodes[i]["move"].get<std::string>(), game.variant);
    REQUIRE(move);
    REQUIRE(position.is_legal(*move));
    position.play(*move);
    CHECK(nodes[i]["sfen"] == write_sfen_without_number(position.setup()));
    CHECK(nodes[i].contains("check") == position.in_check());
    positions.push_back(position);
  }
  std::size_t ply = 0;
  for (const Move move : game.moves.main_moves()) {
    CHECK(nodes[++ply]["move"] == write_usi_move(move, game.variant));
    CHECK(nodes[ply]["parent"] == ply - 1);
  }
}

TEST_CASE("notes of a game are in its report") {
  const Json game = data(write_report({{plain_game()}}), "game-1");
  CHECK(game["variant"] == "yari");
  CHECK(game["result"] == "1-0");
  CHECK_FALSE(game.contains("ending"));
  CHECK_FALSE(game.contains("players"));
  CHECK(game["nodes"][0]["comment"] == "The start.");
  CHECK(game["nodes"][1]["text"] == "P-7f");
  CHECK(game["nodes"][1]["glyphs"] == Json{"!"});
  CHECK(game["nodes"][1]["comment"] == "Takes the {corner}.");
  CHECK(game["nodes"][6]["better"]["text"] == "P-5d");
  CHECK_FALSE(game["nodes"][1].contains("better"));
}

TEST_CASE("an annotated game brings chances, better moves and both players") {
  const Game annotated = annotated_game(start_setup(Variant::yari), 1);
  const std::string page = write_report({{annotated}});
  const Json game = data(page, "game-1");
  REQUIRE(game["players"].size() == 2);
  CHECK(game["players"][0]["moves"].get<int>() + game["players"][1]["moves"].get<int>() ==
        annotated.moves.main_plies());
  for (int ply = 0; ply <= annotated.moves.main_plies(); ++ply) {
    const double chance = game["nodes"][static_cast<std::size_t>(ply)]["chance"];
    CHECK(chance >= 0);
    CHECK(chance <= 100);
  }
  CHECK(data(page, "overview")["games"][0]["accuracy"].size() == 2);
}

TEST_CASE("players given to a report are shown instead of those worked out") {
  std::array<PlayerSummary, 2> players;
  players[1] = {.moves = 3,
                .accuracy = 12.34,
                .mean_loss = 5,
                .inaccuracies = 1,
                .mistakes = 2,
                .blunders = 3,
                .missed_mates = 4,
                .allowed_mates = 5,
                .phases = {}};
  const Json game =
      data(write_report({{.game = plain_game(), .players = players}}), "game-1")["players"][1];
  CHECK(game == Json{{"moves", 3},
                     {"accuracy", 12.3},
                     {"loss", 5.0},
                     {"inaccuracies", 1},
                     {"mistakes", 2},
                     {"blunders", 3},
                     {"missed", 4},
                     {"allowed", 5},
                     {"only", 0},
                     {"brilliant", 0},
                     {"book", 0},
                     {"phases", {nullptr, nullptr, nullptr}}});
  // A row of the list has those of both.
  players[0] = {.moves = 3, .mistakes = 10, .blunders = 20, .missed_mates = 30, .phases = {}};
  const Json row =
      data(write_report({{.game = plain_game(), .players = players}}), "overview")["games"][0];
  CHECK(row["mistakes"] == 12);
  CHECK(row["blunders"] == 23);
  CHECK(row["missed"] == 34);
  CHECK(row["accuracy"] == Json{100.0, 12.3});
}

TEST_CASE("marks stand with the moves of the main line, and nowhere else") {
  const std::vector<ReportMark> marks{
      {2, "only-move"}, {2, "missed-mate", 3}, {2, "lost-win", {}, Color::white},
      {0, "start"},     {-1, "before"},        {7, "behind"},
      {6, "last"},      {999, "far behind"}};
  const Json nodes =
      data(write_report({{.game = plain_game(), .marks = marks}}), "game-1")["nodes"];
  for (std::size_t i = 0; i < nodes.size(); ++i)
    CHECK(nodes[i].contains("marks") == (i == 2 || i == 6));
  CHECK(nodes[2]["marks"] == Json{{{"kind", "only-move"}},
                                  {{"kind", "missed-mate"}, {"plies", 3}},
                                  {{"kind", "lost-win"}, {"side", "white"}}});
}

TEST_CASE("players are worked out from the evaluations and glyphs of a record") {
  Rng rng(9);
  Game game = random_game<YariShogi>(rng, 30);
  const auto score = [](int ply) { return ply % 7 * 100 - 300; };
  const auto chance = [&](int ply) { return 100 / (1 + std::exp(-0.0025 * score(ply))); };
  double lost = 0;  // by White: Black's chance rose
  for (int ply = 0; ply <= 30; ++ply) {
    game.moves.edit_note(static_cast<NodeId>(ply)).evaluations.push_back(evaluation(score(ply)));
    if (ply % 2 == 0 && ply > 0) lost += std::max(0.0, chance(ply) - chance(ply - 1));
  }
  game.moves.edit_note(4).glyphs = {4};
  game.moves.edit_note(5).glyphs = {2};
  const auto players = summarize_players(game, 0.0025);
  REQUIRE(players);
  CHECK((*players)[0].moves == 15);
  CHECK((*players)[0].mistakes == 1);
  CHECK((*players)[0].blunders == 0);
  int in_phases = 0;
  for (const PhaseSummary& phase : (*players)[0].phases) in_phases += phase.moves;
  CHECK(in_phases == 15);
  CHECK((*players)[1].blunders == 1);
  CHECK((*players)[1].mean_loss == Approx(lost / 15));
  CHECK((*players)[1].accuracy < 90);
  game.moves.clear_note(17);
  CHECK_FALSE(summarize_players(game, 0.0025));
}

TEST_CASE("scores of any size are shown") {
  Game game = plain_game();
  using Limits = std::numeric_limits<int>;
  NodeId node = root_node;
  for (const Evaluation& e :
       {evaluation(Limits::min()), evaluation(Limits::max()), evaluation(Limits::min(), true),
        evaluation(Limits::max(), true), evaluation(0, true), evaluation(-1, true)}) {
    node = game.moves.first_child(node);
    game.moves.edit_note(node).evaluations = {e};
  }
  game.moves.edit_note(root_node).evaluations = {evaluation(Limits::min(), true)};
  const Json json = data(write_report({{game}}), "game-1");
  CHECK(json["nodes"][1]["score"]["cp"] == 1'000'000);
  CHECK(json["nodes"][2]["score"]["cp"] == 1'000'000);
  CHECK(json["nodes"][5]["score"]["mate"] == 0);
  CHECK(json["nodes"][5]["chance"] == 100.0);
  CHECK(json["nodes"][6]["score"]["mate"] == -1);
  CHECK(json["nodes"][6]["chance"] == 0.0);
  CHECK(json["players"].size() == 2);
}

TEST_CASE("a handicap game says so, and White begins") {
  Game game = new_game(Variant::shogi);
  game.start = *read_handicap("rook", Variant::shogi);
  const Json json = data(write_report({{game}}), "game-1");
  CHECK(json["handicap"] == "Rook");
  CHECK_FALSE(json.contains("set_up"));
  CHECK(json["nodes"][0]["sfen"] == "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -");
}

TEST_CASE("a report of many games lists them in order with their numbers") {
  const Json list =
      data(write_report({{plain_game(), 42}, {new_game(Variant::shogi)}}), "overview");
  CHECK(list["title"] == "2 games");
  CHECK(list["games"][0]["id"] == 42);
  CHECK(list["games"][0]["black"] == "Anna");
  CHECK(list["games"][0]["plies"] == 6);
  CHECK(list["games"][1]["id"] == 2);
  CHECK(list["variants"]["yari"]["pieces"]["+R"] == Json{"rook", "飛車", "+YR"});
  CHECK(list["variants"]["shogi"]["hand"] == "RBGSNLP");
  CHECK(list["variants"]["shogi"]["score_unit"] == 1);
}

TEST_CASE("a report of no games is a page as well") {
  CHECK(data(write_report({}), "overview")["games"].empty());
}

TEST_CASE("a report takes variations nested as deep as memory lets them") {
  Game game = new_game(Variant::yari);
  const auto there = *read_usi_move("4i4h", Variant::yari),
             back = *read_usi_move("4h4i", Variant::yari);
  const auto reply = *read_usi_move("4a4b", Variant::yari),
             undo = *read_usi_move("4b4a", Variant::yari);
  const auto other = *read_usi_move("7i7h", Variant::yari);
  NodeId node = root_node;
  constexpr int depth = 20000;
  for (int i = 0; i < depth; ++i) {  // each variation begins inside the one before it
    game.moves.add(node, other);
    for (const Move move : {there, reply, back, undo}) node = game.moves.add(node, move);
  }
  const std::string page = write_report({{game}});
  CHECK(data(page, "game-1")["nodes"].size() == 5 * depth + 1);
}
