/// \file
/// The mark of a file whose indexes are being rebuilt in several transactions.
///
/// Between the first and the last of them indexes, texts and counts are of some games only: whoever
/// looks something up in them, or writes, must be refused, also when the rebuilding was killed.
#pragma once

#include <cstdint>

#include "db/store/sqlite/file/lazy_statement.h"

namespace yari {

class Rebuilding {
 public:
  /// Requires: the connection outlives this.
  explicit Rebuilding(Connection& connection);

  /// Marks the file, in the place of a rebuilding that others have begun. Requires, as the next: an
  /// open write transaction.
  void begin();
  void finish();
  /// What this has begun is given up, or was rolled back.
  void forget() { own_ = 0; }

  /// Whether the indexes are being rebuilt, or were since begin(), by anyone but this.
  bool is_by_others();
  /// Throws then, with what to do.
  void refuse_others();

 private:
  Connection& connection_;
  LazyStatement mark_;
  /// The number that this has marked the file with; 0 when it does not rebuild.
  std::int64_t own_ = 0;
};

}  // namespace yari
