// Making, upgrading and refusing files.
#include "db/store/sqlite/file/schema.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <string>

#include "db/query/judged_kind.h"
#include "db/query/words.h"
#include "db/store/shared/row_numbers.h"
#include "db/store/sqlite/file/distrust.h"
#include "db/store/sqlite/file/meta.h"
#include "db/store/sqlite/file/page_sums.h"
#include "db/store/sqlite/file/tables.h"
#include "rules/outcome.h"

namespace yari {

namespace {

/// Blocks of the index say since then where they stand, which earlier programs cannot read.
constexpr const char* version_7 = "";
/// Pages may have checksums since then, which earlier programs would not keep up.
constexpr const char* version_8 = "";
/// Games may end by a limit of moves since then, which earlier programs take for damage:
/// admit_endings.
constexpr const char* version_12 = "";
/// The words of comments may be of another form since then, which earlier programs would not find.
constexpr const char* version_15 = "";
/// In meta: 1 where pages have them.
constexpr const char* page_sums = "page_sums";

/// The migration from version i to i + 1.
const std::array<const char*, 16> migrations{
    version_1, version_2,  version_3,  version_4,  version_5,  version_6,  version_7,  version_8,
    version_9, version_10, version_11, version_12, version_13, version_14, version_15, version_16};
static_assert(std::tuple_size_v<decltype(migrations)> == schema_version);

/// What a number is called in a table.
struct NumberName {
  std::string_view table;
  int number;
  std::string_view name;
};

/// The words for the numbers in games, for people who ask in SQL; those of judgements, which
/// version 3 adds, come last.
std::vector<NumberName> number_names() {
  std::vector<NumberName> names;
  for (const Variant v : {Variant::yari, Variant::shogi})
    names.push_back({"variants", static_cast<int>(v), info(v).id});
  for (const RuleSet r : {RuleSet::standard, RuleSet::svp, RuleSet::classic})
    names.push_back({"rule_sets", static_cast<int>(r), name(r)});
  for (const GameResult r :
       {GameResult::unknown, GameResult::black_wins, GameResult::white_wins, GameResult::draw})
    names.push_back({"results", static_cast<int>(r), name(r)});
  for (int e = 0; e < ending_count; ++e)
    names.push_back({"endings", e, name(static_cast<Ending>(e))});
  for (int kind = 1; kind <= judged_kind_count; ++kind)
    names.push_back({"judgement_kinds", kind, name(static_cast<JudgedKind>(kind))});
  return names;
}

/// `sql` changes the schema as if it were a table, which SQLite otherwise refuses. Other
/// connections read it anew. Requires: a transaction is open.
void edit_schema(Connection& connection, const std::string& sql) {
  const auto set_defensive = [&](int on) {
    sqlite3_db_config(connection.handle(), SQLITE_DBCONFIG_DEFENSIVE, on, nullptr);
  };
  set_defensive(0);
  connection.execute("PRAGMA writable_schema = ON");
  connection.execute(sql);
  const std::int64_t cookie = connection.integer("PRAGMA schema_version");
  connection.execute(
      fmt::format("PRAGMA schema_version = {}; PRAGMA writable_schema = RESET", cookie + 1));
  set_defensive(1);
}

/// Lets the tables of an earlier program take all endings. They are taken over as they are: to copy
/// all games for the sake of one number would take minutes.
void admit_endings(Connection& connection) {
  write_number_names(connection);
  const std::string check = store::ending_check();
  edit_schema(connection,
              fmt::format("UPDATE sqlite_schema SET sql = substr(sql, 1, instr(sql, 'CHECK (ending "
                          "') - 1) || '{}' || substr(sql, instr(sql, 'CHECK (ending ') + {}) "
                          "WHERE type = 'table' AND name = 'games' AND sql GLOB '*CHECK (ending *'",
                          check, check.size()));
}

/// Whether no game has words; false where that cannot be read.
bool has_no_words(Connection& connection) {
  try {
    return connection.integer(
               "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'games_text_docsize')") !=
               0 &&
           connection.integer("SELECT EXISTS (SELECT 1 FROM games_text_docsize)") == 0;
  } catch (const DamagedFile&) {
    return false;
  }
}

bool is_empty(Connection& connection) {
  return connection.integer("SELECT count(*) FROM sqlite_schema") == 0 &&
         connection.integer("PRAGMA user_version") == 0 &&
         connection.integer("PRAGMA application_id") == 0;
}

/// The version of the database; 0 for an empty file that may be made into one.
std::int64_t checked_version(Connection& connection, OpenMode mode) {
  const std::string file = connection.file().string();
  if (connection.integer("PRAGMA application_id") != application_id) {
    if (mode == OpenMode::create && is_empty(connection)) return 0;
    throw NotADatabase(file + ": is not a Yaribase database");
  }
  const std::int64_t version = connection.integer("PRAGMA user_version");
  if (version > schema_version) {
    throw Newer(fmt::format(
        "{}: was written by a newer version of this program (schema {}, known up to {})", file,
        version, schema_version));
  }
  if (version < 1) throw NotADatabase(fmt::format("{}: has no schema version", file));
  if (connection.integer(strangers_in_schema) != 0)
    throw NotADatabase(fmt::format("{}: {}", file, refusal_of_strangers));
  if (version < schema_version && connection.read_only()) {
    throw DatabaseError(
        fmt::format("{}: is of schema {}, which must be upgraded to {} first: 'yari db compact' "
                    "does that, as does every command that writes to it",
                    file, version, schema_version));
  }
  return version;
}

/// Others read while one writes: for that the file must be in WAL mode, which a copy made by VACUUM
/// INTO is not. Cannot be switched on inside a transaction.
void use_log(Connection& connection) {
  const auto answer = [&](const char* pragma) {
    Statement mode(connection, pragma);
    return mode.first({}) ? std::string(mode.text(0)) : std::string();
  };
  if (answer("PRAGMA journal_mode") == "wal" || answer("PRAGMA journal_mode = WAL") == "wal")
    return;
  throw IoError(connection.file().string() +
                ": the file system does not support SQLite's WAL mode, which a database needs; "
                "keep it on a local disk");
}

/// A file that says that its pages have checksums, and not in its header, is damaged there.
void check_page_sums(Connection& connection) {
  if (!has_page_sums(connection.handle()) && meta::get(connection, page_sums) == 1)
    throw DamagedFile(
        connection.file().string() +
        ": the header of the file is damaged; 'yari db compact --reindex' repairs it");
}

}  // namespace

void migrate(Connection& connection, std::int64_t from, std::int64_t to) {
  for (std::int64_t v = from; v < to; ++v) {
    connection.execute(migrations[static_cast<std::size_t>(v)]);
    if (v == 0) {
      connection.execute(text_tables);
      connection.execute(index_tables);
    }
    if (v == 0 || v == 2) write_number_names(connection);
    if (v == 3) connection.execute(version_4_derived);
    if (v == 4) connection.execute(version_5_derived);
    if (v == 4) connection.execute(count_tables);
  }
  if (to >= 12) admit_endings(connection);
  // In an older file it may be damaged: it goes when the file is compacted.
  if (from == 0 && to >= 5) connection.execute(drop_hot_positions);
  if (from == 0 && to >= 8) meta::set(connection, page_sums, 1);
  // Where there are words, compact rebuilds them: that may take a while.
  if (to >= 15 && has_no_words(connection)) make_words_table(connection);
  connection.execute(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application_id, to));
}

