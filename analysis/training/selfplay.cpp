// Plays the built-in engine against itself and writes training samples.
//
//   yari_selfplay yari OUT.samples GAMES NODES SEED
//
// The samples are added to the file (packed_sample.h). Every game begins with random moves, so that
// no two are alike; then each move is searched to NODES. Positions in check, those whose best move
// captures or promotes, and those with a mate in sight are left out: the network judges quiet
// positions.
#include <cstdio>
#include <fstream>
#include <random>
#include <stdexcept>
#include <vector>

#include "analysis/engine/builtin.h"
#include "analysis/training/packed_sample.h"
#include "rules/outcome.h"

namespace yari::training {
namespace {

constexpr int shortest_opening = 4;
constexpr int longest_opening = 13;
constexpr int longest_game = 320;
/// A score that is this high this often in a row ends the game.
constexpr int won_score = 3000;
constexpr int won_times = 5;

template <class V>
class SelfPlay {
 public:
  SelfPlay(std::uint64_t nodes, std::uint64_t seed) : nodes_(nodes), rng_(seed) {}

  void run(std::ofstream& out, int games) {
    for (int game = 0; game < games; ++game) {
      play();
      for (SampleValues& sample : quiet_) {
        sample.half_points = result_ == GameResult::draw                        ? 1
                             : result_ == win_for(sample.position.side_to_move) ? 2
                                                                                : 0;
        const std::optional<PackedSample> packed = pack(sample);
        if (packed) out.write(reinterpret_cast<const char*>(packed->data()), packed_size);
      }
      out.flush();
      if (!out) throw std::runtime_error("the samples cannot be written");
      if (game % 100 == 99) std::printf("%d games\n", game + 1), std::fflush(stdout);
    }
  }

 private:
  void play() {
    quiet_.clear();
    engine_.new_game();
    Line<V> line(Position<V>::start());
    Problem problem{start_setup(V::info.variant), {}, RuleSet::standard};
    const auto opening =
        static_cast<int>(shortest_opening + rng_() % static_cast<std::uint64_t>(
                                                         longest_opening - shortest_opening + 1));
    result_ = GameResult::draw;
    int winning = 0;
    for (int ply = 0; ply < longest_game; ++ply) {
      if (const auto outcome = line.outcome()) {
        result_ = outcome->result;
        return;
      }
      Move move;
      if (ply < opening) {
        const MoveList moves = line.position().legal_moves();
        move = moves[static_cast<int>(rng_() % static_cast<std::uint64_t>(moves.size()))];
      } else {
        const Analysis analysis = engine_.analyze(problem, {.nodes = nodes_});
        move = analysis.best();
        const Color side = line.position().side_to_move();
        if (analysis.score.mate) {
          result_ = win_for(analysis.score.value > 0 ? side : ~side);
          return;
        }
        keep(line.position(), move, analysis.score.value);
        winning = std::abs(analysis.score.value) >= won_score ? winning + 1 : 0;
        if (winning >= won_times) {
          result_ = win_for(analysis.score.value > 0 ? side : ~side);
          return;
        }
      }
      line.play(move);
      problem.moves.push_back(move);
    }
  }

  void keep(const Position<V>& p, Move best, int score) {
    if (p.in_check() || p.is_capture(best) || best.promotes()) return;
    quiet_.push_back({p.setup(), score});
  }

  BuiltinEngine engine_{{.hash_mib = 8}};
  std::uint64_t nodes_;
  std::mt19937_64 rng_;
  std::vector<SampleValues> quiet_;
  GameResult result_ = GameResult::draw;
};

}  // namespace
}  // namespace yari::training

int main(int count, char** arguments) {
  const auto variant = count == 6 ? yari::variant_named(arguments[1]) : std::nullopt;
  if (!variant) {
    std::fprintf(stderr, "usage: yari_selfplay yari|shogi OUT.samples GAMES NODES SEED\n");
    return 2;
  }
  std::ofstream out(arguments[2], std::ios::app | std::ios::binary);
  yari::with_variant(*variant, [&]<class V>(V) {
    yari::training::SelfPlay<V>(std::stoull(arguments[4]), std::stoull(arguments[5]))
        .run(out, std::stoi(arguments[3]));
  });
}
