/// \file
/// Writes edited games over stored ones.
#pragma once

#include "db/reposting.h"
#include "db/store/sqlite/names.h"

namespace yari {

/// Writes everything that a game's row says into it.
class HeaderWriter {
 public:
  explicit HeaderWriter(Connection& connection);
  void write(GameId id, const PreparedGame& game);

 private:
  NameTable players_, events_, sites_;
  Statement add_layout_, add_start_, update_;
};

/// Whether two forms of a game differ in what the table of records holds.
bool has_other_record(const Game& a, const Game& b);

/// Writes an edited game: its header, and of the rest what is other than it was. Requires: an open
/// write transaction.
class GameWriter {
 public:
  explicit GameWriter(Database::Impl& db);
  void write(GameId id, const Game& before, const Game& game);
  /// Writes the postings of the games whose positions are others.
  void finish() { moved_.write(db_); }

 private:
  void write_record(GameId id, const Game& before, const PreparedGame& game);

  Database::Impl& db_;
  HeaderWriter headers_;
  Statement start_, put_record_;
  Reposting moved_;
};

}  // namespace yari
