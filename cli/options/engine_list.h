/// \file
/// Several engines to choose from: `--engine`, as often as one likes.
#pragma once

#include <string>
#include <vector>

#include "cli/options/engine_options.h"

namespace yari::cli {

class EngineList {
 public:
  void declare(OptionSet& options);

  struct Named {
    std::string name;
    EngineOptions engine;
  };
  /// In the order typed, then the built-in one, unless it was typed. The name is the program's; of
  /// several alike, the second is "NAME 2".
  std::vector<Named> named() const;

 private:
  std::vector<EngineOptions> typed_;
  /// Typed before any engine: the first one's.
  std::vector<std::string> settings_;
  std::optional<std::chrono::milliseconds> byoyomi_;
  /// Somebody waits for the answers.
  BuiltinOptions builtin_{.threads = 0};
};

}  // namespace yari::cli
