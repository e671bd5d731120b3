// The table of numbers.
#include "db/store/sqlite/file/meta.h"

namespace yari::meta {

std::int64_t get(Connection& connection, const char* name) {
  Statement statement(connection, "SELECT value FROM meta WHERE name = ?");
  return statement.first({name}) ? statement.integer(0) : 0;
}

void set(Connection& connection, const char* name, std::int64_t value) {
  Statement(connection, "INSERT OR REPLACE INTO meta(name, value) VALUES (?, ?)")
      .run({name, value});
}

}  // namespace yari::meta
