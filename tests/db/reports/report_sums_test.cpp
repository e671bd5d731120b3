// Sums over the games of a database: events, names, players, ratings, clocks, and byes that are no
// games.
#include <fmt/format.h>

#include "db/reports/clock_mistakes.h"
#include "db/reports/collection.h"
#include "db/reports/event_games.h"
#include "db/reports/judgements.h"
#include "db/reports/move_counts.h"
#include "db/reports/name_records.h"
#include "db/reports/player_games.h"
#include "db/reports/rating_list.h"
#include "db/reports/tagged_games.h"
#include "rules/sfen.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

constexpr GameResult black_win = GameResult::black_wins, white_win = GameResult::white_wins,
                     drawn = GameResult::draw, unfinished = GameResult::unknown;

Game tagged_game(GameResult result, const std::vector<Tag>& tags,
                 const std::string& moves = "7g7f") {
  Game game = game_of(Variant::yari, moves);
  game.tags = tags;
  game.result = result;
  return game;
}

Game game_of_round(const std::string& a, const std::string& b, GameResult result,
                   const std::string& round, const std::string& date = "2001.01.01") {
  return tagged_game(
      result, {{"Event", "Cup"}, {"Round", round}, {"Black", a}, {"White", b}, {"Date", date}});
}

/// A game of the players by their numbers.
tournament::PlayedGame played_by(std::size_t a, std::size_t b, GameResult result) {
  tournament::PlayedGame game;
  game.black = a;
  game.white = b;
  game.result = result;
  return game;
}

}  // namespace

TEST_CASE("a bye is the other's round without an opponent, with the result seen from there") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(
      database,
      {game_of_round("Ann", "bye", black_win, "1"), game_of_round("Ann", "bye", white_win, "2"),
       game_of_round("BYE", "Bob", white_win, "3"), game_of_round("bye", "Bob", black_win, "4"),
       game_of_round("bye", "Bob", drawn, "5"), game_of_round("Ann", "-bye-", unfinished, "6"),
       game_of_round("bye", "bye", drawn, "7"), game_of_round("Ann", "Bob", white_win, "8")});
  const EventGames event = event_games(database, {});
  std::string all;
  for (const tournament::PlayedGame& game : event.games)
    all += fmt::format("{}{} {} {}{}, ", event.players[game.black], event.players[game.white],
                       game.round, name(game.result), game.bye ? " bye" : "");
  CHECK(all ==
        "AnnAnn 1 1-0 bye, AnnAnn 2 0-1 bye, BobBob 3 1-0 bye, BobBob 4 0-1 bye, "
        "BobBob 5 1/2-1/2 bye, AnnAnn 6 * bye, AnnBob 8 0-1, ");
}

TEST_CASE("games of an event come by date, then by round, then by number") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {game_of_round("A", "B", black_win, "2", "2001.01.02"),
                        game_of_round("C", "D", black_win, "10", "2001.01.01"),
                        game_of_round("A", "C", black_win, "9.1", "2001.01.01"),
                        game_of_round("B", "D", black_win, "9", "2001.01.01"),
                        game_of_round("A", "D", black_win, "1", "")});
  int checks = 0;
  const EventGames event = event_games(database, {}, [&] { ++checks; });
  std::string order;
  for (const tournament::PlayedGame& game : event.games) order += std::to_string(game.id) + ' ';
  CHECK(order == "5 3 4 2 1 ");
  CHECK(event.dates == std::vector<int>{0, 20010101, 20010101, 20010101, 20010102});
  CHECK(checks == 5);
}

TEST_CASE("events and sites have who and what came together there, and Black's results") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(
      database,
      {tagged_game(black_win,
                   {{"Event", "Cup"}, {"Site", "Kyoto"}, {"Black", "A"}, {"White", "B"}}),
       tagged_game(white_win, {{"Event", "Cup"}, {"Site", "?"}, {"Black", "?"}, {"White", "A"}}),
       tagged_game(drawn, {{"Event", "-"}, {"Site", "Kyoto"}, {"Black", "C"}, {"White", "B"}})});
  const NameRecords events = name_records(database, NameKind::event, {});
  REQUIRE(events.spellings.size() == 1);
  CHECK(events.spellings[0].text == "Cup");
  CHECK(events.records[0] == ResultCounts{2, 1, 0, 1});
  // A, B, A: the unknown player is none.
  CHECK(events.spellings[0].company == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(events.spellings[0].settings.size() == 1);
  const NameRecords sites = name_records(database, NameKind::site, {});
  REQUIRE(sites.spellings.size() == 1);
  CHECK(sites.records[0] == ResultCounts{2, 1, 1, 0});
  CHECK(sites.spellings[0].company.size() == 1);
  CHECK(sites.spellings[0].settings == std::vector<std::uint32_t>{0, 1, 2, 1});
}

