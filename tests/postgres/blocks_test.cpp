// A block of the index that is missing, or stands where it does not belong, is noticed by whoever
// reads past it.
#include <fmt/format.h>

#include <map>

#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

using Answers = std::map<IndexKey, std::vector<std::pair<std::uint32_t, std::uint32_t>>>;

/// One key in 8,000 games, others in one each, in two runs.
std::vector<std::vector<Posting>> many_postings() {
  Rng rng(5);
  std::vector<std::vector<Posting>> runs(2);
  for (std::uint32_t r = 0; r < 2; ++r) {
    for (std::uint32_t game = 1; game <= 8000; ++game)
      runs[r].push_back({IndexKey{1} << 38, game + r * 20000, 0});
    for (std::uint32_t i = 0; i < 12000; ++i)
      runs[r].push_back({rng() >> (64 - index_key_bits), i + r * 20000, 1});
    std::ranges::sort(runs[r], std::less<>());
  }
  return runs;
}

std::vector<IndexKey> some_keys(const std::vector<std::vector<Posting>>& runs) {
  std::vector<IndexKey> keys{0, IndexKey{1} << 38, (IndexKey{1} << index_key_bits) - 1};
  for (const auto& run : runs)
    for (std::size_t i = 0; i < run.size(); i += 53) keys.push_back(run[i].key);
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

/// What one look-up for each key finds; a key is left out where it is refused.
Answers answers_one_by_one(store::Snapshot& snapshot, const std::vector<IndexKey>& keys) {
  Answers all;
  for (const IndexKey key : keys) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    try {
      snapshot.positions().find(key, [&](std::span<const Posting> postings) {
        for (const Posting& p : postings) found.emplace_back(p.game, p.ply);
        return true;
      });
      all[key] = found;
    } catch (const DamagedFile&) {
    }
  }
  return all;
}

/// The same of all keys at once; nothing where that is refused.
std::optional<Answers> answers_at_once(store::Snapshot& snapshot,
                                       const std::vector<IndexKey>& keys) {
  Answers all;
  try {
    snapshot.positions().find_all(keys, [&](IndexKey key, std::span<const Posting> postings) {
      for (const Posting& p : postings) all[key].emplace_back(p.game, p.ply);
      return true;
    });
    return all;
  } catch (const DamagedFile&) {
    return std::nullopt;
  }
}

std::vector<std::string> problems_of_index(store::Snapshot& snapshot) {
  std::vector<std::string> problems;
  snapshot.positions().check([](std::span<const Posting>) {},
                             [&](const std::string& problem) { problems.push_back(problem); });
  return problems;
}

}  // namespace

