// Interning names, with a memory of the recent ones.
#include "db/store/sqlite/games/names.h"

#include <fmt/format.h>

namespace yari {

namespace {
/// Bytes of memory for the names of one table: some 1.4 million names of people. Beyond that all
/// are forgotten, and those that come again are looked up.
constexpr std::size_t most_bytes = std::size_t{72} << 20;
/// A longer name is not kept.
constexpr std::size_t longest = 1024;
}  // namespace

NameTable::NameTable(Connection& connection, std::string_view table)
    : connection_(connection),
      find_(connection, fmt::format("SELECT id FROM {} WHERE name = ?", table)),
      insert_(connection, fmt::format("INSERT INTO {}(name) VALUES (?)", table)),
      insert_text_(connection,
                   fmt::format("INSERT INTO {}_text(rowid, name) VALUES (?, ?)", table)) {}

std::int64_t NameTable::number(const std::string& name) {
  if (const std::int64_t known = known_.find(name); known != 0) return known;
  std::int64_t id;
  if (find_->first({name})) {
    id = find_->integer(0);
    find_->reset();
  } else {
    insert_->run({name});
    id = connection_.last_row();
    insert_text_->run({id, name});
  }
  if (id != 0 && name.size() <= longest) {
    if (known_.bytes() >= most_bytes) known_.clear();
    known_.add(name, id);
  }
  return id;
}

std::optional<std::int64_t> NameTable::number(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  return number(*name);
}

}  // namespace yari
