// Counting what was played: live from the index, or from what was counted before.
#include "db/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "db/codec/checksum.h"
#include "db/codec/utf8.h"
#include "db/explorer_counter.h"
#include "db/sqlite_parts.h"
#include "db/store/sqlite/meta.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// Positions that occur less often are counted when they are asked for.
constexpr std::int64_t hot = 1000;
constexpr std::size_t max_hot = 500;

/// What was counted beforehand about a position, when it still holds.
template <class V>
std::optional<ExplorerCounter> counted_before(Connection& connection, const Position<V>& position) {
  if (meta::get(connection, meta::edits) != meta::get(connection, meta::hot_edits)) {
    return std::nullopt;
  }
  const std::string sfen = write_sfen_without_number(position.setup());
  Statement row(connection, "SELECT data, sum FROM hot_positions WHERE key = ? AND sfen = ?");
  if (!row.first({position.key(), sfen})) return std::nullopt;
  // Damaged counts are as good as none: then the games are counted, and verify names them.
  if (!row.is_null(1) && row.integer(1) != checksum(position.key(), row.blob(0)))
    return std::nullopt;
  std::optional<ExplorerCounter> counter = ExplorerCounter::decode(row.blob(0));
  if (counter && !counter->all_moves([&](Move m) { return position.is_legal(m); })) counter.reset();
  return counter;
}

/// The last of all games.
GameId last_stored_game(Connection& connection) {
  return connection.integer("SELECT max(id) FROM games");
}

/// Keys that stand in `hot` games or more.
std::vector<IndexKey> hot_keys(store::PostingReader& index) {
  std::vector<std::pair<std::int64_t, IndexKey>> found;
  index.each_key([&](IndexKey key, std::int64_t count) {
    if (count >= hot) found.emplace_back(-count, key);
  });
  std::sort(found.begin(), found.end());
  found.resize(std::min(found.size(), max_hot));
  std::vector<IndexKey> keys;
  for (const auto& [count, key] : found) keys.push_back(key);
  return keys;
}

/// The counters of the hot positions of one game.
template <class V>
class HotCounts {
 public:
  explicit HotCounts(const std::vector<IndexKey>& keys) {
    for (const IndexKey key : keys) entries_[key];
  }

  void add(const StoredLine& line, const GameFacts& facts) {
    std::optional<Position<V>> position = start_of<V>(line);
    for (int ply = 0; position; ++ply) {
      const bool more = ply < line.plies() && position->is_legal(line.move(ply));
      count(*position, facts, more ? line.move(ply) : Move::none());
      if (!more) break;
      position->play(line.move(ply));
    }
  }

  /// Calls `visit` with key, SFEN without move number, and bytes of each counter.
  template <class Visit>
  void each(Visit visit) const {
    for (const auto& [key, entry] : entries_) {
      if (!entry.position) continue;
      visit(entry.position->key(), write_sfen_without_number(entry.position->setup()),
            entry.counter.encode());
    }
  }

 private:
  struct Entry {
    std::optional<Position<V>> position;
    ExplorerCounter counter;
  };
  void count(const Position<V>& position, const GameFacts& facts, Move next) {
    const auto found = entries_.find(index_key(position.key()));
    if (found == entries_.end()) return;
    Entry& entry = found->second;
    if (!entry.position) entry.position = position;
    if (entry.position->same_position(position)) entry.counter.add(facts, next);
  }

  std::unordered_map<IndexKey, Entry> entries_;
};

}  // namespace

ExplorerPosition explore(Database& database, const Setup& position, const GameFilter& filter) {
  Connection& connection = connection_of(database);
  const ReadScope scope(connection);
  ExplorerCounter counter;
  GameFilter rest = filter;
  if (rest.variant == position.variant) rest.variant.reset();
  GameId counted = 0;
  with_variant(position.variant, [&]<class V>(V) {
    const auto valid = Position<V>::from(position);
    if (!valid || !rest.empty()) return;
    if (auto before = counted_before(connection, *valid)) {
      counter = std::move(*before);
      counted = meta::get(connection, meta::hot_last_game);
    }
  });
  if (counted == 0 || counted < last_stored_game(connection)) {
    FactsReader facts(connection);
    database.find_position(position, rest, [&](const Hit& hit) {
      if (hit.game <= counted) return true;
      if (const auto known = facts.read(hit.game)) counter.add(*known, hit.next);
      return true;
    });
  }
  return counter.result(connection);
}