TEST_CASE("players have their opponents, but not themselves, and byes are no games") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database,
             {game_of_round("A", "B", black_win, "1"), game_of_round("A", "A", drawn, "2"),
              game_of_round("A", "bye", black_win, "3"), game_of_round("C", "?", white_win, "4"),
              game_of_round("B", "A", black_win, "5")});
  const NameRecords names = name_records(database, NameKind::player, {});
  std::string all;
  for (std::size_t i = 0; i < names.spellings.size(); ++i)
    all += fmt::format("{} {} {}/{}/{} company {}, ", names.spellings[i].text,
                       names.records[i].games, names.records[i].wins, names.records[i].draws,
                       names.records[i].losses, names.spellings[i].company.size());
  CHECK(all == "A 4 1/2/1 company 2, B 2 1/0/1 company 2, C 1 0/0/1 company 0, ");
}

TEST_CASE("ratings of a player are the first and the last by date, and the highest") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  const auto rated = [](const char* date, const char* a, const char* b) {
    return tagged_game(
        drawn, {{"Black", "A"}, {"White", "B"}, {"Date", date}, {"BlackElo", a}, {"WhiteElo", b}});
  };
  add_games(database, "add",
            {rated("2003", "1500", "1800"), rated("2001", "1700", "?"),
             rated("2002", "1400", "1900"), rated("2003", "1600", "1850")});
  const NameRecords names = name_records(database, NameKind::player, {});
  const auto ratings = [&](std::size_t player) {
    const TaggedRatings& r = names.records.at(player).ratings.value();
    return fmt::format("{}/{}/{}", r.first.rating, r.last.rating, r.highest);
  };
  CHECK(ratings(0) == "1700/1600/1700");
  CHECK(ratings(1) == "1900/1850/1900");
  CHECK(names.spellings[0].first_date == 20010000);
  CHECK(names.spellings[0].last_date == 20030000);
}

TEST_CASE("spellings that are added have the ratings of the later and of the earlier one") {
  const auto record = [](int first, int last, std::optional<TaggedRatings> ratings) {
    NameRecord r;
    r.first_date = first;
    r.last_date = last;
    r.ratings = ratings;
    return r;
  };
  const auto merged = [&](NameRecord one, const NameRecord& other) {
    one.merge(other);
    return fmt::format("{} {} {}", one.first_date, one.last_date,
                       one.ratings ? fmt::format("{}/{}/{}", one.ratings->first.rating,
                                                 one.ratings->last.rating, one.ratings->highest)
                                   : "none");
  };
  const auto rated = [](int first_date, int first, int last_date, int last) {
    TaggedRatings ratings({first_date, 1, first});
    ratings.merge(TaggedRatings({last_date, 2, last}));
    return ratings;
  };
  const TaggedRatings a = rated(10, 1, 20, 2), b = rated(5, 4, 25, 5), c = rated(15, 4, 19, 5);
  CHECK(merged(record(10, 20, a), record(5, 25, b)) == "5 25 4/5/5");
  CHECK(merged(record(10, 30, a), record(1, 25, b)) == "1 30 4/5/5");
  CHECK(merged(record(5, 25, b), record(10, 30, a)) == "5 30 4/5/5");
  CHECK(merged(record(10, 20, a), record(15, 19, c)) == "10 20 1/2/5");
  CHECK(merged(record(0, 0, {}), record(15, 19, c)) == "15 19 4/5/5");
  CHECK(merged(record(10, 20, a), record(0, 0, {})) == "10 20 1/2/2");
  CHECK(merged(record(0, 0, {}), record(0, 0, {})) == "0 0 none");
}

