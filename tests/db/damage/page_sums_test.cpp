// Every page of a file has a checksum: whatever reads it notices that it was changed.
#include "db/store/sqlite/file/page_sums.h"

#include <fmt/ranges.h>
#include <sqlite3.h>

#include <fstream>

#include "db/codec/checksum.h"
#include "db/explore/search.h"
#include "db/saved_queries.h"
#include "db/skipped_games.h"
#include "rules/start.h"
#include "tests/db/old/old_schema.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t page_size = 4096;

void write_bytes(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// A database without gaps, as its bytes.
std::string sound_bytes(const fs::path& file) {
  {
    Database database(file, OpenMode::create);
    import_all(database, mixed_games(40));
    save_query(database, "checks", "check");
    database.compact();
  }
  return read_file(file);
}

/// Copies a file as other programs do, by SQLite's online backup.
void copy_by_backup(const fs::path& from, const fs::path& to) {
  PlainSqlite source(from), copy(to);
  sqlite3_backup* const backup =
      sqlite3_backup_init(copy->handle(), "main", source->handle(), "main");
  REQUIRE(backup != nullptr);
  CHECK(sqlite3_backup_step(backup, -1) == SQLITE_DONE);
  CHECK(sqlite3_backup_finish(backup) == SQLITE_OK);
}

/// What lists, searches and loading say; no value where a game or a page was refused.
std::optional<std::string> answers(const fs::path& file) {
  try {
    Database database(file, OpenMode::read_only);
    std::string all = state_of(database);
    const auto add = [&](const Hit& h) {
      return all += fmt::format("{}/{} ", h.game, h.ply), true;
    };
    database.find_position(start_setup(Variant::yari), {}, add);
    search(database, *query::parse("check", Variant::shogi), {}, {.threads = 1, .progress = {}},
           add);
    if (!take_skipped_games(database).empty()) return std::nullopt;
    return all;
  } catch (const DatabaseError&) {
    return std::nullopt;
  }
}

/// What verify says, or why it cannot.
std::string problems_of(const fs::path& file) {
  try {
    return fmt::format("{}",
                       fmt::join(Database(file, OpenMode::read_only).verify().problems, "\n"));
  } catch (const DatabaseError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("a page ends with the checksum of its bytes and number") {
  TempFolder folder;
  const std::string bytes = sound_bytes(folder / "a.db");
  REQUIRE(bytes.size() % page_size == 0);
  // Byte 20 of the header is the number of bytes that SQLite leaves free.
  CHECK(bytes[20] == page_sum_size);
  for (std::size_t at = 0; at < bytes.size(); at += page_size) {
    const auto* const page = reinterpret_cast<const std::uint8_t*>(bytes.data()) + at;
    const std::uint32_t sum = ByteReader({page + page_size - 4, 4}).u32();
    CHECK(sum == checksum(at / page_size + 1, {page, page_size - 4}));
  }
}

TEST_CASE("a changed byte anywhere in the file is noticed, and changes no answer") {
  TempFolder folder;
  const std::string sound = sound_bytes(folder / "sound.db");
  const std::optional<std::string> expected = answers(folder / "sound.db");
  REQUIRE(expected);
  Rng rng(11);
  const fs::path file = folder / "a.db";
  for (std::size_t page = 0; page < sound.size() / page_size; ++page) {
    std::string bytes = sound;
    const std::size_t at = page * page_size + rng() % page_size;
    bytes[at] = static_cast<char>(bytes[at] + 1 + static_cast<int>(rng() % 255));
    write_bytes(file, bytes);
    INFO("byte " << at % page_size << " of page " << page + 1);
    const std::optional<std::string> found = answers(file);
    CHECK((!found || found == expected));
    CHECK(problems_of(file) != "");
  }
}

TEST_CASE("a page in the place of another, a page of zeros and a cut page are noticed") {
  TempFolder folder;
  const std::string sound = sound_bytes(folder / "sound.db");
  const fs::path file = folder / "a.db";
  const std::size_t pages = sound.size() / page_size;
  Rng rng(12);
  for (std::size_t page = 1; page < pages; ++page) {
    INFO("page " << page + 1);
    std::string bytes = sound;
    const auto kind = rng() % 3;
    if (kind == 0) {
      bytes.replace(page * page_size, page_size, sound, (page - 1) * page_size, page_size);
    } else if (kind == 1) {
      bytes.replace(page * page_size, page_size, page_size, '\0');
    } else {
      bytes.resize(page * page_size + 1 + rng() % (page_size - 1));
    }
    write_bytes(file, bytes);
    CHECK(problems_of(file) != "");
  }
}

TEST_CASE("a sector of zeros or of ones anywhere in the file is noticed, and changes no answer",
          "[slow]") {
  TempFolder folder;
  const std::string sound = sound_bytes(folder / "sound.db");
  const std::optional<std::string> expected = answers(folder / "sound.db");
  REQUIRE(expected);
  const fs::path file = folder / "a.db";
  constexpr std::size_t sector = 512;
  Rng rng(14);
  const auto try_all = [&](std::size_t begin, std::size_t size, char byte,
                           std::size_t first_page = 0) {
    for (std::size_t page = first_page; page < sound.size() / page_size; ++page) {
      std::string bytes = sound;
      bytes.replace(page * page_size + begin, size, size, byte);
      if (bytes == sound) continue;
      write_bytes(file, bytes);
      INFO("page " << page + 1 << ", from " << begin << ", " << size << " bytes");
      const std::optional<std::string> found = answers(file);
      CHECK((!found || found == expected));
      CHECK(problems_of(file) != "");
    }
  };
  // The first page without its checksum is as another program would have written it.
  try_all(page_size - page_sum_size, page_sum_size, '\0', 1);
  try_all(page_size - sector, sector, '\0');
  try_all(page_size - sector, sector, '\xFF');
  try_all(rng() % 7 * sector, sector, '\0');
}

TEST_CASE("a sector of another page, or of an older state, is noticed, and changes no answer",
          "[slow]") {
  TempFolder folder;
  const fs::path file = folder / "a.db";
  const std::string old = sound_bytes(file);
  {
    Database database(file, OpenMode::read_write);
    set_tags(database, database.ids({}), {{"Event", "Spring"}, {"Round", "7"}});
    import_all(database, mixed_games(60));
  }
  const std::string sound = read_file(file);
  const std::optional<std::string> expected = answers(file);
  REQUIRE(expected);
  constexpr std::size_t sector = 512;
  Rng rng(15);
  int older = 0;
  const auto check = [&](std::size_t at, const std::string& bytes, std::size_t from) {
    std::string changed = sound;
    changed.replace(at, sector, bytes, from, sector);
    const std::size_t page = at / page_size * page_size;
    // A whole page in an older state is not noticed.
    const bool is_older =
        page < old.size() && changed.substr(page, page_size) == old.substr(page, page_size);
    if (changed == sound || is_older) return;
    write_bytes(file, changed);
    INFO("page " << page / page_size + 1 << ", from " << at % page_size);
    const std::optional<std::string> found = answers(file);
    CHECK((!found || found == expected));
    CHECK(problems_of(file) != "");
    ++older;
  };
  for (std::size_t page = 0; page < sound.size(); page += page_size) {
    const std::size_t place = rng() % 8 * sector;
    check(page + place, sound, rng() % (sound.size() / page_size) * page_size + place);
    if (page < old.size()) check(page + place, old, page + place);
    if (page < old.size()) check(page + page_size - sector, old, page + page_size - sector);
  }
  CHECK(older > 50);
}

TEST_CASE("reindexing for repair makes the words of this program again, and names what it kept") {
  TempFolder folder;
  const std::string sound = sound_bytes(folder / "sound.db");
  const fs::path file = folder / "a.db";
  const auto zero_end_of = [&](const char* table) {
    const auto page = static_cast<std::size_t>(
        PlainSqlite(folder / "sound.db")
            ->integer(
                fmt::format("SELECT pageno FROM dbstat WHERE name = '{}' AND path = '/'", table)));
    std::string bytes = sound;
    bytes.replace(page * page_size - 512, 512, 512, '\0');
    write_bytes(file, bytes);
    return page;
  };
  for (const char* table : {"variants", "rule_sets", "results", "endings", "judgement_kinds",
                            "sqlite_autoindex_endings_1", "sqlite_autoindex_judgement_kinds_1"}) {
    INFO(table);
    zero_end_of(table);
    static_cast<void>(Database(file, OpenMode::repair).reindex());
    CHECK(problems_of(file) == "");
  }
  // Nothing but rewriting reads it.
  const std::size_t page = zero_end_of("saved_queries");
  const std::vector<std::string> kept = Database(file, OpenMode::repair).reindex();
  REQUIRE(kept.size() == 1);
  CHECK_THAT(kept.front(), Contains(fmt::format("page {} is not as it was written", page)));
}

TEST_CASE("zeros at the end of every page are noticed") {
  TempFolder folder;
  const fs::path file = folder / "a.db";
  std::string bytes = sound_bytes(file);
  for (std::size_t end = page_size; end <= bytes.size(); end += page_size)
    bytes.replace(end - 512, 512, 512, '\0');
  write_bytes(file, bytes);
  CHECK_FALSE(answers(file));
  CHECK(problems_of(file) != "");
}

TEST_CASE("reindexing repairs what zeros at the end of a page leave", "[slow]") {
  TempFolder folder;
  const std::string sound = sound_bytes(folder / "sound.db");
  const fs::path file = folder / "a.db";
  int repaired = 0;
  for (std::size_t page = 1; page < sound.size() / page_size; ++page) {
    std::string bytes = sound;
    bytes.replace((page + 1) * page_size - 512, 512, 512, '\0');
    write_bytes(file, bytes);
    INFO("page " << page + 1);
    try {
      Database(file, OpenMode::repair).reindex();
    } catch (const DatabaseError&) {
      continue;
    }
    ++repaired;
    CHECK_THAT(problems_of(file), !Contains("as it was written"));
  }
  CHECK(repaired > 20);
}

TEST_CASE(
    "pages get their checksums again after another program has written the log into the file") {
  TempFolder folder;
  const fs::path file = folder / "a.db";
  Database database(file, OpenMode::create);
  import_all(database, mixed_games(40));
  database.compact();
  const auto count_without = [&] {
    const std::string bytes = read_file(file);
    int pages = 0;
    for (std::size_t end = page_size; end <= bytes.size(); end += page_size)
      pages += bytes.substr(end - page_sum_size, page_sum_size) == std::string(4, '\0') ? 1 : 0;
    return pages;
  };
  const auto change = [&] {
    Transaction transaction(connection_of(database), Transaction::Kind::write);
    connection_of(database).execute("UPDATE meta SET value = value + 1 WHERE name = 'next_game'");
    transaction.commit();
  };
  CHECK(count_without() == 0);
  // A change that needs no new page writes the first page all the same.
  change();
  PlainSqlite(file)->execute("PRAGMA wal_checkpoint(TRUNCATE)");
  CHECK(count_without() == 2);
  CHECK(problems_of(file) == "");
  set_tags(database, {5}, {{"Round", "7"}});
  PlainSqlite(file)->execute("PRAGMA wal_checkpoint(TRUNCATE)");
  CHECK(count_without() > 4);
  CHECK(problems_of(file) == "");
  change();
  connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
  CHECK(count_without() == 0);
  CHECK(problems_of(file) == "");
}

TEST_CASE("a refused page is named, and costs no games on other pages") {
  TempFolder folder;
  const fs::path file = folder / "a.db";
  std::string bytes = sound_bytes(file);
  const auto page = static_cast<std::size_t>(PlainSqlite(file)->integer(
      "SELECT pageno FROM dbstat WHERE name = 'records' AND pagetype = 'leaf' ORDER BY path LIMIT "
      "1"));
  bytes[page * page_size - 100] ^= 1;
  write_bytes(file, bytes);
  Database database(file, OpenMode::read_only);
  CHECK_THROWS_WITH(database.load_game(1), Contains("game 1 is damaged: the page"));
  CHECK_THROWS_AS(database.position(1, 0), DamagedGame);
  CHECK(database.header(1));
  CHECK(database.load_game(40));
  int hits = 0;
  database.find_position(start_setup(Variant::yari), {}, [&](const Hit&) { return ++hits > 0; });
  CHECK(hits > 0);
  CHECK_FALSE(take_skipped_games(database).empty());
  CHECK_THROWS_WITH(search(database, *query::parse("check", Variant::shogi), {},
                           {.threads = 1, .progress = {}}, [](const Hit&) { return true; }),
                    Contains(fmt::format("page {} is not as it was written", page)));
}

TEST_CASE("reindexing for repair leaves a file of which no page is refused", "[slow]") {
  TempFolder folder;
  const std::string sound = sound_bytes(folder / "sound.db");
  const fs::path file = folder / "a.db";
  Rng rng(13);
  int repaired = 0, kept = 0;
  for (std::size_t page = 0; page < sound.size() / page_size; ++page) {
    std::string bytes = sound;
    for (std::size_t i = 0, n = 1 + rng() % 4; i < n; ++i)
      bytes[page * page_size + rng() % page_size] = static_cast<char>(rng());
    write_bytes(file, bytes);
    INFO("page " << page + 1);
    try {
      const std::vector<std::string> damaged = Database(file, OpenMode::repair).reindex();
      for (const std::string& sentence : damaged)
        kept += sentence.ends_with("what can be read of it is kept") ? 1 : 0;
      ++repaired;
    } catch (const DatabaseError&) {
      // Of games, or of the header, too little is left.
      continue;
    }
    CHECK_THAT(problems_of(file), !Contains("as it was written"));
  }
  CHECK(repaired > 20);
  CHECK(kept > 0);
}

TEST_CASE("pages that another program changes are refused until the file is reindexed") {
  TempFolder folder;
  const fs::path file = folder / "a.db";
  sound_bytes(file);
  const GameResult before = Database(file, OpenMode::read_only).header(3)->result;
  PlainSqlite(file)->execute("UPDATE games SET result = (result + 1) % 4 WHERE id = 3");
  CHECK_THAT(problems_of(file), Contains("is not as it was written"));
  CHECK_THROWS_WITH(import_all(*std::make_unique<Database>(file, OpenMode::read_write),
                               {game_of(Variant::yari, "7g7f")}),
                    Contains("is not as it was written"));
  CHECK_FALSE(Database(file, OpenMode::repair).reindex().empty());
  CHECK(problems_of(file) == "");
  CHECK(Database(file, OpenMode::read_only).header(3)->result != before);
}

TEST_CASE("what other programs copy or rewrite is read as it is") {
  TempFolder folder;
  const fs::path file = folder / "a.db";
  Database database(file, OpenMode::create);
  import_all(database, mixed_games(40));
  // Some pages stand in the file, and others in the log.
  database.compact();
  import_all(database, {game_of(Variant::shogi, "7g7f 3c3d")});
  REQUIRE(fs::file_size(file.string() + "-wal") > 0);
  const std::string expected = state_of(database);
  copy_by_backup(file, folder / "copy.db");
  PlainSqlite(file)->execute("VACUUM INTO '" + (folder / "into.db").string() + "'");
  PlainSqlite(file)->execute("VACUUM");
  for (const char* name : {"copy.db", "into.db", "a.db"}) {
    INFO(name);
    // A copy is not in the mode that a file must be in.
    Database copy(folder / name, OpenMode::read_write);
    CHECK(copy.verify().problems == std::vector<std::string>{});
    CHECK(state_of(copy) == expected);
  }
}

TEST_CASE("a log that another program writes into the file leaves it sound") {
  TempFolder folder;
  const fs::path file = folder / "a.db";
  Database database(file, OpenMode::create);
  // A page of nothing but zeros.
  REQUIRE(connection_of(database).integer("PRAGMA freelist_count") == 1);
  for (const int games : {0, 40, 80}) {
    import_all(database, mixed_games(games));
    PlainSqlite(file)->execute("PRAGMA wal_checkpoint(TRUNCATE)");
    CHECK(problems_of(file) == "");
  }
}

TEST_CASE("an older file gets checksums when it is compacted, whoever has it open") {
  TempFolder folder;
  const fs::path file = folder / "a.db";
  make_schema_3(file, mixed_games(30));
  Database open_before(file, OpenMode::read_write);
  CHECK(read_file(file)[20] == 0);
  const std::string before = content_of(open_before);
  Database(file, OpenMode::read_write).compact();
  CHECK(read_file(file)[20] == page_sum_size);
  CHECK(content_of(open_before) == before);
  import_all(open_before, mixed_games(45));
  connection_of(open_before).execute("PRAGMA wal_checkpoint(TRUNCATE)");
  CHECK(problems_of(file) == "");
  const std::string bytes = read_file(file);
  for (std::size_t end = page_size; end <= bytes.size(); end += page_size) {
    INFO("page " << end / page_size);
    CHECK(bytes.substr(end - 4, 4) != std::string(4, '\0'));
  }
}

TEST_CASE("a header that no longer says that pages have checksums is damaged") {
  TempFolder folder;
  const fs::path file = folder / "a.db";
  std::string bytes = sound_bytes(file);
  bytes[20] = 0;
  write_bytes(file, bytes);
  CHECK_THROWS_AS(Database(file, OpenMode::read_only).count(), DatabaseError);
  CHECK_THROWS_AS(Database(file, OpenMode::read_write).count(), DatabaseError);
}
