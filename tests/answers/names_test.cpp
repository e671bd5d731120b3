// Tables of names, byes in grids, sides of a study, and what somebody pasted.
#include "answers/event_table.h"
#include "answers/name_table.h"
#include "answers/position_text.h"
#include "answers/study/own_side.h"
#include "answers/study/repertoire.h"
#include "notation/board/diagram.h"
#include "notation/json/object.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

NameRecords records(const std::vector<std::tuple<std::string, NameRecord>>& rows) {
  NameRecords names;
  for (const auto& [name, record] : rows) {
    people::Spelling& spelling = names.spellings.emplace_back();
    spelling.text = name;
    spelling.games = record.games;
    names.records.push_back(record);
  }
  return names;
}

NameRecord record(std::int64_t games, int last_date = 0,
                  std::optional<TaggedRatings> ratings = std::nullopt) {
  NameRecord r;
  r.games = games;
  r.last_date = last_date;
  r.ratings = ratings;
  return r;
}

std::string shown(const std::vector<NamedRow>& rows) {
  std::string out;
  for (const NamedRow& row : rows) {
    for (const Value& value : name_values(row)) out += value.text() + '|';
    out += '\n';
  }
  return out;
}

std::string pasted(std::string_view text, Variant v) {
  const PastedText read = read_pasted(text, v);
  std::string out(read.form);
  if (!read.game) return out + " none " + std::to_string(read.findings.size());
  return out + ' ' + std::string(info(read.game->variant).id) + ' ' +
         std::to_string(read.game->moves.main_plies());
}

}  // namespace

TEST_CASE("spellings of a name are one row, called as most of its games have it") {
  TaggedRatings rated({20200101, 1, 1520});
  rated.merge(TaggedRatings({20200301, 2, 1510}));
  NameRecord few = record(2, 20200301, rated);
  few.wins = few.losses = 1;
  few.first_date = 20200101;
  NameRecord many = record(5, 20200201);
  many.wins = 2;
  many.draws = many.losses = 1;
  many.first_date = 20190101;
  const NameRecords names =
      records({{"Abe Jiro", few}, {"Baba", record(3)}, {"ABE JIRO 9dan", many}});
  CHECK(shown(named_rows(names, {})) ==
        "ABE JIRO|7|3|1|2|58.33|2019-01-01|2020-03-01|1510|1520|Abe Jiro; ABE JIRO 9dan|\n"
        "Baba|3|0|0|0|||||||\n");
  CHECK(shown(named_rows(names, {.words = {"baba"}})).starts_with("Baba|"));
  CHECK(named_rows(names, {.words = {"9dan"}}).size() == 1);
  CHECK(named_rows(names, {.words = {"nobody"}}).empty());
  CHECK(named_rows(names, {.limit = 1}).size() == 1);
  CHECK(named_rows(names, {.limit = 2}).size() == 2);
  CHECK(name_columns(NameKind::player).size() == name_values(named_rows(names, {})[0]).size());
  CHECK(name_columns(NameKind::event)[2] == "black");
}

TEST_CASE("names are sorted by games, name, date or rating, equal ones by name") {
  const NameRecords names = records({{"d", record(1, 20200101)},
                                     {"b", record(2, 20190101, TaggedRatings({20190101, 1, 1500}))},
                                     {"c", record(2, 20210101)},
                                     {"a", record(1, 0, TaggedRatings({0, 2, 1600}))}});
  const auto order = [&](NameOrder by) {
    std::string out;
    for (const NamedRow& row : named_rows(names, {.order = by})) out += row.name;
    return out;
  };
  CHECK(order(NameOrder::games) == "bcad");
  CHECK(order(NameOrder::name) == "abcd");
  CHECK(order(NameOrder::date) == "cdba");
  CHECK(order(NameOrder::rating) == "abcd");
  for (std::size_t i = 0; i < name_orders().size(); ++i)
    CHECK(name_order_named(name_orders()[i]) == static_cast<NameOrder>(i));
  CHECK_FALSE(name_order_named(""));
}

