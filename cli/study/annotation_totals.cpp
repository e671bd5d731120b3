#include "cli/study/annotation_totals.h"

#include <nlohmann/json.hpp>

#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

/// Why a game was annotated again: in JSON, and in words.
struct AgainReason {
  Earlier earlier;
  const char* field;
  const char* words;
};
constexpr AgainReason again_reasons[] = {
    {Earlier::less_effort, "less_effort", "annotated before with less effort"},
    {Earlier::limits, "other_limits", "before under other limits"},
    {Earlier::judging, "other_judging", "before with other judgement options"},
    {Earlier::engine, "other_engine", "before by another engine or version"},
    {Earlier::kept, "forced", "by force"},
};

/// " (3 again: 2 annotated before with less effort, 1 by force)"; empty for none.
std::string again_text(const AnnotationTotals& totals) {
  std::uint64_t all = 0;
  std::string reasons;
  for (const auto& [earlier, field, words] : again_reasons) {
    const std::uint64_t n = totals.again[static_cast<std::size_t>(earlier)];
    if (n == 0) continue;
    all += n;
    reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", grouped(n), words);
  }
  return all == 0 ? "" : fmt::format(" ({} again: {})", grouped(all), reasons);
}

Json again_json(const AnnotationTotals& totals) {
  Json json;
  for (const auto& [earlier, field, words] : again_reasons)
    json[field] = totals.again[static_cast<std::size_t>(earlier)];
  return json;
}

}  // namespace

void AnnotationTotals::add(const Annotation& a, Earlier earlier) {
  ++games;
  ++again[static_cast<std::size_t>(earlier)];
  positions += a.moves.size() + 1;
  analysed += static_cast<std::uint64_t>(a.analysed);
  from_store += static_cast<std::uint64_t>(a.from_store);
  nodes += a.nodes;
  for (const PlayerSummary& p : a.players) {
    players.inaccuracies += p.inaccuracies;
    players.mistakes += p.mistakes;
    players.blunders += p.blunders;
    players.brilliant += p.brilliant;
  }
}

std::string AnnotationTotals::text() const {
  return fmt::format(
      "{} annotated{}, {} annotated before{}; {}: {}, {} from the cache; {} ?!, {} ?, "
      "{} ?\?, {} !!\n",
      counted(games, "game"), again_text(*this), grouped(skipped),
      failed > 0 ? fmt::format(", {} failed", grouped(failed)) : "", counted(positions, "position"),
      counted(analysed, "search", "searches"), grouped(from_store), players.inaccuracies,
      players.mistakes, players.blunders, players.brilliant);
}

Json AnnotationTotals::json(std::uint64_t games_in_all, double seconds, bool stopped) const {
  return {{"games", games_in_all},
          {"annotated", games},
          {"annotated_before", skipped},
          {"again", again_json(*this)},
          {"failed", failed},
          {"positions", positions},
          {"analysed", analysed},
          {"from_store", from_store},
          {"nodes", nodes},
          {"inaccuracies", players.inaccuracies},
          {"mistakes", players.mistakes},
          {"blunders", players.blunders},
          {"brilliant", players.brilliant},
          {"seconds", seconds},
          {"stopped", stopped}};
}

}  // namespace yari::cli
