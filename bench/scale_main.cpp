// Builds a database of generated games and measures it: the figures of docs/scaling.md.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "bench/generate_games.h"
#include "db/database.h"
#include "db/explore/explorer.h"
#include "db/explore/search.h"
#include "db/import/importer.h"
#include "tests/support/sqlite.h"

namespace {

using namespace yari;

/// CPU time of this process, all threads.
double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

template <class F>
double timed(F&& f) {
  const double begin = cpu_seconds();
  f();
  return cpu_seconds() - begin;
}

std::int64_t table_bytes(Database& database, const char* tables) {
  return PlainSqlite(store_of(database).name())
      ->integer(fmt::format("SELECT total(pgsize) FROM dbstat WHERE name IN ({}) AND aggregate = 0",
                            tables));
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// Bytes that this process has written so far, into the log and from there into the file.
double written_bytes() {
  double bytes = 0;
  std::ifstream io("/proc/self/io");
  for (std::string line; std::getline(io, line);)
    if (line.starts_with("wchar:")) bytes = std::atof(line.c_str() + 6);
  return bytes;
}

/// Adds games number `from` to `to`, excluding the time to make them up.
void add_games(Database& database, std::uint64_t from, std::uint64_t to, std::uint64_t players) {
  double preparing = 0, adding = 0;
  std::int64_t plies = 0, added = 0;
  const double written_before = written_bytes();
  {
    // By size alone: on a busy machine the clock would make batches small.
    Importer importer(database,
                      {.postings_per_batch = std::size_t{4} << 20, .seconds_per_batch = 1e9});
    // Some at a time: reading the clock takes a microsecond.
    constexpr std::uint64_t at_once = 100;
    for (std::uint64_t n = from; n < to; n += at_once) {
      std::vector<Game> games;
      for (std::uint64_t i = n; i < std::min(to, n + at_once); ++i)
        games.push_back(bench::generated_game(i, true, players));
      std::vector<PreparedGame> prepared(games.size());
      preparing += timed([&] {
        std::transform(games.begin(), games.end(), prepared.begin(),
                       [](const Game& game) { return prepare(game); });
      });
      adding += timed([&] {
        for (const PreparedGame& game : prepared)
          added += importer.add(game).added == Added::imported ? 1 : 0;
      });
      for (const PreparedGame& game : prepared)
        plies += static_cast<std::int64_t>(game.keys.size()) - 1;
    }
    adding += timed([&] { importer.finish(); });
  }
  const auto games = static_cast<double>(to - from);
  fmt::print(
      "add {} games ({} new), {} plies: replay and encoding {:.3f} s, storing {:.3f} s; "
      "{:.0f} games/s, {:.0f} ns a ply; written {:.1f} bytes a ply\n",
      to - from, added, plies, preparing, adding, games / (preparing + adding),
      (preparing + adding) * 1e9 / static_cast<double>(plies),
      (written_bytes() - written_before) / static_cast<double>(plies));
}

void print_sizes(Database& database) {
  const Statistics s = database.statistics();
  const auto games = static_cast<double>(s.games);
  const auto pages = [&](const char* tables) {
    return static_cast<double>(table_bytes(database, tables));
  };
  const double index = pages("'position_blocks', 'position_runs'"), records = pages("'records'");
  const double other =
      static_cast<double>(s.file_bytes) - index - 2.0 * static_cast<double>(s.plies);
  fmt::print("{} games, {} postings in {} runs, file {} bytes\n", s.games, s.postings, s.index_runs,
             s.file_bytes);
  fmt::print(
      "index {:.2f} bytes a posting (blobs {:.2f}); records {:.1f} bytes a game, {:.2f} a ply; "
      "all but index and moves {:.1f} bytes a game\n",
      index / static_cast<double>(s.postings),
      static_cast<double>(s.index_bytes) / static_cast<double>(s.postings), records / games,
      records / static_cast<double>(s.plies), other / games);
}

/// Positions of stored games after `ply` moves.
std::vector<Setup> some_positions(Database& database, std::size_t ply, int count) {
  std::mt19937_64 rng(1);
  std::vector<Setup> setups;
  const auto games = static_cast<std::uint64_t>(database.count());
  while (static_cast<int>(setups.size()) < count) {
    const auto game = database.load_game(static_cast<GameId>(1 + rng() % games));
    if (!game || game->moves.main_moves().size() <= ply) continue;
    with_variant(game->variant, [&]<class V>(V) {
      Position<V> position = Position<V>::start();
      const std::vector<Move> moves = game->moves.main_moves();
      for (std::size_t i = 0; i < ply; ++i) position.play(moves[i]);
      setups.push_back(position.setup());
    });
  }
  return setups;
}

void print_lookups(Database& database, const char* when) {
  // As a program asks that has several questions: in one read transaction.
  const Snapshot snapshot(database);
  for (const std::size_t ply : {60u, 30u, 12u, 4u}) {
    std::vector<double> seconds;
    std::int64_t hits = 0;
    const std::vector<Setup> setups = some_positions(database, ply, ply > 4 ? 2000 : 50);
    const auto ask = [&](const Setup& setup) {
      database.find_position(setup, {}, [&](const Hit&) { return ++hits, true; });
    };
    // Once before, so that the pages are mapped.
    for (const Setup& setup : setups) ask(setup);
    hits = 0;
    for (const Setup& setup : setups) seconds.push_back(timed([&] { ask(setup); }));
    fmt::print("find {}, ply {}: median {:.1f} us, {:.1f} hits\n", when, ply, median(seconds) * 1e6,
               static_cast<double>(hits) / static_cast<double>(seconds.size()));
  }
}

/// The opening explorer at the start and at positions of openings; each a question by itself.
void print_explorer(Database& database, const char* when, const GameFilter& filter = {}) {
  for (const std::size_t ply : {0u, 2u, 4u, 6u, 8u, 10u}) {
    std::vector<double> seconds;
    double slowest = 0;
    std::int64_t games = 0, of_slowest = 0;
    for (const Setup& setup : some_positions(database, ply, ply == 0 ? 10 : filter.empty() ? 300 : 20)) {
      explore(database, setup, filter);
      seconds.push_back(timed([&] { games = explore(database, setup, filter).all.games; }));
      if (seconds.back() > slowest) of_slowest = games;
      slowest = std::max(slowest, seconds.back());
    }
    fmt::print("explorer {}, ply {}: median {:.0f} us, slowest {:.0f} us of {} games\n", when, ply,
               median(seconds) * 1e6, slowest * 1e6, of_slowest);
  }
}

/// The same for some of the games, by dates and results.
void print_filtered_explorer(Database& database) {
  GameFilter years, days, wins;
  years.date_from = 20050000;
  years.date_to = 20141231;
  days = years;
  days.date_from = 20050110;
  wins.result = GameResult::black_wins;
  print_explorer(database, "of ten years", years);
  print_explorer(database, "of ten years but some days", days);
  print_explorer(database, "of one result", wins);
}

/// The sizes of the counts of positions, and of the log.
void print_counts(Database& database, const char* file) {
  Connection& connection = connection_of(database);
  fmt::print("{} positions are counted, their counts take {} bytes in {} runs\n",
             connection.integer("SELECT count(*) FROM counted_positions"),
             table_bytes(database, "'counted_positions', 'count_blocks'"),
             connection.integer("SELECT count(*) FROM count_runs"));
  std::error_code none;
  fmt::print("log {} bytes\n", std::filesystem::file_size(std::string(file) + "-wal", none));
}

/// Queries that no index helps with.
void print_scans(Database& database) {
  const auto plies = static_cast<double>(database.statistics().plies);
  for (const char* text :
       {"pattern \"P/R\" anywhere", "check", "mate", "hand R >= 2", "black Kakaka"}) {
    const auto query = query::parse(text, Variant::yari);
    if (!query) {
      fmt::print("{}: {}\n", text, query.error().message);
      continue;
    }
    std::int64_t hits = 0;
    const double seconds = timed([&] {
      search(database, *query, {}, {.threads = 2, .progress = {}},
             [&](const Hit&) { return ++hits, true; });
    });
    fmt::print(
        "scan for {}: {:.2f} s of CPU, {} hits, {:.1f} M plies/s a core (those of the "
        "other variant are skipped)\n",
        text, seconds, hits, plies / seconds / 1e6);
  }
}

/// The most memory that was held since forget_peak, with the part of the file that is mapped.
void print_memory(std::string_view what) {
  long kilobytes = 0;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) kilobytes = std::atol(line.c_str() + 6);
  fmt::print("peak memory while {}: {} MiB\n", what, kilobytes / 1024);
}

/// What measuring takes is not what the program takes: dbstat holds 400 MB of ten million games.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    std::fputs("usage: bench_scale FILE GAMES [PLAYERS]\n", stderr);
    return 2;
  }
  const std::uint64_t games = std::strtoull(words[2], nullptr, 10);
  const std::uint64_t players = count > 3 ? std::strtoull(words[3], nullptr, 10) : 4000;
  Database database(words[1], OpenMode::create);
  const auto present = static_cast<std::uint64_t>(database.count());
  if (present < games) add_games(database, present, games, players);
  print_memory("adding");
  print_sizes(database);
  print_counts(database, words[1]);
  forget_peak();
  add_games(database, games + 10'000'000, games + 10'001'000, players);
  print_lookups(database, "after adding");
  print_explorer(database, "after adding");
  add_games(database, games + 10'001'000, games + 10'001'001, players);
  print_explorer(database, "after one game more");
  print_filtered_explorer(database);
  fmt::print("compact: {:.2f} s\n", timed([&] { database.compact(); }));
  print_memory("asking and compacting");
  print_sizes(database);
  print_counts(database, words[1]);
  forget_peak();
  print_lookups(database, "after compact");
  print_explorer(database, "after compact");
  print_scans(database);
  print_memory("searching");
}
