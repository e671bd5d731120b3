// Pairs of games that may be one.
#include <algorithm>
#include <unordered_map>

#include "db/change/near_same.h"
#include "db/change/upkeep.h"
#include "db/codec/prepared_game.h"
#include "db/database_impl.h"
#include "db/import/key_set.h"
#include "db/import/same_game.h"
#include "db/people/name_keys.h"
#include "record/tag_value.h"

namespace yari {

namespace {

/// With Beginnings::likely, the most games that a new game is compared with: those that share a
/// short beginning with it.
constexpr int most_compared = 10'000;

/// What spellings of a name share; empty where none is known.
std::string key_of_name(const std::string& name) {
  if (known_value(name).empty()) return {};
  return people::letters_key(name, NameKind::player);
}

/// What the searches for twins read.
struct View {
  View(Database& database, Beginnings which)
      : snapshot(store_of(database).snapshot()),
        damaged(DatabaseParts::of(database).damaged),
        beginnings(which) {}

  /// Whether a game of so many plies begins too many others by chance.
  bool is_short(int plies) const {
    return beginnings != Beginnings::all && plies < least_plies_alike;
  }
  /// Whether a pair may be reported in which this game, of `plies`, is the shorter.
  bool may_report(GameId id, int plies) const { return !is_short(plies) || players(id) != 0; }
  /// Whether it is reported that `shorter`, of `plies`, is the beginning of `longer`.
  bool is_likely(GameId shorter, int plies, GameId longer) const {
    return !is_short(plies) || (players(shorter) != 0 && players(shorter) == players(longer));
  }

  store::GameReader& games() const { return snapshot->games(); }
  std::optional<StoredLine> line(GameId id) const { return damaged.line(games(), id); }

  /// What games of the same players have in common; 0 where one is not known.
  std::uint64_t players(GameId id) const {
    const auto [known, is_new] = players_.try_emplace(id, 0);
    if (!is_new) return known->second;
    const std::optional<GameHeader> header = games().header(id);
    if (!header) return 0;
    const std::string black = key_of_name(header->black), white = key_of_name(header->white);
    if (!black.empty() && !white.empty())
      known->second = std::hash<std::string>()(black + '\n' + white) | 1;
    return known->second;
  }

  std::unique_ptr<store::Snapshot> snapshot;
  store::DamagedGames& damaged;
  Beginnings beginnings;

