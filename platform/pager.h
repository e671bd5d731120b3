/// \file
/// A pager between the program and a terminal, as git has it.
#pragma once

#include <string>
#include <vector>

namespace yari::platform {

/// While one of these lives, standard output, and standard error where that is a terminal, go to a
/// pager. Ctrl-C ends the program when the pager has ended, so that both never read one keyboard.
///
/// Windows has no pager that is worth it: nothing is started there.
class Pager {
 public:
  /// The first word is the program, the others are for it. Does nothing where there are none, and
  /// where the pager cannot be started.
  explicit Pager(const std::vector<std::string>& words);
  /// Waits until the user has left the pager.
  ~Pager();
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;

  bool is_running() const { return running_; }

 private:
  bool running_ = false;
  int output_ = -1;
  int errors_ = -1;
};

}  // namespace yari::platform
