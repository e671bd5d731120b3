// Encoding games, adding them and looking positions up, without the process around it.
#include <benchmark/benchmark.h>

#include <filesystem>

#include "bench/corpus.h"
#include "db/database.h"
#include "db/import/importer.h"

namespace yari::bench {
namespace {

/// A database file that goes with the object.
struct ScratchDatabase {
  std::filesystem::path file = std::filesystem::temp_directory_path() / "yari-bench.db";
  std::optional<Database> database;

  ScratchDatabase() {
    remove();
    database.emplace(file, OpenMode::create);
  }
  ~ScratchDatabase() {
    database.reset();
    remove();
  }
  void remove() const {
    for (const char* part : {"", "-wal", "-shm"}) std::filesystem::remove(file.string() + part);
  }
};

void prepare_games(benchmark::State& state, Variant variant) {
  const std::vector<Game>& games = corpus(variant);
  for (auto _ : state) {
    for (const Game& game : games) benchmark::DoNotOptimize(prepare(game));
  }
  state.SetItemsProcessed(state.iterations() * plies_of(games));
}
BENCHMARK_CAPTURE(prepare_games, yari, Variant::yari)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(prepare_games, shogi, Variant::shogi)->Unit(benchmark::kMillisecond);

/// Into an empty database, index and commit included; items are plies.
void add_games(benchmark::State& state, Variant variant) {
  std::vector<PreparedGame> games;
  for (const Game& game : corpus(variant)) games.push_back(prepare(game));
  for (auto _ : state) {
    state.PauseTiming();
    ScratchDatabase scratch;
    state.ResumeTiming();
    Importer importer(*scratch.database);
    for (const PreparedGame& game : games) importer.add(game);
    importer.finish();
  }
  state.SetItemsProcessed(state.iterations() * plies_of(corpus(variant)));
}
BENCHMARK_CAPTURE(add_games, yari, Variant::yari)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(add_games, shogi, Variant::shogi)->Unit(benchmark::kMillisecond);

/// A late position of a game, which hardly any other has: confirmed by replay. Items are lookups.
template <class V>
void find_position(benchmark::State& state) {
  ScratchDatabase scratch;
  {
    Importer importer(*scratch.database);
    for (const Game& game : corpus(V::info.variant)) importer.add(game);
    importer.finish();
  }
  scratch.database->fold();
  std::vector<Setup> setups;
  for (const Position<V>& position : some_positions<V>()) {
    if (position.move_number() > 40) setups.push_back(position.setup());
  }
  std::size_t next = 0;
  std::int64_t hits = 0;
  for (auto _ : state) {
    scratch.database->find_position(setups[next++ % setups.size()], {}, [&](const Hit&) {
      ++hits;
      return true;
    });
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["hits"] = static_cast<double>(hits) / static_cast<double>(state.iterations());
}
BENCHMARK(find_position<YariShogi>)->Unit(benchmark::kMicrosecond);
BENCHMARK(find_position<Shogi>)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace yari::bench
