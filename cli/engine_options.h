/// \file
/// Which engine analyses: `--engine`, `--hash`.
#pragma once

#include <memory>
#include <string>

#include "analysis/engine.h"
#include "cli/options.h"

namespace yari::cli {

struct EngineOptions {
  std::string command = "builtin";
  std::size_t hash_mib = 64;

  void declare(OptionSet& options);
  /// A new engine. Throws UsageError, or EngineFailure when it cannot be started.
  std::unique_ptr<Engine> make() const;
};

}  // namespace yari::cli
