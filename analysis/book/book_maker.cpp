// Plies as records, sorted by position: those of one position stand together.
#include "analysis/book/book_maker.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "analysis/book/sfen_order.h"
#include "rules/position.h"

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

/// What follows the position in a record: move, game, ply, number of the move, points.
constexpr std::size_t counted_bytes = 2 + 4 + 2 + 4 + 1;

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
  SfenOrderWriter<V> order(position);
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
      order.append(record_, position);
      append_numbers(record_, move.bits(), game.id, static_cast<std::uint16_t>(ply),
                     static_cast<std::uint32_t>(position.move_number()),
                     points_of(mover, game.result));
      plies_.add(record_);
    }
    position.play(move);
    order.follow(move, position);
  }
}

void BookMaker::count(const BookGame& game) {
  variant_ = game.start.variant;
  with_variant(variant_, [&]<class V>(V) { count_plies<V>(game); });
}

void BookMaker::fill(BookEntry& entry) const {
  entry.moves.clear();
  for (const CountedBookMove& counted : moves_) {
    if (counted.games < options_.min_games) continue;
    const std::uint32_t weight =
        options_.weight == BookWeight::games ? counted.games : counted.points;
    entry.moves.push_back(
        {.move = counted.move, .score = score_of_games, .depth = depth_of_games, .count = weight});
  }
  sort_moves(entry);
}

void BookMaker::each(const std::function<void(const BookEntry&)>& visit) {
  BookEntry entry;
  entry.position.variant = variant_;
  SfenOrderReader reader;
  std::string here;
  std::uint32_t last_game = 0;
  // Where the position was played first: the ply, the game, and the number of the move there.
  std::tuple<std::uint16_t, std::uint32_t, std::uint32_t> first;
  const auto give = [&] {
    if (moves_.empty()) return;
    fill(entry);
    if (entry.moves.empty()) return;
    reader.read(here, entry.position, entry.sfen);
    entry.position.move_number = static_cast<int>(std::get<2>(first));
    entry.sfen += ' ';
    entry.sfen += std::to_string(entry.position.move_number);
    visit(entry);
  };
  for (std::string_view record; plies_.next(record);) {
    const std::string_view position = record.substr(0, record.size() - counted_bytes);
    record.remove_prefix(position.size());
    const Move move = Move::from_bits(take_number<std::uint16_t>(record));
    const auto game = take_number<std::uint32_t>(record);
    const auto ply = take_number<std::uint16_t>(record);
    const auto number = take_number<std::uint32_t>(record);
    const auto points = take_number<std::uint8_t>(record);
    if (position != here) {
      give();
      here = position;
      moves_.clear();
      first = {ply, game, number};
    }
    first = std::min(first, {ply, game, number});
    if (moves_.empty() || moves_.back().move != move)
      moves_.push_back({move});
    else if (game == last_game)
      continue;  // the game came back
    last_game = game;
    ++moves_.back().games;
    moves_.back().points += points;
  }
  give();
}

}  // namespace yari