// DROP TABLE would free the pages of a damaged table, and a sound one may be using them.
void remake_derived_tables(Connection& connection) {
  edit_schema(
      connection,
      "DELETE FROM sqlite_schema WHERE tbl_name IN ('position_runs', 'position_blocks', "
      "'content_runs', 'content_blocks', 'position_stale', 'content_stale', 'hot_positions', "
      "'journal', 'journal_games', "
      "'journal_annotations', 'journal_players', 'journal_judgements', 'counted_positions', "
      "'count_runs', 'count_blocks', 'variants', 'rule_sets', 'results', 'endings', "
      "'judgement_kinds') OR tbl_name GLOB '*_text' OR name GLOB 'games_by_*' "
      "OR tbl_name GLOB '*_text_*'");
  connection.execute(word_tables);
  write_number_names(connection);
  connection.execute(text_tables);
  connection.execute(index_tables);
  connection.execute(version_2);
  connection.execute(version_4_derived);
  connection.execute(version_5_derived);
  connection.execute(version_9);
  connection.execute(count_tables);
  connection.execute(drop_hot_positions);
  connection.execute(version_14);
  connection.execute(version_16);
  make_words_table(connection);
}

void make_words_table(Connection& connection) {
  connection.execute(words_table);
  meta::set(connection, meta::word_form, query::word_form);
}

// Earlier versions do not have all of these tables.
void write_number_names(Connection& connection) {
  for (const auto& [table, number, name] : number_names())
    if (Statement(connection, "SELECT 1 FROM sqlite_schema WHERE name = ?").first({table}))
      Statement(connection, fmt::format("INSERT OR REPLACE INTO {}(id, name) VALUES (?, ?)", table))
          .run({number, name});
}

std::vector<std::string> faults_of_number_names(Connection& connection) {
  std::vector<std::string> faults;
  for (const auto& [table, number, name] : number_names()) {
    Statement row(connection, fmt::format("SELECT name FROM {} WHERE id = ?", table));
    if (!row.first({number}) || row.text(0) != name)
      faults.push_back(fmt::format("{}: {} is not called '{}'", table, number, name));
  }
  return faults;
}

void make_game_indexes(Connection& connection) {
  try {
    connection.execute(game_indexes);
  } catch (const DamagedFile&) {
    // Without them the same is found by a look at all games.
  }
}

void prepare_schema(Connection& connection, OpenMode mode) {
  const std::int64_t found = checked_version(connection, mode);
  if (found != 0 && mode != OpenMode::repair) check_page_sums(connection);
  if (!connection.read_only()) {
    want_page_sums(connection.handle());
    use_log(connection);
  }
  if (found < schema_version) {
    Transaction transaction(connection, Transaction::Kind::write);
    // Another program may have been faster.
    const std::int64_t version = checked_version(connection, mode);
    if (version < schema_version) migrate(connection, version, schema_version);
    transaction.commit();
  }
  connection.execute(
      "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA secure_delete = OFF;"
      "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = "
      "67108864");
  // Mapped pages count as memory of the process: no more than 512 MiB of the file are mapped, and
  // the rest is read into the cache, so that all of it stays below a gigabyte.
  connection.execute(mode == OpenMode::walk ? "PRAGMA mmap_size = 0"
                                            : "PRAGMA mmap_size = 536870912");
}

bool lacks_page_sums(Connection& connection) { return meta::get(connection, page_sums) != 1; }

void rewrite_file(Connection& connection) {
  // The copy that VACUUM makes is as large as the database: not in memory.
  connection.execute("PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY");
  Transaction transaction(connection, Transaction::Kind::write);
  meta::set(connection, page_sums, 1);
  transaction.commit();
}

}  // namespace yari
