/// \file
/// What can be set of the built-in engine: a row each, from which USI, the command line, the server
/// and Python take their options.
#pragma once

#include <algorithm>
#include <string_view>

#include "analysis/engine/builtin.h"

namespace yari {

/// A number that can be set.
struct EngineOption {
  /// Of the command line and of Python: "hash".
  const char* name;
  /// Of USI, and a second name that is understood there.
  const char* usi_name;
  const char* other_usi_name;
  int least;
  int most;
  /// One line for the command line, without a full stop.
  const char* help;
  /// What 0 means, where a program has that as its default; nobody sets it.
  const char* automatic = "";
  int (*get)(const BuiltinOptions&);
  /// Requires: least <= value <= most.
  void (*set)(BuiltinOptions&, int value);
};

/// In the order in which they are shown. Defaults are those of BuiltinOptions.
inline constexpr EngineOption engine_options[] = {
    {.name = "hash",
     .usi_name = "USI_Hash",
     .other_usi_name = "Hash",
     .least = 1,
     .most = 1 << 20,
     .help = "MiB of memory for the built-in engine",
     .get = [](const BuiltinOptions& o) { return static_cast<int>(o.hash_mib); },
     .set = [](BuiltinOptions& o, int n) { o.hash_mib = static_cast<std::size_t>(n); }},
    {.name = "threads",
     .usi_name = "Threads",
     .other_usi_name = "Threads",
     .least = 1,
     .most = 256,
     .help = "threads of the built-in engine for one search",
     .automatic = "all processors; 1 where nodes or depth end it",
     .get = [](const BuiltinOptions& o) { return o.threads; },
     .set = [](BuiltinOptions& o, int n) { o.threads = n; }},
};

/// The row of that name of the command line. Requires: there is one.
constexpr const EngineOption& engine_option(std::string_view name) {
  return *std::ranges::find(engine_options, name, &EngineOption::name);
}

}  // namespace yari