TEST_CASE("spellings that may be one name come with their score, reason, games and company") {
  NameRecords names = records({{"Ohno Shinji", record(9)},
                               {"Ono Shinji", record(3)},
                               {"Habu Yoshiharu", record(5)},
                               {"Habu Yoshiharu 9dan", record(1)}});
  const auto rows = [&](double least, const NameChoice& choice = {}) {
    std::string out;
    for (const std::vector<Value>& row : suggestion_rows(names, least, choice)) {
      CHECK(row.size() == suggestion_columns(names.kind).size());
      for (const Value& value : row) out += value.text() + '|';
      out += '\n';
    }
    return out;
  };
  const std::string habu =
      "player|Habu Yoshiharu 9dan|Habu Yoshiharu|99.0|rank or title|1|5|0|0|\n";
  const std::string ono = "player|Ono Shinji|Ohno Shinji|90.0|romanisation|3|9|0|0|\n";
  CHECK(rows(0.5) == habu + ono);
  CHECK(rows(0.95) == habu);
  CHECK(rows(0.5, {.limit = 1}) == habu);
  CHECK(rows(0.5, {.limit = 2}) == habu + ono);
  CHECK(rows(0.5, {.limit = 0}).empty());
  // Either of the two names may be the one that is asked for.
  CHECK(rows(0.5, {.words = {"ono"}}) == ono);
  CHECK(rows(0.5, {.words = {"ohno"}}) == ono);
  CHECK(rows(0.5, {.words = {"9dan"}, .limit = 1}) == habu);
  CHECK(rows(0.5, {.words = {"sato"}}).empty());
  names.spellings[0].company = names.spellings[1].company = {2};
  names.spellings[0].settings = {1, 2, 3};
  names.spellings[1].settings = {3, 2};
  CHECK_THAT(rows(0.5, {.words = {"ono"}}),
             Contains("|romanisation; 1 opponent in common|3|9|1|2|\n"));
  // Of events the company is players, and is no reason.
  names.kind = NameKind::event;
  CHECK_THAT(rows(0.5, {.words = {"ono"}}), Contains("|romanisation|3|9|1|2|\n"));
}

TEST_CASE("a bye in a grid of rounds shows its points, and none in a crosstable") {
  EventGames event;
  event.players = {"A", "B"};
  const auto add = [&](const std::string& round, GameResult result, bool bye) {
    tournament::PlayedGame& game = event.games.emplace_back();
    game.result = result;
    game.round = round;
    game.bye = bye;
  };
  add("1", GameResult::unknown, true);
  add("2", GameResult::draw, true);
  add("3", GameResult::white_wins, true);
  add("4", GameResult::black_wins, true);
  add("5", GameResult::black_wins, false);
  event.games.back().white = 1;
  event.games.back().ending = Ending::forfeit;
  event.dates.assign(event.games.size(), 0);
  const std::vector<std::string> expected{"bye", "bye=", "bye-", "bye", "2+f"};
  CHECK(event_table(event).cells[0] == expected);
  CHECK(event_table(event, EventGrid::crosstable).cells[0] == std::vector<std::string>{"×", "1f"});
  event.games[0].round.clear();
  CHECK(event_table(event, EventGrid::rounds).lacks_rounds());
  CHECK_FALSE(event_table(event).by_round);
}

TEST_CASE("a draw that was played again stands in brackets beside the game that counts") {
  EventGames event;
  event.players = {"A", "B"};
  for (const bool again : {false, true}) {
    tournament::PlayedGame& game = event.games.emplace_back();
    game.white = 1;
    game.round = "1";
    game.result = again ? GameResult::black_wins : GameResult::draw;
    game.ending = again ? Ending::resignation : Ending::repetition;
  }
  event.dates.assign(2, 0);
  const std::string cell = event_table(event, EventGrid::rounds).cells[0][0];
  CHECK(cell.starts_with("(2="));
  CHECK_THAT(cell, Contains(") 2+"));
  CHECK(std::ranges::count(cell, '(') == 1);
}

