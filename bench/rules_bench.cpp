// Move generation, legality, making moves and keys.
#include <benchmark/benchmark.h>

#include "bench/corpus.h"
#include "rules/perft.h"

namespace yari::bench {
namespace {

template <class V>
void perft_from_start(benchmark::State& state) {
  std::uint64_t nodes = 0;
  for (auto _ : state) nodes += perft(Position<V>::start(), static_cast<int>(state.range(0)));
  state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
}
BENCHMARK(perft_from_start<YariShogi>)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<Shogi>)->Arg(4)->Unit(benchmark::kMillisecond);

/// Items are moves.
template <class V>
void legal_moves(benchmark::State& state) {
  const std::vector<Position<V>> positions = some_positions<V>();
  std::int64_t moves = 0;
  for (auto _ : state) {
    for (const Position<V>& position : positions) moves += position.legal_moves().size();
  }
  state.SetItemsProcessed(moves);
}
BENCHMARK(legal_moves<YariShogi>);
BENCHMARK(legal_moves<Shogi>);

/// Replay of known moves, with keys, checks and pins kept up; items are plies.
template <class V>
void play(benchmark::State& state) {
  const std::vector<Game>& games = corpus(V::info.variant);
  std::vector<std::vector<Move>> lines;
  for (const Game& game : games) lines.push_back(game.moves.main_moves());
  Key keys = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < games.size(); ++i) {
      Position<V> position = *Position<V>::from(games[i].start);
      for (Move move : lines[i]) {
        position.play(move);
        keys ^= position.key();
      }
    }
  }
  benchmark::DoNotOptimize(keys);
  state.SetItemsProcessed(state.iterations() * plies_of(games));
}
BENCHMARK(play<YariShogi>);
BENCHMARK(play<Shogi>);

}  // namespace
}  // namespace yari::bench
