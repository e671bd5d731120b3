// Positions taken from games, and analyses turned into what records keep.
#include "analysis/engine/engine.h"

#include <fmt/format.h>

#include <cassert>
#include <sstream>

#include "analysis/engine/replayed.h"

namespace yari {

GamePosition position_at(const Game& game, int ply) {
  assert(ply >= 0 && ply <= game.moves.main_plies());
  GamePosition position{game.start, game.moves.main_moves(), game.rules};
  position.moves.resize(static_cast<std::size_t>(ply));
  return position;
}

Setup setup_of(const GamePosition& position) {
  return with_variant(position.start.variant,
                      [&]<class V>(V) { return replayed<V>(position).position().setup(); });
}

std::vector<Move> legal_moves(const GamePosition& position) {
  return with_variant(position.start.variant, [&]<class V>(V) {
    const Line<V> line = replayed<V>(position);
    std::vector<Move> moves;
    for (const Move move : line.position().legal_moves()) {
      if (line.is_legal(move)) moves.push_back(move);
    }
    return moves;
  });
}

Color side_to_move(const GamePosition& position) {
  const Color first = position.start.side_to_move;
  return position.moves.size() % 2 == 0 ? first : ~first;
}

std::string describe(const Limits& limits) {
  std::string text;
  const auto add = [&](std::string_view word, auto value) {
    if (value > 0) text += fmt::format("{}{} {}", text.empty() ? "" : " ", word, value);
  };
  add("depth", limits.depth);
  add("nodes", limits.nodes);
  add("movetime", limits.time.count());
  if (limits.multipv > 1) add("multipv", limits.multipv);
  if (limits.root_moves.empty()) return text;
  text += text.empty() ? "searchmoves" : " searchmoves";
  for (const Move m : limits.root_moves) text += fmt::format(" {}", m.bits());
  return text;
}

std::optional<Limits> read_limits(std::string_view text) {
  Limits limits;
  std::istringstream in{std::string(text)};
  std::int64_t value = 0;
  for (std::string word; in >> word;) {
    if (word == "searchmoves") {
      while (in >> value)
        limits.root_moves.push_back(Move::from_bits(static_cast<std::uint16_t>(value)));
      break;
    }
    if (!(in >> value)) break;
    if (word == "depth") limits.depth = static_cast<int>(value);
    if (word == "nodes") limits.nodes = static_cast<std::uint64_t>(value);
    if (word == "movetime") limits.time = std::chrono::milliseconds(value);
    if (word == "multipv") limits.multipv = static_cast<int>(value);
  }
  if (describe(limits) != text) return std::nullopt;
  return limits;
}

bool serves(const Limits& stored, const Limits& wanted) {
  // 0 is no bound at all.
  const auto loose = [](auto bound, auto wanted_bound) {
    return bound == 0 || (wanted_bound != 0 && bound >= wanted_bound);
  };
  return stored.multipv == wanted.multipv && stored.root_moves == wanted.root_moves &&
         loose(stored.depth, wanted.depth) && loose(stored.nodes, wanted.nodes) &&
         loose(stored.time.count(), wanted.time.count());
}

std::string move_without_score(const std::string& engine_name) {
  return "engine " + engine_name + ": names a move and no score";
}

Evaluation to_evaluation(const Analysis& analysis, Color side_to_move, std::string engine) {
  assert(analysis.scored);
  Evaluation e;
  e.mate = analysis.score.mate;
  e.score = side_to_move == Color::black ? analysis.score.value : -analysis.score.value;
  e.depth = analysis.depth;
  e.nodes = analysis.nodes;
  e.engine = std::move(engine);
  if (!analysis.lines.empty()) e.pv = analysis.lines.front().pv;
  return e;
}

}  // namespace yari
