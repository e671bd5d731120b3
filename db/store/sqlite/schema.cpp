// The tables, as SQL, one text per schema version.
#include "db/store/sqlite/schema.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <string>

#include "db/query/judged_kind.h"
#include "rules/outcome.h"

namespace yari {

namespace {

// Version 1. The page docs/storage.md explains each table; change it together with this.
constexpr const char* version_1 = R"sql(
CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE variants(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE rule_sets(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE results(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE endings(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE players(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE events(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE sites(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE starts(
  id INTEGER PRIMARY KEY,
  variant INTEGER NOT NULL,
  sfen TEXT NOT NULL,
  handicap TEXT,
  UNIQUE(variant, sfen)) STRICT;
CREATE TABLE tag_layouts(id INTEGER PRIMARY KEY, layout BLOB NOT NULL UNIQUE) STRICT;

CREATE TABLE games(
  id INTEGER PRIMARY KEY,
  variant INTEGER NOT NULL CHECK (variant BETWEEN 0 AND 1),
  rules INTEGER NOT NULL CHECK (rules BETWEEN 0 AND 2),
  start INTEGER REFERENCES starts,
  black INTEGER REFERENCES players,
  white INTEGER REFERENCES players,
  event INTEGER REFERENCES events,
  site INTEGER REFERENCES sites,
  date INTEGER,
  result INTEGER NOT NULL CHECK (result BETWEEN 0 AND 3),
  ending INTEGER NOT NULL CHECK (ending BETWEEN 0 AND 15),
  plies INTEGER NOT NULL,
  tag_layout INTEGER REFERENCES tag_layouts,
  tag_values BLOB) STRICT;
CREATE TABLE records(
  id INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
  moves BLOB NOT NULL,
  notes BLOB) STRICT;

CREATE TABLE engines(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  limits TEXT NOT NULL,
  UNIQUE(name, limits)) STRICT;
CREATE TABLE evaluations(
  engine INTEGER NOT NULL REFERENCES engines ON DELETE CASCADE,
  key INTEGER NOT NULL,
  score INTEGER,
  mate INTEGER,
  depth INTEGER NOT NULL,
  nodes INTEGER NOT NULL,
  lines BLOB NOT NULL,
  PRIMARY KEY (engine, key)) STRICT, WITHOUT ROWID;

CREATE VIEW games_view AS
  SELECT g.id, v.name AS variant, rs.name AS rules, s.sfen AS start, s.handicap,
    b.name AS black, w.name AS white, e.name AS event, si.name AS site,
    CASE
      WHEN g.date % 10000 = 0 THEN printf('%04d', g.date / 10000)
      WHEN g.date % 100 = 0 THEN printf('%04d-%02d', g.date / 10000, g.date / 100 % 100)
      WHEN g.date IS NOT NULL
        THEN printf('%04d-%02d-%02d', g.date / 10000, g.date / 100 % 100, g.date % 100)
    END AS date,
    r.name AS result, en.name AS ending, g.plies
  FROM games g
    JOIN variants v ON v.id = g.variant
    JOIN rule_sets rs ON rs.id = g.rules
    JOIN results r ON r.id = g.result
    JOIN endings en ON en.id = g.ending
    LEFT JOIN starts s ON s.id = g.start
    LEFT JOIN players b ON b.id = g.black
    LEFT JOIN players w ON w.id = g.white
    LEFT JOIN events e ON e.id = g.event
    LEFT JOIN sites si ON si.id = g.site;

CREATE VIEW players_view AS
  SELECT p.name, count(*) AS games,
    sum(side = 'black') AS as_black,
    sum(result = CASE side WHEN 'black' THEN 1 ELSE 2 END) AS wins,
    sum(result = 3) AS draws,
    sum(result = CASE side WHEN 'black' THEN 2 ELSE 1 END) AS losses,
    min(date) AS first_date, max(date) AS last_date
  FROM (SELECT black AS player, 'black' AS side, result, date FROM games
        UNION ALL SELECT white, 'white', result, date FROM games) AS played
    JOIN players p ON p.id = played.player
  GROUP BY p.id;

CREATE VIEW evaluations_view AS
  SELECT e.key, n.name AS engine, n.limits, e.score, e.mate, e.depth, e.nodes
  FROM evaluations e JOIN engines n ON n.id = e.engine;
)sql";

// The rest of version 1: what can be made from the other tables, by itself so that it can be made
// again.
constexpr const char* text_tables = R"sql(
CREATE VIRTUAL TABLE players_text USING fts5(
  name, content='players', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE events_text USING fts5(
  name, content='events', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE sites_text USING fts5(
  name, content='sites', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE games_text USING fts5(
  text, content='', tokenize='unicode61 remove_diacritics 2');
)sql";
constexpr const char* index_tables = R"sql(
CREATE TABLE position_runs(
  slot INTEGER PRIMARY KEY CHECK (slot BETWEEN 0 AND 31),
  age INTEGER NOT NULL UNIQUE,
  postings INTEGER NOT NULL,
  blocks INTEGER NOT NULL) STRICT;
CREATE TABLE position_blocks(id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE content_runs(
  slot INTEGER PRIMARY KEY CHECK (slot BETWEEN 0 AND 31),
  age INTEGER NOT NULL UNIQUE,
  postings INTEGER NOT NULL,
  blocks INTEGER NOT NULL) STRICT;
CREATE TABLE content_blocks(id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
)sql";

// Version 2: changes can be taken back, and the openings are counted beforehand.
constexpr const char* version_2 = R"sql(
CREATE TABLE journal(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  time TEXT NOT NULL,
  what TEXT NOT NULL) STRICT;
CREATE TABLE journal_games(
  entry INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
  id INTEGER NOT NULL,
  variant INTEGER NOT NULL,
  rules INTEGER NOT NULL,
  start INTEGER,
  black INTEGER,
  white INTEGER,
  event INTEGER,
  site INTEGER,
  date INTEGER,
  result INTEGER NOT NULL,
  ending INTEGER NOT NULL,
  plies INTEGER NOT NULL,
  tag_layout INTEGER,
  tag_values BLOB,
  moves BLOB NOT NULL,
  notes BLOB,
  PRIMARY KEY (entry, id)) STRICT;
CREATE TABLE hot_positions(key INTEGER PRIMARY KEY, sfen TEXT NOT NULL, data BLOB NOT NULL) STRICT;
)sql";

// Version 3: what annotation found can be searched, and queries be kept under a name.
//
// The rows about a game outlive it until the file is compacted, as its postings do: its number is
// never given to another, and when its deletion is taken back they are right again.
constexpr const char* version_3 = R"sql(
CREATE TABLE saved_queries(name TEXT PRIMARY KEY, query TEXT NOT NULL) STRICT;

CREATE TABLE annotations(
  game INTEGER PRIMARY KEY,
  engine TEXT NOT NULL,
  limits TEXT NOT NULL,
  coefficient INTEGER NOT NULL,
  book_plies INTEGER NOT NULL) STRICT;
CREATE TABLE annotated_players(
  game INTEGER NOT NULL REFERENCES annotations ON DELETE CASCADE,
  color INTEGER NOT NULL CHECK (color BETWEEN 0 AND 1),
  moves INTEGER NOT NULL,
  accuracy INTEGER NOT NULL,
  mean_loss INTEGER NOT NULL,
  opening_moves INTEGER NOT NULL,
  opening_accuracy INTEGER NOT NULL,
  middle_moves INTEGER NOT NULL,
  middle_accuracy INTEGER NOT NULL,
  end_moves INTEGER NOT NULL,
  end_accuracy INTEGER NOT NULL,
  PRIMARY KEY (game, color)) STRICT, WITHOUT ROWID;
CREATE TABLE judgement_kinds(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE judgements(
  game INTEGER NOT NULL REFERENCES annotations ON DELETE CASCADE,
  ply INTEGER NOT NULL,
  kind INTEGER NOT NULL REFERENCES judgement_kinds,
  color INTEGER NOT NULL CHECK (color BETWEEN 0 AND 1),
  loss INTEGER NOT NULL,
  before INTEGER NOT NULL,
  after INTEGER NOT NULL,
  mate INTEGER,
  move TEXT NOT NULL,
  better TEXT,
  PRIMARY KEY (game, ply, kind)) STRICT, WITHOUT ROWID;

CREATE VIEW judgements_view AS
  SELECT j.game, j.ply, CASE j.color WHEN 0 THEN 'black' ELSE 'white' END AS side,
    p.name AS player, k.name AS judgement, j.loss / 100.0 AS loss, j.before / 100.0 AS before,
    j.after / 100.0 AS after, j.mate, j.move, j.better
  FROM judgements j
    JOIN games g ON g.id = j.game
    JOIN judgement_kinds k ON k.id = j.kind
    LEFT JOIN players p ON p.id = CASE j.color WHEN 0 THEN g.black ELSE g.white END;

CREATE VIEW annotations_view AS
  SELECT a.game, a.engine, a.limits, CASE s.color WHEN 0 THEN 'black' ELSE 'white' END AS side,
    p.name AS player, s.moves, s.accuracy / 100.0 AS accuracy, s.mean_loss / 100.0 AS mean_loss,
    count(*) FILTER (WHERE j.kind = 1) AS inaccuracies,
    count(*) FILTER (WHERE j.kind = 2) AS mistakes,
    count(*) FILTER (WHERE j.kind = 3) AS blunders,
    count(*) FILTER (WHERE j.kind = 4) AS missed_mates,
    count(*) FILTER (WHERE j.kind = 5) AS allowed_mates,
    count(*) FILTER (WHERE j.kind = 6) AS only_moves,
    count(*) FILTER (WHERE j.kind = 7) AS brilliant,
    count(*) FILTER (WHERE j.kind = 9) AS lost_wins
  FROM annotations a
    JOIN games g ON g.id = a.game
    JOIN annotated_players s ON s.game = a.game
    LEFT JOIN players p ON p.id = CASE s.color WHEN 0 THEN g.black ELSE g.white END
    LEFT JOIN judgements j ON j.game = a.game AND j.color = s.color
  GROUP BY a.game, s.color;
)sql";

/// The migration from version i to i + 1.
constexpr std::array<const char*, 3> migrations{version_1, version_2, version_3};
static_assert(migrations.size() == schema_version);

void add_name(Connection& connection, const char* table, int id, std::string_view name) {
  Statement insert(connection, fmt::format("INSERT INTO {}(id, name) VALUES (?, ?)", table));
  insert.run({id, name});
}

/// The words for the numbers in games, for people who ask in SQL.
void add_enumerations(Connection& connection) {
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    add_name(connection, "variants", static_cast<int>(v), info(v).id);
  }
  for (const RuleSet r : {RuleSet::standard, RuleSet::svp, RuleSet::classic}) {
    add_name(connection, "rule_sets", static_cast<int>(r), name(r));
  }
  for (const GameResult r :
       {GameResult::unknown, GameResult::black_wins, GameResult::white_wins, GameResult::draw}) {
    add_name(connection, "results", static_cast<int>(r), name(r));
  }
  for (int e = 0; e < ending_count; ++e) {
    add_name(connection, "endings", e, name(static_cast<Ending>(e)));
  }
}

void add_judgement_kinds(Connection& connection) {
  for (int kind = 1; kind <= judged_kind_count; ++kind) {
    add_name(connection, "judgement_kinds", kind, name(static_cast<JudgedKind>(kind)));
  }
}

bool is_empty(Connection& connection) {
  return connection.integer("SELECT count(*) FROM sqlite_schema") == 0 &&
         connection.integer("PRAGMA user_version") == 0 &&
         connection.integer("PRAGMA application_id") == 0;
}

/// A view in the place of a table would be a stranger's SQL that we run.
constexpr const char* view_for_table =
    "SELECT count(*) FROM sqlite_schema WHERE type = 'view' AND name COLLATE NOCASE IN ("
    "'meta', 'variants', 'rule_sets', 'results', 'endings', 'players', 'events', 'sites', "
    "'players_text', 'events_text', 'sites_text', 'starts', 'tag_layouts', 'games', 'records', "
    "'games_text', 'position_runs', 'position_blocks', 'content_runs', 'content_blocks', "
    "'engines', 'evaluations', 'journal', 'journal_games', 'hot_positions', 'saved_queries', "
    "'annotations', 'annotated_players', 'judgement_kinds', 'judgements')";

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
  if (connection.integer(view_for_table) != 0)
    throw NotADatabase(file + ": has a view where a table belongs");
  if (version < schema_version && connection.read_only()) {
    throw DatabaseError(
        fmt::format("{}: is of schema {} and must be opened for writing once to be upgraded to {}",
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

}  // namespace

void migrate(Connection& connection, std::int64_t from, std::int64_t to) {
  for (std::int64_t v = from; v < to; ++v) {
    connection.execute(migrations[static_cast<std::size_t>(v)]);
    if (v == 0) {
      connection.execute(text_tables);
      connection.execute(index_tables);
      add_enumerations(connection);
    }
    if (v == 2) add_judgement_kinds(connection);
  }
  connection.execute(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application_id, to));
}

// DROP TABLE would free the pages of a damaged table, and a sound one may be using them.
void remake_derived_tables(Connection& connection) {
  const auto set_defensive = [&](int on) {
    sqlite3_db_config(connection.handle(), SQLITE_DBCONFIG_DEFENSIVE, on, nullptr);
  };
  set_defensive(0);
  connection.execute(
      "PRAGMA writable_schema = ON;"
      "DELETE FROM sqlite_schema WHERE tbl_name IN ('position_runs', 'position_blocks', "
      "'content_runs', 'content_blocks', 'hot_positions', 'journal', 'journal_games') "
      "OR tbl_name GLOB '*_text' OR tbl_name GLOB '*_text_*';"
      "PRAGMA writable_schema = RESET");
  set_defensive(1);
  connection.execute(text_tables);
  connection.execute(index_tables);
  connection.execute(version_2);
}

void prepare_schema(Connection& connection, OpenMode mode) {
  const std::int64_t found = checked_version(connection, mode);
  if (!connection.read_only()) use_log(connection);
  if (found < schema_version) {
    Transaction transaction(connection, Transaction::Kind::write);
    // Another program may have been faster.
    const std::int64_t version = checked_version(connection, mode);
    if (version < schema_version) migrate(connection, version, schema_version);
    transaction.commit();
  }
  // Mapped pages count as memory of the process: no more than 768 MiB of the file are mapped, and
  // the rest is read into the cache, so that all of it stays below a gigabyte.
  connection.execute(
      "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = OFF;"
      "PRAGMA mmap_size = 805306368; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;"
      "PRAGMA journal_size_limit = 67108864");
}

}  // namespace yari
