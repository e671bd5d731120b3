/// \file
/// Table-valued functions for SQL: everything that SQLite's C interface wants around the rows.
#pragma once

#include <sqlite3.h>

#include <new>
#include <string>
#include <vector>

#include "db/store/error.h"
#include "db/store/sqlite/file/distrust.h"

namespace yari {

/// While one exists, the statements of this thread are ours and not the user's: the authorizer of
/// db/store/sqlite/sql/user_sql.cpp lets them through.
class OwnStatements {
 public:
  OwnStatements() { ++depth_; }
  ~OwnStatements() { --depth_; }
  OwnStatements(const OwnStatements&) = delete;
  OwnStatements& operator=(const OwnStatements&) = delete;
  static bool are_run() { return depth_ > 0; }

 private:
  static inline thread_local int depth_ = 0;
};

/// Memory that counts as SQLite's, so that its limit holds for it.
template <class T>
struct SqliteMemory {
  using value_type = T;
  SqliteMemory() = default;
  template <class U>
  SqliteMemory(const SqliteMemory<U>&) {}
  T* allocate(std::size_t count) {
    void* const place = sqlite3_malloc64(count * sizeof(T));
    if (place == nullptr) throw std::bad_alloc();
    return static_cast<T*>(place);
  }
  void deallocate(T* place, std::size_t) { sqlite3_free(place); }
  bool operator==(const SqliteMemory&) const = default;
};

template <class T>
using SqliteRows = std::vector<T, SqliteMemory<T>>;

/// A function that SQL calls as `F('argument', ...)` and reads as a table.
///
/// F has `name`, `declaration` (a CREATE TABLE whose hidden columns come last), `first_argument`
/// (the number of the first of them), `arguments` (how many there are; the first is required),
/// a type `Row`, `rows(handle, data, values)`, which gives SqliteRows<Row> and may throw, and
/// `result(context, row, column)`. Nothing is thrown through SQLite's C interface.
template <class F>
class TableFunction {
 public:
  /// Makes the function known to a connection; `data` is handed to F::rows. Throws DatabaseError.
  static void add_to(sqlite3* handle, void* data = nullptr) {
    if (sqlite3_create_module_v2(handle, F::name, module(), data, nullptr) != SQLITE_OK)
      throw DatabaseError(sqlite3_errmsg(handle));
  }

 private:
  struct Table : sqlite3_vtab {
    sqlite3* handle = nullptr;
    void* data = nullptr;
  };
  struct Cursor : sqlite3_vtab_cursor {
    SqliteRows<typename F::Row> rows;
    std::size_t at = 0;
  };

  static int connect(sqlite3* handle, void* data, int, const char* const*, sqlite3_vtab** result,
                     char** message) {
    if (const int code = refuse_strangers(handle, message); code != SQLITE_OK) return code;
    const int code = sqlite3_declare_vtab(handle, F::declaration);
    if (code != SQLITE_OK) return code;
    // Not for a view that stands in a file.
    sqlite3_vtab_config(handle, SQLITE_VTAB_DIRECTONLY);
    auto* table = new (std::nothrow) Table{};
    if (table == nullptr) return SQLITE_NOMEM;
    table->handle = handle;
    table->data = data;
    *result = table;
    return SQLITE_OK;
  }

  static int disconnect(sqlite3_vtab* table) {
    delete static_cast<Table*>(table);
    return SQLITE_OK;
  }

  /// Only a call with the first argument can be answered; later ones may come with it, in order.
  static int best_index(sqlite3_vtab*, sqlite3_index_info* info) {
    int given = 0;
    for (int argument = 0; argument < F::arguments; ++argument) {
      int found = -1;
      for (int i = 0; i < info->nConstraint; ++i) {
        const auto& c = info->aConstraint[i];
        if (c.usable && c.op == SQLITE_INDEX_CONSTRAINT_EQ &&
            c.iColumn == F::first_argument + argument)
          found = i;
      }
      if (found < 0) break;
      info->aConstraintUsage[found].argvIndex = ++given;
      info->aConstraintUsage[found].omit = 1;
    }
    if (given == 0) return SQLITE_CONSTRAINT;
    info->estimatedCost = 100;
    info->estimatedRows = 100;
    return SQLITE_OK;
  }

  static int open_cursor(sqlite3_vtab*, sqlite3_vtab_cursor** result) {
    *result = new (std::nothrow) Cursor{};
    return *result != nullptr ? SQLITE_OK : SQLITE_NOMEM;
  }
  static int close_cursor(sqlite3_vtab_cursor* cursor) {
    delete static_cast<Cursor*>(cursor);
    return SQLITE_OK;
  }

  static int filter(sqlite3_vtab_cursor* base, int, const char*, int count,
                    sqlite3_value** values) {
    auto& cursor = *static_cast<Cursor*>(base);
    auto& table = *static_cast<Table*>(base->pVtab);
    cursor.rows.clear();
    cursor.at = 0;
    const OwnStatements ours;
    try {
      cursor.rows =
          F::rows(table.handle, table.data, std::vector<sqlite3_value*>(values, values + count));
      return SQLITE_OK;
    } catch (const std::bad_alloc&) {
      return SQLITE_NOMEM;
    } catch (const std::exception& error) {
      if (sqlite3_errcode(table.handle) == SQLITE_INTERRUPT) return SQLITE_INTERRUPT;
      sqlite3_free(table.zErrMsg);
      table.zErrMsg = sqlite3_mprintf("%s: %s", F::name, error.what());
      return SQLITE_ERROR;
    }
  }

  static int next(sqlite3_vtab_cursor* cursor) {
    ++static_cast<Cursor*>(cursor)->at;
    return SQLITE_OK;
  }
  static int at_end(sqlite3_vtab_cursor* base) {
    const auto& cursor = *static_cast<Cursor*>(base);
    return cursor.at >= cursor.rows.size();
  }
  static int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int number) {
    const auto& cursor = *static_cast<Cursor*>(base);
    F::result(context, cursor.rows[cursor.at], number);
    return SQLITE_OK;
  }
  static int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* result) {
    *result = static_cast<sqlite3_int64>(static_cast<Cursor*>(base)->at);
    return SQLITE_OK;
  }

  static const sqlite3_module* module() {
    // Without xCreate the table exists from the start and needs no CREATE.
    static const sqlite3_module methods = [] {
      sqlite3_module m{};
      m.xConnect = connect;
      m.xBestIndex = best_index;
      m.xDisconnect = disconnect;
      m.xOpen = open_cursor;
      m.xClose = close_cursor;
      m.xFilter = filter;
      m.xNext = next;
      m.xEof = at_end;
      m.xColumn = column;
      m.xRowid = row_id;
      return m;
    }();
    return &methods;
  }
};

/// For F::result.
inline void give_text(sqlite3_context* context, const std::string& text) {
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}
/// For F::rows: the value as text, empty for NULL.
inline std::string text_value(sqlite3_value* value) {
  const auto* data = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return data != nullptr ? data : "";
}

}  // namespace yari
