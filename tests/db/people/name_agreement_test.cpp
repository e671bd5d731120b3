// What SQL leaves out early is what the slow answer leaves out, too: on random names of many
// scripts, dates and ratings, every filter is asked of the database and of each header by itself.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "db/explore/search.h"
#include "db/query/header.h"
#include "db/reports/tagged_games.h"
#include "db/store/shared/filter_test.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// Letters as they are met in names: case, accents, width, voicing, kanji of one meaning, blanks.
const std::vector<std::string> letters{
    "a",      "A",  "ａ",     "á",  "Ä",  "a\u0301", "l",  "L",  "Ł",  "ł",  "n",  "ñ",  "Ｎ",
    "ễ",      "e",  "E",      "o",  "ø",  "Ø",       "ö",  "s",  "ß",  "ss", "ı",  "i",  "İ",
    "カ",     "ｶ",  "ガ",     "ｶﾞ", "か", "が",      "ハ", "パ", "ﾊﾟ", "濱", "浜", "田", "\u3099",
    "и",      "Й",  "й",      "Σ",  "σ",  "ς",       "김", "기", "-",  "'",  ".",  "・", " ",
    " ",      "　", "%",      "_",  "\"", "*",       "1",  "１", "①",  "´",  "々", "ー", "(",
    "\u0301", "ﬁ",  "\u200d", "א",  "ش",  "न",       "ि",  "𠮷", "😀"};

/// A number below `end`.
std::size_t pick(Rng& rng, std::size_t end) { return rng() % end; }

std::string random_name(Rng& rng, std::size_t longest) {
  std::string name;
  for (auto n = 1 + pick(rng, longest); n > 0; --n) name += letters[pick(rng, letters.size())];
  return name;
}

std::string random_rating(Rng& rng) {
  const std::vector<std::string> odd{"", "?", "-", "1800?", "1900.5", "0", "10000", "18OO"};
  return pick(rng, 4) == 0 ? odd[pick(rng, odd.size())] : std::to_string(1500 + pick(rng, 6) * 100);
}

/// Names that begin like one another, so that conditions match some of them.
std::vector<Game> games_with_names(Rng& rng, int count) {
  std::vector<Game> games;
  Game game = game_of(Variant::shogi, "7g7f 3c3d");
  for (int i = 0; i < count; ++i) {
    game.tags.clear();
    game.set_tag(tags::black, random_name(rng, 8));
    if (pick(rng, 5) != 0) game.set_tag(tags::white, random_name(rng, 8));
    if (pick(rng, 3) != 0) game.set_tag(tags::event, random_name(rng, 6));
    if (pick(rng, 3) != 0) game.set_tag(tags::site, random_name(rng, 6));
    const std::vector<std::string> dates{"", "1990", "1990-02", "1990-02-28", "1991-12-31", "2000"};
    if (const std::string& date = dates[pick(rng, 6)]; !date.empty()) game.set_tag("Date", date);
    for (const char* tag : {"BlackElo", "WhiteElo", "BlackRate", "white_rating", "WhiteElo"})
      if (pick(rng, 2) != 0) game.tags.push_back({tag, random_rating(rng)});
    const std::vector<std::string> rounds{"", "1", "1.2", "12", "final", "FINAL.3"};
    if (const std::string& round = rounds[pick(rng, 6)]; !round.empty())
      game.set_tag(tags::round, round);
    game.result = static_cast<GameResult>(pick(rng, 4));
    games.push_back(game);
  }
  return games;
}

GameFilter random_filter(Rng& rng) {
  GameFilter filter;
  const auto name = [&] { return random_name(rng, 2); };
  switch (pick(rng, 8)) {
    case 7:
      break;
    case 0:
      filter.black = name();
      break;
    case 1:
      filter.white = name();
      break;
    case 2:
      filter.event = name();
      break;
    case 3:
      filter.site = name();
      break;
    case 4:
      filter.player = name();
      filter.opponent = name();
      break;
    default:
      filter.player = name();
  }
  if (pick(rng, 4) == 0) filter.date_from = pick(rng, 2) == 0 ? 19900000 : 19900215;
  if (pick(rng, 4) == 0) filter.date_to = pick(rng, 2) == 0 ? 19910000 : 19900300;
  if (pick(rng, 3) == 0) filter.min_rating = 1500 + static_cast<int>(pick(rng, 5)) * 100;
  if (pick(rng, 3) == 0) filter.max_rating = 1550 + static_cast<int>(pick(rng, 5)) * 100;
  if (pick(rng, 4) == 0) filter.round = pick(rng, 2) == 0 ? "1" : "Final";
  if (pick(rng, 4) == 0) filter.result = static_cast<GameResult>(pick(rng, 4));
  return filter;
}

std::string_view round_in(const std::vector<Tag>& tags) {
  const auto found = std::ranges::find(tags, tags::round, &Tag::name);
  return found == tags.end() ? std::string_view() : std::string_view(found->value);
}

std::vector<GameId> slow_answer(Database& database, const GameFilter& filter) {
  FilterTest test(filter);
  std::vector<GameId> ids;
  each_tagged_game(database, {}, [&](const TaggedGame& game) {
    if (test.holds(game.header, {.ratings = ratings_of(game.tags), .round = round_in(game.tags)}))
      ids.push_back(game.header.id);
    return true;
  });
  return ids;
}

}  // namespace

