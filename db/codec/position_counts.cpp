// Sums, the few games that are kept for the dates, and the bytes of both.
#include "db/codec/position_counts.h"

#include <algorithm>

#include "rules/position.h"

namespace yari {

namespace {

constexpr std::uint8_t version = 1;
constexpr std::uint8_t too_many_players = 1;
constexpr std::uint32_t last_date = 9999'12'31;

/// One game in 64 is kept. All of the kept games are gone only after a change that took many games
/// away; counting again then takes little more time than that change did.
constexpr std::int64_t games_for_each_kept = 64;
constexpr std::int64_t most_kept = 2048;
constexpr std::int64_t least_kept = 2;

/// The order turned round: the first game is the greatest.
DatedGame mirrored(DatedGame g) { return {last_date - g.date, ~g.game}; }

/// Sorts by the numbers of players, and adds up where they are many times there.
void sort_by_player(std::vector<PositionCounts::PlayerGames>& players) {
  const auto [least, greatest] = std::minmax_element(players.begin(), players.end());
  const auto range =
      static_cast<std::uint64_t>(greatest->first) - static_cast<std::uint64_t>(least->first);
  if (range >= players.size()) return std::sort(players.begin(), players.end());
  const std::int64_t first = least->first;
  std::vector<std::int64_t> games(range + 1);
  for (const auto& [player, times] : players)
    games[static_cast<std::size_t>(player - first)] += times;
  players.clear();
  for (std::size_t i = 0; i < games.size(); ++i)
    if (games[i] != 0) players.emplace_back(first + static_cast<std::int64_t>(i), games[i]);
}

/// Merges neighbours with the same key, whose values are added; those that come to 0 go.
template <class List, class Key, class Value>
void add_equal(List& list, Key key, Value value) {
  auto out = list.begin();
  for (auto in = list.begin(); in != list.end();) {
    auto sum = *in;
    for (++in; in != list.end() && key(*in) == key(sum); ++in) value(sum) += value(*in);
    if (value(sum) != 0) *out++ = sum;
  }
  list.erase(out, list.end());
}

}  // namespace

void TopGames::add(const TopGames& other) {
  entries_.insert(entries_.end(), other.entries_.begin(), other.entries_.end());
  if (other.cut_ && (!cut_ || *cut_ < *other.cut_)) cut_ = other.cut_;
}

void TopGames::settle(std::int64_t games, bool whole) {
  if (cut_) std::erase_if(entries_, [&](const Entry& e) { return e.game < *cut_; });
  const std::int64_t kept = std::clamp(games / games_for_each_kept, least_kept, most_kept);
  const auto greater = [](const Entry& a, const Entry& b) { return a.game > b.game; };
  const bool all_added =
      std::all_of(entries_.begin(), entries_.end(), [](const Entry& e) { return e.times > 0; });
  // Of games that were only added none is there twice: those that are kept need not be sorted out
  // of all the others.
  if (all_added && std::ssize(entries_) > kept) {
    std::nth_element(entries_.begin(), entries_.begin() + kept - 1, entries_.end(), greater);
    entries_.resize(static_cast<std::size_t>(kept));
    cut_ = entries_.back().game;
  }
  if (!std::is_sorted(entries_.begin(), entries_.end(), greater))
    std::sort(entries_.begin(), entries_.end(), greater);
  add_equal(
      entries_, [](const Entry& e) { return e.game; }, [](auto& e) -> auto& { return e.times; });
  // More often than once a game is there only in damaged counts.
  for (Entry& e : entries_) e.times = std::clamp(e.times, -1, 1);
  if (whole) std::erase_if(entries_, [](const Entry& e) { return e.times < 0; });
  std::int64_t there = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].times < 0) continue;
    if (++there == kept && i + 1 < entries_.size()) {
      cut_ = entries_[i].game;
      entries_.resize(i + 1);
    }
  }
}

std::optional<DatedGame> TopGames::top() const {
  for (const Entry& e : entries_)
    if (e.times > 0) return e.game;
  return std::nullopt;
}

void TopGames::encode(ByteWriter& out) const {
  out.varint(entries_.size() * 2 + (cut_ ? 1 : 0));
  DatedGame before{last_date, 0};
  const auto put = [&](DatedGame g) {
    out.varint(before.date - g.date);
    out.zigzag(std::int64_t{g.game} - before.game);
    before = g;
  };
  for (const Entry& e : entries_) {
    // A game is there once, or taken away once.
    out.byte(e.times > 0 ? 1 : 0);
    put(e.game);
  }
  if (cut_) put(*cut_);
}

