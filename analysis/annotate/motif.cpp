// Each motif is a question about the board after one move.
#include "analysis/annotate/motif.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/engine/see.h"
#include "analysis/engine/values.h"
#include "notation/hodges/move_text.h"

namespace yari {

namespace {

/// Winning less, a pawn, is not worth a word.
constexpr int least_gain = 250;

template <class V>
int worth(const Position<V>& p, Square s) {
  return piece_values<V>.on_board(p.at(s).kind());
}

template <class V>
std::string the_piece(const Position<V>& p, Square s) {
  const std::string_view name = V::info[p.at(s).kind()].name;
  return fmt::format("the {}", name.substr(0, name.find(" (")));
}

template <class V>
std::string move_text(const Position<V>& p, Move move) {
  std::string text;
  append_move_text(text, p, move);
  return text;
}

/// Whether the side that has just moved would mate if the other side did nothing.
template <class V>
bool threatens_mate(Position<V> after) {
  if (after.in_check()) return false;
  after.play_null();
  const MoveList moves = after.legal_moves();
  return std::ranges::any_of(moves, [&](Move m) {
    if (!after.gives_check(m)) return false;
    Position<V> next = after;
    next.play(m);
    return next.is_mate();
  });
}

template <class V>
std::string capture_text(const Position<V>& p, Move move) {
  if (!p.is_capture(move) || !see_at_least(p, move, least_gain)) return "";
  const bool guarded = static_cast<bool>(p.attackers(move.to(), ~p.side_to_move()));
  return "takes " + the_piece(p, move.to()) + (guarded ? "" : ", which nobody guards");
}

template <class V>
std::string fork_text(const Position<V>& after, Square to, std::optional<Square> answer) {
  if (!is_fork(after, to, answer)) return "";
  std::vector<Square> all = victims(after, to);
  // The general first, then what is worth most.
  const auto rank = [&](Square s) {
    return after.at(s).kind() == general ? -1'000'000 : -worth(after, s);
  };
  std::ranges::stable_sort(all, {}, rank);
  return fmt::format("forks {} and {}", the_piece(after, all[0]), the_piece(after, all[1]));
}

/// A piece that was moved and has to move again.
template <class V>
std::string lost_tempo_text(const Position<V>& after, Move played,
                            const std::vector<Move>& answers) {
  if (answers.size() < 2 || answers[1].is_drop() || answers[1].from() != played.to()) return "";
  Position<V> attacked = after;
  attacked.play(answers[0]);
  const Square by = answers[0].to();
  if (attacked.in_check() || worth(attacked, by) >= worth(attacked, played.to()) ||
      std::ranges::count(victims(attacked, by), played.to()) == 0)
    return "";
  return fmt::format("attacks {}, which must move again", the_piece(attacked, played.to()));
}

}  // namespace

template <class V>
std::vector<Square> victims(const Position<V>& after, Square to) {
  const Color them = after.side_to_move();
  std::vector<Square> all;
  for (const Square s : after.pieces(them)) {
    if (!after.attackers(s, ~them).has(to)) continue;
    const Kind kind = after.at(s).kind();
    const bool unguarded = kind != pawn && !after.attackers(s, them);
    if (kind == general || worth(after, s) > worth(after, to) || unguarded) all.push_back(s);
  }
  return all;
}

template <class V>
bool is_fork(const Position<V>& after, Square to, std::optional<Square> answer) {
  return answer != to && victims(after, to).size() >= 2;
}

template <class V>
std::optional<Square> pinned_by(const Position<V>& after, Square to) {
  const Color them = after.side_to_move();
  if (!after.has_general(them) || after.checkers().has(to)) return std::nullopt;
  const Square guarded = after.general_square(them);
  for (const Square s : after.pinned()) {
    const auto without = after.occupied() - Bitboard<V>(s);
    if (after.attackers(guarded, ~them, without).has(to)) return s;
  }
  return std::nullopt;
}

template <class V>
std::string motif_text(const Position<V>& p, Move move, std::optional<Square> answer) {
  Position<V> after = p;
  after.play(move);
  if (after.is_mate()) return "mates";
  if (std::string text = capture_text(p, move); !text.empty()) return text;
  // What can be taken threatens nothing.
  if (answer == move.to()) return "";
  if (std::string text = fork_text(after, move.to(), answer); !text.empty()) return text;
  if (threatens_mate(after)) return "threatens mate";
  const std::optional<Square> pinned = pinned_by(after, move.to());
  if (!pinned || after.at(*pinned).kind() == pawn) return "";
  return fmt::format("pins {} to {}", the_piece(after, *pinned),
                     the_piece(after, after.general_square(after.side_to_move())));
}

template <class V>
std::string explanation(const Position<V>& before, Move played, const std::vector<Move>& answers,
                        const std::vector<Move>& better) {
  const auto target = [](const std::vector<Move>& line, std::size_t i) {
    return i < line.size() ? std::optional(line[i].to()) : std::nullopt;
  };
  std::string text;
  const auto say = [&](const Position<V>& p, Move move, const std::string& does) {
    if (!does.empty())
      text += fmt::format("{}{} {}", text.empty() ? "" : ". ", move_text(p, move), does);
  };
  if (!answers.empty()) {
    Position<V> after = before;
    after.play(played);
    std::string does = motif_text(after, answers[0], target(answers, 1));
    if (does.empty()) does = lost_tempo_text(after, played, answers);
    say(after, answers[0], does);
  }
  if (!better.empty() && better[0] != played)
    say(before, better[0], motif_text(before, better[0], target(better, 1)));
  return text;
}

#define YARI_MOTIFS(V)                                                                 \
  template std::vector<Square> victims(const Position<V>&, Square);                    \
  template bool is_fork(const Position<V>&, Square, std::optional<Square>);            \
  template std::optional<Square> pinned_by(const Position<V>&, Square);                \
  template std::string motif_text(const Position<V>&, Move, std::optional<Square>);    \
  template std::string explanation(const Position<V>&, Move, const std::vector<Move>&, \
                                   const std::vector<Move>&);
YARI_MOTIFS(YariShogi)
YARI_MOTIFS(Shogi)
#undef YARI_MOTIFS

}  // namespace yari
