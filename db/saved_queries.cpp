#include "db/saved_queries.h"

#include "db/database_impl.h"

namespace yari {

void save_query(Database& database, const std::string& name, const std::string& query) {
  const auto batch = store_of(database).batch();
  batch->queries().store(name, query);
  batch->commit();
}

std::optional<std::string> saved_query(Database& database, const std::string& name) {
  return store_of(database).snapshot()->queries().find(name);
}

std::vector<std::pair<std::string, std::string>> saved_queries(Database& database) {
  return store_of(database).snapshot()->queries().all();
}

bool forget_query(Database& database, const std::string& name) {
  const auto batch = store_of(database).batch();
  const bool was_there = batch->queries().remove(name);
  batch->commit();
  return was_there;
}

}  // namespace yari
