/// \file
/// SQL that a user typed, run so that it can only read, and only for so long.
#pragma once

#include <string>
#include <string_view>

#include "db/store/shared/sql_rows.h"
#include "db/store/sqlite/file/connection.h"
#include "text/result.h"

namespace yari {

/// Makes a connection answer only statements that read: no change, no ATTACH, no pragma but those
/// that describe tables. Adds views for people: `players_list` with dates as text.
///
/// For the life of the connection; the limit of memory holds for the process.
void restrict_to_reading(Connection& connection, const SqlLimits& limits);

/// Runs statements one after another. The error's offset is the place in `sql`.
///
/// Requires: restrict_to_reading was called.
Result<void> run_sql(Connection& connection, std::string_view sql, const SqlLimits& limits,
                     const SqlRows& rows);

/// Whether the text ends after a whole statement, so that a prompt may run it.
bool is_complete_sql(const std::string& sql);

/// Does the work; SQLite's error code and message when it throws.
int report_to_sqlite(char** error, const std::function<void()>& work);

}  // namespace yari
