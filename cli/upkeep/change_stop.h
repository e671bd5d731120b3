/// \file
/// Ctrl-C while games are changed: all of the change is stored, or nothing, and a sentence says
/// that it is nothing.
#pragma once

#include <mutex>

#include "cli/terminal/stop.h"
#include "cli/terminal/terminal.h"
#include "db/database.h"

namespace yari::cli {

/// While one of these lives, the first Ctrl-C ends the program at once where no change has begun,
/// and takes one back that is being made. One that is stored already is reported as usual.
///
/// Requires: no other thread was started before it.
class ChangeStop {
 public:
  explicit ChangeStop(Terminal& terminal);
  void watch(Database& database);

 private:
  void stop(int signal);
  /// Throws Failure after a stop.
  void step();

  Terminal& terminal_;
  std::mutex mutex_;
  bool is_changing_ = false;
  StopOnSignal signals_;
};

}  // namespace yari::cli
