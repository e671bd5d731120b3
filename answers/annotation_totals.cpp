#include "answers/annotation_totals.h"

#include <nlohmann/json.hpp>

namespace yari {

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

Json AnnotationTotals::json() const {
  Json reasons = Json::object();
  for (const AgainReason& reason : again_reasons)
    reasons[reason.field] = again[static_cast<std::size_t>(reason.earlier)];
  Json json = object({{"annotated", games}, {"annotated_before", skipped}});
  json["again"] = std::move(reasons);
  add_fields(json, {{"failed", failed},
                    {"positions", positions},
                    {"analysed", analysed},
                    {"from_store", from_store},
                    {"nodes", nodes},
                    {"inaccuracies", players.inaccuracies},
                    {"mistakes", players.mistakes},
                    {"blunders", players.blunders},
                    {"brilliant", players.brilliant}});
  return json;
}

}  // namespace yari
