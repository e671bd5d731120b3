#include "cli/annotation_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/game_text.h"
#include "cli/line_text.h"
#include "cli/text.h"
#include "rules/sfen.h"
#include "web/json.h"

namespace yari::cli {

namespace {

std::string player_text(std::string_view side, const PlayerSummary& p) {
  if (p.moves == 0) return fmt::format("{} without a move", side);
  std::string text = fmt::format("{} {:.1f} % ({} ?!, {} ?, {} ?\?", side, p.accuracy,
                                 p.inaccuracies, p.mistakes, p.blunders);
  if (p.brilliant > 0) text += fmt::format(", {} !!", p.brilliant);
  return text + ')';
}

Json phases_json(const PlayerSummary& p) {
  Json json;
  for (std::size_t i = 0; i < p.phases.size(); ++i) {
    const PhaseSummary& phase = p.phases[i];
    json[std::string(name(static_cast<Phase>(i)))] = {
        {"moves", phase.moves}, {"accuracy", web::accuracy_json(phase.accuracy, phase.moves)}};
  }
  return json;
}

Json player_json(const PlayerSummary& p) {
  return {{"moves", p.moves},
          {"accuracy", web::accuracy_json(p.accuracy, p.moves)},
          {"mean_loss", web::rounded(p.mean_loss)},
          {"inaccuracies", p.inaccuracies},
          {"mistakes", p.mistakes},
          {"blunders", p.blunders},
          {"missed_mates", p.missed_mates},
          {"allowed_mates", p.allowed_mates},
          {"only_good", p.only_good},
          {"brilliant", p.brilliant},
          {"book", p.book},
          {"phases", phases_json(p)}};
}

std::string_view mate_name(MateChange change) {
  constexpr std::string_view names[] = {"", "missed", "allowed"};
  return names[static_cast<std::size_t>(change)];
}

Json move_json(const JudgedMove& m, Variant v) {
  return {{"ply", m.ply},
          {"side", side_name(m.mover)},
          {"usi", write_usi_move(m.move, v)},
          {"before", web::score_json(m.before)},
          {"after", web::score_json(m.after)},
          {"chance_before", web::rounded(m.chance_before)},
          {"chance_after", web::rounded(m.chance_after)},
          {"loss", web::rounded(m.loss)},
          {"accuracy", web::rounded(m.accuracy)},
          {"judgement", web::text_json(name(m.judgement))},
          {"mate", web::text_json(mate_name(m.mate))},
          {"only_move", m.only_move},
          {"only_good", m.only_good},
          {"brilliant", m.brilliant},
          {"book", m.book},
          {"phase", name(m.phase)},
          {"better", usi_line_json(v, m.better)}};
}

}  // namespace

std::string summary_text(const Annotation& a) {
  return player_text("Black", a.players[0]) + ", " + player_text("White", a.players[1]);
}

Json annotation_json(const Annotation& a) {
  Json json{{"engine", a.engine},
            {"analysed", a.analysed},
            {"from_store", a.from_store},
            {"nodes", a.nodes},
            {"turned_at", a.turned_at > 0 ? Json(a.turned_at) : Json()},
            {"black", player_json(a.players[0])},
            {"white", player_json(a.players[1])},
            {"moves", Json::array()}};
  for (const JudgedMove& move : a.moves) json["moves"].push_back(move_json(move, a.game.variant));
  return json;
}

}  // namespace yari::cli
