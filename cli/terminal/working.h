/// \file
/// Work that cannot say how far it is: a terminal shows that it goes on.
#pragma once

#include <string>
#include <thread>

#include "cli/terminal/terminal.h"

namespace yari::cli {

/// From the first second on, a terminal shows "WHAT, 3 s so far", or that after what `progress`
/// last said.
class Working {
 public:
  Working(Terminal& terminal, std::string what);
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

 private:
  std::jthread thread_;
};

}  // namespace yari::cli
