/// \file
/// How long an engine may think about a position.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/engine/engine.h"
#include "cli/options/options.h"

namespace yari::cli {

/// `--nodes`, `--depth`, `--movetime`.
struct LimitOptions {
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<int> movetime;

  void declare(OptionSet& options, const char* fallback_text);
  /// What was typed, or `fallback` when nothing was.
  Limits limits(const Limits& fallback) const;
};

}  // namespace yari::cli
