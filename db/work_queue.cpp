// Transactions around what a back end does.
#include "db/work_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <span>

#include "db/database_impl.h"
#include "db/evaluation_cache.h"
#include "rules/legal_line.h"
#include "rules/position.h"
#include "rules/sfen.h"

namespace yari {

namespace {

using store::Durability;

/// Rows of one transaction; others who write wait no longer than it takes.
constexpr std::size_t rows_in_batch = 5000;

// A lease that power loss takes away has only to be taken again: what is quick here may be lost.

std::int64_t random_token() {
  std::random_device source;
  return std::uniform_int_distribution<std::int64_t>(1, INT64_MAX)(source);
}

/// What `change` returns, when its batch is stored.
template <class Change>
auto in_batch(Database& database, WorkKind kind, store::Durability durability, Change change) {
  const auto batch = store_of(database).batch(durability);
  auto result = change(batch->work(kind));
  batch->commit();
  return result;
}

}  // namespace

std::optional<Claim> WorkQueue::claim(const std::string& engine, const std::string& worker,
                                      std::chrono::milliseconds lease) {
  std::vector<Claim> claims =
      in_batch(database_, kind_, Durability::quick, [&](sql::WorkTable& work) {
        return work.claim({engine, worker, random_token(), lease, 1});
      });
  if (claims.empty()) return std::nullopt;
  return std::move(claims.front());
}

bool WorkQueue::extend(const Claim& claim, std::chrono::milliseconds lease) {
  return in_batch(database_, kind_, Durability::quick,
                  [&](sql::WorkTable& work) { return work.extend(claim, lease); });
}

bool WorkQueue::give_back(const Claim& claim) {
  return in_batch(database_, kind_, Durability::quick,
                  [&](sql::WorkTable& work) { return work.give_back(claim); });
}

bool WorkQueue::fail(const Claim& claim, const std::string& reason, bool again) {
  return in_batch(database_, kind_, Durability::quick,
                  [&](sql::WorkTable& work) { return work.fail(claim, reason, again); });
}

std::vector<WorkGroup> WorkQueue::groups() {
  return store_of(database_).snapshot()->work(kind_).groups();
}

std::vector<WorkRow> WorkQueue::rows(WorkState state, std::size_t most) {
  std::vector<WorkRow> rows;
  store_of(database_).snapshot()->work(kind_).each(state, [&](const WorkRow& row) {
    if (rows.size() < most) rows.push_back(row);
    return rows.size() < most;
  });
  return rows;
}

bool WorkQueue::has_open(const std::string& engine) {
  return store_of(database_).snapshot()->work(kind_).has_open(engine);
}

std::int64_t WorkQueue::retry() {
  return in_batch(database_, kind_, Durability::safe,
                  [](sql::WorkTable& work) { return work.retry(); });
}

std::int64_t WorkQueue::clear(WorkState state) {
  return in_batch(database_, kind_, Durability::safe,
                  [&](sql::WorkTable& work) { return work.clear(state); });
}

std::int64_t GameQueue::put(const std::vector<GameId>& games, const std::string& engine,
                            const std::string& settings, int priority) {
  std::int64_t fresh = 0;
  for (std::size_t begin = 0; begin < games.size(); begin += rows_in_batch) {
    const std::span part =
        std::span(games).subspan(begin, std::min(rows_in_batch, games.size() - begin));
    fresh += in_batch(database_, kind_, Durability::safe, [&](sql::WorkTable& work) {
      const auto snapshot = store_of(database_).snapshot();
      return std::ranges::count_if(part, [&](GameId game) {
        return snapshot->games().header(game) && work.put({game, engine, settings, priority});
      });
    });
  }
  return fresh;
}

bool GameQueue::finish(const Claim& claim, const std::function<void()>& write) {
  const auto batch = store_of(database_).batch();
  if (!batch->work(kind_).finish(claim)) return false;
  write();
  const GameId game = claim.work.id;
  try {
    // Every move is checked by replay.
    database_.load_game(game);
  } catch (const DamagedGame& damage) {
    throw RefusedResult(fmt::format("the result for game {} is refused: {}", game, damage.what()));
  }
  const auto annotation = store_of(database_).snapshot()->annotations().load(game);
  if (!annotation || annotation->engine != claim.work.engine) {
    throw RefusedResult(fmt::format("the result for game {} is refused: it is by '{}', not by '{}'",
                                    game, annotation ? annotation->engine : "nobody",
                                    claim.work.engine));
  }
  batch->commit();
  return true;
}

bool PositionQueue::put(const Setup& position, const std::string& engine,
                        const std::string& settings, int priority) {
  // Who waits for it can ask again.
  return in_batch(database_, kind_, Durability::quick, [&](sql::WorkTable& work) {
    return work.put({0, engine, settings, priority, write_sfen_without_number(position)});
  });
}

std::optional<WorkRow> PositionQueue::find(const Setup& position, const std::string& engine,
                                           const std::string& settings) {
  return store_of(database_).snapshot()->work(kind_).find(
      {0, engine, settings, 0, write_sfen_without_number(position)});
}

bool PositionQueue::finish(const Claim& claim, const std::string& limits,
                           const std::vector<Evaluation>& lines) {
  const std::string& sfen = claim.work.sfen;
  const std::optional<Setup> position = position_of(claim.work);
  if (!position) throw RefusedResult(fmt::format("'{}' is no position that can occur", sfen));
  if (lines.empty())
    throw RefusedResult(fmt::format("the result for position {} is refused: no line", sfen));
  for (const Evaluation& line : lines) {
    if (line.pv.empty())
      throw RefusedResult(
          fmt::format("the result for position {} is refused: a line without a move", sfen));
    if (const std::optional<std::size_t> illegal = first_illegal(*position, line.pv))
      throw RefusedResult(fmt::format("the result for position {} is refused: {} is not legal",
                                      sfen, write_usi_move(line.pv[*illegal], position->variant)));
  }
  const Key key = with_variant(
      position->variant, [&]<class V>(V) { return Position<V>::from_unchecked(*position).key(); });
  const auto batch = store_of(database_).batch(Durability::quick);
  if (!batch->work(kind_).finish(claim)) return false;
  EvaluationCache evaluations(database_, position->variant, claim.work.engine, limits);
  evaluations.store(key, lines);
  evaluations.flush();
  batch->commit();
  return true;
}

std::optional<Setup> position_of(const store::Work& work) {
  const std::optional<Variant> variant = variant_of_board(work.sfen);
  if (!variant) return std::nullopt;
  Result<Setup> read = read_sfen(work.sfen, *variant);
  if (!read || !faults_of(*read).empty()) return std::nullopt;
  return *std::move(read);
}

}  // namespace yari
