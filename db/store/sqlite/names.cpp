// Interning names, with a memory of the recent ones.
#include "db/store/sqlite/names.h"

#include <fmt/format.h>

namespace yari {

namespace {
/// More names than this are not kept in memory.
constexpr std::size_t memory_limit = 200'000;
}  // namespace

NameTable::NameTable(Connection& connection, std::string_view table)
    : connection_(connection),
      find_(connection, fmt::format("SELECT id FROM {} WHERE name = ?", table)),
      insert_(connection, fmt::format("INSERT INTO {}(name) VALUES (?)", table)),
      insert_text_(connection,
                   fmt::format("INSERT INTO {}_text(rowid, name) VALUES (?, ?)", table)) {}

std::int64_t NameTable::number(const std::string& name) {
  if (const auto known = known_.find(name); known != known_.end()) return known->second;
  if (known_.size() >= memory_limit) known_.clear();
  std::int64_t id;
  if (find_->first({name})) {
    id = find_->integer(0);
    find_->reset();
  } else {
    insert_->run({name});
    id = connection_.last_row();
    insert_text_->run({id, name});
  }
  return known_[name] = id;
}

std::optional<std::int64_t> NameTable::number(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  return number(*name);
}

}  // namespace yari
