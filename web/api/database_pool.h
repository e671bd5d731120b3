/// \file
/// Open databases for many threads: each is lent to one at a time.
#pragma once

#include <filesystem>

#include "db/database.h"
#include "web/http/pool.h"

namespace yari::web {

class DatabasePool {
 public:
  /// A database that goes back to the pool at the end of its life.
  using Lease = Pool<Database>::Lease;

  /// At most `most` are open at once. Throws DatabaseError when the file cannot be opened.
  DatabasePool(std::filesystem::path file, OpenMode mode, std::size_t most);

  /// Waits while all are lent. Throws Busy after a long wait, DatabaseError as Database does.
  Lease lend();

 private:
  Pool<Database> pool_;
};

}  // namespace yari::web
