// Single rows, which are rarely asked for.
#include "db/store/sql/query_table.h"

#include "db/codec/utf8.h"

namespace yari::sql {

std::optional<std::string> QueryTable::find(const std::string& name) const {
  const auto row = tables_.prepare("SELECT query FROM @.saved_queries WHERE name = $1");
  if (!row->first({name})) return std::nullopt;
  return to_valid_utf8(row->text(0));
}

std::vector<std::pair<std::string, std::string>> QueryTable::all() const {
  std::vector<std::pair<std::string, std::string>> all;
  const auto rows = tables_.read("SELECT name, query FROM @.saved_queries ORDER BY name");
  while (rows->step()) all.emplace_back(to_valid_utf8(rows->text(0)), to_valid_utf8(rows->text(1)));
  return all;
}

void QueryTable::store(const std::string& name, const std::string& query) {
  tables_
      .prepare(
          "INSERT INTO @.saved_queries(name, query) VALUES ($1, $2) "
          "ON CONFLICT (name) DO UPDATE SET query = EXCLUDED.query")
      ->run({name, query});
}

bool QueryTable::remove(const std::string& name) {
  tables_.prepare("DELETE FROM @.saved_queries WHERE name = $1")->run({name});
  return tables_.changes() > 0;
}

}  // namespace yari::sql
