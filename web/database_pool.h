/// \file
/// Open databases for many threads: each is lent to one at a time.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "db/database.h"

namespace yari::web {

class DatabasePool {
 public:
  /// At most `most` are open at once. Throws DatabaseError when the file cannot be opened.
  DatabasePool(std::filesystem::path file, OpenMode mode, std::size_t most);

  /// A database that goes back to the pool at the end of its life.
  class Lease {
   public:
    Lease(DatabasePool& pool, std::unique_ptr<Database> database)
        : pool_(&pool), database_(std::move(database)) {}
    ~Lease();
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    Database& operator*() const { return *database_; }
    Database* operator->() const { return database_.get(); }

   private:
    DatabasePool* pool_;
    std::unique_ptr<Database> database_;
  };

  /// Waits while all are lent. Throws Busy after a long wait, DatabaseError as Database does.
  Lease lend();

 private:
  void give_back(std::unique_ptr<Database> database);

  const std::filesystem::path file_;
  const OpenMode mode_;
  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<Database>> idle_;
  std::size_t lent_ = 0;
};

}  // namespace yari::web
