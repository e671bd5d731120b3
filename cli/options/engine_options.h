/// \file
/// Which engine analyses: `--engine`, `--engine-option`, `--hash`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/engine/engine.h"
#include "cli/options/options.h"

namespace yari::cli {

struct EngineOptions {
  std::string command = "builtin";
  std::vector<std::string> settings;
  std::size_t hash_mib = 64;

  void declare(OptionSet& options);
  /// The same for the other side of a match: `--against`, `--against-option`.
  void declare_opponent(OptionSet& options);
  /// The program's name alone: "fairy-stockfish" for "/opt/bin/fairy-stockfish bench".
  std::string short_name() const;
  bool is_builtin() const { return command == "builtin"; }
  /// Throws UsageError for options that no engine can have; starts nothing.
  void check() const;
  /// A new engine. Throws UsageError, or EngineFailure when it cannot be started.
  std::unique_ptr<Engine> make() const;
};

}  // namespace yari::cli
