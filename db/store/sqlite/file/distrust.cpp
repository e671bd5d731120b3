// Switches of SQLite's (https://www.sqlite.org/security.html), and the functions that may be
// called. What is in no list is refused: SQLite gets new functions, and builds have others.
#include "db/store/sqlite/file/distrust.h"

#include <sqlite3.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "db/store/sqlite/file/table_function.h"

namespace yari {

namespace {

/// https://www.sqlite.org/lang_corefunc.html and the pages beside it.
constexpr std::string_view computing_functions[] = {
    // Core.
    "abs", "changes", "char", "coalesce", "concat", "concat_ws", "format", "glob", "hex", "if",
    "ifnull", "iif", "instr", "last_insert_rowid", "length", "like", "likelihood", "likely",
    "lower", "ltrim", "match", "max", "min", "nullif", "octet_length", "printf", "quote", "random",
    "randomblob", "replace", "round", "rtrim", "sign", "soundex", "sqlite_source_id",
    "sqlite_version", "substr", "substring", "subtype", "total_changes", "trim", "typeof", "unhex",
    "unicode", "unistr", "unistr_quote", "unlikely", "upper", "zeroblob",
    // Aggregates and windows.
    "avg", "count", "cume_dist", "dense_rank", "first_value", "group_concat", "lag", "last_value",
    "lead", "median", "nth_value", "ntile", "percent_rank", "percentile", "percentile_cont",
    "percentile_disc", "rank", "row_number", "string_agg", "sum", "total",
    // Dates.
    "current_date", "current_time", "current_timestamp", "date", "datetime", "julianday",
    "strftime", "time", "timediff", "unixepoch",
    // Mathematics.
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos", "cosh",
    "degrees", "exp", "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow", "power", "radians",
    "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
    // JSON.
    "->", "->>", "json", "json_array", "json_array_insert", "json_array_length",
    "json_error_position", "json_extract", "json_group_array", "json_group_object", "json_insert",
    "json_object", "json_patch", "json_pretty", "json_quote", "json_remove", "json_replace",
    "json_set", "json_type", "json_valid", "jsonb", "jsonb_array", "jsonb_array_insert",
    "jsonb_extract", "jsonb_group_array", "jsonb_group_object", "jsonb_insert", "jsonb_object",
    "jsonb_patch", "jsonb_remove", "jsonb_replace", "jsonb_set",
    // FTS5's, and our own.
    "bm25", "highlight", "snippet", "name_matches", "has_words", "ratings_between", "is_round",
    "has_evaluations"};

}  // namespace

bool is_function_for_users(std::string_view name) {
  return std::ranges::find(computing_functions, name) != std::end(computing_functions);
}

void distrust_file(sqlite3* handle) {
  constexpr std::pair<int, int> switches[] = {{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                              {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                              {SQLITE_DBCONFIG_DEFENSIVE, 1},
                                              {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                              {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
                                              {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
                                              {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                                              {SQLITE_DBCONFIG_DQS_DML, 0},
                                              {SQLITE_DBCONFIG_DQS_DDL, 0}};
  for (const auto& [name, value] : switches) sqlite3_db_config(handle, name, value, nullptr);
  const char* modules[] = {"fts5", "fts5vocab", "json_each", "json_tree", nullptr};
  sqlite3_drop_modules(handle, modules);
}

#define YARI_TABLES                                                                          \
  "'meta', 'variants', 'rule_sets', 'results', 'endings', 'players', 'events', 'sites', "    \
  "'starts', 'tag_layouts', 'games', 'records', 'position_runs', 'position_blocks', "        \
  "'content_runs', 'content_blocks', 'engines', 'evaluations', 'journal', 'journal_games', " \
  "'hot_positions', 'saved_queries', 'annotations', 'annotated_players', "                   \
  "'judgement_kinds', 'judgements', 'own_notes', 'journal_annotations', 'journal_players', " \
  "'journal_judgements', 'sources', 'origins', 'counted_positions', 'count_runs', "          \
  "'count_blocks', 'work_settings', 'work', 'position_work', 'cards', 'position_stale', "    \
  "'content_stale'"
#define YARI_TEXTS "'players_text', 'events_text', 'sites_text', 'games_text'"

// Views and modules have no page of their own. Functions that make much of little, or take long
// over it, stand in no table of ours and no index on one, and cannot be called without their names.
const char* const strangers_in_schema =
    "SELECT count(*) FROM sqlite_schema AS s WHERE "
    "(s.name COLLATE NOCASE IN (" YARI_TABLES
    ") AND s.type IN ('table', 'view') AND (coalesce(s.rootpage, 0) = 0 OR EXISTS "
    "(SELECT 1 FROM pragma_table_xinfo(s.name) WHERE hidden > 1)))"
    " OR (s.name COLLATE NOCASE IN (" YARI_TEXTS
    ") AND s.type = 'view')"
    " OR (s.tbl_name COLLATE NOCASE IN (" YARI_TABLES
    ") AND s.type IN ('table', 'index') AND ("
    "s.sql LIKE '%zeroblob%' OR s.sql LIKE '%randomblob%' OR s.sql LIKE '%printf%' OR "
    "s.sql LIKE '%format%' OR s.sql LIKE '%replace%' OR s.sql LIKE '%hex%' OR "
    "s.sql LIKE '%instr%' OR s.sql LIKE '%char%' OR s.sql LIKE '%trim%' OR s.sql LIKE '%json%' OR "
    "s.sql LIKE '%concat%' OR s.sql LIKE '%like%' OR s.sql LIKE '%glob%'))";

int refuse_strangers(sqlite3* handle, char** message) {
  const OwnStatements ours;
  sqlite3_stmt* question = nullptr;
  int code = sqlite3_prepare_v2(handle, strangers_in_schema, -1, &question, nullptr);
  if (code == SQLITE_OK && sqlite3_step(question) == SQLITE_ROW &&
      sqlite3_column_int(question, 0) != 0) {
    *message = sqlite3_mprintf("the file %s", refusal_of_strangers);
    code = SQLITE_ERROR;
  }
  sqlite3_finalize(question);
  return code;
}

}  // namespace yari
