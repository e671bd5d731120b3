#include "cli/study/annotation_effort.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "cli/terminal/text.h"
#include "platform/processors.h"

namespace yari::cli {

std::optional<double> seconds_a_position(Engine& engine, const Game& sample, const Limits& limits) {
  if (limits.nodes == 0) {
    if (limits.time.count() == 0) return std::nullopt;
    return std::chrono::duration<double>(limits.time).count();
  }
  const Limits probe{.time = std::chrono::milliseconds(100)};
  // The first search of an engine also starts it up.
  for (int plies : {0, sample.moves.main_plies() / 2}) {
    const auto begin = std::chrono::steady_clock::now();
    Analysis analysis;
    try {
      analysis = engine.analyze(position_at(sample, plies), probe);
    } catch (const UselessAnswer&) {
      // Of this position alone: it says nothing about the speed.
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (analysis.lines.empty() || plies == 0) continue;
    if (analysis.nodes == 0) return std::nullopt;
    const double seconds =
        static_cast<double>(limits.nodes) * passed.count() / static_cast<double>(analysis.nodes);
    if (limits.time.count() == 0) return seconds;
    return std::min(seconds, std::chrono::duration<double>(limits.time).count());
  }
  return std::nullopt;
}

void say_time(Terminal& terminal, std::uint64_t positions, std::optional<double> seconds,
              int jobs) {
  if (!seconds) return;
  const auto threads = platform::threads_for(0);
  const double all = *seconds * static_cast<double>(positions) / std::clamp(jobs, 1, threads);
  if (all < 1) return;
  terminal.hint(
      fmt::format("about {} for {}", rough_duration(all), counted(positions, "position")));
}

}  // namespace yari::cli
