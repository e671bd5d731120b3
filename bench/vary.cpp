// Real games keep openings, names and tags realistic; random endings keep games different.
#include "bench/vary.h"

#include "import/read_records.h"
#include "rules/position.h"

namespace yari::bench {
namespace {

constexpr int fewest_plies = 8;

template <class V>
void play_out(const Setup& start, const std::vector<Move>& moves, std::size_t kept, Game& game,
              std::mt19937_64& rng) {
  Position<V> position = *Position<V>::from(start);
  NodeId node = root_node;
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    Move move = moves[ply];
    if (ply >= kept) {
      const MoveList legal = position.legal_moves();
      if (legal.empty()) return;
      move = legal[static_cast<int>(rng() % static_cast<std::uint64_t>(legal.size()))];
    }
    node = game.moves.add(node, move);
    position.play(move);
  }
}

}  // namespace

std::vector<Game> read_games(const std::vector<std::string>& paths) {
  std::vector<Game> games;
  RecordSource source(paths);
  read_records(source, {}, [&](ReadRecord read) {
    std::optional<Game>& game = read.result.game;
    if (game && !game->was_cut() && game->moves.main_plies() >= fewest_plies) {
      games.push_back(std::move(*game));
    }
    return true;
  });
  return games;
}

Game varied(const Game& game, std::mt19937_64& rng) {
  const std::vector<Move> moves = game.moves.main_moves();
  const std::size_t kept = 4 + rng() % (moves.size() - 4);
  Game result = game;
  result.moves = MoveTree();
  result.moves.reserve(moves.size());
  with_variant(game.variant,
               [&]<class V>(V) { play_out<V>(game.start, moves, kept, result, rng); });
  return result;
}

void vary(const std::vector<Game>& games, std::int64_t plies, std::uint64_t seed,
          const std::function<void(const Game&)>& give) {
  std::mt19937_64 rng(seed);
  for (std::size_t i = 0; plies > 0; ++i) {
    const Game game = varied(games[i % games.size()], rng);
    plies -= game.moves.main_plies();
    give(game);
  }
}

}  // namespace yari::bench
