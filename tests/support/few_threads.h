/// \file
/// A system that has no threads left.
#pragma once

namespace yari::test {

/// While it exists, `left` more threads can be started in this process, and none after them.
/// Without effect in a build with sanitizers.
class FewThreads {
 public:
  explicit FewThreads(int left);
  ~FewThreads();
  FewThreads(const FewThreads&) = delete;
  FewThreads& operator=(const FewThreads&) = delete;
};

}  // namespace yari::test
