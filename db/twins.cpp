// Pairs of games that may be one.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "db/codec/prepared_game.h"
#include "db/database_impl.h"
#include "db/key_set.h"
#include "db/same_game.h"
#include "db/store/sqlite/game_set.h"
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
  if (a.variant != b.variant || plies < near_min_plies || begins(a, b) || begins(b, a) ||
      same_line(a, b))
    return false;
  int same = 0;
  for (int i = 0; i < plies; ++i) same += a.move(i) == b.move(i) ? 1 : 0;
  return same * 100 >= plies * near_percent;
}

/// Games that are wholly the same, each with the first of them.
std::vector<Twins> same_games(Database::Impl& db) {
  // Of one key, and yet not the same: more than these only an index made by hand has.
  constexpr std::size_t most_different = 16;
  const GameSet games = GameSet::stored(db.connection);
  std::vector<Posting> postings;
  db.contents.each_posting([&](const Posting& p) {
    if (games.has(p.game)) postings.push_back(p);
  });
  std::sort(postings.begin(), postings.end());
  std::vector<Twins> pairs;
  std::vector<GameId> different;
  for (std::size_t i = 0; i < postings.size(); ++i) {
    const GameId id = postings[i].game;
    if (i == 0 || postings[i - 1].key != postings[i].key) different.clear();
    const auto first = std::find_if(different.begin(), different.end(), [&](GameId other) {
      return are_same_game(db.store, other, id);
    });
    if (first != different.end()) {
      if (*first != id) pairs.push_back({Twins::Kind::same, *first, id});
    } else if (different.size() < most_different) {
      different.push_back(id);
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const Twins& a, const Twins& b) {
    return std::pair(a.first, a.second) < std::pair(b.first, b.second);
  });
  return pairs;
}

/// Games that end where others go on, found in one walk over the index: the last position of the
/// shorter stands in the longer at the same ply.
class ContainedGames {
 public:
  ContainedGames(Database::Impl& db, const std::function<bool(const Twins&)>& visit)
      : db_(db), visit_(visit), games_(GameSet::stored(db.connection)), plies_(games_.places()) {
    Statement games(db.connection,
                    fmt::format("SELECT id, plies FROM games WHERE {}", indexable_game));
    for (games.start({}); games.step();) {
      const std::size_t place = games_.place(static_cast<std::uint32_t>(games.integer(0)));
      if (place != GameSet::none) plies_[place] = static_cast<std::uint32_t>(games.integer(1));
    }
  }

  /// False when `visit` has had enough.
  bool run() {
    // The ends of games, by key and ply; then whatever else stands there.
    std::unordered_multimap<IndexKey, Posting> ends;
    db_.positions.each_posting([&](const Posting& p) {
      if (ends_at(p)) ends.emplace(p.key, p);
    });
    std::vector<std::pair<Posting, std::uint32_t>> pairs;
    db_.positions.each_posting([&](const Posting& p) {
      if (!games_.has(p.game) || ends_at(p)) return;
      const auto [begin, end] = ends.equal_range(p.key);
      for (auto it = begin; it != end;) {
        const Posting shorter = it->second;
        const bool contained = shorter.ply == p.ply && confirmed(shorter.game, p.game);
        // One longer game is enough: many games begin like a very short one.
        it = contained ? ends.erase(it) : std::next(it);
        if (contained) pairs.emplace_back(shorter, p.game);
      }
    });
    std::sort(pairs.begin(), pairs.end(),
              [](const auto& a, const auto& b) { return a.first.game < b.first.game; });
    return std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
      return visit_({Twins::Kind::contained, pair.first.game, pair.second});
    });
  }

 private:
  bool ends_at(const Posting& p) const {
    const std::size_t place = games_.place(p.game);
    return place != GameSet::none && plies_[place] == p.ply;
  }
  bool confirmed(GameId shorter, GameId longer) {
    const auto a = db_.store.line(shorter), b = db_.store.line(longer);
    return a && b && begins(*a, *b);
  }

  Database::Impl& db_;
  const std::function<bool(const Twins&)>& visit_;
  GameSet games_;
  /// By their places.
  std::vector<std::uint32_t> plies_;
};

/// Looks for the games that contain one of a few games, and for those that these contain.
class ContainedNewcomers {
 public:
  ContainedNewcomers(Database::Impl& db, GameId from,
                     const std::function<bool(const Twins&)>& visit)
      : db_(db), from_(from), visit_(visit) {
    db_.contents.each_posting([&](const Posting& p) {
      if (p.game < from_) older_.insert(p.key);
    });
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
      if (ply > 0 && older_.size() > 0 && !begun_by(id, line, content_hash(start, moves)))
        return false;
      moves.push_back(line.move(ply));
      if (!position->is_legal(moves.back())) return true;
      position->play(moves.back());
    }
    return begins_another(id, line, position->key());
  }

  /// Tells of the older game with this content, which the line goes on from.
  bool begun_by(GameId id, const StoredLine& line, std::uint64_t content) {
    bool more = true;
    if (!older_.has(index_key(content))) return more;
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
    // Many games may have the same few moves: all begin the same one, or none.
    const auto [known, is_new] = longer_.try_emplace(text_of(line), 0);
    GameId& found = known->second;
    if (!is_new) return found == 0 || visit_({Twins::Kind::contained, id, found});
    db_.positions.find(index_key(last), [&](std::span<const Posting> postings) {
      for (const Posting& p : postings) {
        if (static_cast<int>(p.ply) != line.plies() || p.game == id) continue;
        const std::optional<StoredLine> longer = db_.store.line(p.game);
        if (longer && begins(line, *longer)) {
          found = p.game;
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
  static std::string text_of(const StoredLine& line) {
    std::string text = std::string(info(line.variant).id) + line.start + '\n';
    return text.append(line.moves.begin(), line.moves.end());
  }

  /// Contents of the games before.
  KeySet older_;
  /// The game that goes on from a line, 0 where there is none.
  std::unordered_map<std::string, GameId> longer_;
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
  const std::vector<Twins> same = same_games(db);
  if (!std::all_of(same.begin(), same.end(), visit) || !ContainedGames(db, visit).run()) return;
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