TEST_CASE("the own side is the player's, or the one that is named") {
  GameHeader game;
  game.black = "Abe";
  game.white = "Baba";
  const auto sides = [&](const GameFilter& filter, std::optional<Color> side) {
    const OwnSide own(filter, side);
    return std::string(own.is(Color::black, game) ? "b" : "") +
           (own.is(Color::white, game) ? "w" : "");
  };
  GameFilter filter;
  CHECK_FALSE(OwnSide::is_named(filter, {}));
  CHECK(OwnSide::is_named(filter, Color::black));
  CHECK(sides(filter, {}) == "bw");
  CHECK(sides(filter, Color::white) == "w");
  filter.player = "abe";
  CHECK(OwnSide::is_named(filter, {}));
  CHECK(sides(filter, {}) == "b");
  CHECK(sides(filter, Color::white).empty());
  filter = {};
  filter.white = "baba";
  CHECK(OwnSide::is_named(filter, {}));
  CHECK(sides(filter, {}) == "w");
  CHECK(sides(filter, Color::black) == "b");
  filter.black = "abe";
  CHECK(OwnSide::is_named(filter, {}));
  CHECK(sides(filter, {}) == "bw");
}

TEST_CASE("results count for the side whose they are") {
  ResultCounts counts;
  CHECK_FALSE(counts.score());
  counts.add(GameResult::unknown, Color::black);
  CHECK_FALSE(counts.score());
  counts.add(GameResult::black_wins, Color::black);
  counts.add(GameResult::black_wins, Color::white);
  counts.add(GameResult::draw, Color::white);
  counts.add(GameResult::white_wins, Color::white);
  CHECK(counts == ResultCounts{5, 2, 1, 1});
  CHECK(*counts.score() == Approx(62.5));
}

TEST_CASE("what is pasted is a position, a record or a diagram") {
  const std::string kings = "4k4/9/9/9/9/9/9/9/4K4 b -";
  CHECK(pasted(kings, Variant::yari) == "sfen shogi 0");
  CHECK(pasted(" sfen " + kings + " 7\n", Variant::yari) == "sfen shogi 0");
  CHECK(pasted("3k3/7/7/7/7/7/7/7/3K3 w P 2", Variant::shogi) == "sfen yari 0");
  CHECK(pasted("4k4/9/9/9/9/9/9/9/4K4_b_-_1", Variant::yari) == "sfen shogi 0");
  CHECK(pasted("4k4/9/9/9/9/9/9/9/4K4[Gg] w - - 0 1\n", Variant::yari) == "sfen shogi 0");
  CHECK(pasted("position fen 4k4/9/9/9/9/9/9/9/4K4[] w 0 1", Variant::yari) == "sfen shogi 0");
  for (const Variant v : {Variant::yari, Variant::shogi})
    CHECK(pasted("startpos\n", v) == "sfen " + std::string(info(v).id) + " 0");
  CHECK(pasted("9/9/9/9/9/9/9/9/9 b - 1", Variant::yari) == "sfen none 2");
  CHECK(pasted("[Variant \"Shogi\"]\n\n1. P7f P3d\n", Variant::yari) == "hodges shogi 2");
  // Moves that do not go by the rules of one game are of the other.
  CHECK(pasted("1. P7f P3d 2. Bx2b+ Sx2b\n", Variant::yari) == "hodges shogi 4");
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    const std::string drawn = draw_board(start_setup(v));
    CHECK(pasted(drawn, Variant::yari) == "diagram " + std::string(info(v).id) + " 0");
  }
  CHECK(read_pasted("", Variant::yari).form == "hodges");
}

}  // namespace yari::test
