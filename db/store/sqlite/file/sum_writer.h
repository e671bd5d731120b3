/// \file
/// Gives records the checksums that they lack.
#pragma once

#include "db/query/filter.h"
#include "db/store/sqlite/file/connection.h"

namespace yari {

/// Keeps its statements. Requires: an open write transaction when it writes.
class SumWriter {
 public:
  explicit SumWriter(Connection& connection);

  /// Writes the checksum of a record that has none, which an older version wrote.
  void add_missing(GameId id) { write(id, missing_); }
  /// Writes the checksum of what is stored now.
  void renew(GameId id) { write(id, any_); }
  /// add_missing for some of the records. False when every record has a checksum.
  bool add_some_missing();

 private:
  void write(GameId id, Statement& row);
  Connection& connection_;
  Statement any_, missing_, update_;
  /// Of the records, the last that add_some_missing has seen.
  GameId last_ = 0;
};

}  // namespace yari
