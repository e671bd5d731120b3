// A cluster whose shards have an index each, as before version 8.
#include <fmt/format.h>

#include <algorithm>

#include "db/change/upkeep.h"
#include "db/database_impl.h"
#include "db/explore/explorer.h"
#include "db/store/postgres/server/tables.h"
#include "db/store/shared/run_writer.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// Makes the indexes of a cluster those of version 7: each shard has the postings of its games, in
/// two runs, and of some games a stale posting.
class AsVersion7 {
 public:
  explicit AsVersion7(const std::string& url)
      : shards_(pg::open_shards(std::make_unique<pg::Connection>(url))) {
    std::vector<Posting> positions, contents;
    {
      pg::PostgresStore store(url, OpenMode::read_only);
      const auto snapshot = store.snapshot();
      const auto add_to = [](std::vector<Posting>& all) {
        return [&all](std::span<const Posting> some) {
          all.insert(all.end(), some.begin(), some.end());
        };
      };
      snapshot->positions().each(add_to(positions));
      snapshot->contents().each(add_to(contents));
    }
    for (std::size_t i = 0; i < shards_->size(); ++i) {
      write(i, "position", positions);
      write(i, "content", contents);
    }
    shards_->home().connection->execute(
        "DROP TABLE yari.position_runs, yari.position_blocks, yari.position_stale, "
        "yari.content_runs, yari.content_blocks, yari.content_stale; "
        "UPDATE yari.meta SET value = 7 WHERE name = 'version'");
    for (const auto& server : shards_->connections()) server->sync();
  }
  const pg::Shards& shards() const { return *shards_; }
  /// Of both indexes, over all shards.
  int stale() const { return stale_; }

 private:
  void write(std::size_t i, const std::string& name, const std::vector<Posting>& all) {
    const pg::Shard& shard = (*shards_)[i];
    const auto sql = [&](const std::string& text) {
      return shard.sql(fmt::format(fmt::runtime(text), name));
    };
    shard.connection->execute(
        sql("CREATE TABLE @.{0}_runs(slot int2 PRIMARY KEY, age int8 NOT NULL, postings int8 NOT "
            "NULL, blocks int8 NOT NULL); CREATE TABLE @.{0}_blocks(id int8 PRIMARY KEY, data "
            "bytea NOT NULL); CREATE TABLE @.{0}_stale(game int8 PRIMARY KEY, age int8 NOT NULL)"));
    std::vector<Posting> runs[2];
    for (const Posting& p : all)
      if (shards_->of_game(p.game) == i) runs[p.game % 2].push_back(p);
    // The games of the younger run stood elsewhere before.
    std::int64_t last = 0;
    for (const Posting& p : runs[1])
      if (p.game % 3 == 0 && p.ply == 0) {
        runs[0].push_back({p.key + 1, p.game, 0});
        last = p.game;
        pg::Statement(*shard.connection, sql("INSERT INTO @.{0}_stale VALUES ($1, 7)")).run({last});
        ++stale_;
      }
    for (int run = 0; run < 2; ++run) {
      std::ranges::sort(runs[run], std::less<>());
      const BlockPlace first{.is_first = true,
                             .of_contents = name == "content",
                             .next = std::nullopt,
                             .shard = static_cast<int>(i)};
      store::RunWriter writer(
          run + 3, std::ssize(runs[run]), 6, first, [&](std::int64_t id, const Bytes& blob) {
            pg::Statement(*shard.connection, sql("INSERT INTO @.{0}_blocks VALUES ($1, $2)"))
                .run({id, blob});
          });
      writer.add(runs[run]);
      writer.finish();
      pg::Statement(*shard.connection, sql("INSERT INTO @.{0}_runs VALUES ($1, $2, $3, $4)"))
          .run({run + 3, run == 0 ? 2 : 7, writer.postings(), writer.blocks()});
    }
  }

  std::unique_ptr<pg::Shards> shards_;
  int stale_ = 0;
};

struct OldCluster {
  OldCluster() {
    pg::create_cluster(urls, 5);
    Database database(urls[0], OpenMode::read_write);
    import_all(database, mixed_games(60));
    delete_games(database, {7});
    content = content_of(database);
  }
  std::vector<std::string> urls{shared_postgres()->new_database(),
                                shared_postgres()->new_database()};
  std::string content;
};

}  // namespace

TEST_CASE("the indexes of the shards of version 7 become one of the cluster", "[cluster]") {
  if (shared_postgres() == nullptr) return;
  const OldCluster cluster;
  const AsVersion7 old(cluster.urls[0]);
  REQUIRE(old.stale() > 10);
  CHECK_THROWS_AS(Database(cluster.urls[0], OpenMode::read_only), DatabaseError);
  Database database(cluster.urls[0], OpenMode::read_write);
  CHECK(content_of(database) == cluster.content);
  CHECK(database.verify().problems == std::vector<std::string>{});
  for (const auto& server : old.shards().connections()) {
    CHECK(server->integer("SELECT count(*) FROM pg_tables WHERE schemaname LIKE 'yari_shard%' AND "
                          "(tablename LIKE 'position%' OR tablename LIKE 'content%')") == 0);
  }
  CHECK(store_of(database).snapshot()->positions().pieces() == 1);
  import_all(database, mixed_games(70));
  CHECK(undo(database));
  CHECK(database.verify().problems == std::vector<std::string>{});
}

