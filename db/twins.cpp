// Pairs of games that may be one.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "db/database_impl.h"
#include "db/key_set.h"
#include "db/prepared_game.h"
#include "db/upkeep.h"

namespace yari {

namespace {

/// Games count as near the same when this part of the shorter one's moves stands in both.
constexpr int near_percent = 80;
/// Shorter games are alike by chance.
constexpr int near_min_plies = 20;

/// Whether `shorter` is how `longer` begins.
bool begins(const StoredLine& shorter, const StoredLine& longer) {
  return shorter.variant == longer.variant && shorter.start == longer.start &&
         shorter.moves.size() < longer.moves.size() &&
         std::equal(shorter.moves.begin(), shorter.moves.end(), longer.moves.begin());
}

bool near_same(const StoredLine& a, const StoredLine& b) {
  const int plies = std::min(a.plies(), b.plies());
  if (a.variant != b.variant || plies < near_min_plies || begins(a, b) || begins(b, a))
    return false;
  int same = 0;
  for (int i = 0; i < plies; ++i) same += a.move(i) == b.move(i) ? 1 : 0;
  return same * 100 >= plies * near_percent;
}

/// Games that end where others go on, found in one walk over the index: the last position of the
/// shorter stands in the longer at the same ply.
class ContainedGames {
 public:
  ContainedGames(Database::Impl& db, const std::function<bool(const Twins&)>& visit)
      : db_(db), visit_(visit) {
    Statement games(db.connection,
                    fmt::format("SELECT id, plies FROM games WHERE {}", indexable_game));
    for (games.start({}); games.step();) {
      const auto id = static_cast<std::size_t>(games.integer(0));
      if (id >= plies_.size()) plies_.resize(id + 1 + id / 4, none);
      plies_[id] = static_cast<std::uint32_t>(games.integer(1));
    }
  }

  /// False when `visit` has had enough.
  bool run() {
    // The ends of games, by key and ply; then whatever else stands there.
    std::unordered_multimap<IndexKey, Posting> ends;
    each([&](const Posting& p) {
      if (ends_at(p)) ends.emplace(p.key, p);
      return true;
    });
    std::vector<std::pair<Posting, std::uint32_t>> pairs;
    each([&](const Posting& p) {
      if (plies_of(p.game) == none || ends_at(p)) return true;
      const auto [begin, end] = ends.equal_range(p.key);
      for (auto it = begin; it != end;) {
        const Posting shorter = it->second;
        const bool contained = shorter.ply == p.ply && confirmed(shorter.game, p.game);
        // One longer game is enough: many games begin like a very short one.
        it = contained ? ends.erase(it) : std::next(it);
        if (contained) pairs.emplace_back(shorter, p.game);
      }
      return true;
    });
    std::sort(pairs.begin(), pairs.end(),
              [](const auto& a, const auto& b) { return a.first.game < b.first.game; });
    return std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
      return visit_({Twins::Kind::contained, pair.first.game, pair.second});
    });
  }

 private:
  static constexpr std::uint32_t none = ~0u;
  std::uint32_t plies_of(std::uint32_t game) const {
    return game < plies_.size() ? plies_[game] : none;
  }
  bool ends_at(const Posting& p) const { return plies_of(p.game) == p.ply; }
  bool confirmed(GameId shorter, GameId longer) {
    const auto a = db_.store.line(shorter), b = db_.store.line(longer);
    return a && b && begins(*a, *b);
  }
  template <class Visit>
  void each(Visit visit) {
    std::vector<Posting> postings;
    for (const Run& run : db_.positions.runs()) {
      db_.positions.each_block(run, [&](std::int64_t, const BlockReader& block) {
        postings.clear();
        block.all(postings);
        for (const Posting& p : postings) visit(p);
      });
    }
  }

  Database::Impl& db_;
  const std::function<bool(const Twins&)>& visit_;
  std::vector<std::uint32_t> plies_;
};

