// A filter is asked about the games of many postings at once.
#include "db/store/shared/find_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "db/query/replay.h"
#include "db/store/shared/expects_lines.h"
#include "db/store/stored_game.h"
#include "rules/position.h"
#include "rules/start.h"

namespace yari::store {

namespace {

std::string illegal_at(int ply) { return fmt::format("the move at ply {} is not legal", ply); }

template <class V>
bool same_position(const query::Replay<V>& board, const Position<V>& wanted) {
  if (board.side_to_move() != wanted.side_to_move()) return false;
  for (const Color c : both_colors) {
    if (board.hand(c) != wanted.hand(c)) return false;
  }
  for (const Square s : Bitboard<V>::all()) {
    if (board.at(s) != wanted.at(s)) return false;
  }
  return true;
}

/// Looks at the games that postings promise.
template <class V>
class Confirmer {
 public:
  Confirmer(GameReader& games, DamagedGames& damaged, const Position<V>& wanted)
      : games_(games), damaged_(damaged), wanted_(wanted) {}

  /// The hit that `p` promises; no value when the game has another position there.
  std::optional<Hit> confirm(const Posting& p) {
    const std::optional<StoredLine> line = damaged_.line(games_, p.game);
    if (!line || line->variant != V::info.variant) return std::nullopt;
    const int ply = static_cast<int>(p.ply);
    if (ply < 0 || ply > line->plies()) return std::nullopt;
    const std::optional<query::Replay<V>> board = replayed(p.game, *line, ply);
    if (!board || !same_position(*board, wanted_)) return std::nullopt;
    if (ply == line->plies()) return Hit{p.game, ply, Move::none()};
    const Move next = line->move(ply);
    if (wanted_.is_legal(next)) return Hit{p.game, ply, next};
    note(p.game, illegal_at(ply + 1));
    return Hit{p.game, ply, Move::none()};
  }

 private:
  void note(GameId id, const std::string& what) {
    damaged_.add(id, sentence_of_damage(games_.store_name(), id, what));
  }

  /// The position after `ply` moves of a line, on a board that only replays; no value when the game
  /// is damaged before.
  std::optional<query::Replay<V>> replayed(GameId id, const StoredLine& line, int ply) {
    static const query::Replay<V> even(start_setup(V::info.variant));
    query::Replay<V> board = even;
    if (!line.start.empty()) {
      const std::optional<Position<V>> start = start_of<V>(line);
      if (!start) {
        note(id, no_start);
        return std::nullopt;
      }
      board = query::Replay<V>(start->setup());
    }
    for (int i = 0; i < ply; ++i) {
      if (!board.play(line.move(i))) {
        note(id, illegal_at(i + 1));
        return std::nullopt;
      }
    }
    return board;
  }

  GameReader& games_;
  DamagedGames& damaged_;
  const Position<V>& wanted_;
};

/// Counts games off, whose postings come one after the other.
class GamesToSkip {
 public:
  explicit GamesToSkip(std::int64_t games) : left_(games) {}

  bool takes(std::uint32_t game) {
    if (left_ > 0 && std::exchange(last_, game) != game) --left_;
    return game == last_;
  }

 private:
  std::int64_t left_;
  /// Games are numbered from 1.
  std::uint32_t last_ = 0;
};

/// Has the lines of some games fetched together, as long as it exists.
class Expectation {
 public:
  explicit Expectation(GameReader& games) : reader_(dynamic_cast<ExpectsLines*>(&games)) {}
  ~Expectation() { expect({}); }
  Expectation(const Expectation&) = delete;
  Expectation& operator=(const Expectation&) = delete;

  void expect(std::span<const Posting> candidates) {
    if (reader_ == nullptr) return;
    std::vector<GameId> ids;
    for (const Posting& p : candidates) ids.push_back(p.game);
    reader_->expect(ids);
  }

 private:
  ExpectsLines* reader_;
};

/// Removes the postings of games that the filter does not take.
void keep_taken(GameSieve& sieve, std::vector<Posting>& postings) {
  std::vector<GameId> ids;
  for (const Posting& p : postings) ids.push_back(p.game);
  const std::vector<GameId> taken = sieve.keep(ids);
  std::erase_if(postings, [&](const Posting& p) {
    return !std::binary_search(taken.begin(), taken.end(), GameId{p.game});
  });
}

}  // namespace

void find_position(GameReader& games, PostingReader& positions, DamagedGames& damaged,
                   const Setup& setup, const GameFilter& filter,
                   const std::function<bool(const Hit&)>& visit, std::int64_t skipped_games,
                   GameId after) {
  if (filter.variant && *filter.variant != setup.variant) return;
  std::unique_ptr<GameSieve> sieve;
  if (!filter.empty()) {
    GameFilter rest = filter;
    // A handicap may mean another in the other game.
    if (!rest.handicap) rest.variant.reset();
    if (!rest.empty()) sieve = games.sieve(rest);
  }
  // The index still has postings of deleted games, which are not counted.
  if (!sieve && skipped_games > 0) sieve = games.sieve({});
  with_variant(setup.variant, [&]<class V>(V) {
    const auto wanted = Position<V>::from(setup);
    if (!wanted) return;  // no game passes through an impossible position
    Confirmer<V> confirmer(games, damaged, *wanted);
    GamesToSkip skip(skipped_games);
    std::vector<Posting> candidates;
    Expectation lines(games);
    positions.find(index_key(wanted->key()), [&](std::span<const Posting> postings) {
      candidates.clear();
      std::ranges::copy_if(postings, std::back_inserter(candidates),
                           [&](const Posting& p) { return GameId{p.game} > after; });
      if (sieve) keep_taken(*sieve, candidates);
      std::erase_if(candidates, [&](const Posting& p) { return skip.takes(p.game); });
      lines.expect(candidates);
      for (const Posting& p : candidates) {
        const std::optional<Hit> hit = confirmer.confirm(p);
        if (hit && !visit(*hit)) return false;
      }
      return true;
    });
  });
}

}  // namespace yari::store
