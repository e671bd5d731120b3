// Plays the built-in engine against itself and writes training samples.
//
//   yari_selfplay yari OUT.samples GAMES NODES SEED [THREADS]
//
// The samples are added to the file (packed_sample.h), a game at a time. Every game begins with
// moves of quick searches and some random moves among them, so that no two are alike, after which
// neither side stands much better; then each move is searched to NODES. Positions in check, those
// whose best move captures or promotes, and those with a mate in sight are left out: the network
// judges quiet positions. Game n of a seed is the same whatever the number of threads; only their
// order in the file is not. OUT.json says what was added to the file, and by which engine.
#include <atomic>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "analysis/engine/builtin.h"
#include "analysis/training/manifest.h"
#include "analysis/training/packed_sample.h"
#include "rules/outcome.h"
#include "rules/start.h"

namespace yari::training {
namespace {

constexpr int shortest_opening = 4;
constexpr int longest_opening = 30;
/// Of the plies of an opening, one in so many is random. The others are searched to so many times
/// fewer nodes than those of the game.
constexpr int random_one_in = 3;
constexpr int opening_effort = 8;
constexpr int longest_game = 320;
/// An opening whose first search says more than this for either side is not played.
constexpr int balanced_score = 400;
/// A score that is this high this often in a row ends the game.
constexpr int won_score = 3000;
constexpr int won_times = 5;
/// Of an outlook, what the ply after the next says counts this much less than the next.
constexpr double outlook_decay = 0.85;

/// The file that all threads write to.
class SampleFile {
 public:
  SampleFile(const std::string& name, int games)
      : out_(name, std::ios::app | std::ios::binary), games_(games) {}

  /// The number of the next game to play; no value when all are played or the file has failed.
  std::optional<int> next_game() {
    const int game = next_++;
    return game < games_ && !failed_ ? std::optional(game) : std::nullopt;
  }

  void add(const std::vector<PackedSample>& samples) {
    const std::lock_guard lock(mutex_);
    out_.write(reinterpret_cast<const char*>(samples.data()),
               static_cast<std::streamsize>(samples.size() * packed_size));
    out_.flush();
    if (!out_) failed_ = true;
    if (++done_ % 100 == 0) std::printf("%d games\n", done_), std::fflush(stdout);
  }

  bool failed() const { return failed_; }
  int done() const { return done_; }

 private:
  std::mutex mutex_;
  std::ofstream out_;
  int games_;
  int done_ = 0;
  std::atomic<int> next_ = 0;
  std::atomic<bool> failed_ = false;
};

template <class V>
class SelfPlay {
 public:
  SelfPlay(std::uint64_t nodes, std::uint64_t seed) : nodes_(nodes), seed_(seed) {}

  void run(SampleFile& file) {
    while (const std::optional<int> game = file.next_game()) {
      std::seed_seq seeds{seed_, static_cast<std::uint64_t>(*game)};
      rng_.seed(seeds);
      while (!play()) {
      }
      file.add(samples());
    }
  }

 private:
  /// False when the opening gave one side too much.
  bool play() {
    searched_.clear();
    engine_.new_game();
    Line<V> line(Position<V>::start());
    GamePosition position{start_setup(V::info.variant), {}, RuleSet::standard};
    const auto opening =
        static_cast<int>(shortest_opening + rng_() % static_cast<std::uint64_t>(
                                                         longest_opening - shortest_opening + 1));
    result_ = GameResult::draw;
    int winning = 0;
    for (int ply = 0; ply < longest_game; ++ply) {
      if (const auto outcome = line.outcome()) {
        result_ = outcome->result;
        return ply > opening;
      }
      Move move;
      if (ply < opening) {
        move = opening_move(line.position(), position, ply);
      } else {
        const Analysis analysis = engine_.analyze(position, {.nodes = nodes_});
        move = analysis.best();
        const Color side = line.position().side_to_move();
        const int score = analysis.score.value;
        if (ply == opening && (analysis.score.mate || std::abs(score) > balanced_score))
          return false;
        if (analysis.score.mate) {
          result_ = win_for(score > 0 ? side : ~side);
          return true;
        }
        searched_.push_back({line.position(), move, score});
        winning = std::abs(score) >= won_score ? winning + 1 : 0;
        if (winning >= won_times) {
          result_ = win_for(score > 0 ? side : ~side);
          return true;
        }
      }
      line.play(move);
      position.moves.push_back(move);
    }
    return true;
  }