TEST_CASE("filters take the same games whether SQL narrows them or not") {
  Rng rng(20261123);
  const TempFolder folder;
  Database database(folder / "games.ydb", OpenMode::create);
  import_all(database, games_with_names(rng, 300));
  int found = 0;
  for (int i = 0; i < 600; ++i) {
    const GameFilter filter = random_filter(rng);
    const std::vector<GameId> expected = slow_answer(database, filter);
    found += expected.empty() ? 0 : 1;
    INFO(filter.player.value_or("")
         << '|' << filter.opponent.value_or("") << '|' << filter.black.value_or("") << '|'
         << filter.white.value_or(""));
    REQUIRE(database.ids(filter) == expected);
    REQUIRE(database.count(filter) == static_cast<std::int64_t>(expected.size()));
    if (i % 10 == 0) {
      std::vector<GameId> hits;
      database.find_position(start_setup(Variant::shogi), filter, [&](const Hit& hit) {
        hits.push_back(hit.game);
        return true;
      });
      REQUIRE(hits == expected);
    }
  }
  CHECK(found > 300);
}

TEST_CASE("queries on ratings take the same games whether SQL narrows them or not", "[slow]") {
  Rng rng(8);
  const TempFolder folder;
  Database database(folder / "games.ydb", OpenMode::create);
  import_all(database, games_with_names(rng, 300));
  int found = 0;
  for (int i = 0; i < 100; ++i) {
    const int low = 1500 + static_cast<int>(pick(rng, 6)) * 100;
    const int high = low + static_cast<int>(pick(rng, 4)) * 100;
    const bool negated = pick(rng, 2) == 0;
    const std::string text = fmt::format("{}rated in {}..{}", negated ? "not " : "", low, high);
    const auto query = query::parse(text, Variant::shogi);
    REQUIRE(query);
    std::vector<GameId> hits, expected;
    search(database, *query, {}, {.threads = 1, .progress = {}}, [&](const Hit& hit) {
      hits.push_back(hit.game);
      return true;
    });
    each_tagged_game(database, {}, [&](const TaggedGame& game) {
      const Ratings ratings = ratings_of(game.tags);
      const bool both = std::ranges::all_of(
          ratings, [&](const auto& rating) { return rating && *rating >= low && *rating <= high; });
      if (both != negated) expected.push_back(game.header.id);
      return true;
    });
    found += expected.empty() || expected.size() == 300 ? 0 : 1;
    REQUIRE(hits == expected);
  }
  CHECK(found > 80);
}

TEST_CASE("queries on names take the same games whether SQL narrows them or not", "[slow]") {
  Rng rng(7);
  const TempFolder folder;
  Database database(folder / "games.ydb", OpenMode::create);
  import_all(database, games_with_names(rng, 200));
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    const query::HeaderTest test =
        query::NameIs{static_cast<query::NameIs::Field>(pick(rng, 5)), random_name(rng, 2)};
    query::Query query;
    query.variant = Variant::shogi;
    query.nodes.emplace_back(test);
    std::vector<GameId> hits, expected;
    search(database, query, {}, {.threads = 1, .progress = {}}, [&](const Hit& hit) {
      hits.push_back(hit.game);
      return true;
    });
    database.list({}, {}, [&](const GameHeader& h) {
      query::HeaderView view;
      view.black = h.black;
      view.white = h.white;
      view.event = h.event;
      view.site = h.site;
      if (query::holds(test, view)) expected.push_back(h.id);
      return true;
    });
    found += expected.empty() ? 0 : 1;
    REQUIRE(hits == expected);
  }
  CHECK(found > 100);
}

TEST_CASE("a query on a name takes its games also where thousands of names fit") {
  const TempFolder folder;
  Database database(folder / "games.ydb", OpenMode::create);
  // More than 1,000 players of each side are Ito, as many events Oi; some games have none.
  constexpr int count = 4500;
  std::vector<Game> games;
  Game game = game_of(Variant::shogi, "7g7f 3c3d");
  for (int i = 0; i < count; ++i) {
    game.tags.clear();
    if (i % 7 != 0) game.set_tag(tags::black, fmt::format("{} {}", i % 2 == 0 ? "Ito" : "Abe", i));
    if (i % 5 != 0) game.set_tag(tags::white, fmt::format("{} b{}", i % 3 == 0 ? "Ito" : "Ono", i));
    if (i % 11 != 0) game.set_tag(tags::event, fmt::format("{} {}", i % 4 < 2 ? "Oi" : "Kio", i));
    game.set_tag(tags::site, fmt::format("Osaka {}", i));
    games.push_back(game);
  }
  import_all(database, games);
  const auto expect = [&](const std::string& text,
                          const std::function<bool(const GameHeader&)>& is_taken) {
    std::vector<GameId> expected, hits;
    database.list({}, {}, [&](const GameHeader& h) {
      if (is_taken(h)) expected.push_back(h.id);
      return true;
    });
    search(database, query::parse("ply = 0 and " + text, Variant::shogi).value(), {},
           {.threads = 1, .progress = {}}, [&](const Hit& hit) {
             hits.push_back(hit.game);
             return true;
           });
    INFO(text);
    REQUIRE(hits == expected);
  };
  using Header = GameHeader;
  const auto black = [](const Header& h) { return h.black.starts_with("Ito"); };
  const auto white = [](const Header& h) { return h.white.starts_with("Ito"); };
  const auto event = [](const Header& h) { return h.event.starts_with("Oi"); };
  expect("black ito", black);
  expect("white ito", white);
  expect("player ito", [&](const Header& h) { return black(h) || white(h); });
  expect("not player ito", [&](const Header& h) { return !black(h) && !white(h); });
  expect("event oi", event);
  expect("site osaka", [](const Header&) { return true; });
  expect("not site osaka", [](const Header&) { return false; });
  expect("black ito and not white ito and event oi and player \"ito 8\"", [&](const Header& h) {
    return black(h) && !white(h) && event(h) && h.black.starts_with("Ito 8");
  });
}

}  // namespace yari::test
