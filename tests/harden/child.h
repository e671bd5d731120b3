/// \file
/// A command of the program in a process of its own, made by fork: as cheap as a call, and as
/// final.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace yari::test {

/// How a child ended.
struct ChildEnd {
  /// Its exit code, or 1000 + the signal that ended it; `timed_out` when it was ended after half a
  /// minute.
  int code = -1;
  std::string out, err;
};

inline constexpr int timed_out = 2000;

/// What a child does around the command. All of it runs in the child.
struct ChildPlan {
  std::vector<std::string> words;
  /// Before the command, in the child.
  std::function<void()> before = {};
  /// After the command has ended with this code; what it returns is the code of the child.
  std::function<int(int)> after = {};
  /// When it is killed, in microseconds; never with 0.
  long kill_after_us = 0;
};

/// Runs `yari` with these words in a child, as cli/main.cpp does, and waits.
ChildEnd run_child(const ChildPlan& plan);

/// A number that a child leaves for its parent.
std::atomic<long>& shared_count();

}  // namespace yari::test
