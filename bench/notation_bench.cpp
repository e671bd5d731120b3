// Reading and writing every format, replay and legality included; items are plies.
#include <benchmark/benchmark.h>

#include "bench/corpus.h"
#include "import/read_records.h"

namespace yari::bench {
namespace {

std::vector<std::string> texts(const Format& format, const std::vector<Game>& games) {
  std::vector<std::string> all;
  for (const Game& game : games) all.push_back(format.write(game, {}).text);
  return all;
}

void read_format(benchmark::State& state, const Format& format, Variant variant) {
  const std::vector<std::string> records = texts(format, corpus(variant));
  ReadOptions options;
  options.variant = variant;
  std::int64_t plies = 0;
  std::int64_t bytes = 0;
  for (auto _ : state) {
    for (const std::string& record : records) {
      const ReadResult result = format.read(record, options);
      if (!result.game) return state.SkipWithError("a record was refused");
      plies += result.game->moves.main_plies();
      bytes += static_cast<std::int64_t>(record.size());
    }
  }
  state.SetItemsProcessed(plies);
  state.SetBytesProcessed(bytes);
}

void write_format(benchmark::State& state, const Format& format, Variant variant) {
  const std::vector<Game>& games = corpus(variant);
  for (auto _ : state) {
    for (const Game& game : games) benchmark::DoNotOptimize(format.write(game, {}));
  }
  state.SetItemsProcessed(state.iterations() * plies_of(games));
}

/// A format that says a game does not hold the variant is left out.
bool holds(const Format& format, Variant variant) {
  if (format.write == nullptr) return false;
  const ReadResult back = format.read(format.write(corpus(variant).front(), {}).text, {});
  return back.game && back.game->moves == corpus(variant).front().moves;
}

const bool registered = [] {
  for (const Format& format : formats()) {
    for (Variant variant : {Variant::yari, Variant::shogi}) {
      if (!holds(format, variant)) continue;
      const std::string name = std::string(format.name) + '/' + std::string(info(variant).id);
      benchmark::RegisterBenchmark(("read/" + name).c_str(), [&format, variant](auto& state) {
        read_format(state, format, variant);
      })->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("write/" + name).c_str(), [&format, variant](auto& state) {
        write_format(state, format, variant);
      })->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

/// Telling that bytes are UTF-8, and converting Shift_JIS.
void decode(benchmark::State& state, Encoding encoding) {
  std::string text;
  while (text.size() < (1 << 20)) text += "先手：羽生善治　７六歩(77)   ( 0:12/00:00:12)\n";
  const std::string bytes = encode(text, encoding).bytes;
  for (auto _ : state) benchmark::DoNotOptimize(to_utf8(bytes));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}
BENCHMARK_CAPTURE(decode, utf8, Encoding::utf8)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(decode, shift_jis, Encoding::shift_jis)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace yari::bench
