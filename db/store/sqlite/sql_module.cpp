// A virtual table in SQLite's C interface; nothing may be thrown through it.
#include "db/store/sqlite/sql_module.h"

#include <sqlite3.h>

#include <cstring>
#include <string>
#include <vector>

#include "db/store/sqlite/find_position.h"
#include "rules/outcome.h"
#include "rules/sfen.h"

namespace yari {

namespace {

enum Column : int { game, ply, next, sfen, variant };
constexpr const char* declaration =
    "CREATE TABLE games_at(game INTEGER, ply INTEGER, next TEXT, sfen TEXT HIDDEN, variant TEXT "
    "HIDDEN)";

struct Table : sqlite3_vtab {
  sqlite3* handle = nullptr;
};

struct Cursor : sqlite3_vtab_cursor {
  Variant variant = Variant::yari;
  std::vector<Hit> hits;
  std::size_t at = 0;
};

int refuse(sqlite3_vtab* table, const std::string& message) {
  sqlite3_free(table->zErrMsg);
  table->zErrMsg = sqlite3_mprintf("games_at: %s", message.c_str());
  return SQLITE_ERROR;
}

int connect(sqlite3* handle, void*, int, const char* const*, sqlite3_vtab** result, char**) {
  const int code = sqlite3_declare_vtab(handle, declaration);
  if (code != SQLITE_OK) return code;
  auto* table = new (std::nothrow) Table{};
  if (table == nullptr) return SQLITE_NOMEM;
  table->handle = handle;
  *result = table;
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete static_cast<Table*>(table);
  return SQLITE_OK;
}

/// Only "sfen = ..." can be answered; "variant = ..." may come with it (idxNum 1).
int best_index(sqlite3_vtab*, sqlite3_index_info* info) {
  int sfen_at = -1, variant_at = -1;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& c = info->aConstraint[i];
    if (!c.usable || c.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (c.iColumn == sfen) sfen_at = i;
    if (c.iColumn == variant) variant_at = i;
  }
  if (sfen_at < 0) return SQLITE_CONSTRAINT;
  info->aConstraintUsage[sfen_at].argvIndex = 1;
  info->aConstraintUsage[sfen_at].omit = 1;
  if (variant_at >= 0) {
    info->aConstraintUsage[variant_at].argvIndex = 2;
    info->aConstraintUsage[variant_at].omit = 1;
    info->idxNum = 1;
  }
  info->estimatedCost = 100;
  info->estimatedRows = 100;
  return SQLITE_OK;
}

int open_cursor(sqlite3_vtab*, sqlite3_vtab_cursor** result) {
  *result = new (std::nothrow) Cursor{};
  return *result != nullptr ? SQLITE_OK : SQLITE_NOMEM;
}

int close_cursor(sqlite3_vtab_cursor* cursor) {
  delete static_cast<Cursor*>(cursor);
  return SQLITE_OK;
}

std::string text_of(sqlite3_value* value) {
  const auto* data = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return data != nullptr ? data : "";
}

/// The position that the arguments name.
Result<Setup> position_of(int count, sqlite3_value** values) {
  const std::string position = text_of(values[0]);
  if (count < 2) {
    Result<Setup> setup = read_sfen(position, Variant::yari);
    return setup ? setup : read_sfen(position, Variant::shogi);
  }
  const auto named = variant_named(text_of(values[1]));
  if (!named) return fail("expected the variant yari or shogi");
  return read_sfen(position, *named);
}

int filter(sqlite3_vtab_cursor* base, int, const char*, int count, sqlite3_value** values) {
  auto& cursor = *static_cast<Cursor*>(base);
  cursor.hits.clear();
  cursor.at = 0;
  try {
    const Result<Setup> setup = position_of(count, values);
    if (!setup) return refuse(base->pVtab, setup.error().message);
    cursor.variant = setup->variant;
    Connection connection(static_cast<Table*>(base->pVtab)->handle);
    GameStore store(connection);
    PostingIndex positions(connection, "position");
    find_position(connection, store, positions, *setup, {}, [&](const Hit& hit) {
      cursor.hits.push_back(hit);
      return true;
    });
    return SQLITE_OK;
  } catch (const std::exception& error) {
    return refuse(base->pVtab, error.what());
  }
}

int next_row(sqlite3_vtab_cursor* base) {
  ++static_cast<Cursor*>(base)->at;
  return SQLITE_OK;
}

int at_end(sqlite3_vtab_cursor* base) {
  const auto& cursor = *static_cast<Cursor*>(base);
  return cursor.at >= cursor.hits.size();
}

int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int number) {
  const auto& cursor = *static_cast<Cursor*>(base);
  const Hit& hit = cursor.hits[cursor.at];
  if (number == game) sqlite3_result_int64(context, hit.game);
  if (number == ply) sqlite3_result_int(context, hit.ply);
  if (number == next && hit.next) {
    const std::string move = write_usi_move(hit.next, cursor.variant);
    sqlite3_result_text(context, move.data(), static_cast<int>(move.size()), SQLITE_TRANSIENT);
  }
  return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* result) {
  *result = static_cast<sqlite3_int64>(static_cast<Cursor*>(base)->at);
  return SQLITE_OK;
}

const sqlite3_module* module() {
  // Without xCreate the table exists from the start and needs no CREATE.
  static const sqlite3_module methods = [] {
    sqlite3_module m{};
    m.xConnect = connect;
    m.xBestIndex = best_index;
    m.xDisconnect = disconnect;
    m.xOpen = open_cursor;
    m.xClose = close_cursor;
    m.xFilter = filter;
    m.xNext = next_row;
    m.xEof = at_end;
    m.xColumn = column;
    m.xRowid = row_id;
    return m;
  }();
  return &methods;
}

}  // namespace

void register_games_at(sqlite3* connection) {
  if (sqlite3_create_module_v2(connection, "games_at", module(), nullptr, nullptr) != SQLITE_OK) {
    throw DatabaseError(sqlite3_errmsg(connection));
  }
}

}  // namespace yari
