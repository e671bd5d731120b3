// Counting what a database holds.
#include "db/store/sqlite/index/statistics.h"

namespace yari {

namespace {

std::map<std::string, std::int64_t> counts(Connection& connection, const std::string& sql) {
  std::map<std::string, std::int64_t> map;
  Statement statement(connection, sql);
  for (statement.start({}); statement.step();) {
    map[std::string(statement.text(0))] = statement.integer(1);
  }
  return map;
}

}  // namespace

Statistics read_statistics(Connection& c, PostingIndex& positions) {
  const ReadScope scope(c);
  Statistics s;
  s.games = c.integer("SELECT count(*) FROM games");
  s.plies = c.integer("SELECT total(plies) FROM games");
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
  s.variants = counts(c,
                      "SELECT v.name, count(*) FROM games g JOIN variants v ON v.id = g.variant "
                      "GROUP BY v.id");
  s.results = counts(c,
                     "SELECT r.name, count(*) FROM games g JOIN results r ON r.id = g.result "
                     "GROUP BY r.id");
  s.endings = counts(c,
                     "SELECT e.name, count(*) FROM games g JOIN endings e ON e.id = g.ending "
                     "GROUP BY e.id");
  s.handicaps = counts(c,
                       "SELECT coalesce(s.handicap, 'other position'), count(*) FROM games g "
                       "JOIN starts s ON s.id = g.start GROUP BY 1");
  Statement years(c, "SELECT coalesce(date / 10000, 0), count(*) FROM games GROUP BY 1");
  for (years.start({}); years.step();) {
    s.years[static_cast<int>(years.integer(0))] = years.integer(1);
  }
  return s;
}

}  // namespace yari