TEST_CASE("the index of a database without shards is that of version 7", "[postgres]") {
  if (shared_postgres() == nullptr) return;
  const std::string url = shared_postgres()->new_database();
  std::string content;
  {
    Database database(url, OpenMode::create);
    import_all(database, mixed_games(60));
    content = content_of(database);
  }
  pg::Connection root(url);
  root.execute("UPDATE yari.meta SET value = 7 WHERE name = 'version'");
  Database database(url, OpenMode::read_write);
  CHECK(root.integer("SELECT value FROM yari.meta WHERE name = 'version'") == pg::schema_version);
  CHECK(content_of(database) == content);
  CHECK(database.verify().problems == std::vector<std::string>{});
}

TEST_CASE("words of version 8 are refused until they are rebuilt", "[postgres]") {
  if (shared_postgres() == nullptr) return;
  const std::vector<std::string> cluster{shared_postgres()->new_database(),
                                         shared_postgres()->new_database()};
  pg::create_cluster(cluster, 5);
  for (const std::string& url : {shared_postgres()->new_database(), cluster[0]}) {
    {
      Database database(url, OpenMode::create);
      std::vector<Game> games = mixed_games(20);
      for (std::size_t i = 0; i < games.size(); ++i)
        games[i].moves.edit_note(root_node).comment = i % 5 == 0 ? "この急戦は" : "古い";
      import_all(database, games);
    }
    const std::unique_ptr<pg::Shards> shards =
        pg::open_shards(std::make_unique<pg::Connection>(url));
    for (std::size_t i = 0; i < shards->size(); ++i)
      (*shards)[i].connection->execute(
          (*shards)[i].sql("ALTER TABLE @.games_text DROP COLUMN spelled; UPDATE @.games_text "
                           "SET words = array_to_tsvector(ARRAY['この急戦は'])"));
    shards->home().connection->execute(
        "UPDATE yari.meta SET value = 8 WHERE name = 'version';"
        "DELETE FROM yari.meta WHERE name = 'word_form'");
    for (const auto& server : shards->connections()) server->sync();
    GameFilter filter;
    filter.text = "急戦";
    const auto refusal_of = [&](Database& database) {
      try {
        database.ids(filter);
        return std::string();
      } catch (const DatabaseError& error) {
        return std::string(error.what());
      }
    };
    CHECK_THROWS_AS(Database(url, OpenMode::read_only), DatabaseError);
    for (const bool reindex : {false, true}) {
      Database database(url, OpenMode::read_write);
      CHECK_THAT(refusal_of(database), Contains("'yari db compact'"));
      CHECK(database.verify().problems == std::vector<std::string>{});
      // What is written meanwhile does not make the rest new.
      import_all(database, {mixed_games(21).back()});
      CHECK_THAT(refusal_of(database), Contains("'yari db compact'"));
      if (reindex)
        database.reindex();
      else
        database.compact();
      CHECK(database.ids(filter) == std::vector<GameId>{1, 6, 11, 16});
      CHECK(database.verify().problems == std::vector<std::string>{});
      shards->home().connection->execute("DELETE FROM yari.meta WHERE name = 'word_form'");
      shards->home().connection->sync();
    }
  }
}

TEST_CASE("an index of version 7 that is damaged is upgraded to one that is to be rebuilt",
          "[cluster]") {
  if (shared_postgres() == nullptr) return;
  const OldCluster cluster;
  {
    const AsVersion7 old(cluster.urls[0]);
    const pg::Shard& shard = old.shards()[3];
    shard.connection->execute(
        shard.sql("UPDATE @.position_blocks SET data = substr(data, 2); DELETE FROM "
                  "@.content_runs WHERE slot = 4"));
  }
  Database database(cluster.urls[0], OpenMode::read_write);
  store::Store& store = store_of(database);
  {
    const auto snapshot = store.snapshot();
    const auto all = [](std::span<const Posting>) { return true; };
    CHECK_THROWS_WITH(snapshot->positions().find(5, all), Contains("compact --reindex"));
    CHECK_THROWS_WITH(snapshot->contents().find(5, all), Contains("compact --reindex"));
  }
  database.reindex();
  CHECK(content_of(database) == cluster.content);
  CHECK(database.verify().problems == std::vector<std::string>{});
}

TEST_CASE("a server of version 9 gets counts by year", "[postgres]") {
  if (shared_postgres() == nullptr) return;
  const std::string url = shared_postgres()->new_database();
  const auto count_early = [](Database& database, std::int64_t by_part) {
    CountLimits& limits = DatabaseParts::of(database).count_limits;
    limits.in_batch = 2;
    limits.in_run = 2;
    limits.by_part = by_part;
  };
  {
    Database database(url, OpenMode::create);
    count_early(database, INT64_MAX);
    import_all(database, mixed_games(60));
  }
  pg::Connection root(url);
  root.execute(
      "ALTER TABLE yari.counts DROP COLUMN part; ALTER TABLE yari.counts ADD PRIMARY KEY (key, "
      "run); ALTER TABLE yari.counted_positions DROP COLUMN by_part; UPDATE yari.meta SET value = "
      "9 WHERE name = 'version'");
  CHECK_THROWS_AS(Database(url, OpenMode::read_only), DatabaseError);
  Database database(url, OpenMode::read_write);
  count_early(database, 4);
  CHECK(root.integer("SELECT value FROM yari.meta WHERE name = 'version'") == pg::schema_version);
  const Setup start = start_setup(Variant::shogi);
  GameFilter draws;
  draws.result = GameResult::draw;
  const std::optional<std::int64_t> games = games_counted(database, start);
  CHECK(games);
  CHECK_FALSE(games_counted(database, start, draws));
  const std::int64_t drawn = explore(database, start, draws).all.games;
  database.compact();
  CHECK(games_counted(database, start) == games);
  CHECK(games_counted(database, start, draws) == drawn);
  CHECK(database.verify().problems == std::vector<std::string>{});
}

}  // namespace yari::test