TopGames TopGames::decode(ByteReader& in) {
  TopGames top;
  const std::uint64_t head = in.varint();
  DatedGame before{last_date, 0};
  const auto get = [&] {
    before.date -= static_cast<std::uint32_t>(in.varint_up_to(before.date));
    // Damaged bytes may say any distance.
    before.game += static_cast<std::uint32_t>(in.zigzag());
    return before;
  };
  const auto last = [&] { return top.entries_.back().game; };
  for (std::uint64_t i = 0; i < head / 2 && in.ok(); ++i) {
    const int times = in.byte() != 0 ? 1 : -1;
    const DatedGame game = get();
    if (i > 0 && game >= last()) in.fail();
    top.entries_.push_back({game, times});
  }
  if (head % 2 != 0) top.cut_ = get();
  if (top.cut_ && !top.entries_.empty() && *top.cut_ > last()) in.fail();
  return top;
}

void GameSums::add(const CountedGame& game, int times) {
  games += times;
  black_wins += game.result == GameResult::black_wins ? times : 0;
  white_wins += game.result == GameResult::white_wins ? times : 0;
  draws += game.result == GameResult::draw ? times : 0;
  plies += std::int64_t{times} * game.plies;
  const DatedGame dated{game.date, game.id};
  last.add(dated, times);
  if (game.date != 0) first.add(mirrored(dated), times);
}

void GameSums::add(const GameSums& other) {
  games += other.games;
  black_wins += other.black_wins;
  white_wins += other.white_wins;
  draws += other.draws;
  plies += other.plies;
  last.add(other.last);
  first.add(other.first);
}

void GameSums::settle(bool whole) {
  last.settle(games, whole);
  first.settle(games, whole);
}

std::optional<std::uint32_t> GameSums::first_date() const {
  const auto top = first.top();
  return top ? std::optional(mirrored(*top).date) : std::nullopt;
}

namespace {

void write(const GameSums& sums, ByteWriter& out) {
  for (const std::int64_t n :
       {sums.games, sums.black_wins, sums.white_wins, sums.draws, sums.plies})
    out.zigzag(n);
  sums.last.encode(out);
  sums.first.encode(out);
}

GameSums read_sums(ByteReader& in) {
  GameSums sums;
  for (std::int64_t* n :
       {&sums.games, &sums.black_wins, &sums.white_wins, &sums.draws, &sums.plies})
    *n = in.zigzag();
  sums.last = TopGames::decode(in);
  sums.first = TopGames::decode(in);
  return sums;
}

/// Far above what games can add up to, and so far below what the type holds that sums over millions
/// of rows stay within it.
constexpr std::int64_t most_games = std::int64_t{1} << 40, most_plies = most_games << 16;

bool is_possible(std::int64_t n, std::int64_t most = most_games) { return -most < n && n < most; }

bool is_possible(const GameSums& sums) {
  return is_possible(sums.games) && is_possible(sums.black_wins) && is_possible(sums.white_wins) &&
         is_possible(sums.draws) && is_possible(sums.plies, most_plies);
}

bool all_zero(const GameSums& sums) {
  return sums.games == 0 && sums.black_wins == 0 && sums.white_wins == 0 && sums.draws == 0 &&
         sums.plies == 0 && sums.last.empty() && sums.first.empty();
}

}  // namespace

GameSums& PositionCounts::of(Move move) {
  const auto found =
      std::find_if(moves_.begin(), moves_.end(), [&](const OfMove& m) { return m.move == move; });
  return found != moves_.end() ? found->sums : moves_.emplace_back(OfMove{move, {}}).sums;
}

void PositionCounts::add(const CountedGame& game, std::span<const Move> moves, int times) {
  all_.add(game, times);
  takes_away_ = takes_away_ || times < 0;
  for (const Move move : moves) of(move).add(game, times);
  if (game.black != 0) players_.emplace_back(game.black, times);
  if (game.white != 0 && game.white != game.black) players_.emplace_back(game.white, times);
}

