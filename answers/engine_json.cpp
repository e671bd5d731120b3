// The fields are documented in docs/json.md.
#include "answers/engine_json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "analysis/engine/win_chance.h"
#include "rules/color_name.h"
#include "rules/sfen.h"

namespace yari {

namespace {

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
  Json json = Json::object();
  for (std::size_t i = 0; i < p.phases.size(); ++i) {
    const PhaseSummary& phase = p.phases[i];
    json[std::string(name(static_cast<Phase>(i)))] =
        object({{"moves", phase.moves}, {"accuracy", accuracy_value(phase.accuracy, phase.moves)}});
  }
  return json;
}

Json player_json(const PlayerSummary& p) {
  Json json = object({{"moves", p.moves},
                      {"accuracy", accuracy_value(p.accuracy, p.moves)},
                      {"mean_loss", rounded(p.mean_loss)},
                      {"inaccuracies", p.inaccuracies},
                      {"mistakes", p.mistakes},
                      {"blunders", p.blunders},
                      {"missed_mates", p.missed_mates},
                      {"allowed_mates", p.allowed_mates},
                      {"only_good", p.only_good},
                      {"brilliant", p.brilliant},
                      {"book", p.book}});
  json["phases"] = summary_phases_json(p);
  return json;
}

std::string_view mate_name(MateChange change) {
  constexpr std::string_view names[] = {"", "missed", "allowed"};
  return names[static_cast<std::size_t>(change)];
}

/// Null where the score is not known.
Json score_json(bool known, const Score& score) { return known ? score_json(score) : Json(); }

Json move_json(const JudgedMove& m, Variant v) {
  Json json = object({{"ply", m.ply}, {"side", name(m.mover)}, {"usi", write_usi_move(m.move, v)}});
  json["before"] = score_json(m.before_known, m.before);
  json["after"] = score_json(m.after_known, m.after);
  add_fields(json, {{"chance_before", if_known(m.before_known, rounded(m.chance_before))},
                    {"chance_after", if_known(m.after_known, rounded(m.chance_after))},
                    {"loss", if_known(m.is_weighed(), rounded(m.loss))},
                    {"accuracy", if_known(m.is_weighed(), rounded(m.accuracy))},
                    {"judgement", text_value(name(m.judgement))},
                    {"mate", text_value(mate_name(m.mate))},
                    {"only_move", m.only_move},
                    {"only_good", m.only_good},
                    {"brilliant", m.brilliant},
                    {"book", m.book},
                    {"phase", name(m.phase)},
                    {"better", usi_texts(v, m.better)}});
  return json;
}

double seconds(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

/// The moves in each notation, as texts.
void add_line(Json& json, const GamePosition& position, const std::vector<Move>& moves) {
  const Json named = line_json(position.start, position.moves, moves);
  add_fields(json, {{"usi", usi_texts(position.start.variant, moves)},
                    {"moves", joined(named, "move")},
                    {"japanese", joined(named, "japanese")}});
}

}  // namespace

Json analysis_json(const GamePosition& position, const Analysis& analysis,
                   const std::string& engine) {
  Json json = object({{"engine", engine}});
  json["score"] = score_json(analysis.scored, analysis.score);
  add_fields(
      json,
      {{"depth", analysis.depth}, {"nodes", analysis.nodes}, {"seconds", seconds(analysis.time)}});
  const ChanceModel chance = chance_model(position.start.variant, engine);
  Json& lines = json["lines"] = Json::array();
  for (const ScoredLine& line : analysis.lines) {
    lines.push_back(
        {{"score", score_json(analysis.scored, line.score)},
         {"chance", if_known(analysis.scored, rounded(chance(line.score, analysis.nodes)))},
         {"depth", line.depth}});
    add_line(lines.back(), position, line.pv);
  }
  return json;
}

Json mate_json(const GamePosition& position, const MateResult& result) {
  Json json = object({{"verdict", name(result.verdict)},
                      {"plies", result.line.size()},
                      {"shortest", result.shortest}});
  add_line(json, position, result.line);
  add_fields(json, {{"nodes", result.nodes}, {"seconds", seconds(result.time)}});
  return json;
}

Json puzzle_json(const Puzzle& puzzle, GameId game, int ply) {
  std::vector<std::string> themes;
  for (const PuzzleTheme theme : puzzle.themes) themes.emplace_back(name(theme));
  return object({{"game", game},
                 {"ply", ply},
                 {"sfen", write_sfen(puzzle.position)},
                 {"side", name(puzzle.position.side_to_move)},
                 {"mate", if_known(puzzle.mate, puzzle.solution.size())},
                 {"solution", usi_texts(puzzle.position.variant, puzzle.solution)},
                 {"moves", joined(line_json(puzzle.position, {}, puzzle.solution), "move")},
                 {"chance", rounded(puzzle.chance)},
                 {"next_best", rounded(puzzle.next_best)},
                 {"themes", std::move(themes)},
                 {"nodes", puzzle.nodes},
                 {"rating", puzzle_rating(puzzle.nodes)}});
}

Json ply_json(GameId game, const Game& record, const PlyRow& r) {
  const auto usi = [&](Move move) { return move ? write_usi_move(move, record.variant) : Value(); };
  Json json = object(
      {{"game", game},
       {"ply", r.ply},
       {"side", name(r.mover)},
       {"player", text_value(record.tag(r.mover == Color::black ? tags::black : tags::white))},
       {"move", r.text},
       {"usi", usi(r.move)}});
  json["after"] = r.after ? score_json(*r.after) : Json();
  add_fields(json, {{"chance_before", rounded(r.chance_before)},
                    {"chance_after", rounded(r.chance_after)},
                    {"loss", rounded(r.loss)},
                    {"judgement", text_value(name(r.judgement))},
                    {"best", text_value(r.best_text)},
                    {"best_usi", usi(r.best)},
                    {"spent_ms", r.spent_ms}});
  return json;
}

Json annotation_json(const Annotation& a) {
  Json json = object({{"engine", a.engine},
                      {"analysed", a.analysed},
                      {"from_store", a.from_store},
                      {"nodes", a.nodes},
                      {"turned_at", if_known(a.turned_at > 0, a.turned_at)}});
  json["black"] = player_json(a.players[0]);
  json["white"] = player_json(a.players[1]);
  Json& unscored = json["unscored"] = Json::array();
  for (const UnscoredPosition& p : a.unscored)
    unscored.push_back(object({{"ply", p.ply}, {"why", p.why}}));
  Json& moves = json["moves"] = Json::array();
  for (const JudgedMove& move : a.moves) moves.push_back(move_json(move, a.game.variant));
  return json;
}

}  // namespace yari
