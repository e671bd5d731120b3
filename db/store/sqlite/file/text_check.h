/// \file
/// Whether a full-text index says what the texts say, found without changing the file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "db/store/sqlite/file/connection.h"

namespace yari {

/// A sum over the words of texts, to be compared with the sum over what an index holds. The order
/// of words does not count: that of the notes of a game is not kept. SQLite's own check can only be
/// asked by who may write.
class TextCheck {
 public:
  /// Requires: the connection outlives this.
  explicit TextCheck(Connection& connection);
  ~TextCheck();
  TextCheck(const TextCheck&) = delete;
  TextCheck& operator=(const TextCheck&) = delete;

  /// Adds the words of a text that belongs to row `id`, as FTS5's tokenizer unicode61 parts them.
  void add(std::int64_t id, std::string_view text);
  /// Adds words that are parted by spaces.
  void add_words(std::int64_t id, std::string_view words);
  /// Whether the FTS5 table `index` holds exactly the words added, not counting rows for which
  /// `counts` is false. Throws DamagedFile where the table cannot be read.
  bool agrees(const std::string& index, const std::function<bool(std::int64_t)>& counts);

 private:
  struct Tokenizer;
  Connection& connection_;
  std::unique_ptr<Tokenizer> tokenizer_;
  std::int64_t words_ = 0;
  std::uint64_t sum_ = 0;
};

}  // namespace yari
