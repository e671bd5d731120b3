// The fields are documented in docs/json.md.
#include "answers/engine_json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "rules/sfen.h"

namespace yari {

namespace {

std::string_view color_name(Color c) { return c == Color::black ? "black" : "white"; }

Json usi_array(Variant v, const std::vector<Move>& moves) {
  Json array = Json::array();
  for (const Move move : moves) array.push_back(write_usi_move(move, v));
  return array;
}

/// Moves in one of their notations: `move` or `japanese`.
std::string joined(const Json& named, const char* notation) {
  std::string text;
  for (const Json& move : named) {
    if (!text.empty()) text += ' ';
    text += move[notation].get<std::string>();
  }
  return text;
}

Json summary_phases_json(const PlayerSummary& p) {
  Json json;
  for (std::size_t i = 0; i < p.phases.size(); ++i) {
    const PhaseSummary& phase = p.phases[i];
    json[std::string(name(static_cast<Phase>(i)))] = {
        {"moves", phase.moves}, {"accuracy", accuracy_json(phase.accuracy, phase.moves)}};
  }
  return json;
}

Json player_json(const PlayerSummary& p) {
  return {{"moves", p.moves},
          {"accuracy", accuracy_json(p.accuracy, p.moves)},
          {"mean_loss", rounded(p.mean_loss)},
          {"inaccuracies", p.inaccuracies},
          {"mistakes", p.mistakes},
          {"blunders", p.blunders},
          {"missed_mates", p.missed_mates},
          {"allowed_mates", p.allowed_mates},
          {"only_good", p.only_good},
          {"brilliant", p.brilliant},
          {"book", p.book},
          {"phases", summary_phases_json(p)}};
}

std::string_view mate_name(MateChange change) {
  constexpr std::string_view names[] = {"", "missed", "allowed"};
  return names[static_cast<std::size_t>(change)];
}

Json move_json(const JudgedMove& m, Variant v) {
  return {{"ply", m.ply},
          {"side", color_name(m.mover)},
          {"usi", write_usi_move(m.move, v)},
          {"before", if_known(m.before_known, score_json(m.before))},
          {"after", if_known(m.after_known, score_json(m.after))},
          {"chance_before", if_known(m.before_known, rounded(m.chance_before))},
          {"chance_after", if_known(m.after_known, rounded(m.chance_after))},
          {"loss", if_known(m.is_weighed(), rounded(m.loss))},
          {"accuracy", if_known(m.is_weighed(), rounded(m.accuracy))},
          {"judgement", text_json(name(m.judgement))},
          {"mate", text_json(mate_name(m.mate))},
          {"only_move", m.only_move},
          {"only_good", m.only_good},
          {"brilliant", m.brilliant},
          {"book", m.book},
          {"phase", name(m.phase)},
          {"better", usi_array(v, m.better)}};
}

}  // namespace

Json score_json(const Analysis& analysis, const Score& score) {
  return if_known(analysis.scored, score_json(score));
}

Json analysis_json(const Problem& problem, const Analysis& analysis, const std::string& engine) {
  Json lines = Json::array();
  for (const ScoredLine& line : analysis.lines) {
    const Json named = line_json(problem.start, problem.moves, line.pv);
    lines.push_back({{"score", score_json(analysis, line.score)},
                     {"depth", line.depth},
                     {"usi", usi_array(problem.start.variant, line.pv)},
                     {"moves", joined(named, "move")},
                     {"japanese", joined(named, "japanese")}});
  }
  return {{"engine", engine},
          {"score", score_json(analysis, analysis.score)},
          {"depth", analysis.depth},
          {"nodes", analysis.nodes},
          {"seconds", std::chrono::duration<double>(analysis.time).count()},
          {"lines", std::move(lines)}};
}

Json mate_json(const Problem& problem, const MateResult& result) {
  return {{"verdict", name(result.verdict)},
          {"plies", result.line.size()},
          {"shortest", result.shortest},
          {"usi", usi_array(problem.start.variant, result.line)},
          {"moves", joined(line_json(problem.start, problem.moves, result.line), "move")},
          {"nodes", result.nodes},
          {"seconds", std::chrono::duration<double>(result.time).count()}};
}

Json puzzle_json(const Puzzle& puzzle, GameId game, int ply) {
  Json themes = Json::array();
  for (const PuzzleTheme theme : puzzle.themes) themes.push_back(name(theme));
  return {{"game", game},
          {"ply", ply},
          {"sfen", write_sfen(puzzle.position)},
          {"side", color_name(puzzle.position.side_to_move)},
          {"mate", if_known(puzzle.mate, puzzle.solution.size())},
          {"solution", usi_array(puzzle.position.variant, puzzle.solution)},
          {"moves", joined(line_json(puzzle.position, {}, puzzle.solution), "move")},
          {"chance", rounded(puzzle.chance)},
          {"next_best", rounded(puzzle.next_best)},
          {"themes", std::move(themes)},
          {"nodes", puzzle.nodes},
          {"rating", puzzle_rating(puzzle.nodes)}};
}

Json annotation_json(const Annotation& a) {
  Json json{{"engine", a.engine},
            {"analysed", a.analysed},
            {"from_store", a.from_store},
            {"nodes", a.nodes},
            {"turned_at", if_known(a.turned_at > 0, a.turned_at)},
            {"black", player_json(a.players[0])},
            {"white", player_json(a.players[1])},
            {"unscored", Json::array()},
            {"moves", Json::array()}};
  for (const UnscoredPosition& p : a.unscored)
    json["unscored"].push_back({{"ply", p.ply}, {"why", p.why}});
  for (const JudgedMove& move : a.moves) json["moves"].push_back(move_json(move, a.game.variant));
  return json;
}

std::string japanese_line(const Problem& problem, const std::vector<Move>& moves) {
  return joined(line_json(problem.start, problem.moves, moves), "japanese");
}

}  // namespace yari
