/// \file
/// What db/ throws when the machine, SQLite or the file fails.
#pragma once

#include <stdexcept>

namespace yari {

/// The database cannot be opened, read or written, or its content is damaged.
///
/// what() is one sentence for the user; it names the file.
class DatabaseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace yari
