// Pages of lists, while games come and go: none is shown twice, and none is left out.
#include <set>

#include "db/explore/position_games.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

using namespace yari;
using namespace yari::test;

namespace {

/// A page of a list, after a game.
using NextPage = std::function<std::vector<GameId>(std::optional<GameId> after)>;

/// Deletes a few games, among them the last one shown, and adds a few.
void change(Database& database, Rng& rng, std::optional<GameId> shown_last) {
  std::vector<GameId> gone;
  for (const GameId id : database.ids({}))
    if (rng() % 12 == 0) gone.push_back(id);
  if (shown_last && rng() % 2 == 0) gone.push_back(*shown_last);
  delete_games(database, gone);
  import_all(database, short_games(static_cast<int>(rng() % 4), static_cast<unsigned>(rng())));
}

/// The games of all pages, one page after the other.
std::vector<GameId> all_pages(const NextPage& next) {
  std::vector<GameId> all;
  for (std::optional<GameId> after;;) {
    const std::vector<GameId> page = next(after);
    if (page.empty()) return all;
    all.insert(all.end(), page.begin(), page.end());
    after = page.back();
  }
}

/// Reads all pages with changes in between.
void check_pages(Database& database, Rng& rng, const NextPage& next) {
  const std::vector<GameId> before = all_pages(next);
  std::set<GameId> shown;
  std::optional<GameId> after;
  for (;;) {
    const std::vector<GameId> page = next(after);
    if (page.empty()) break;
    for (const GameId id : page) CHECK(shown.insert(id).second);
    after = page.back();
    change(database, rng, after);
  }
  for (const GameId id : before)
    if (database.header(id)) CHECK(shown.contains(id));
}

}  // namespace

TEST_CASE("pages of a list join to the whole list while games come and go") {
  Rng rng(21);
  for (const SortBy sort :
       {SortBy::id, SortBy::date, SortBy::plies, SortBy::black, SortBy::white, SortBy::event}) {
    for (const bool descending : {false, true}) {
      TempFolder folder;
      Database database(folder / "a.db", OpenMode::create);
      import_all(database, mixed_games(60));
      const auto page = [&](const GameFilter& filter) -> NextPage {
        return [&, filter](std::optional<GameId> after) {
          return database.ids(filter,
                              {.sort = sort, .descending = descending, .limit = 7, .after = after});
        };
      };
      INFO(static_cast<int>(sort) << (descending ? " falling" : " rising"));
      CHECK(all_pages(page({})) ==
            database.ids({}, {.sort = sort, .descending = descending, .limit = {}}));
      check_pages(database, rng, page({}));
      GameFilter dated;
      dated.date_from = 19000101;
      check_pages(database, rng, page(dated));
    }
  }
}

TEST_CASE("pages of the games with a position join to the whole list while games come and go") {
  Rng rng(22);
  for (const bool filtered : {false, true}) {
    TempFolder folder;
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, short_games(60, 5));
    GameFilter filter;
    if (filtered) filter.min_plies = 5;
    check_pages(database, rng, [&](std::optional<GameId> after) {
      std::vector<GameId> page;
      each_game_with(
          database, start_setup(Variant::yari), filter, 0,
          [&](const Hit& hit) { return page.push_back(hit.game), page.size() < 7; },
          after.value_or(0));
      return page;
    });
  }
}

TEST_CASE("games that were deleted are not counted by the place of a page") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(80, 6));
  const auto from = [&](std::int64_t offset) {
    std::vector<GameId> page;
    each_game_with(database, start_setup(Variant::yari), {}, offset,
                   [&](const Hit& hit) { return page.push_back(hit.game), true; });
    return page;
  };
  std::vector<GameId> all = from(0);
  REQUIRE(all.size() > 20);
  delete_games(database, {all.begin() + 2, all.begin() + 12});
  all.erase(all.begin() + 2, all.begin() + 12);
  CHECK(from(0) == all);
  for (const std::int64_t offset : {1, 5, 9})
    CHECK(from(offset) == std::vector<GameId>(all.begin() + offset, all.end()));
  CHECK(from(std::ssize(all)).empty());
}
