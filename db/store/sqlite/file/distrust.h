/// \file
/// What a database file from a stranger, or the SQL of a user, cannot make SQLite do.
#pragma once

#include <string_view>

struct sqlite3;

namespace yari {

/// For every connection to a file: no trigger and no view of the file runs, no module but FTS5 and
/// JSON's is there, and no code can be loaded or called by its address.
void distrust_file(sqlite3* handle);

/// Whether a user's SQL may call the function: all of SQLite's documented ones that only compute,
/// and our own. The name as SQLite spells it.
bool is_function_for_users(std::string_view name);

/// A question that counts what stands in the place of a table of ours and is none: a view, another
/// program's module, a column that is computed, an expression in a check or an index that makes
/// large values of small ones.
extern const char* const strangers_in_schema;
/// Why a file with such strangers is refused, as a clause.
inline constexpr const char* refusal_of_strangers =
    "has a view, a virtual table or a computed value where a table belongs";

/// In another program's connection: SQLite's code and message, where the file has such strangers.
int refuse_strangers(sqlite3* handle, char** message);

}  // namespace yari
