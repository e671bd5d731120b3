// Switches of SQLite's (https://www.sqlite.org/security.html), and the functions that may be
// called. What is in no list is refused: SQLite gets new functions, and builds have others.
#include "db/store/sqlite/distrust.h"

#include <sqlite3.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "db/store/sqlite/table_function.h"

namespace yari {

namespace {

/// They read their arguments once, or compare them, and give no more than they are given: our own
/// statements and an expression in a file may call them.
constexpr std::string_view modest_functions[] = {
    "abs",      "coalesce",  "count",        "date",           "datetime", "fts5",   "glob",
    "ifnull",   "iif",       "julianday",    "length",         "like",     "likely", "lower",
    "match",    "max",       "min",          "nullif",         "quote",    "random", "round",
    "substr",   "substring", "sum",          "time",           "total",    "typeof", "unixepoch",
    "unlikely", "upper",     "name_matches", "ratings_between"};

/// They can make much of little, or take long over it: for users, whose time and memory are
/// limited. https://www.sqlite.org/lang_corefunc.html and the pages beside it.
constexpr std::string_view other_functions[] = {
    // Core.
    "changes", "char", "concat", "concat_ws", "format", "hex", "if", "instr", "last_insert_rowid",
    "likelihood", "ltrim", "octet_length", "printf", "randomblob", "replace", "rtrim", "sign",
    "soundex", "sqlite_source_id", "sqlite_version", "subtype", "total_changes", "trim", "unhex",
    "unicode", "unistr", "unistr_quote", "zeroblob",
    // Aggregates and windows.
    "avg", "cume_dist", "dense_rank", "first_value", "group_concat", "lag", "last_value", "lead",
    "median", "nth_value", "ntile", "percent_rank", "percentile", "percentile_cont",
    "percentile_disc", "rank", "row_number", "string_agg",
    // Dates.
    "current_date", "current_time", "current_timestamp", "strftime", "timediff",
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
    // FTS5.
    "bm25", "highlight", "snippet"};

template <std::size_t size>
bool is_in(const std::string_view (&names)[size], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Our statements are prepared by this program alone; what else is compiled stands in the file.
int judge_expression(void*, int action, const char*, const char* function, const char*,
                     const char*) {
  if (action != SQLITE_FUNCTION || OwnStatements::are_run()) return SQLITE_OK;
  return function != nullptr && is_in(modest_functions, function) ? SQLITE_OK : SQLITE_DENY;
}

}  // namespace

bool is_function_for_users(std::string_view name) {
  return is_in(modest_functions, name) || is_in(other_functions, name);
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

void distrust_expressions(sqlite3* handle) {
  sqlite3_set_authorizer(handle, judge_expression, nullptr);
}

#define YARI_TABLES                                                                          \
  "'meta', 'variants', 'rule_sets', 'results', 'endings', 'players', 'events', 'sites', "    \
  "'starts', 'tag_layouts', 'games', 'records', 'position_runs', 'position_blocks', "        \
  "'content_runs', 'content_blocks', 'engines', 'evaluations', 'journal', 'journal_games', " \
  "'hot_positions', 'saved_queries', 'annotations', 'annotated_players', "                   \
  "'judgement_kinds', 'judgements', 'own_notes', 'journal_annotations', 'journal_players', " \
  "'journal_judgements', 'sources', 'origins', 'counted_positions', 'count_runs', "          \
  "'count_blocks', 'work_settings', 'work'"
#define YARI_TEXTS "'players_text', 'events_text', 'sites_text', 'games_text'"

// Views and modules have no page of their own.
const char* const strangers_in_schema =
    "SELECT count(*) FROM sqlite_schema AS s WHERE "
    "(s.name COLLATE NOCASE IN (" YARI_TABLES
    ") AND s.type IN ('table', 'view') AND (coalesce(s.rootpage, 0) = 0 OR EXISTS "
    "(SELECT 1 FROM pragma_table_xinfo(s.name) WHERE hidden > 1)))"
    " OR (s.name COLLATE NOCASE IN (" YARI_TEXTS ") AND s.type = 'view')";

int refuse_strangers(sqlite3* handle, char** message) {
  const OwnStatements ours;
  sqlite3_stmt* question = nullptr;
  int code = sqlite3_prepare_v2(handle, strangers_in_schema, -1, &question, nullptr);
  if (code == SQLITE_OK && sqlite3_step(question) == SQLITE_ROW &&
      sqlite3_column_int(question, 0) != 0) {
    *message = sqlite3_mprintf("the file has a view or a virtual table where a table belongs");
    code = SQLITE_ERROR;
  }
  sqlite3_finalize(question);
  return code;
}

}  // namespace yari
