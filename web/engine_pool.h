/// \file
/// Engines for live analysis: a few, each lent to one client at a time, and kept with what they
/// have learnt.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/engine.h"

namespace yari::web {

class EnginePool {
 public:
  EnginePool(std::function<std::unique_ptr<Engine>()> make, std::size_t most)
      : make_(std::move(make)), most_(most) {}

  /// An engine that goes back at the end of its life.
  class Lease {
   public:
    Lease(EnginePool& pool, std::unique_ptr<Engine> engine)
        : pool_(&pool), engine_(std::move(engine)) {}
    ~Lease() {
      if (pool_ != nullptr) pool_->give_back(std::move(engine_));
    }
    Lease(Lease&& other) noexcept
        : pool_(std::exchange(other.pool_, nullptr)), engine_(std::move(other.engine_)) {}
    Lease& operator=(Lease&&) = delete;
    Engine& operator*() const { return *engine_; }
    Engine* operator->() const { return engine_.get(); }
    /// The engine failed: the next client gets a new one.
    void discard() { engine_.reset(); }

   private:
    EnginePool* pool_;
    std::unique_ptr<Engine> engine_;
  };

  /// No value when all are still at work after a moment, in which an engine whose client has just
  /// gone comes back. Throws EngineFailure when one cannot be started.
  std::optional<Lease> lend() {
    {
      std::unique_lock lock(mutex_);
      constexpr std::chrono::seconds moment{1};
      if (!returned_.wait_for(lock, moment, [this] { return lent_ < most_; })) return std::nullopt;
      ++lent_;
      if (!idle_.empty()) {
        std::optional<Lease> lease(std::in_place, *this, std::move(idle_.back()));
        idle_.pop_back();
        return lease;
      }
    }
    try {
      return std::optional<Lease>(std::in_place, *this, make_());
    } catch (...) {
      give_back(nullptr);
      throw;
    }
  }

 private:
  void give_back(std::unique_ptr<Engine> engine) {
    const std::lock_guard lock(mutex_);
    --lent_;
    if (engine) idle_.push_back(std::move(engine));
    returned_.notify_one();
  }

  std::function<std::unique_ptr<Engine>()> make_;
  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<Engine>> idle_;
  std::size_t lent_ = 0;
};

}  // namespace yari::web
