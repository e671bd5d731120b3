/// \file
/// A bound on how much of one kind of work runs at once.
#pragma once

#include <memory>

#include "web/http/pool.h"

namespace yari::web {

/// A place that is taken while the pointer lives.
using Slot = std::shared_ptr<void>;

class Slots {
 public:
  explicit Slots(std::size_t most) : places_([] { return std::make_unique<Place>(); }, most) {}

  /// Waits a moment while all are taken, since one whose client has just gone comes back within it.
  /// Null when all are still taken, or this request's client has gone. Requires: *this outlives it.
  Slot take();

 private:
  struct Place {};
  Pool<Place> places_;
};

}  // namespace yari::web