std::vector<ExplorerNode> explore_tree(Database& database, const Setup& position,
                                       const GameFilter& filter, int depth, std::int64_t min_games,
                                       std::size_t max_nodes) {
  const ReadScope scope(connection_of(database));
  std::vector<ExplorerNode> nodes{{position, 0, {}, {}}};
  std::map<std::string, std::size_t> known{{write_sfen_without_number(position), 0}};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Setup here = nodes[i].position;
    const int next_depth = nodes[i].depth + 1;
    ExplorerPosition statistics = explore(database, here, filter);
    std::vector<std::optional<std::size_t>> next(statistics.moves.size());
    for (std::size_t m = 0; m < next.size() && next_depth <= depth; ++m) {
      if (statistics.moves[m].counts.games < min_games) break;
      const Setup after = with_variant(here.variant, [&]<class V>(V) {
        Position<V> played = *Position<V>::from(here);
        played.play(statistics.moves[m].move);
        return played.setup();
      });
      const std::string sfen = write_sfen_without_number(after);
      if (!known.contains(sfen)) {
        if (nodes.size() >= max_nodes) continue;
        known[sfen] = nodes.size();
        nodes.push_back({after, next_depth, {}, {}});
      }
      next[m] = known[sfen];
    }
    nodes[i].statistics = std::move(statistics);
    nodes[i].next = std::move(next);
  }
  return nodes;
}

namespace {

/// Counts the positions of `keys` in the games up to number `last`, and calls
/// `visit` with key, SFEN and bytes of each.
template <class Visit>
void count_hot(Database& database, const std::vector<IndexKey>& keys, GameId last, Visit visit) {
  if (keys.empty()) return;
  HotCounts<YariShogi> yari(keys);
  HotCounts<Shogi> shogi(keys);
  FactsReader facts(connection_of(database));
  const auto snapshot = store_of(database).snapshot();
  store::DamagedGames& damaged = DatabaseParts::of(database).damaged;
  snapshot->games().each_id([&](GameId id) {
    if (id > last) return;
    const auto known = facts.read(id);
    const auto line = damaged.line(snapshot->games(), id);
    if (!known || !line) return;
    if (line->variant == Variant::yari) {
      yari.add(*line, *known);
    } else {
      shogi.add(*line, *known);
    }
  });
  yari.each(visit);
  shogi.each(visit);
}

}  // namespace

void refresh_hot_positions(Database& database) {
  Connection& connection = connection_of(database);
  WriteScope scope(connection);
  connection.execute("DELETE FROM hot_positions");
  Statement insert(
      connection, "INSERT OR REPLACE INTO hot_positions(key, sfen, data, sum) VALUES (?, ?, ?, ?)");
  const GameId last = last_stored_game(connection);
  count_hot(database, hot_keys(store_of(database).snapshot()->positions()), last,
            [&](Key key, const std::string& sfen, const Bytes& data) {
              insert.run({key, sfen, data, std::int64_t{checksum(key, data)}});
            });
  meta::set(connection, meta::hot_edits, meta::get(connection, meta::edits));
  meta::set(connection, meta::hot_last_game, last);
  scope.commit();
}

std::vector<std::string> faults_of_hot_positions(Database& database) {
  if (!is_sqlite(database)) return {};
  Connection& connection = connection_of(database);
  // After an edit they are not used.
  if (meta::get(connection, meta::edits) != meta::get(connection, meta::hot_edits)) return {};
  std::map<Key, std::pair<std::string, Bytes>> stored, counted;
  std::vector<IndexKey> keys;
  Statement rows(connection, "SELECT key, sfen, data FROM hot_positions");
  for (rows.start({}); rows.step();) {
    const Key key = static_cast<Key>(rows.integer(0));
    const ByteView data = rows.blob(2);
    stored[key] = {std::string(rows.text(1)), Bytes(data.begin(), data.end())};
    keys.push_back(index_key(key));
  }
  count_hot(database, keys, meta::get(connection, meta::hot_last_game),
            [&](Key key, const std::string& sfen, const Bytes& data) {
              counted[key] = {sfen, data};
            });
  std::vector<std::string> faults;
  for (const auto& [key, row] : stored) {
    const auto found = counted.find(key);
    if (found == counted.end() || found->second != row)
      faults.push_back(
          fmt::format("explorer: the counts of position '{}' are not those of the games",
                      to_valid_utf8(row.first)));
  }
  return faults;
}

}  // namespace yari
