// Counting what was played: live from the index, or from what was counted beforehand.
#include "db/explore/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "db/database_impl.h"
#include "db/stored_counts.h"
#include "record/score_percent.h"
#include "rules/sfen.h"

namespace yari {

namespace {

constexpr std::size_t listed_players = 10;

PlayCounts play_counts(const GameSums& sums) {
  PlayCounts counts{sums.games, sums.black_wins, sums.white_wins, sums.draws, sums.plies, {}, {},
                    0};
  if (const auto first = sums.first_date()) counts.first_date = date_numbered(*first);
  const std::optional<DatedGame> last = sums.last.top();
  if (last) counts.last_game = last->game;
  if (last) counts.last_date = date_numbered(last->date);
  return counts;
}

/// The busiest players, with their names.
std::vector<std::pair<std::string, std::int64_t>> busiest(
    store::NameReader& names, std::vector<PositionCounts::PlayerGames> players) {
  const auto listed = std::min(listed_players, players.size());
  std::partial_sort(players.begin(), players.begin() + static_cast<std::ptrdiff_t>(listed),
                    players.end(), [](const auto& a, const auto& b) {
                      return a.second != b.second ? a.second > b.second : a.first < b.first;
                    });
  players.resize(listed);
  std::vector<std::pair<std::string, std::int64_t>> named;
  for (const auto& [player, games] : players)
    if (const auto name = names.player(player)) named.emplace_back(*name, games);
  return named;
}

ExplorerPosition with_names(store::NameReader& names, const PositionCounts& counts) {
  ExplorerPosition position{play_counts(counts.all()), {}, busiest(names, counts.players())};
  for (const PositionCounts::OfMove& m : counts.moves())
    position.moves.push_back({m.move, play_counts(m.sums)});
  std::sort(position.moves.begin(), position.moves.end(),
            [](const ExplorerMove& a, const ExplorerMove& b) {
              if (a.counts.games != b.counts.games) return a.counts.games > b.counts.games;
              return a.move.bits() < b.move.bits();
            });
  return position;
}

/// The years whose games a filter takes as a whole or not at all, and the same filter for the
/// others, where it takes a part of a year.
struct YearsOfFilter {
  PartFilter whole;
  std::vector<GameFilter> rest;
};

YearsOfFilter years_of(const GameFilter& filter) {
  constexpr DateNumber year = 1'00'00;
  YearsOfFilter years{{.result = filter.result}, {}};
  if (!filter.date_from && !filter.date_to) return years;
  // Games without a date are not taken.
  const DateNumber from = filter.date_from ? earliest(*filter.date_from) : earliest(year);
  const DateNumber to = filter.date_to ? latest(*filter.date_to) : latest(9999 * year);
  auto& [first, last, result] = years.whole;
  first = from / year;
  last = to / year;
  const auto add_rest = [&](DateNumber begin, DateNumber end) {
    GameFilter& rest = years.rest.emplace_back(filter);
    rest.date_from = begin;
    rest.date_to = end;
  };
  const bool cut_in_first = from != earliest(first * year), cut_in_last = to != latest(last * year);
  if (first == last && (cut_in_first || cut_in_last)) {
    add_rest(from, to);
    return ++first, years;
  }
  if (cut_in_first && first < last) add_rest(from, latest(first++ * year));
  if (cut_in_last && first <= last) add_rest(earliest(last-- * year), to);
  return years;
}

/// What was counted beforehand of all games, or of those of a filter by years and results; no value
/// when nothing was, or it is damaged.
template <class V>
std::optional<PositionCounts> counted_before(store::CountReader& counted,
                                             const Position<V>& position,
                                             const std::optional<PartFilter>& filter) {
  const IndexKey key = index_key(position.key());
  const std::optional<store::CountedPosition> stored = counted.position(key);
  if (!stored || stored->sfen != write_sfen_without_number(position.setup())) return std::nullopt;
  if (filter && !stored->by_part) return std::nullopt;
  std::optional<PositionCounts> counts =
      filter ? store::read_counts(counted, key, *filter) : store::read_counts(counted, key);
  if (!counts || counts->unknown()) return std::nullopt;
  // Nothing: then its rows may be gone.
  if (!filter && counts->is_nothing()) return std::nullopt;
  const auto is_legal = [&](const PositionCounts::OfMove& m) { return position.is_legal(m.move); };
  const auto& moves = counts->moves();
  return std::all_of(moves.begin(), moves.end(), is_legal) ? counts : std::nullopt;
}

/// The same; the filters of games that must be counted besides are added to `rest`.
std::optional<PositionCounts> counted_before(store::Snapshot& snapshot, const Setup& position,
                                             const GameFilter& filter,
                                             std::vector<GameFilter>& rest) {
  GameFilter others = filter;
  if (others.variant == position.variant) others.variant.reset();
  std::optional<PartFilter> parts;
  if (!others.empty()) {
    for (auto* date : {&others.date_from, &others.date_to}) date->reset();
    others.result.reset();
    if (!others.empty()) return std::nullopt;
    YearsOfFilter years = years_of(filter);
    parts = years.whole;
    rest = std::move(years.rest);
  }
  return with_variant(position.variant, [&]<class V>(V) -> std::optional<PositionCounts> {
    const auto valid = Position<V>::from(position);
    return valid ? counted_before(snapshot.counts(), *valid, parts) : std::nullopt;
  });
}

PositionCounts count_now(Database& database, store::GameReader& games, const Setup& position,
                         const GameFilter& filter) {
  PositionCounts counts;
  // Of the game whose hits are being visited.
  std::optional<CountedGame> game;
  std::vector<Move> moves;
  const auto add = [&] {
    if (game) counts.add(*game, moves, 1);
    moves.clear();
  };
  database.find_position(position, filter, [&](const Hit& hit) {
    if (!game || hit.game != game->id) {
      add();
      game = games.facts(hit.game);
    }
    if (hit.next && std::find(moves.begin(), moves.end(), hit.next) == moves.end())
      moves.push_back(hit.next);
    return true;
  });
  add();
  counts.settle(true);
  return counts;
}

}  // namespace

std::optional<double> PlayCounts::score(Color c) const {
  return c == Color::black ? score_percent(black_wins, draws, white_wins)
                           : score_percent(white_wins, draws, black_wins);
}

std::optional<std::int64_t> PlayCounts::mean_plies() const {
  if (games == 0) return std::nullopt;
  return std::lround(static_cast<double>(plies) / static_cast<double>(games));
}

std::optional<double> PlayCounts::performance(Color c) const {
  constexpr double most = 800;
  const std::optional<double> share = score(c);
  if (!share) return std::nullopt;
  if (*share <= 0 || *share >= 100) return *share <= 0 ? -most : most;
  return std::clamp(400 * std::log10(*share / (100 - *share)), -most, most);
}

ExplorerPosition explore(Database& database, const Setup& position, const GameFilter& filter) {
  const auto snapshot = store_of(database).snapshot();
  std::vector<GameFilter> rest;
  std::optional<PositionCounts> counts = counted_before(*snapshot, position, filter, rest);
  if (!counts) {
    counts.emplace();
    rest = {filter};
  }
  for (const GameFilter& some : rest) {
    counts->add(count_now(database, snapshot->games(), position, some));
    counts->settle(true);
  }
  return with_names(snapshot->names(), *counts);
}

std::optional<std::int64_t> games_counted(Database& database, const Setup& position,
                                          const GameFilter& filter) {
  const auto snapshot = store_of(database).snapshot();
  std::vector<GameFilter> rest;
  const std::optional<PositionCounts> counts = counted_before(*snapshot, position, filter, rest);
  return counts && rest.empty() ? std::optional(counts->all().games) : std::nullopt;
}

std::vector<ExplorerNode> explore_tree(Database& database, const Setup& position,
                                       const GameFilter& filter, int depth, std::int64_t min_games,
                                       std::size_t max_nodes) {
  const Snapshot snapshot(database);
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

bool same(const GameSums& a, const GameSums& b) { return play_counts(a) == play_counts(b); }

bool same(const PositionCounts& a, const PositionCounts& b) {
  return same(a.all(), b.all()) && a.players() == b.players() &&
         std::equal(
             a.moves().begin(), a.moves().end(), b.moves().begin(), b.moves().end(),
             [](const auto& x, const auto& y) { return x.move == y.move && same(x.sums, y.sums); });
}

}  // namespace

std::vector<std::string> faults_of_counts(Database& database) {
  const auto snapshot = store_of(database).snapshot();
  store::CountReader& counts = snapshot->counts();
  std::vector<std::string> faults;
  std::vector<KeyedPosition> positions;
  counts.each_position([&](IndexKey key, const store::CountedPosition& counted) {
    const std::optional<Setup> setup = counted_setup(key, counted.sfen);
    if (setup)
      positions.push_back({key, *setup, counted.by_part});
    else
      faults.push_back(
          fmt::format("explorer: position {:#x} has the SFEN of another or none", key));
  });
  const auto fault = [&](const KeyedPosition& position,
                         std::span<const store::KeyCounts> counted) -> const char* {
    const auto check = [&](CountPart part, const PositionCounts& games) -> const char* {
      const std::optional<PositionCounts> stored = store::read_counts(counts, position.key, part);
      if (!stored) return "are damaged";
      return same(*stored, games) ? nullptr : "are not those of the games";
    };
    if (counted.empty()) return check(all_games, {});
    for (const store::KeyCounts& c : counted)
      if (const char* const what = check(c.part, c.counts)) return what;
    const bool adds_up =
        !position.by_part || store::read_counts(counts, position.key, PartFilter{}).has_value();
    return adds_up ? nullptr : "do not add up";
  };
  count_stored(
      DatabaseParts::of(database), *snapshot, positions,
      [&](const KeyedPosition& position, std::span<const store::KeyCounts> counted) {
        if (const char* const what = fault(position, counted))
          faults.push_back(fmt::format("explorer: the counts of position '{}' {}",
                                       write_sfen_without_number(position.position), what));
      });
  return faults;
}

}  // namespace yari
