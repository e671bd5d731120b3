/// \file
/// Books in order: positions sorted, and those that come more than once united.
#pragma once

#include <functional>

#include "analysis/book/book.h"
#include "analysis/book/external_sort.h"

namespace yari {

/// Positions in the order that programs that look up in the file expect: by the bytes of their
/// SFENs, or of another key. Memory is bounded, whatever the number of positions.
class BookSort {
 public:
  /// Without a NUL.
  using Key = std::function<std::string(const Setup&)>;

  /// With `unites`, a position that comes more than once becomes one (see unite()); else each is
  /// kept, those of the same position in the order in which they came.
  explicit BookSort(bool unites, Key key = {}) : unites_(unites), key_(std::move(key)) {}

  /// Requires: all are of one game. SFENs become canonical.
  void add(BookEntry entry);
  /// Calls `visit` for each position in order. Once, after all were added.
  void each(const std::function<void(const BookEntry&)>& visit);

 private:
  bool unites_;
  Key key_;
  ExternalSort sort_;
  std::uint64_t added_ = 0;
  std::string record_;
};

}  // namespace yari
