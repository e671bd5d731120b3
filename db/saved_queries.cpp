// One small table.
#include "db/saved_queries.h"

#include "db/codec/utf8.h"
#include "db/database_impl.h"

namespace yari {

void save_query(Database& database, const std::string& name, const std::string& query) {
  Statement(connection_of(database),
            "INSERT OR REPLACE INTO saved_queries(name, query) VALUES (?, ?)")
      .run({name, query});
}

std::optional<std::string> saved_query(Database& database, const std::string& name) {
  Statement row(connection_of(database), "SELECT query FROM saved_queries WHERE name = ?");
  if (!row.first({name})) return std::nullopt;
  return to_valid_utf8(row.text(0));
}

std::vector<std::pair<std::string, std::string>> saved_queries(Database& database) {
  std::vector<std::pair<std::string, std::string>> all;
  Statement rows(connection_of(database), "SELECT name, query FROM saved_queries ORDER BY name");
  for (rows.start({}); rows.step();) {
    all.emplace_back(to_valid_utf8(rows.text(0)), to_valid_utf8(rows.text(1)));
  }
  return all;
}

bool forget_query(Database& database, const std::string& name) {
  Statement(connection_of(database), "DELETE FROM saved_queries WHERE name = ?").run({name});
  return connection_of(database).changes() > 0;
}

}  // namespace yari
