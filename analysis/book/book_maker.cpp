// Plies as records, sorted by position: those of one position stand together.
#include "analysis/book/book_maker.h"

#include <algorithm>

#include "rules/position.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// Two for a win, one for a draw.
std::uint8_t points_of(Color side, GameResult result) {
  if (result == GameResult::draw) return 1;
  return result == win_for(side) ? 2 : 0;
}

/// As books of games have it where the format is proposed: no search gave a score, and no limit of
/// an engine on depth rules the move out.
constexpr int score_of_games = 0, depth_of_games = 32;

}  // namespace

ByColor<int> ends_of_fast_moves(const Game& game, std::uint32_t most_ms) {
  ByColor<int> ends{{INT_MAX, INT_MAX}};
  Color mover = game.start.side_to_move;
  int ply = 0;
  for (const NodeId node : game.moves.main_line()) {
    const Note* note = game.moves.note(node);
    const bool is_fast = note != nullptr && note->spent_ms && *note->spent_ms <= most_ms;
    if (!is_fast) ends[mover] = std::min(ends[mover], ply);
    mover = ~mover;
    ++ply;
  }
  return ends;
}

template <class V>
void BookMaker::count_plies(const BookGame& game) {
  Position<V> position = Position<V>::from_unchecked(game.start);
  const std::size_t plies = std::min(game.moves.size(), static_cast<std::size_t>(options_.max_ply));
  for (std::size_t ply = 0; ply < plies; ++ply) {
    const Move move = game.moves[ply];
    if (!position.is_legal(move)) return;
    const Color mover = position.side_to_move();
    const bool counts = static_cast<int>(ply) < game.ends[mover] &&
                        (!options_.side || mover == *options_.side) &&
                        (!options_.winner_only || game.result == win_for(mover));
    if (counts) {
      record_.clear();
      append_number(record_, position.key());
      append_number(record_, move.bits());
      append_number(record_, game.id);
      append_number(record_, static_cast<std::uint16_t>(ply));
      append_number(record_, points_of(mover, game.result));
      plies_->add(record_);
      ++moves_;
    }
    position.play(move);
  }
}

void BookMaker::count(const BookGame& game) {
  with_variant(game.start.variant, [&]<class V>(V) { count_plies<V>(game); });
}

void BookMaker::add_position(const WantedPosition& position) {
  record_.clear();
  append_number(record_, position.game);
  append_number(record_, position.ply);
  bool any = false;
  for (const CountedBookMove& counted : position.moves) {
    if (counted.games < options_.min_games) continue;
    any = true;
    append_number(record_, counted.move.bits());
    append_number(record_, counted.games);
    append_number(record_, counted.points);
  }
  if (!any) return;
  positions_.add(record_);
  if (position.game >= games_.size()) games_.resize(position.game + std::size_t{1});
  games_[position.game] = true;
}

void BookMaker::gather() {
  std::optional<Key> key;
  std::uint32_t last_game = 0;
  WantedPosition position;
  for (std::string_view record; plies_->next(record);) {
    const Key here = take_number<Key>(record);
    const Move move = Move::from_bits(take_number<std::uint16_t>(record));
    const auto game = take_number<std::uint32_t>(record);
    const auto ply = take_number<std::uint16_t>(record);
    const auto points = take_number<std::uint8_t>(record);
    if (here != key) {
      if (key) add_position(position);
      key = here;
      position = {game, ply, {}};
    }
    if (ply < position.ply || (ply == position.ply && game < position.game)) {
      position.game = game;
      position.ply = ply;
    }
    if (position.moves.empty() || position.moves.back().move != move)
      position.moves.push_back({move});
    else if (game == last_game)
      continue;  // the game came back
    last_game = game;
    ++position.moves.back().games;
    position.moves.back().points += points;
  }
  if (key) add_position(position);
  plies_.reset();
  read_wanted();
}

void BookMaker::read_wanted() {
  std::string_view record;
  wanted_.reset();
  if (!positions_.next(record)) return;
  wanted_.emplace();
  wanted_->game = take_number<std::uint32_t>(record);
  wanted_->ply = take_number<std::uint16_t>(record);
  while (!record.empty()) {
    CountedBookMove& counted = wanted_->moves.emplace_back();
    counted.move = Move::from_bits(take_number<std::uint16_t>(record));
    counted.games = take_number<std::uint32_t>(record);
    counted.points = take_number<std::uint32_t>(record);
  }
}

bool BookMaker::wants(std::uint32_t game) {
  if (plies_) gather();
  return game < games_.size() && games_[game];
}

template <class V>
void BookMaker::take_plies(const BookGame& game) {
  // Games that are no longer there.
  while (wanted_ && wanted_->game < game.id) read_wanted();
  Position<V> position = Position<V>::from_unchecked(game.start);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    if (!wanted_ || wanted_->game != game.id) return;
    if (wanted_->ply == ply) {
      BookEntry entry;
      entry.position = position.setup();
      for (const CountedBookMove& counted : wanted_->moves) {
        // Another position may have the same key.
        if (!position.is_legal(counted.move)) continue;
        const std::uint32_t weight =
            options_.weight == BookWeight::games ? counted.games : counted.points;
        entry.moves.push_back({.move = counted.move,
                               .score = score_of_games,
                               .depth = depth_of_games,
                               .count = weight});
      }
      sort_moves(entry);
      if (!entry.moves.empty()) book_.add(std::move(entry));
      read_wanted();
    }
    if (!position.is_legal(game.moves[ply])) return;
    position.play(game.moves[ply]);
  }
}

void BookMaker::take(const BookGame& game) {
  with_variant(game.start.variant, [&]<class V>(V) { take_plies<V>(game); });
}

}  // namespace yari