/// Looks for the games that contain one of a few games, and for those that these contain.
class ContainedNewcomers {
 public:
  ContainedNewcomers(Database::Impl& db, GameId from,
                     const std::function<bool(const Twins&)>& visit)
      : db_(db), from_(from), visit_(visit) {
    std::vector<Posting> postings;
    for (const Run& run : db_.contents.runs()) {
      db_.contents.each_block(run, [&](std::int64_t, const BlockReader& block) {
        postings.clear();
        block.all(postings);
        for (const Posting& p : postings) contents_.insert(p.key);
      });
    }
  }

  bool run() {
    Statement games(db_.connection, "SELECT id FROM games WHERE id >= ? ORDER BY id");
    for (games.start({from_}); games.step();) {
      const std::optional<StoredLine> line = db_.store.line(games.integer(0));
      if (!line || line->plies() == 0) continue;
      const bool more =
          with_variant(line->variant, [&]<class V>(V) { return look<V>(games.integer(0), *line); });
      if (!more) return false;
    }
    return true;
  }

 private:
  template <class V>
  bool look(GameId id, const StoredLine& line) {
    std::optional<Position<V>> position = start_of<V>(line);
    if (!position) return true;
    const Key start = position->key();
    std::vector<Move> moves;
    for (int ply = 0; ply < line.plies(); ++ply) {
      if (ply > 0 && !begun_by(id, line, content_hash(start, moves))) return false;
      moves.push_back(line.move(ply));
      if (!position->is_legal(moves.back())) return true;
      position->play(moves.back());
    }
    return begins_another(id, line, position->key());
  }

  /// Tells of the older game with this content, which the line goes on from.
  bool begun_by(GameId id, const StoredLine& line, std::uint64_t content) {
    bool more = true;
    if (!contents_.has(index_key(content))) return more;
    db_.contents.find(index_key(content), [&](std::span<const Posting> postings) {
      for (const Posting& p : postings) {
        if (p.game >= from_) continue;
        const std::optional<StoredLine> shorter = db_.store.line(p.game);
        if (shorter && begins(*shorter, line)) {
          more = visit_({Twins::Kind::contained, p.game, id});
          return false;
        }
      }
      return true;
    });
    return more;
  }

  /// Tells of the first game that goes on where the line ends.
  bool begins_another(GameId id, const StoredLine& line, Key last) {
    bool more = true;
    db_.positions.find(index_key(last), [&](std::span<const Posting> postings) {
      for (const Posting& p : postings) {
        if (static_cast<int>(p.ply) != line.plies() || p.game == id) continue;
        const std::optional<StoredLine> longer = db_.store.line(p.game);
        if (longer && begins(line, *longer)) {
          more = visit_({Twins::Kind::contained, id, p.game});
          return false;
        }
      }
      return true;
    });
    return more;
  }

  Database::Impl& db_;
  GameId from_;
  const std::function<bool(const Twins&)>& visit_;
  KeySet contents_;
};

}  // namespace

void find_contained(Database& database, GameId from,
                    const std::function<bool(const Twins&)>& visit) {
  Database::Impl& db = DatabaseParts::of(database);
  const ReadScope scope(db.connection);
  ContainedNewcomers(db, from, visit).run();
}

void find_twins(Database& database, const std::function<bool(const Twins&)>& visit) {
  Database::Impl& db = DatabaseParts::of(database);
  const ReadScope scope(db.connection);
  if (!ContainedGames(db, visit).run()) return;
  Statement pairs(
      db.connection,
      "SELECT a.id, b.id FROM games a JOIN games b ON b.date = a.date AND b.black = a.black "
      "AND b.white = a.white AND b.id > a.id ORDER BY a.id, b.id");
  for (pairs.start({}); pairs.step();) {
    const GameId first = pairs.integer(0), second = pairs.integer(1);
    const auto a = db.store.line(first), b = db.store.line(second);
    if (a && b && near_same(*a, *b) && !visit({Twins::Kind::near_same, first, second})) return;
  }
}

}  // namespace yari
