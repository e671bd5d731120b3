// All rows are kept in memory once they are needed: a lookup in the server for each new game would
// take longer than all the rest.
#include "db/store/postgres/names.h"

#include <fmt/format.h>

namespace yari::pg {

NumberedTexts::NumberedTexts(const Shards& shards, std::string table, std::string column,
                             bool is_text)
    : shards_(shards),
      table_(std::move(table)),
      column_(std::move(column)),
      is_text_(is_text),
      flush_number_(shards.home().connection->add_flush([this] { flush(); })) {}

NumberedTexts::~NumberedTexts() { shards_.home().connection->remove_flush(flush_number_); }

void NumberedTexts::read_more() {
  flush();
  Connection& home = *shards_.home().connection;
  Statement rows = shards_.home().statement(
      fmt::format("SELECT id, {} FROM @.{} WHERE id >= $1 ORDER BY id", column_, table_));
  for (rows.start({static_cast<std::int64_t>(texts_.size())}); rows.step();) {
    // Numbers have no gaps; a row that was made by hand may.
    const auto number = static_cast<std::size_t>(rows.integer(0));
    if (number < texts_.size() || number > texts_.size() + 1'000'000) continue;
    texts_.resize(number);
    const std::string& text = texts_.emplace_back(rows.text(1));
    numbers_.emplace(text, static_cast<std::int64_t>(number));
  }
  is_current_ = home.in_transaction();
}

std::int64_t NumberedTexts::number(const std::string& text) {
  if (!is_current_) read_more();
  if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
  const auto number = static_cast<std::int64_t>(texts_.size());
  numbers_.emplace(texts_.emplace_back(text), number);
  shards_.home().connection->hold();
  added_.row(2);
  added_.int32(number);
  if (is_text_)
    added_.text(text);
  else
    added_.bytes(ByteView(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  return number;
}

const std::string* NumberedTexts::text(std::int64_t number) {
  if (number < 1) return nullptr;
  const auto at = static_cast<std::size_t>(number);
  if (at >= texts_.size()) read_more();
  return at < texts_.size() ? &texts_[at] : nullptr;
}

void NumberedTexts::each(const std::function<void(std::int64_t, const std::string&)>& visit) {
  read_more();
  for (std::size_t i = 1; i < texts_.size(); ++i) visit(static_cast<std::int64_t>(i), texts_[i]);
}

std::int64_t NumberedTexts::count() {
  read_more();
  return static_cast<std::int64_t>(texts_.size()) - 1;
}

void NumberedTexts::flush() {
  if (added_.empty()) return;
  CopyRows rows;
  std::swap(rows, added_);
  shards_.home().connection->copy(
      fmt::format("{}.{}(id, {})", shards_.home().schema, table_, column_), rows);
}

void NumberedTexts::forget() {
  added_ = {};
  numbers_.clear();
  texts_.clear();
  texts_.emplace_back();
  is_current_ = false;
}

}  // namespace yari::pg
