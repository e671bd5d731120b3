#include "notation/board/position_json.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "notation/hodges/move_text.h"
#include "notation/kif/move_text.h"
#include "rules/handicap.h"
#include "rules/sfen.h"

namespace yari {

namespace {

using Json = nlohmann::ordered_json;

/// Where the last of `moves` ended.
std::optional<Square> end_of(const std::vector<Move>& moves) {
  return moves.empty() ? std::nullopt : std::optional(moves.back().to());
}

template <class V>
Line<V> played(const Setup& start, const std::vector<Move>& moves, RuleSet rules) {
  Line<V> line(Position<V>::from_unchecked(start), rules);
  for (const Move move : moves) line.play(move);
  return line;
}

template <class V>
Json legal_moves_json(const Line<V>& line, std::optional<Square> last_target) {
  const Position<V>& position = line.position();
  Json moves = Json::array();
  for (const Move move : position.legal_moves()) {
    if (!line.is_legal(move)) continue;
    Json json = move_names(position, move, last_target);
    json.update({{"capture", position.is_capture(move)},
                 {"promotion", move.promotes()},
                 {"drop", move.is_drop()},
                 {"check", position.gives_check(move)}});
    moves.push_back(std::move(json));
  }
  return moves;
}

template <class V>
Json position_after(const Setup& start, const std::vector<Move>& line_moves, RuleSet rules) {
  const Line<V> line = played<V>(start, line_moves, rules);
  const Position<V>& position = line.position();
  Json moves = legal_moves_json(line, end_of(line_moves));
  const std::optional<Outcome> outcome = line.outcome();
  const std::optional<std::string> handicap = handicap_name(start);
  return {{"variant", V::info.id},
          {"sfen", write_sfen(position.setup())},
          {"side", position.side_to_move() == Color::black ? "black" : "white"},
          {"in_check", position.in_check()},
          {"legal_moves", moves.size()},
          {"occurrences", line.history().occurrences()},
          {"result", name(outcome ? outcome->result : GameResult::unknown)},
          {"ending", outcome ? Json(name(outcome->ending)) : Json()},
          {"start", write_sfen(start)},
          {"handicap", handicap.value_or("").empty() ? Json() : Json(*handicap)},
          {"line", line_json(start, {}, line_moves)},
          {"moves", std::move(moves)}};
}

}  // namespace

template <class V>
Json move_names(const Position<V>& position, Move move, std::optional<Square> last_target) {
  std::string hodges;
  std::string japanese = position.side_to_move() == Color::black ? "▲" : "△";
  append_move_text(hodges, position, move);
  append_kif_move(japanese, position, move, last_target, KifStyle::ki2);
  return {{"usi", write_usi_move(move, V::info.variant)},
          {"move", std::move(hodges)},
          {"japanese", std::move(japanese)}};
}

template Json move_names(const Position<YariShogi>&, Move, std::optional<Square>);
template Json move_names(const Position<Shogi>&, Move, std::optional<Square>);

Json line_json(const Setup& start, const std::vector<Move>& before,
               const std::vector<Move>& moves) {
  return with_variant(start.variant, [&]<class V>(V) {
    Position<V> position = Position<V>::from_unchecked(start);
    for (const Move move : before) position.play(move);
    std::optional<Square> last = end_of(before);
    Json line = Json::array();
    for (const Move move : moves) {
      line.push_back(move_names(position, move, last));
      position.play(move);
      last = move.to();
    }
    return line;
  });
}

Json position_json(const Setup& start, const std::vector<Move>& moves, RuleSet rules) {
  return with_variant(start.variant,
                      [&]<class V>(V) { return position_after<V>(start, moves, rules); });
}

Json findings_json(const std::vector<Diagnostic>& findings) {
  constexpr std::array<std::string_view, 3> names{"note", "warning", "error"};
  Json array = Json::array();
  for (const Diagnostic& d : findings)
    array.push_back({{"line", d.line},
                     {"column", d.column},
                     {"severity", names[static_cast<std::size_t>(d.severity)]},
                     {"message", d.message},
                     {"excerpt", d.excerpt},
                     {"caret", d.caret}});
  return array;
}

}  // namespace yari
