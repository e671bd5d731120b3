/// \file
/// Which engine analyses: `--engine`, `--engine-option`, and what is set of the built-in one.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/builtin.h"
#include "analysis/engine/engine_options.h"
#include "cli/options/options.h"

namespace yari::cli {

/// The rows of engine_options as options: `--hash`, `--threads`. `more` ends the help.
void declare_builtin_options(OptionSet& options, BuiltinOptions& target, const char* more = "");
/// One of them, with a help of its own.
OptionRow& declare_builtin_option(OptionSet& options, BuiltinOptions& target,
                                  const EngineOption& option, const std::string& help);

/// `--byoyomi SECONDS`, which `set` receives.
OptionRow& declare_byoyomi_option(OptionSet& options,
                                  std::function<void(std::chrono::milliseconds)> set,
                                  const char* help);

struct EngineOptions {
  std::string command = "builtin";
  std::vector<std::string> settings;
  BuiltinOptions builtin;
  /// For a USI engine that knows clocks alone.
  std::optional<std::chrono::milliseconds> byoyomi;

  void declare(OptionSet& options);
  /// `--byoyomi`, where the command has no clocks of its own.
  void declare_byoyomi(OptionSet& options);
  /// The same for the other side of a match: `--against`, `--against-option`.
  void declare_opponent(OptionSet& options);
  /// The program's name alone: "fairy-stockfish" for "/opt/bin/fairy-stockfish bench".
  std::string short_name() const;
  bool is_builtin() const { return command == "builtin"; }
  /// Throws UsageError for options that no engine can have; starts nothing.
  void check() const;
  /// What is assumed where no limits are typed: the byo-yomi, or else `fallback`.
  Limits default_limits(const Limits& fallback) const;
  /// A new engine. Throws UsageError, or EngineFailure when it cannot be started.
  std::unique_ptr<Engine> make() const;
};

}  // namespace yari::cli
