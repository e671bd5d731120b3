/// \file
/// Things that are costly to make, for many threads: each is lent to one at a time, and kept.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace yari::web {

/// Makes a `T` when all it has are lent, up to a bound.
template <class T>
class Pool {
 public:
  using Make = std::function<std::unique_ptr<T>()>;

  Pool(Make make, std::size_t most) : make_(std::move(make)), most_(most) {
    // So that giving one back needs no memory.
    idle_.reserve(most_);
  }

  /// A `T` that goes back at the end of its life. Requires: the pool outlives it.
  class Lease {
   public:
    Lease(Pool& pool, std::unique_ptr<T> thing) : pool_(&pool), thing_(std::move(thing)) {}
    ~Lease() {
      if (pool_ != nullptr) pool_->give_back(std::move(thing_));
    }
    Lease(Lease&& other) noexcept
        : pool_(std::exchange(other.pool_, nullptr)), thing_(std::move(other.thing_)) {}
    Lease& operator=(Lease&&) = delete;
    T& operator*() const { return *thing_; }
    T* operator->() const { return thing_.get(); }
    /// It failed: the next client gets a new one.
    void discard() { thing_.reset(); }
    /// It failed: a new one takes its place. Throws what making one throws, and has none then.
    void renew() {
      discard();
      thing_ = pool_->make_();
    }

   private:
    Pool* pool_;
    std::unique_ptr<T> thing_;
  };

  /// Whoever asks first is served first. No value when all are still lent after `patience`, or soon
  /// after `given_up` is true. Throws what making one throws.
  std::optional<Lease> lend(
      std::chrono::milliseconds patience,
      const std::function<bool()>& given_up = [] { return false; }) {
    {
      std::unique_lock lock(mutex_);
      if (lent_ < most_)
        ++lent_;
      else if (!wait_in_line(lock, patience, given_up))
        return std::nullopt;
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
  void give_back(std::unique_ptr<T> thing) {
    const std::lock_guard lock(mutex_);
    if (thing) idle_.push_back(std::move(thing));
    if (line_.empty()) {
      --lent_;
      return;
    }
    // The place goes to the first in line: nobody who comes now gets in front.
    Waiting& first = *line_.front();
    line_.pop_front();
    first.served = true;
    first.wake.notify_one();
  }

  struct Waiting {
    std::condition_variable wake;
    bool served = false;
  };

  bool wait_in_line(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds patience,
                    const std::function<bool()>& given_up) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds pulse{100};
    const Clock::time_point end = Clock::now() + patience;
    Waiting me;
    const auto place = line_.insert(line_.end(), &me);
    while (!me.served && !given_up() && Clock::now() < end)
      me.wake.wait_until(lock, std::min(end, Clock::now() + pulse), [&] { return me.served; });
    if (!me.served) line_.erase(place);
    return me.served;
  }

  Make make_;
  const std::size_t most_;
  std::mutex mutex_;
  std::list<Waiting*> line_;
  std::vector<std::unique_ptr<T>> idle_;
  std::size_t lent_ = 0;
};

}  // namespace yari::web