bool PositionCounts::add(const PositionCounts& other) {
  all_.add(other.all_);
  bool possible = is_possible(all_);
  for (const OfMove& m : other.moves_) {
    GameSums& sums = of(m.move);
    sums.add(m.sums);
    possible = possible && is_possible(sums);
  }
  too_many_players_ = too_many_players_ || other.too_many_players_;
  if (!too_many_players_) {
    const auto middle = static_cast<std::ptrdiff_t>(players_.size());
    players_.insert(players_.end(), other.players_.begin(), other.players_.end());
    std::inplace_merge(players_.begin(), players_.begin() + middle, players_.end());
  }
  // What is still to be added may take some away, but hardly half of them.
  if (too_many_players_ || players_.size() > 4 * most_players) settle_players(2 * most_players);
  return possible;
}

void PositionCounts::settle(bool whole) {
  all_.settle(whole);
  for (OfMove& m : moves_) m.sums.settle(whole);
  unknown_ = all_.unknown() || std::any_of(moves_.begin(), moves_.end(),
                                           [](const OfMove& m) { return m.sums.unknown(); });
  std::erase_if(moves_,
                [&](const OfMove& m) { return all_zero(m.sums) || (whole && m.sums.games == 0); });
  std::sort(moves_.begin(), moves_.end(),
            [](const OfMove& a, const OfMove& b) { return a.move.bits() < b.move.bits(); });
  settle_players(most_players);
}

void PositionCounts::settle_players(std::size_t most) {
  if (!std::is_sorted(players_.begin(), players_.end())) sort_by_player(players_);
  add_equal(
      players_, [](const PlayerGames& p) { return p.first; },
      [](auto& p) -> auto& { return p.second; });
  too_many_players_ = too_many_players_ || players_.size() > most;
  if (too_many_players_) players_ = {};
}

bool PositionCounts::is_nothing() const {
  return all_zero(all_) && moves_.empty() && players_.empty() && !too_many_players_;
}

Bytes PositionCounts::encode() const {
  Bytes bytes;
  ByteWriter out(bytes);
  out.byte(version);
  out.byte(too_many_players_ ? too_many_players : 0);
  write(all_, out);
  out.varint(moves_.size());
  for (const OfMove& m : moves_) {
    out.u16(m.move.bits());
    write(m.sums, out);
  }
  std::int64_t before = 0;
  for (const auto& [player, games] : players_) {
    out.varint(static_cast<std::uint64_t>(player - std::exchange(before, player)));
    out.zigzag(games);
  }
  return bytes;
}

std::optional<PositionCounts> PositionCounts::decode(ByteView bytes) {
  ByteReader in(bytes);
  PositionCounts counts;
  if (in.byte() != version) return std::nullopt;
  counts.too_many_players_ = (in.byte() & too_many_players) != 0;
  counts.all_ = read_sums(in);
  for (std::uint64_t n = in.varint_up_to(max_moves); n > 0 && in.ok(); --n) {
    const Move move = Move::from_bits(in.u16());
    if (!counts.moves_.empty() && move.bits() <= counts.moves_.back().move.bits())
      return std::nullopt;
    counts.moves_.push_back({move, read_sums(in)});
  }
  std::int64_t player = 0;
  while (in.ok() && !in.at_end()) {
    const auto most = static_cast<std::uint64_t>(INT64_MAX - player);
    const auto distance = static_cast<std::int64_t>(in.varint_up_to(most));
    // Players have numbers from 1, and each is there once.
    if (distance == 0) return std::nullopt;
    player += distance;
    counts.players_.emplace_back(player, in.zigzag());
  }
  const auto has_possible_sums = [](const OfMove& m) { return is_possible(m.sums); };
  if (!in.ok() || !is_possible(counts.all_) ||
      !std::all_of(counts.moves_.begin(), counts.moves_.end(), has_possible_sums) ||
      !std::all_of(counts.players_.begin(), counts.players_.end(),
                   [](const PlayerGames& p) { return is_possible(p.second); }))
    return std::nullopt;
  return counts;
}

std::optional<std::int64_t> PositionCounts::games_in(ByteView bytes) {
  ByteReader in(bytes);
  const bool known = in.byte() == version;
  in.byte();
  const std::int64_t games = in.zigzag();
  return known && in.ok() && is_possible(games) ? std::optional(games) : std::nullopt;
}

}  // namespace yari
