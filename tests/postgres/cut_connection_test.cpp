// The connection to a server breaks at any byte: a sentence, nothing half done, and the same work
// completes when there is a connection again.
#include <fmt/format.h>

#include "db/reports/judgements.h"
#include "tests/db/tools/support.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"
#include "tests/support/cutting_proxy.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

using Way = CuttingProxy::Way;

/// The address of a new database, by way of the proxy.
std::string new_database(const CuttingProxy& proxy) {
  std::string url = shared_postgres()->new_database();
  const std::size_t end = url.rfind('/'), colon = url.rfind(':', end);
  return url.replace(colon + 1, end - colon - 1, fmt::format("{}", proxy.port()));
}

int port_of(const std::string& url) { return std::stoi(url.substr(url.rfind(':') + 1)); }

std::unique_ptr<store::Store> open_impatiently(const std::string& url) {
  using namespace std::chrono_literals;
  return std::make_unique<pg::PostgresStore>(url, OpenMode::create,
                                             pg::Patience{.reconnect = 1ms, .lock = 2s});
}

/// Work that can be done twice. `stored` is how many games were reported as stored.
void work(const std::string& url, const std::vector<Game>& games, std::size_t& stored) {
  Database database(open_impatiently(url));
  Importer importer(database);
  for (std::size_t i = 0; i < games.size(); ++i) {
    importer.add(games[i]);
    if (i % 6 != 5) continue;
    importer.commit();
    stored = std::max(stored, i + 1);
  }
  importer.finish();
  stored = games.size();
  set_tags(database, database.ids({}), {{"Event", "Cup"}});
  StoredAnnotation annotation;
  annotation.engine = "builtin";
  annotation.coefficient = 2500;
  store_annotation(database, 1, annotation);
  database.compact();
  database.reindex();
}

}  // namespace

// YARI_CUTS=N cuts at N places of each way; usually at a few.
TEST_CASE("a connection that breaks at any byte costs nothing that was there or reported",
          "[cuts]") {
  if (shared_postgres() == nullptr) return;
  const int cuts = number_from("YARI_CUTS", 2);
  CuttingProxy proxy(port_of(shared_postgres()->new_database()));
  std::vector<Game> games = mixed_games(20);
  // Those without moves are told apart by the event, which the work changes.
  std::erase_if(games, [](const Game& game) { return game.moves.main_moves().empty(); });
  for (const int servers : {1, 3}) {
    const auto new_place = [&] {
      std::vector<std::string> urls;
      for (int i = 0; i < servers; ++i) urls.push_back(new_database(proxy));
      if (servers > 1) pg::create_cluster(urls, 4);
      return urls.front();
    };
    const std::string sound = new_place();
    std::size_t stored = 0;
    proxy.heal();
    work(sound, games, stored);
    const std::int64_t bytes[] = {proxy.passed(Way::to_server), proxy.passed(Way::to_client)};
    Database expected(open_impatiently(sound));
    const std::string content = content_of(expected);
    for (const Way way : {Way::to_server, Way::to_client})
      for (int cut = 0; cut < cuts; ++cut) {
        const std::int64_t at = bytes[static_cast<std::size_t>(way)] * (2 * cut + 1) / (2 * cuts);
        INFO(servers << " servers, way " << static_cast<int>(way) << ", cut after " << at);
        const std::string place = new_place();
        stored = 0;
        proxy.cut_after(way, at);
        CHECK_THROWS_AS(work(place, games, stored), DatabaseError);
        proxy.heal();
        Database database(open_impatiently(place));
        CHECK(database.count() >= static_cast<std::int64_t>(stored));
        CHECK(database.verify().problems == std::vector<std::string>());
        work(place, games, stored);
        const bool is_complete = content_of(database) == content;
        CHECK(is_complete);
        CHECK(database.verify().problems == std::vector<std::string>());
      }
  }
}

}  // namespace yari::test