TEST_CASE("a block that is missing, doubled or of somewhere else is noticed", "[postgres]") {
  if (shared_postgres() == nullptr) return;
  const std::string url = shared_postgres()->new_database();
  const std::vector<std::vector<Posting>> runs = many_postings();
  const std::vector<IndexKey> keys = some_keys(runs);
  pg::Connection root(url);
  Answers right;
  {
    pg::PostgresStore store(url, OpenMode::create);
    for (const auto& run : runs) {
      const auto batch = store.batch(store::Durability::quick);
      batch->positions().append(run);
      batch->contents().append(run);
      batch->commit();
    }
    const auto snapshot = store.snapshot();
    right = answers_one_by_one(*snapshot, keys);
    REQUIRE(right.size() == keys.size());
    REQUIRE(right.at(IndexKey{1} << 38).size() == 16000);
    REQUIRE(answers_at_once(*snapshot, keys));
    REQUIRE(problems_of_index(*snapshot).empty());
  }
  REQUIRE(root.integer("SELECT count(*) FROM yari.position_blocks") > 20);
  root.execute(
      "SET search_path = pg_catalog, public;"
      "CREATE VIEW public.b AS SELECT id, data FROM yari.position_blocks;"
      "CREATE TABLE public.blocks AS TABLE yari.position_blocks;"
      "CREATE TABLE public.runs AS TABLE yari.position_runs");
  const std::string of_frequent =
      fmt::format("(id >> 18 & 1099511627775) = {}", std::int64_t{1} << 38);
  for (const std::string& sql : std::vector<std::string>{
           "DELETE FROM b WHERE id % 3 = 0 OR (id >> 18) % 3 = 0",
           "DELETE FROM b WHERE id = (SELECT min(id) FROM b)",
           "DELETE FROM b WHERE id = (SELECT max(id) FROM b)",
           "DELETE FROM b WHERE id = (SELECT id FROM b ORDER BY id OFFSET 12 LIMIT 1)",
           "DELETE FROM b WHERE id >> 58 = 1", "DELETE FROM b",
           "DELETE FROM yari.position_runs WHERE slot = 1", "DELETE FROM yari.position_runs",
           "DELETE FROM b WHERE " + of_frequent + " AND id & 262143 = 0",
           "DELETE FROM b WHERE " + of_frequent + " AND id & 262143 = 1",
           "DELETE FROM b WHERE " + of_frequent + " AND id & 262143 > 1",
           "UPDATE b SET id = id + 1 WHERE id = (SELECT id FROM b ORDER BY id OFFSET 12 LIMIT 1)",
           "UPDATE b SET data = (SELECT data FROM b ORDER BY id OFFSET 13 LIMIT 1) WHERE id = "
           "(SELECT id FROM b ORDER BY id OFFSET 12 LIMIT 1)",
           "INSERT INTO b SELECT id + 9, data FROM b ORDER BY id OFFSET 12 LIMIT 1",
           "INSERT INTO b SELECT id + (3::int8 << 58), data FROM b WHERE id >> 58 = 0",
           "UPDATE b SET data = c.data FROM yari.content_blocks c WHERE c.id = b.id",
           "UPDATE b SET data = substr(data, 1, length(data) - 1)"}) {
    INFO(sql);
    root.execute(sql);
    {
      pg::PostgresStore store(url, OpenMode::read_only);
      const auto snapshot = store.snapshot();
      const Answers answers = answers_one_by_one(*snapshot, keys);
      CHECK(answers.size() < keys.size());
      for (const auto& [key, found] : answers) CHECK(found == right.at(key));
      CHECK_FALSE(answers_at_once(*snapshot, keys));
      const std::vector<std::string> problems = problems_of_index(*snapshot);
      CHECK_FALSE(problems.empty());
      // A block that is damaged says nothing of its version.
      CHECK(std::ranges::none_of(problems, [](const std::string& problem) {
        return problem.find("earlier version") != problem.npos;
      }));
      CHECK_THROWS_AS(snapshot->positions().each([](std::span<const Posting>) {}), DamagedFile);
    }
    root.execute(
        "TRUNCATE yari.position_blocks, yari.position_runs;"
        "INSERT INTO yari.position_blocks TABLE public.blocks;"
        "INSERT INTO yari.position_runs TABLE public.runs");
  }
  pg::PostgresStore store(url, OpenMode::read_only);
  CHECK(problems_of_index(*store.snapshot()).empty());
}

TEST_CASE("blocks of an earlier version are read, named by verify and rewritten by compact",
          "[postgres]") {
  if (shared_postgres() == nullptr) return;
  const std::string url = shared_postgres()->new_database();
  Database database(url, OpenMode::create);
  import_all(database, mixed_games(60));
  const std::string content = content_of(database);
  pg::Connection root(url);
  for (const char* table : {"yari.position_blocks", "yari.content_blocks"}) {
    pg::Statement rows(root, fmt::format("SELECT id, data FROM {}", table));
    std::vector<std::pair<std::int64_t, Bytes>> old;
    for (rows.start({}); rows.step();) {
      std::vector<Posting> postings;
      const BlockReader block(rows.integer(0), rows.blob(1));
      REQUIRE(block.all(postings));
      BlockBuilder builder(block.rice_bits());
      for (const Posting& p : postings) builder.add(p);
      old.emplace_back(rows.integer(0), builder.take(rows.integer(0)));
    }
    for (const auto& [id, data] : old)
      pg::Statement(root, fmt::format("UPDATE {} SET data = $2 WHERE id = $1", table))
          .run({id, data});
    root.sync();
  }
  CHECK(content_of(database) == content);
  const std::vector<std::string> problems = database.verify().problems;
  REQUIRE(problems.size() == 2);
  CHECK_THAT(problems.front(), Contains("earlier version") && Contains("compact"));
  import_all(database, mixed_games(70));
  database.compact();
  CHECK(database.verify().problems == std::vector<std::string>{});
}

}  // namespace yari::test
