// Measures look-ups in an open database, in process: the games of a rare position, and the
// explorer. The figures of docs/cluster.md.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

#include "db/database.h"
#include "db/explore/explorer.h"
#include "rules/start.h"

namespace {

using namespace yari;
using Clock = std::chrono::steady_clock;

constexpr const char* usage =
    "usage: bench_lookup DATABASE\n"
    "\n"
    "Looks up the last positions of 300 random games, and asks the explorer about the start and\n"
    "about positions a few moves into random games.\n";

void measure(const char* what, const std::function<void()>& once) {
  for (int i = 0; i < 20; ++i) once();
  std::vector<double> times;
  for (int i = 0; i < 300; ++i) {
    const auto begun = Clock::now();
    once();
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begun).count());
  }
  std::ranges::sort(times);
  fmt::print("{}: least {:.2f} ms, median {:.2f}, 95 of 100 within {:.2f}, 99 within {:.2f}\n",
             what, times.front(), times[times.size() / 2], times[times.size() * 95 / 100],
             times[times.size() * 99 / 100]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs(usage, stderr), 2;
  Database database(argv[1], OpenMode::read_only);
  const std::vector<GameId> games = database.ids({});
  std::mt19937_64 random(1);
  // Read beforehand: only the look-up is measured.
  std::vector<Setup> rare, early;
  while (rare.size() < 320) {
    const GameId id = games[random() % games.size()];
    const std::optional<GameHeader> header = database.header(id);
    rare.push_back(*database.position(id, header->plies));
    early.push_back(*database.position(id, static_cast<int>(1 + random() % 8)));
  }
  std::size_t at = 0;
  std::int64_t hits = 0;
  measure("a rare position", [&] {
    database.find_position(rare[at++ % rare.size()], {}, [&](const Hit&) { return ++hits, true; });
  });
  fmt::print("{:.1f} games each\n", static_cast<double>(hits) / 320);
  measure("the explorer, early positions",
          [&] { static_cast<void>(explore(database, early[at++ % early.size()])); });
  measure("the explorer, the start",
          [&] { static_cast<void>(explore(database, start_setup(early.front().variant))); });
}