TEST_CASE("annotated games of a player come once for each side, with the judgements of that side") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  const std::vector<Tag> tags{{"Black", "Ann"}, {"White", "Bob"}};
  import_all(database, {tagged_game(black_win, tags, "7g7f 3c3d 2g2f"), tagged_game(drawn, tags),
                        tagged_game(white_win, {{"Black", "Bob"}, {"White", "Ann"}}, "7g7f 3c3d"),
                        tagged_game(white_win, {{"Black", "Ann"}, {"White", "ann"}}, "2g2f")});
  StoredAnnotation annotation;
  annotation.players[0].all = {2, 8000};
  annotation.players[1].all = {1, 9000};
  const auto add = [&](JudgedKind kind, Color side) {
    StoredJudgement j;
    j.kind = kind;
    j.color = side;
    j.ply = static_cast<int>(annotation.judgements.size());
    annotation.judgements.push_back(j);
  };
  add(JudgedKind::blunder, Color::black);
  add(JudgedKind::lost_win, Color::white);
  for (const GameId id : {1, 3, 4}) store_annotation(database, id, annotation);
  std::string all;
  const auto visit = [&](const PlayerGame& game) {
    all += fmt::format(
        "{}{} {} {}{} {}, ", game.header.id, game.color == Color::black ? 'b' : 'w',
        game.numbers.all.moves, game.judgements[static_cast<std::size_t>(JudgedKind::blunder)],
        game.judgements[static_cast<std::size_t>(JudgedKind::lost_win)], game.opening.size());
  };
  CHECK(each_player_game(database, "Ann", {}, 2, visit) == 4);
  CHECK(all == "1b 2 10 2, 3w 1 01 2, 4b 2 10 1, 4w 1 01 1, ");
  all.clear();
  GameFilter won;
  won.result = black_win;
  CHECK(each_player_game(database, "Ann", won, 1, visit) == 1);
  CHECK(all == "1b 2 10 1, ");
}

TEST_CASE("a rating period ends with its months, and those in between without games count") {
  EventGames event;
  event.players = {"A", "B"};
  const auto periods = [&](std::vector<int> dates, int months) {
    event.games.assign(dates.size(), played_by(0, 1, black_win));
    event.dates = std::move(dates);
    return rating_list(event, {.period_months = months, .handicaps = {}}).periods;
  };
  CHECK(periods({20010100}, 3) == 1);
  CHECK(periods({20010100, 20010300}, 3) == 1);
  CHECK(periods({20010300, 20010400}, 3) == 2);
  CHECK(periods({20011200, 20020100}, 12) == 2);
  CHECK(periods({20010100, 20011200}, 12) == 1);
  CHECK(periods({20010131, 20010201}, 1) == 2);
  CHECK(periods({20010100, 20020100}, 3) == 5);
}

TEST_CASE("who played in no game that counts is in no list of ratings") {
  EventGames event;
  event.players = {"A", "B", "C", "D"};
  event.games = {played_by(0, 1, white_win), played_by(2, 2, black_win),
                 played_by(0, 3, unfinished)};
  tournament::PlayedGame forfeit = played_by(2, 3, black_win);
  forfeit.ending = Ending::forfeit;
  event.games.push_back(forfeit);
  event.dates.assign(4, 20010100);
  const RatingList list = rating_list(event, {});
  REQUIRE(list.players.size() == 2);
  CHECK(list.players[0].name == "B");
  CHECK(list.players[0].rating.rating + list.players[1].rating.rating == Approx(3000));
  CHECK(list.players[0].rating.rating > 1600);
  CHECK(list.games == 1);
  CHECK(list.without_result == 1);
  CHECK(list.without_date == 0);
  CHECK(list.players[0].games == 1);
  CHECK(list.players[0].last_date == 20010100);
}

