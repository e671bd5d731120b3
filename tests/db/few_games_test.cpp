// Games that an index knows: the same games as a look at all of them finds.
#include "db/store/sqlite/games/few_games.h"

#include <algorithm>

#include "db/store/shared/filter_test.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// More games than are looked at first; a few names and dates, some of them unknown in part.
std::vector<Game> many_games(Rng& rng, int count) {
  const std::vector<std::string> names{"Habu", "Ohno", "Habu Ohno", "Sato", "Rare One"};
  const std::vector<std::string> dates{"", "1990", "1990-02", "1990-02-28", "1991-12-31", "2000"};
  std::vector<Game> games;
  Game game = game_of(Variant::shogi, "7g7f 3c3d");
  for (int i = 0; i < count; ++i) {
    game.tags.clear();
    const auto name = [&] { return names[rng() % (rng() % 200 == 0 ? 5 : 4)]; };
    game.set_tag(tags::black, name());
    if (rng() % 5 != 0) game.set_tag(tags::white, name());
    if (rng() % 3 != 0) game.set_tag(tags::event, name());
    game.set_tag(tags::site, rng() % 1000 == 0 ? "Osaka" : "Tokyo");
    game.set_tag("Round", std::to_string(i));
    if (const std::string& date = dates[rng() % 6]; !date.empty()) game.set_tag("Date", date);
    games.push_back(game);
  }
  return games;
}

std::vector<GameFilter> filters() {
  std::vector<GameFilter> all(11);
  all[1].player = "rare";
  all[2].player = "habu", all[2].opponent = "habu";
  all[3].black = "rare", all[3].date_from = 19900215;
  all[4].white = "sato", all[4].event = "rare";
  all[5].date_from = 19900301, all[5].date_to = 19910101;
  all[6].player = "nobody";
  all[7].site = "osaka";
  all[8].site = "tokyo", all[8].event = "ohno";
  all[9].date_to = 19900000;
  all[10].opponent = "rare", all[10].ids = {3, 500, 501, 4000};
  return all;
}

std::vector<GameId> slow_answer(const std::vector<GameHeader>& headers, const GameFilter& filter) {
  FilterTest test(filter);
  std::vector<GameId> ids;
  for (const GameHeader& h : headers)
    if (test.holds(h)) ids.push_back(h.id);
  return ids;
}

}  // namespace

TEST_CASE("an index finds the games of a name and a date that a look at all games finds") {
  Rng rng(44);
  const TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, many_games(rng, 5000));
  database.compact();
  delete_games(database, {1, 77, 3000, 4999});
  std::vector<GameHeader> headers;
  database.list({}, {}, [&](const GameHeader& h) { return headers.push_back(h), true; });
  int found_by_index = 0;
  for (std::size_t f = 0; f < filters().size(); ++f) {
    const GameFilter filter = filters()[f];
    INFO("filter " << f);
    const std::vector<GameId> expected = slow_answer(headers, filter);
    CHECK(database.ids(filter) == expected);
    CHECK(database.count(filter) == std::ssize(expected));
    for (const std::size_t most : {0u, 20u, 700u, 5000u}) {
      const std::optional<GameFilter> few = few_games(connection_of(database), filter, most);
      if (!few) continue;
      ++found_by_index;
      CHECK(few->ids.size() <= std::max<std::size_t>(most, 1));
      CHECK(slow_answer(headers, *few) == expected);
    }
    for (const bool descending : {false, true}) {
      const auto by_date = [&](GameId a, GameId b) {
        const auto place = [&](GameId id) {
          const auto h = std::ranges::lower_bound(headers, id, {}, &GameHeader::id);
          return std::pair(h->date.value_or(-1), id);
        };
        return descending ? place(b) < place(a) : place(a) < place(b);
      };
      std::vector<GameId> sorted = expected;
      std::ranges::sort(sorted, by_date);
      for (const std::size_t offset : {0u, 3u, 900u, 4990u}) {
        const std::size_t begin = std::min<std::size_t>(offset, sorted.size());
        const std::size_t end = std::min<std::size_t>(begin + 7, sorted.size());
        const std::vector<GameId> page(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
                                       sorted.begin() + static_cast<std::ptrdiff_t>(end));
        ListOptions options{.sort = SortBy::date, .descending = descending, .limit = 7};
        options.offset = static_cast<std::int64_t>(offset);
        CHECK(database.ids(filter, options) == page);
        if (begin == 0 || begin == sorted.size()) continue;
        options.offset = 0;
        options.after = sorted[begin - 1];
        CHECK(database.ids(filter, options) == page);
      }
    }
  }
  CHECK(found_by_index > 10);
}

TEST_CASE("without the indexes on games, lists are the same") {
  Rng rng(45);
  const TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, many_games(rng, 300));
  const auto answers = [&] {
    std::vector<std::vector<GameId>> all;
    for (const GameFilter& filter : filters()) {
      all.push_back(database.ids(filter));
      all.push_back(database.ids(filter, {.sort = SortBy::date, .limit = 5}));
    }
    return all;
  };
  const auto without = answers();
  const auto indexes = [&] {
    return connection_of(database).integer(
        "SELECT count(*) FROM sqlite_schema WHERE name GLOB 'games_by_*'");
  };
  CHECK(indexes() == 0);
  database.compact();
  CHECK(indexes() == 4);
  CHECK(answers() == without);
  // Damage may have kept one of them from being made.
  connection_of(database).execute("DROP INDEX games_by_white");
  CHECK(answers() == without);
  database.reindex();
  CHECK(indexes() == 4);
  CHECK(answers() == without);
}

}  // namespace yari::test
