// Objects made of what a database contains: grids of events, profiles, marks of a report, numbers.
#include <nlohmann/json.hpp>

#include "answers/event_table.h"
#include "answers/json.h"
#include "answers/report_game.h"
#include "db/import/importer.h"
#include "db/reports/judgements.h"
#include "rules/color_name.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

using tournament::PlayedGame;

PlayedGame played(std::size_t black, std::size_t white, GameResult result,
                  const std::string& round = "", const std::string& handicap = "") {
  return {.black = black, .white = white, .result = result, .round = round, .handicap = handicap};
}

EventTable table_of(std::size_t players, std::vector<PlayedGame> games) {
  EventGames event;
  for (std::size_t i = 0; i < players; ++i) event.players.push_back(std::string(1, char('A' + i)));
  event.dates.assign(games.size(), 0);
  event.games = std::move(games);
  return event_table(std::move(event));
}

/// The row of a player.
std::vector<std::string> row_of(const EventTable& table, std::size_t player) {
  for (std::size_t row = 0; row < table.standings.size(); ++row)
    if (table.standings[row].player == player) return table.cells[row];
  return {};
}

}  // namespace

TEST_CASE("a grid of rounds shows opponent, result and side, and several games share a cell") {
  const EventTable table =
      table_of(2, {played(0, 1, GameResult::black_wins, "1"), played(1, 0, GameResult::draw, "2"),
                   played(1, 0, GameResult::unknown, "2"),
                   played(0, 1, GameResult::white_wins, "3", "YR1a")});
  CHECK(table.headings == std::vector<std::string>{"1", "2", "3"});
  const std::string opponent = table.standings[0].player == 0 ? "2" : "1";
  const auto row = row_of(table, 0);
  REQUIRE(row.size() == 3);
  CHECK(row[0] == opponent + "+b");
  // The draw was played again at once.
  CHECK(row[1] == "(" + opponent + "=w) " + opponent + "?w");
  CHECK(row[2] == opponent + "-b*");
  CHECK(handicap_notes(table) == std::vector<std::string>{"round 3, A - B: YR1a"});
  CHECK(standings_json(table)[0]["played"].size() == 4);
}

TEST_CASE("a crosstable shows points, and a star for a handicap") {
  const EventTable table =
      table_of(3, {played(1, 0, GameResult::black_wins), played(2, 0, GameResult::draw, "", "YR1a"),
                   played(2, 1, GameResult::unknown)});
  CHECK_FALSE(table.by_round);
  CHECK(table.headings == std::vector<std::string>{"1", "2", "3"});
  std::string all;
  for (const auto& row : table.cells)
    for (const std::string& cell : row) all += cell + ' ';
  for (const char* cell : {"× ", "1 ", "0 ", "½* ", "? "}) {
    INFO(all << cell);
    CHECK(all.find(cell) != all.npos);
  }
  CHECK(handicap_notes(table) == std::vector<std::string>{"C - A: YR1a"});
  int without_points = 0;
  for (const auto& object : standings_json(table))
    for (const auto& game : object["played"]) without_points += game["points"].is_null();
  CHECK(without_points == 2);
}

TEST_CASE("of an event with too many players there is no grid") {
  std::vector<PlayedGame> games;
  for (std::size_t i = 0; i < 501; ++i) games.push_back(played(i, i + 1, GameResult::black_wins));
  const EventTable table = table_of(502, games);
  CHECK(table.headings.empty());
  CHECK(table.standings.size() == 502);
  CHECK(table.cells.front().empty());
}

TEST_CASE("a report has a mark for what was found about a move of the game, and for no other") {
  const TestServer server;
  Database games(server.database(), OpenMode::read_write);
  Game game = new_game(Variant::yari);
  NodeId node = root_node;
  for (const char* move : {"7g7f", "3c3d", "6g6f"})
    node = game.moves.add(node, *read_usi_move(move, Variant::yari));
  Importer importer(games);
  const GameId id = importer.add(prepare(game)).game;
  importer.finish();
  CHECK(report_game(games, id, game).marks.empty());
  StoredAnnotation annotation;
  annotation.book_plies = 1;
  const auto add = [&](int ply, JudgedKind kind, Color color, std::optional<int> mate = {}) {
    StoredJudgement& j = annotation.judgements.emplace_back();
    j.ply = ply;
    j.kind = kind;
    j.color = color;
    j.mate = mate;
    j.move = game.moves.main_moves()[0];
  };
  add(0, JudgedKind::missed_mate, Color::black, 1);
  add(0, JudgedKind::lost_win, Color::black);
  add(1, JudgedKind::blunder, Color::white);
  add(1, JudgedKind::allowed_mate, Color::white, 4);
  add(1, JudgedKind::lost_win, Color::white);
  add(2, JudgedKind::turned, Color::black);
  add(77, JudgedKind::only_move, Color::black);
  store_annotation(games, id, annotation);
  const ReportGame report = report_game(games, id, game);
  std::vector<std::string> marks;
  for (const ReportMark& mark : report.marks)
    marks.push_back(std::to_string(mark.ply) + " " + mark.kind +
                    (mark.plies ? " " + std::to_string(*mark.plies) : "") +
                    (mark.side ? " " + std::string(proper_name(*mark.side)) : ""));
  std::ranges::sort(marks);
  CHECK(marks == std::vector<std::string>{"1 book", "1 lost-win Black", "1 missed-mate 1",
                                          "2 allowed-mate 4", "2 lost-win White", "3 turned"});
  REQUIRE(report.players);
  CHECK((*report.players)[0].book == 1);
  CHECK((*report.players)[1].blunders == 1);
}

TEST_CASE("numbers of no games are null, and a move that is not legal is left out") {
  const Json counts = counts_json({}, Color::black);
  for (const char* name : {"score", "performance", "average_plies", "first_date"})
    CHECK(counts[name].is_null());
  const Json lengths = statistics_json({}, {})["lengths"];
  for (const char* name : {"min", "median", "mean", "max"}) CHECK(lengths[name].is_null());
  Hit hit;
  hit.game = 1;
  hit.next = *read_usi_move("1a1b", Variant::yari);
  const Json json = hit_json(hit, {}, start_setup(Variant::yari), {});
  CHECK(json["next"].is_null());
  CHECK(json["move"].is_null());
  // A board without generals is no position.
  CHECK(hit_json(hit, {}, Setup{}, {})["next"].is_null());
}

}  // namespace yari::test
