#include "analysis/match/conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace yari {
namespace {

double in_seconds(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

std::string player_text(const MatchPlayer& player, bool with_limits) {
  const std::string& known_as = player.identity.empty() ? player.name : player.identity;
  const std::string limits = with_limits ? describe(player.limits) : "";
  return limits.empty() ? known_as : fmt::format("{}: {}", known_as, limits);
}

}  // namespace

std::string adjudication_text(const MatchOptions& options, Variant v) {
  const ScoreAdjudication& scores = options.adjudication;
  std::vector<std::string> parts;
  if (scores.win_moves > 0)
    parts.push_back(fmt::format("won at {} centipawns after {} moves of each side",
                                scores.win_score, scores.win_moves));
  if (scores.draw_moves > 0)
    parts.push_back(fmt::format("drawn at {} centipawns after {} moves of each side",
                                scores.draw_score, scores.draw_moves));
  if (options.impasse_plies > 0)
    parts.push_back(fmt::format(
        "impasse by {} after {} plies",
        v == Variant::shogi ? fmt::format("the rule of {} points", options.impasse.name) : "points",
        options.impasse_plies));
  parts.push_back(fmt::format("drawn after {} plies", options.max_plies));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string conditions_text(const MatchPlayer& first, const MatchPlayer& second,
                            const MatchOptions& options) {
  const TimeControl& clock = options.clock;
  std::string text =
      fmt::format("{}; {}", player_text(first, clock.empty()), player_text(second, clock.empty()));
  if (!clock.empty())
    text += fmt::format("; clock {:g} s, increment {:g} s, byo-yomi {:g} s", in_seconds(clock.main),
                        in_seconds(clock.increment), in_seconds(clock.byoyomi));
  // An engine's options may be anything; in a tag they are read back as they are.
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }, ' ');
  return text;
}

bool is_played_otherwise(const Game& record, const MatchPlayer& first, const MatchPlayer& second,
                         const MatchOptions& options) {
  const auto differs = [&](std::string_view tag, const std::string& ours) {
    const std::string_view said = record.tag(tag);
    return !said.empty() && said != ours;
  };
  return differs("Adjudication", adjudication_text(options, record.variant)) ||
         differs("Conditions", conditions_text(first, second, options));
}

}  // namespace yari
