// Counting what a database holds. The games are walked once: SQLite would sort them for each group.
#include "db/store/sqlite/index/statistics.h"

#include <tuple>
#include <unordered_map>

#include "db/store/shared/row_numbers.h"
#include "rules/variant.h"

namespace yari {

namespace {

/// The games by variant, result, ending and year, and those that begin elsewhere by their starts.
void count_games(Connection& c, Statistics& s) {
  std::map<std::tuple<bool, GameResult, Ending, int>, std::int64_t> groups;
  std::unordered_map<std::int64_t, std::int64_t> starts, lengths;
  Statement row(
      c, "SELECT variant, result, ending, coalesce(date / 10000, 0), plies, start FROM games");
  for (row.start({}); row.step();) {
    ++s.games;
    s.plies += store::amount_in(row, 4);
    ++lengths[row.integer(4)];
    ++groups[{row.integer(0) == 1, store::enumeration_in<GameResult>(row, 1, store::result_count),
              store::enumeration_in<Ending>(row, 2, ending_count),
              static_cast<int>(row.integer(3))}];
    if (!row.is_null(5)) ++starts[row.integer(5)];
  }
  for (const auto& [group, games] : groups) {
    const auto& [is_shogi, result, ending, year] = group;
    s.variants[std::string(info(is_shogi ? Variant::shogi : Variant::yari).id)] += games;
    s.results[std::string(name(result))] += games;
    s.endings[std::string(name(ending))] += games;
    s.years[year] += games;
  }
  s.lengths.insert(lengths.begin(), lengths.end());
  Statement handicap(c, "SELECT coalesce(handicap, 'other position') FROM starts WHERE id = ?");
  for (const auto& [start, games] : starts)
    if (handicap.first({start})) s.handicaps[std::string(handicap.text(0))] += games;
  handicap.reset();
}

}  // namespace

Statistics read_statistics(Connection& c, PostingIndex& positions) {
  const ReadScope scope(c);
  Statistics s;
  count_games(c, s);
  s.annotated = c.integer("SELECT count(*) FROM annotations");
  s.players = c.integer("SELECT count(*) FROM players");
  s.events = c.integer("SELECT count(*) FROM events");
  s.sites = c.integer("SELECT count(*) FROM sites");
  s.evaluations = c.integer("SELECT count(*) FROM evaluations");
  s.file_bytes = c.integer("PRAGMA page_count") * c.integer("PRAGMA page_size");
  for (const Run& run : positions.runs()) {
    s.postings += run.postings;
    ++s.index_runs;
  }
  s.index_bytes = positions.block_bytes();
  return s;
}

}  // namespace yari
