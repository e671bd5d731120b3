/// \file
/// Calls of a library that does not check whether it got the memory it asked for.
#pragma once

namespace yari {

/// While one exists, this thread calls such a library. Whoever handles SIGSEGV may take it for want
/// of memory then.
class UncheckedMemory {
 public:
  UncheckedMemory() { ++depth_; }
  ~UncheckedMemory() { --depth_; }
  UncheckedMemory(const UncheckedMemory&) = delete;
  UncheckedMemory& operator=(const UncheckedMemory&) = delete;
  static bool is_called() { return depth_ > 0; }

 private:
  static inline thread_local int depth_ = 0;
};

}  // namespace yari
