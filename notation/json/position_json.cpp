#include "notation/json/position_json.h"

#include <nlohmann/json.hpp>

#include "notation/hodges/move_text.h"
#include "notation/kif/move_text.h"
#include "rules/color_name.h"
#include "rules/handicap.h"
#include "rules/sfen.h"

namespace yari {

namespace {

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
std::vector<Move> legal_moves(const Line<V>& line) {
  std::vector<Move> legal;
  for (const Move move : line.position().legal_moves())
    if (line.is_legal(move)) legal.push_back(move);
  return legal;
}

/// The sides whose generals stand in their promotion zones.
template <class V>
std::vector<std::string> entered(const Position<V>& position) {
  std::vector<std::string> sides;
  for (const Color c : both_colors)
    if (has_entered(position, c)) sides.emplace_back(name(c));
  return sides;
}

/// With `legal` moves.
template <class V>
Json to_json(const Line<V>& line, std::size_t legal) {
  const Position<V>& position = line.position();
  const std::optional<Outcome> outcome = line.outcome();
  return object({{"variant", V::info.id},
                 {"sfen", write_sfen(position.setup())},
                 {"side", name(position.side_to_move())},
                 {"in_check", position.in_check()},
                 {"legal_moves", legal},
                 {"occurrences", line.history().occurrences()},
                 {"result", name(outcome ? outcome->result : GameResult::unknown)},
                 {"ending", outcome ? name(outcome->ending) : Value()},
                 {"entered", entered(position)},
                 {"black_points", impasse_points(position, Color::black)},
                 {"white_points", impasse_points(position, Color::white)}});
}

}  // namespace

template <class V>
std::string japanese_move(const Position<V>& position, Move move,
                          std::optional<Square> last_target) {
  std::string text = position.side_to_move() == Color::black ? "▲" : "△";
  append_kif_move(text, position, move, last_target, KifStyle::ki2);
  // KIF knows Shogi's words alone; the pieces of Yari Shogi have names of their own.
  if constexpr (V::info.variant == Variant::yari) {
    const auto& piece = V::info[position.moved_kind(move)];
    const std::string_view word = piece.kif.front();
    text.replace(text.find(word), word.size(), piece.kanji);
  }
  return text;
}

template <class V>
Json move_names(const Position<V>& position, Move move, std::optional<Square> last_target) {
  std::string hodges;
  append_move_text(hodges, position, move);
  return object({{"usi", write_usi_move(move, V::info.variant)},
                 {"move", std::move(hodges)},
                 {"japanese", japanese_move(position, move, last_target)}});
}

template std::string japanese_move(const Position<YariShogi>&, Move, std::optional<Square>);
template std::string japanese_move(const Position<Shogi>&, Move, std::optional<Square>);
template Json move_names(const Position<YariShogi>&, Move, std::optional<Square>);
template Json move_names(const Position<Shogi>&, Move, std::optional<Square>);

std::vector<std::string> usi_texts(Variant v, const std::vector<Move>& moves) {
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(write_usi_move(move, v));
  return texts;
}

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

namespace {

template <class V>
Json legal_moves_json(const Line<V>& line, std::optional<Square> last) {
  const Position<V>& position = line.position();
  Json array = Json::array();
  for (const Move move : legal_moves(line)) {
    array.push_back(move_names(position, move, last));
    add_fields(array.back(), {{"capture", position.is_capture(move)},
                              {"promotion", move.promotes()},
                              {"drop", move.is_drop()},
                              {"check", position.gives_check(move)}});
  }
  return array;
}

}  // namespace

Json legal_moves_json(const Setup& start, const std::vector<Move>& moves, RuleSet rules) {
  return with_variant(start.variant, [&]<class V>(V) {
    return legal_moves_json(played<V>(start, moves, rules), end_of(moves));
  });
}

Json board_json(const Setup& start, const std::vector<Move>& moves, RuleSet rules) {
  return with_variant(start.variant, [&]<class V>(V) {
    const Line<V> line = played<V>(start, moves, rules);
    return to_json(line, legal_moves(line).size());
  });
}

Json position_json(const Setup& start, const std::vector<Move>& moves, RuleSet rules) {
  return with_variant(start.variant, [&]<class V>(V) {
    const Line<V> line = played<V>(start, moves, rules);
    Json legal = legal_moves_json(line, end_of(moves));
    Json json = to_json(line, legal.size());
    add_fields(json, {{"start", write_sfen(start)},
                      {"handicap", text_value(handicap_name(start).value_or(""))}});
    json["line"] = line_json(start, {}, moves);
    json["moves"] = std::move(legal);
    return json;
  });
}

Json finding_json(const Diagnostic& finding) {
  return object({{"line", finding.line},
                 {"column", finding.column},
                 {"severity", name(finding.severity)},
                 {"code", name(finding.text.code)},
                 {"message", finding.message},
                 {"excerpt", finding.excerpt},
                 {"caret", finding.caret}});
}

Json findings_json(const std::vector<Diagnostic>& findings) {
  Json array = Json::array();
  for (const Diagnostic& finding : findings) array.push_back(finding_json(finding));
  return array;
}

Json score_json(int score, bool mate) { return object({{mate ? "mate" : "cp", score}}); }

}  // namespace yari