TEST_CASE("byes are in no number of a collection") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game bye = tagged_game(black_win, {{"Black", "A"}, {"White", "bye"}, {"Date", "2001"}},
                         "7g7f 3c3d 2g2f");
  bye.ending = Ending::forfeit;
  Game other_start = tagged_game(black_win, {{"Black", "bye"}, {"White", "B"}}, "");
  other_start.start = *read_sfen("3k3/7/3+B3/7/7/7/7/7/3K3 b R 1", Variant::yari);
  import_all(database, {tagged_game(drawn, {{"Black", "A"}, {"White", "B"}, {"Date", "2001"}}), bye,
                        other_start, tagged_game(drawn, {{"Black", "A"}, {"White", "Bye Bye"}})});
  const PlayedGames games = played_games(database);
  const Statistics& s = games.counts;
  CHECK(s.games == 2);
  CHECK(s.plies == 2);
  CHECK(s.players == 3);
  CHECK(s.variants == std::map<std::string, std::int64_t>{{"yari", 2}});
  CHECK(s.results == std::map<std::string, std::int64_t>{{"1/2-1/2", 2}});
  CHECK(s.endings == std::map<std::string, std::int64_t>{{"unknown", 2}});
  CHECK(s.handicaps.empty());
  CHECK(s.years.at(2001) == 1);
  CHECK(games.lengths.games == 2);
  CHECK(games.lengths.min == 1);
  CHECK(games.lengths.max == 1);
  const EventGames event = event_games(database, {});
  CHECK(std::ranges::count_if(event.games, [](const tournament::PlayedGame& game) {
          return game.bye && game.ending == Ending::forfeit;
        }) == 1);
}

TEST_CASE("of games without plies and one long game the histogram has every step between") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::string moves;
  for (int i = 0; i < 10; ++i) moves += "4i4h 4a4b 4h4i 4b4a ";
  import_all(database, {tagged_game(drawn, {}, ""), tagged_game(drawn, {}, moves),
                        tagged_game(drawn, {}, moves.substr(0, 19 * 5 - 1)),
                        tagged_game(drawn, {}, moves.substr(0, 20 * 5 - 1))});
  const Lengths lengths = played_games(database).lengths;
  CHECK(lengths.histogram == std::map<int, std::int64_t>{{0, 2}, {20, 1}, {40, 1}});
  CHECK(lengths.median == 19);
  CHECK(lengths.max == 40);
}

TEST_CASE("clocks are in groups of seconds, and moves of the book or without a clock in none") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game game = game_of(Variant::yari, "7g7f 3c3d 6g6f 4c4d 1g1f 1c1d");
  const std::vector<NodeId> line = game.moves.main_line();
  const std::uint32_t left[] = {59'999, 60'000, 3'599'999, 3'600'000, 86'400'000};
  for (std::size_t i = 0; i < 5; ++i) game.moves.edit_note(line[i]).left_ms = left[i];
  import_all(database, {game});
  StoredAnnotation annotation;
  const auto add = [&](int ply, JudgedKind kind) {
    StoredJudgement j;
    j.ply = ply;
    j.kind = kind;
    annotation.judgements.push_back(j);
  };
  add(0, JudgedKind::inaccuracy);
  add(1, JudgedKind::mistake);
  add(3, JudgedKind::blunder);
  add(4, JudgedKind::missed_mate);
  store_annotation(database, 1, annotation);
  const auto groups = [&](const GameFilter& filter) {
    std::string all;
    for (const ClockGroup& g : count_clock_mistakes(database, filter))
      if (g.moves > 0)
        all += fmt::format("{}..{} {} {}{}{}, ", g.from, g.to, g.moves, g.judged[0], g.judged[1],
                           g.judged[2]);
    return all;
  };
  CHECK(groups({}) == "30..60 1 100, 60..180 1 010, 1800..3600 1 000, 3600..0 2 001, ");
  GameFilter nobody;
  nobody.black = "nobody";
  CHECK(groups(nobody).empty());
  annotation.book_plies = 2;
  store_annotation(database, 1, annotation);
  CHECK(groups({}) == "1800..3600 1 000, 3600..0 2 001, ");
}

TEST_CASE("games without plies count as games, and moves up to the first that is illegal") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {game_of(Variant::yari, ""), game_of(Variant::shogi, "7g7f")});
  int checks = 0;
  const auto counts = count_moves(database, {}, [&] { ++checks; });
  CHECK(checks == 2);
  CHECK(counts.at(Variant::yari).games == 1);
  CHECK(counts.at(Variant::yari).moves == 0);
  CHECK(counts.at(Variant::shogi).kinds[pawn].moves == 1);
}

TEST_CASE("tags are found without regard to case, the first of several") {
  TaggedGame game;
  game.tags = {{"Round", "1"}, {"round", "2"}};
  CHECK(game.tag("ROUND") == "1");
  CHECK(game.tag("Board").empty());
}

}  // namespace yari::test
