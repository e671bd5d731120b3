// Reading a game asks for this each time, so a game is played again only where it has to be.
#include "record/board_verdict.h"

#include <algorithm>
#include <array>

#include "rules/declaration.h"
#include "rules/position.h"
#include "rules/start.h"

namespace yari {

namespace {

// The outcome after `plies` moves.
template <class V>
std::optional<Outcome> outcome_after(const Game& game, std::size_t plies) {
  Line<V> line(Position<V>::from_unchecked(game.start), game.rules);
  for (const Move move : game.moves.main_moves()) {
    if (plies-- == 0) break;
    line.play(move);
  }
  return line.outcome();
}

// What find(position) says of the last position of the main line; empty where the start is none.
template <class Find>
std::string at_last_position(const Game& game, Find&& find) {
  return with_variant(game.variant, [&]<class V>(V) -> std::string {
    auto position = Position<V>::from(game.start);
    if (!position) return {};
    for (const Move move : game.moves.main_moves()) position->play(move);
    return find(*position);
  });
}

}  // namespace

std::optional<std::size_t> first_repetition(const std::vector<Key>& keys, int times) {
  const auto before = static_cast<std::size_t>(times - 1);
  // In most games no position comes back: what shares its slot with too few others is not sorted.
  constexpr std::size_t slots = 1024;
  std::array<std::uint8_t, slots> seen{};
  for (const Key key : keys) {
    std::uint8_t& n = seen[key % slots];
    if (n < times) ++n;
  }
  std::vector<std::pair<Key, std::size_t>> sorted;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (seen[keys[i] % slots] == times) sorted.emplace_back(keys[i], i);
  std::ranges::sort(sorted);
  std::optional<std::size_t> first;
  for (std::size_t i = before; i < sorted.size(); ++i) {
    const bool comes_back = sorted[i].first == sorted[i - before].first;
    if (comes_back && (!first || sorted[i].second < *first)) first = sorted[i].second;
  }
  return first;
}

template <class V>
BoardVerdict board_verdict(const Game& game, const Position<V>& last,
                           const std::vector<Key>& keys) {
  BoardVerdict verdict;
  // Without repetitions, only the last position ends a game.
  if (!last.has_legal_move()) verdict.end = Line<V>(last, game.rules).outcome();
  if (game.rules == RuleSet::svp) return verdict;
  const int times = repetitions_needed(V::info, game.rules);
  const auto ply = first_repetition(keys, times);
  const std::optional<Outcome> outcome = ply ? outcome_after<V>(game, *ply) : std::nullopt;
  if (!outcome) return verdict;
  if (*ply + 1 == keys.size()) {
    verdict.end = outcome;
  } else {
    verdict.passed_ply = static_cast<int>(*ply);
    verdict.passed = *outcome;
  }
  return verdict;
}

template <class V>
std::vector<Key> main_keys(Position<V>& at, const Game& game) {
  std::vector<Key> keys{at.key()};
  for (const Move move : game.moves.main_moves()) {
    at.play(move);
    keys.push_back(at.key());
  }
  return keys;
}

BoardVerdict board_verdict(const Game& game) {
  return with_variant(game.variant, [&]<class V>(V) {
    const auto start = Position<V>::from(game.start);
    if (!start) return BoardVerdict{};
    Position<V> position = *start;
    const std::vector<Key> keys = main_keys(position, game);
    return board_verdict(game, position, keys);
  });
}

std::string contradiction(const Outcome& decided, GameResult result) {
  if (result == GameResult::unknown || result == decided.result) return {};
  return "the moves end in " + std::string(name(decided.ending)) + ", and the result is " +
         std::string(name(result));
}

std::string contradiction(const Game& game) {
  const BoardVerdict verdict = board_verdict(game);
  const bool is_mate = verdict.end && verdict.end->ending == Ending::mate;
  if (game.ending == Ending::mate && !is_mate)
    return "the ending is mate, and the last move does not mate";
  return verdict.end ? contradiction(*verdict.end, game.result) : std::string();
}

std::string refuted_declaration(const Game& game) {
  if (game.ending != Ending::declaration || game.was_cut()) return {};
  return at_last_position(game, [&]<class V>(const Position<V>& position) -> std::string {
    const Color mover = position.side_to_move();
    const Color claimant = game.result == win_for(~mover) ? ~mover : mover;
    if (V::info.variant == Variant::shogi && position.has_general(claimant)) {
      const Piece goal = start_setup(game.variant)[position.general_square(claimant)];
      const bool in_check = claimant == mover && position.in_check();
      if (goal == Piece(~claimant, general)) return in_check ? "the king is in check" : "";
    }
    return declaration_fault(position, claimant, game.result);
  });
}

std::string refuted_impasse(const Game& game) {
  const bool was_won = winner_of(game.result).has_value();
  if (game.ending != Ending::impasse || !was_won || game.was_cut()) return {};
  return at_last_position(
      game, [&](const auto& position) { return impasse_fault(position, game.result); });
}

template BoardVerdict board_verdict(const Game&, const Position<YariShogi>&,
                                    const std::vector<Key>&);
template BoardVerdict board_verdict(const Game&, const Position<Shogi>&, const std::vector<Key>&);

}  // namespace yari
