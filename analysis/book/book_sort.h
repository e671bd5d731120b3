/// \file
/// Books in order: positions sorted, and those that come more than once united.
#pragma once

#include <functional>

#include "analysis/book/book.h"
#include "analysis/book/external_sort.h"

namespace yari {

/// Positions by the bytes of their SFENs, as programs that look up in the file expect them.
/// Memory is bounded, whatever the number of positions.
class BookSort {
 public:
  /// With `unites`, a position that comes more than once becomes one (see unite()); else each is
  /// kept, those of the same position in the order in which they came.
  explicit BookSort(bool unites) : unites_(unites) {}

  /// Requires: all are of one game. SFENs become canonical.
  void add(BookEntry entry);
  /// Calls `visit` for each position in order. Once, after all were added.
  void each(const std::function<void(const BookEntry&)>& visit);

 private:
  bool unites_;
  ExternalSort sort_;
  std::uint64_t added_ = 0;
  std::string record_;
};

}  // namespace yari
