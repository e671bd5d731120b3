/// \file
/// A bound on how much of one kind of work runs at once.
#pragma once

#include <atomic>
#include <memory>

namespace yari::web {

class Slots {
 public:
  explicit Slots(int most) : free_(most) {}

  /// A place that is taken while the pointer lives; null when all are. Requires: *this outlives it.
  std::shared_ptr<Slots> take() {
    if (free_.fetch_sub(1) > 0) return {this, [](Slots* slots) { ++slots->free_; }};
    ++free_;
    return nullptr;
  }

 private:
  std::atomic<int> free_;
};

}  // namespace yari::web
