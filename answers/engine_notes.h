/// \file
/// What engines at work have noted, collected by their threads and shown by one.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/engine/engine.h"

namespace yari {

/// Several engines may note the same: each sentence is given out once.
class EngineNotes {
 public:
  void add(const std::string& note) {
    const std::scoped_lock lock(mutex_);
    if (known_.insert(note).second) new_.push_back(note);
  }
  /// For an engine. Requires: this lives longer.
  EngineNote adder() {
    return [this](const std::string& note) { add(note); };
  }
  /// Those since the last call.
  std::vector<std::string> take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(new_, {});
  }

 private:
  std::mutex mutex_;
  std::set<std::string> known_;
  std::vector<std::string> new_;
};

}  // namespace yari
