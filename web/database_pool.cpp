#include "web/database_pool.h"

#include <chrono>

#include "db/store/error.h"

namespace yari::web {

DatabasePool::DatabasePool(std::filesystem::path file, OpenMode mode, std::size_t most)
    : file_(std::move(file)), mode_(mode), most_(most) {
  idle_.push_back(std::make_unique<Database>(file_, mode_));
}

DatabasePool::Lease::~Lease() {
  if (database_) pool_->give_back(std::move(database_));
}

DatabasePool::Lease DatabasePool::lend() {
  constexpr std::chrono::seconds patience{10};
  std::unique_lock lock(mutex_);
  if (!returned_.wait_for(lock, patience, [this] { return lent_ < most_; }))
    throw Busy("too many searches are running");
  ++lent_;
  if (!idle_.empty()) {
    Lease lease(*this, std::move(idle_.back()));
    idle_.pop_back();
    return lease;
  }
  lock.unlock();
  try {
    return {*this, std::make_unique<Database>(file_, mode_)};
  } catch (...) {
    give_back(nullptr);
    throw;
  }
}

void DatabasePool::give_back(std::unique_ptr<Database> database) {
  {
    const std::lock_guard lock(mutex_);
    --lent_;
    if (database) idle_.push_back(std::move(database));
  }
  returned_.notify_one();
}

}  // namespace yari::web