  Move opening_move(const Position<V>& at, const GamePosition& position, int ply) {
    if (ply >= shortest_opening && rng_() % random_one_in != 0)
      return engine_.analyze(position, {.nodes = nodes_ / opening_effort}).best();
    const MoveList moves = at.legal_moves();
    return moves[static_cast<int>(rng_() % static_cast<std::uint64_t>(moves.size()))];
  }

  struct Searched {
    Position<V> position;
    Move best;
    int score;
    bool quiet() const {
      return !position.in_check() && !position.is_capture(best) && !best.promotes();
    }
  };

  /// Half points of the game for `side`.
  int half_points(Color side) const {
    if (result_ == GameResult::draw) return 1;
    return result_ == win_for(side) ? 2 : 0;
  }

  std::vector<PackedSample> samples() const {
    std::vector<PackedSample> samples;
    double black_outlook = 0.5 * half_points(Color::black);
    for (auto ply = searched_.rbegin(); ply != searched_.rend(); ++ply) {
      const Color side = ply->position.side_to_move();
      const bool black = side == Color::black;
      if (ply->quiet()) {
        const double outlook = black ? black_outlook : 1 - black_outlook;
        const auto packed = pack({ply->position.setup(), ply->score, half_points(side),
                                  static_cast<std::uint8_t>(std::lround(outlook * 255))});
        if (packed) samples.push_back(*packed);
      }
      const double said = chance<V>(ply->score);
      black_outlook += (1 - outlook_decay) * ((black ? said : 1 - said) - black_outlook);
    }
    return samples;
  }

  BuiltinEngine engine_{{.hash_mib = 8}};
  std::uint64_t nodes_;
  std::uint64_t seed_;
  std::mt19937_64 rng_;
  /// The plies of the game that were searched.
  std::vector<Searched> searched_;
  GameResult result_ = GameResult::draw;
};

}  // namespace
}  // namespace yari::training

int main(int count, char** arguments) {
  const auto variant = count == 6 || count == 7 ? yari::variant_named(arguments[1]) : std::nullopt;
  if (!variant) {
    std::fprintf(stderr,
                 "usage: yari_selfplay yari|shogi OUT.samples GAMES NODES SEED [THREADS]\n");
    return 2;
  }
  const std::string out = arguments[2];
  yari::training::SampleFile file(out, std::stoi(arguments[3]));
  yari::with_variant(*variant, [&]<class V>(V) {
    std::vector<std::thread> threads;
    for (int n = count == 7 ? std::stoi(arguments[6]) : 1; n > 0; --n) {
      threads.emplace_back([&] {
        yari::training::SelfPlay<V>(std::stoull(arguments[4]), std::stoull(arguments[5])).run(file);
      });
    }
    for (std::thread& thread : threads) thread.join();
  });
  if (file.failed()) {
    std::fprintf(stderr, "yari_selfplay: the samples cannot be written\n");
    return 1;
  }
  try {
    yari::training::Manifest manifest = yari::training::read_manifest(out);
    manifest["samples"] = std::filesystem::file_size(out) / yari::training::packed_size;
    yari::training::Manifest& played = manifest["played"];
    if (played.is_null()) played = yari::training::Manifest::array();
    played.push_back({{"game", info(*variant).id},
                      {"games", file.done()},
                      {"nodes", std::stoull(arguments[4])},
                      {"seed", std::stoull(arguments[5])},
                      {"engine", yari::BuiltinEngine().identity()}});
    yari::training::write_manifest(out, manifest);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "yari_selfplay: %s\n", failure.what());
    return 1;
  }
}
