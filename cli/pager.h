/// \file
/// A pager between the program and a terminal, as git has it.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace yari::cli {

/// The words that start the pager: of $YARI_PAGER, else $PAGER, else less. Empty where it is cat or
/// nothing. A value with characters that mean something to a shell is given to /bin/sh.
std::vector<std::string> pager_words();

/// While one of these lives, standard output, and standard error where that is a terminal, go to a
/// pager. Ctrl-C ends the program when the pager has ended, so that both never read one keyboard.
class Pager {
 public:
  /// Does nothing where the pager cannot be started.
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

}  // namespace yari::cli
