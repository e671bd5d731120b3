/// \file
/// What db/ throws when the machine, SQLite or the file fails, one type for each thing that a user
/// can do about it.
///
/// Only DamagedGame may be caught for one game while the work goes on with the next; after any
/// other the transaction is over, and the file is as it was before it. Running out of memory is
/// std::bad_alloc.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace yari {

/// The database cannot be opened, read or written, or its content is damaged.
///
/// what() is one sentence for the user; it names the file.
class DatabaseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One game is damaged; the others are not touched by it.
class DamagedGame : public DatabaseError {
 public:
  DamagedGame(std::int64_t game, const std::string& what) : DatabaseError(what), game_(game) {}
  std::int64_t game() const { return game_; }

 private:
  std::int64_t game_;
};

/// A page, an index or a table of the file is damaged.
class DamagedFile : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

/// Another program has kept the file locked for longer than we wait.
class Busy : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

/// There is no room for more: the disk is full, or a limit of the file is reached.
class Full : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

/// The operating system could not open, read or write the file.
class IoError : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

/// The file is not one of ours.
class NotADatabase : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

/// A later version of this program wrote the file.
class Newer : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

}  // namespace yari