 private:
  mutable std::unordered_map<GameId, std::uint64_t> players_;
};

/// Games that are wholly the same, each with the first of them.
std::vector<Twins> same_games(const View& view) {
  // Of one key, and yet not the same: more than these only an index made by hand has.
  constexpr std::size_t most_different = 16;
  const GameSet games = store::numbers_of(view.games());
  std::vector<Posting> postings;
  view.snapshot->contents().each([&](std::span<const Posting> block) {
    for (const Posting& p : block)
      if (games.has(p.game)) postings.push_back(p);
  });
  std::sort(postings.begin(), postings.end());
  std::vector<Twins> pairs;
  std::vector<GameId> different;
  for (std::size_t i = 0; i < postings.size(); ++i) {
    const GameId id = postings[i].game;
    if (i == 0 || postings[i - 1].key != postings[i].key) different.clear();
    const auto first = std::find_if(different.begin(), different.end(), [&](GameId other) {
      return are_same_game(view.games(), other, id);
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
  ContainedGames(const View& view, const std::function<bool(const Twins&)>& visit)
      : view_(view),
        visit_(visit),
        games_(store::numbers_of(view.games())),
        plies_(games_.places()) {
    view.games().each_facts([&](const CountedGame& game) {
      const std::size_t place = games_.place(game.id);
      if (place != GameSet::none) plies_[place] = static_cast<std::uint32_t>(game.plies);
    });
  }

  /// False when `visit` has had enough.
  bool run() {
    store::PostingReader& positions = view_.snapshot->positions();
    positions.each([&](std::span<const Posting> block) {
      for (const Posting& p : block) {
        const int ply = static_cast<int>(p.ply);
        if (!ends_at(p) || !view_.may_report(p.game, ply)) continue;
        if (view_.is_short(ply)) short_ends_.insert(p.key);
        ends_.emplace(end_key(p), p);
      }
    });
    positions.each([&](std::span<const Posting> block) {
      for (const Posting& p : block)
        if (games_.has(p.game) && !ends_at(p)) compare_with_ends(p);
    });
    std::sort(pairs_.begin(), pairs_.end(),
              [](const auto& a, const auto& b) { return a.first.game < b.first.game; });
    return std::all_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) {
      return visit_({Twins::Kind::contained, pair.first.game, pair.second});
    });
  }

 private:
  // A game without moves would begin every other.
  bool ends_at(const Posting& p) const {
    const std::size_t place = games_.place(p.game);
    return p.ply > 0 && place != GameSet::none && plies_[place] == p.ply;
  }
  bool confirmed(GameId shorter, GameId longer) {
    const auto a = view_.line(shorter), b = view_.line(longer);
    return a && b && begins(*a, *b);
  }
  /// Short games are looked up with their players.
  IndexKey end_key(const Posting& p) const {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
    return view_.is_short(static_cast<int>(p.ply)) ? p.key ^ view_.players(p.game) * odd : p.key;
  }
  void compare_with_ends(const Posting& p) {
    if (view_.is_short(static_cast<int>(p.ply)) && !short_ends_.has(p.key)) return;
    const auto [begin, end] = ends_.equal_range(end_key(p));
    for (auto it = begin; it != end;) {
      const Posting shorter = it->second;
      const bool contained = shorter.ply == p.ply &&
                             view_.is_likely(shorter.game, static_cast<int>(p.ply), p.game) &&
                             confirmed(shorter.game, p.game);
      // One longer game is enough: many games begin like a very short one.
      it = contained ? ends_.erase(it) : std::next(it);
      if (contained) pairs_.emplace_back(shorter, p.game);
    }
  }

  const View& view_;
  const std::function<bool(const Twins&)>& visit_;
  GameSet games_;
  /// By their places.
  std::vector<std::uint32_t> plies_;
  /// The last positions of games, by key.
  std::unordered_multimap<IndexKey, Posting> ends_;
  /// The positions that short games end with.
  KeySet short_ends_;
  std::vector<std::pair<Posting, std::uint32_t>> pairs_;
};

/// Looks for the games that contain one of a few games, and for those that these contain.
class ContainedNewcomers {
 public:
  ContainedNewcomers(const View& view, GameId from, const std::function<bool(const Twins&)>& visit)
      : view_(view), from_(from), visit_(visit) {
    std::int64_t newcomers = 0;
    view_.games().each_id(from_, [&](GameId) {
      ++newcomers;
      return true;
    });
    if (newcomers == 0) return;
    // Where few games are new, the set of all that they could begin with is small, and only that
    // part of the others is kept: asking a small set is much faster.
    KeySet beginnings;
    const bool few = newcomers * beginnings_of_a_game < view_.snapshot->contents().count();
    if (few)
      view_.games().each_id(from_, [&](GameId id) {
        add_beginnings(id, beginnings);
        return true;
      });
    view_.snapshot->contents().each([&](std::span<const Posting> block) {
      for (const Posting& p : block)
        if (p.game < from_ && (!few || beginnings.has(p.key))) older_.insert(p.key);
    });
  }

  bool run() {
    bool more = true;
    view_.games().each_id(from_, [&](GameId id) {
      const std::optional<StoredLine> line = view_.line(id);
      if (line && line->plies() > 0)
        more = with_variant(line->variant, [&]<class V>(V) { return look<V>(id, *line); });
      return more;
    });
    return more;
  }

 private:
  static constexpr std::int64_t beginnings_of_a_game = 128;

  /// The contents that a game with one of the line's beginnings would have.
  void add_beginnings(GameId id, KeySet& to) const {
    const std::optional<StoredLine> line = view_.line(id);
    if (!line) return;
    with_variant(line->variant, [&]<class V>(V) {
      const std::optional<Position<V>> start = start_of<V>(*line);
      std::vector<Move> moves;
      for (int ply = 1; start && ply < line->plies(); ++ply) {
        moves.push_back(line->move(ply - 1));
        to.insert(index_key(content_hash(start->key(), moves)));
      }
    });
  }
  template <class V>
  bool look(GameId id, const StoredLine& line) {
    std::optional<Position<V>> position = start_of<V>(line);
    if (!position) return true;
    const Key start = position->key();
    std::vector<Move> moves;
    for (int ply = 0; ply < line.plies(); ++ply) {
      if (ply > 0 && older_.size() > 0 && view_.may_report(id, ply) &&
          !begun_by(id, line, ply, content_hash(start, moves)))
        return false;
      moves.push_back(line.move(ply));
      if (!position->is_legal(moves.back())) return true;
      position->play(moves.back());
    }
    return begins_another(id, line, position->key());
  }

  /// Reports the older game with this content, the line's after `ply` moves.
  bool begun_by(GameId id, const StoredLine& line, int ply, std::uint64_t content) {
    bool more = true;
    if (!older_.has(index_key(content))) return more;
    int compared = 0;
    view_.snapshot->contents().find(index_key(content), [&](std::span<const Posting> postings) {
      for (const Posting& p : postings) {
        if (p.game >= from_) continue;
        if (view_.is_short(ply) && ++compared > most_compared) return false;
        if (!view_.is_likely(p.game, ply, id)) continue;
        const std::optional<StoredLine> shorter = view_.line(p.game);
        if (shorter && begins(*shorter, line)) {
          more = visit_({Twins::Kind::contained, p.game, id});
          return false;
        }
      }
      return true;
    });
    return more;
  }

  /// Reports the first game that goes on where the line ends.
  bool begins_another(GameId id, const StoredLine& line, Key last) {
    if (!view_.may_report(id, line.plies())) return true;
    GameId longer = 0;
    if (view_.is_short(line.plies())) {
      longer = find_longer(id, line, last);
    } else {
      // Many games may have the same few moves: all begin the same one, or none.
      const auto [known, is_new] = longer_.try_emplace(text_of(line), 0);
      if (is_new) known->second = find_longer(id, line, last);
      longer = known->second;
    }
    return longer == 0 || visit_({Twins::Kind::contained, id, longer});
  }

  /// 0 where there is none.
  GameId find_longer(GameId id, const StoredLine& line, Key last) {
    GameId found = 0;
    int compared = 0;
    view_.snapshot->positions().find(index_key(last), [&](std::span<const Posting> postings) {
      for (const Posting& p : postings) {
        if (static_cast<int>(p.ply) != line.plies() || p.game == id) continue;
        if (view_.is_short(line.plies()) && ++compared > most_compared) return false;
        if (!view_.is_likely(id, line.plies(), p.game)) continue;
        const std::optional<StoredLine> longer = view_.line(p.game);
        if (longer && begins(line, *longer)) {
          found = p.game;
          return false;
        }
      }
      return true;
    });
    return found;
  }

  const View& view_;
  GameId from_;
  const std::function<bool(const Twins&)>& visit_;
  static std::string text_of(const StoredLine& line) {
    std::string text =
        std::string(info(line.variant).id) + std::string(name(line.rules)) + line.start + '\n';
    return text.append(line.moves.begin(), line.moves.end());
  }

  /// Contents of the games before.
  KeySet older_;
  /// The game that goes on from a line, 0 where there is none.
  std::unordered_map<std::string, GameId> longer_;
};

}  // namespace

std::string_view name(Twins::Kind kind) {
  if (kind == Twins::Kind::same) return "same";
  return kind == Twins::Kind::contained ? "contained" : "near_same";
}

bool same_players(const GameHeader& a, const GameHeader& b) {
  const std::string black = key_of_name(a.black), white = key_of_name(a.white);
  return !black.empty() && !white.empty() && black == key_of_name(b.black) &&
         white == key_of_name(b.white);
}

void find_contained(Database& database, GameId from, const std::function<bool(const Twins&)>& visit,
                    Beginnings beginnings) {
  const View view(database, beginnings);
  ContainedNewcomers(view, from, visit).run();
}

void find_twins(Database& database, const std::function<bool(const Twins&)>& visit,
                Beginnings beginnings) {
  const View view(database, beginnings);
  const std::vector<Twins> same = same_games(view);
  if (!std::all_of(same.begin(), same.end(), visit) || !ContainedGames(view, visit).run()) return;
  std::vector<Twins> alike;
  store::each_group_of_one_day(view.games(), [&](std::span<const GameId> games) {
    find_near_same(
        games, [&](GameId id) { return view.line(id); },
        [&](GameId first, GameId second) {
          alike.push_back({Twins::Kind::near_same, first, second});
        });
  });
  std::ranges::sort(alike, {}, [](const Twins& t) { return std::pair(t.first, t.second); });
  std::ranges::all_of(alike, visit);
}

}  // namespace yari
