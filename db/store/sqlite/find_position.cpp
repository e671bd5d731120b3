// Games through a position: candidates from the index, each confirmed on the board.
#include "db/store/sqlite/find_position.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/query/replay.h"
#include "db/store/sqlite/filter_sql.h"

namespace yari {

namespace {

/// Tells which of some games pass a filter; its statement is prepared once.
class FilterProbe {
 public:
  FilterProbe(Connection& connection, const GameFilter& filter) {
    if (filter.empty()) return;
    sql_.emplace(filter);
    statement_.emplace(connection,
                       fmt::format("SELECT g.id FROM {} WHERE g.id IN (SELECT value FROM "
                                   "json_each(?)) AND {}",
                                   header_tables, sql_->condition()));
  }

  /// Removes the postings of games that do not pass.
  void keep_passing(std::vector<Posting>& postings) {
    if (!statement_) return;
    std::string list = "[";
    for (const Posting& p : postings) fmt::format_to(std::back_inserter(list), "{},", p.game);
    list.back() = ']';
    std::vector<Parameter> parameters{Parameter(list)};
    for (const Parameter& p : sql_->parameters()) parameters.push_back(p);
    std::vector<GameId> passing;
    for (statement_->start(parameters); statement_->step();)
      passing.push_back(statement_->integer(0));
    std::sort(passing.begin(), passing.end());
    std::erase_if(postings, [&](const Posting& p) {
      return !std::binary_search(passing.begin(), passing.end(), GameId{p.game});
    });
  }

 private:
  std::optional<FilterSql> sql_;
  std::optional<Statement> statement_;
};

std::string illegal_at(int ply) { return fmt::format("the move at ply {} is not legal", ply); }

/// The position after `ply` moves of a line, on a board that only replays; no value when the game
/// is damaged before, which the store remembers.
template <class V>
std::optional<query::Replay<V>> replayed(GameStore& store, GameId id, const StoredLine& line,
                                         int ply) {
  static const query::Replay<V> even(start_setup(V::info.variant));
  query::Replay<V> board = even;
  if (!line.start.empty()) {
    const std::optional<Position<V>> start = start_of<V>(line);
    if (!start) {
      store.pass_over(id, GameStore::no_start);
      return std::nullopt;
    }
    board = query::Replay<V>(start->setup());
  }
  for (int i = 0; i < ply; ++i) {
    if (!board.play(line.move(i))) {
      store.pass_over(id, illegal_at(i + 1));
      return std::nullopt;
    }
  }
  return board;
}

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

/// The hit that `p` promises; no value when the game has another position there.
template <class V>
std::optional<Hit> confirm(GameStore& store, const Posting& p, const Position<V>& wanted) {
  const std::optional<StoredLine> line = store.line(p.game);
  if (!line || line->variant != V::info.variant) return std::nullopt;
  const int ply = static_cast<int>(p.ply);
  if (ply < 0 || ply > line->plies()) return std::nullopt;
  const std::optional<query::Replay<V>> board = replayed<V>(store, p.game, *line, ply);
  if (!board || !same_position(*board, wanted)) return std::nullopt;
  if (ply == line->plies()) return Hit{p.game, ply, Move::none()};
  const Move next = line->move(ply);
  if (wanted.is_legal(next)) return Hit{p.game, ply, next};
  store.pass_over(p.game, illegal_at(ply + 1));
  return Hit{p.game, ply, Move::none()};
}

}  // namespace

void find_position(Connection& connection, GameStore& store, PostingIndex& positions,
                   const Setup& setup, const GameFilter& filter,
                   const std::function<bool(const Hit&)>& visit) {
  if (filter.variant && *filter.variant != setup.variant) return;
  GameFilter rest;
  if (!filter.empty()) {
    rest = filter;
    rest.variant.reset();
  }
  with_variant(setup.variant, [&]<class V>(V) {
    const auto wanted = Position<V>::from(setup);
    if (!wanted) return;  // no game passes through an impossible position
    const ReadScope scope(connection);
    FilterProbe probe(connection, rest);
    std::vector<Posting> candidates;
    positions.find(index_key(wanted->key()), [&](std::span<const Posting> postings) {
      candidates.assign(postings.begin(), postings.end());
      probe.keep_passing(candidates);
      for (const Posting& p : candidates) {
        const std::optional<Hit> hit = confirm(store, p, *wanted);
        if (hit && !visit(*hit)) return false;
      }
      return true;
    });
  });
}

}  // namespace yari
