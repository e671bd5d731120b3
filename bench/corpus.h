/// \file
/// The games that the benchmarks of pieces run on.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/vary.h"
#include "rules/position.h"

namespace yari::bench {

/// Real games with random endings, 100,000 plies together, from `$YARI_DATA` (else ../shared/data
/// beside the source tree); without that, from the samples.
inline const std::vector<Game>& corpus(Variant v) {
  static const auto load = [](Variant wanted) {
    const std::filesystem::path root = YARI_SOURCE_DIR;
    const char* named = std::getenv("YARI_DATA");
    const std::filesystem::path data = named ? named : root / ".." / "shared" / "data";
    const std::filesystem::path file =
        data / (wanted == Variant::yari ? "yari/selfplay-1.hodges" : "shogi/psn/gsdb-1.psn");
    std::vector<Game> real;
    const auto path = std::filesystem::exists(file) ? file : root / "samples";
    for (Game& game : read_games({path.string()})) {
      if (game.variant == wanted) real.push_back(std::move(game));
    }
    std::vector<Game> games;
    vary(real, 100'000, 1, [&](const Game& game) { games.push_back(game); });
    return games;
  };
  static const std::vector<Game> yari = load(Variant::yari);
  static const std::vector<Game> shogi = load(Variant::shogi);
  return v == Variant::yari ? yari : shogi;
}

inline std::int64_t plies_of(const std::vector<Game>& games) {
  std::int64_t plies = 0;
  for (const Game& game : games) plies += game.moves.main_plies();
  return plies;
}

/// Every 16th position of the games.
template <class V>
std::vector<Position<V>> some_positions() {
  std::vector<Position<V>> positions;
  for (const Game& game : corpus(V::info.variant)) {
    Position<V> position = *Position<V>::from(game.start);
    int ply = 0;
    for (Move move : game.moves.main_moves()) {
      if (++ply % 16 == 0) positions.push_back(position);
      position.play(move);
    }
  }
  return positions;
}

}  // namespace yari::bench
