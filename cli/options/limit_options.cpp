#include "cli/options/limit_options.h"

#include <fmt/format.h>

namespace yari::cli {

void LimitOptions::declare(OptionSet& options, const char* fallback_text) {
  options.group(fmt::format("How long a position is analysed [{}]", fallback_text));
  options.number("nodes", nodes, "positions searched", std::uint64_t{1});
  options.number("depth", depth, "plies", 1, 200);
  options.number("movetime", movetime, "milliseconds", 1);
}

Limits LimitOptions::limits(const Limits& fallback) const {
  if (!nodes && !depth && !movetime) return fallback;
  return {.depth = depth.value_or(0),
          .nodes = nodes.value_or(0),
          .time = std::chrono::milliseconds(movetime.value_or(0)),
          .multipv = fallback.multipv};
}

}  // namespace yari::cli
