// Tunes the numbers of the search by games of the built-in engine against itself.
//
//   yari_tune yari|shogi NODES PAIRS SEED [THREADS]
//
// Simultaneous perturbation (J. C. Spall, "Multivariate stochastic approximation using a
// simultaneous perturbation gradient approximation", IEEE Transactions on Automatic Control 37,
// 1992), with the step sizes of fishtest: at each step every number goes up or down by chance, the
// engine that went one way plays a few pairs of games against the one that went the other way, and
// the numbers move towards the winner. A number moves at first by a tenth of its range, and in the
// end by a twentieth. It prints the numbers now and then; those that changed are tried by `yari
// match`.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "analysis/engine/builtin.h"
#include "analysis/engine/search_constants.h"
#include "analysis/match/match.h"
#include "rules/position.h"
#include "rules/start.h"

namespace yari::training {
namespace {

constexpr int pairs_a_step = 8;
constexpr int random_plies = 8;
/// Spall's exponents and the share of all steps in which they hardly act.
constexpr double alpha = 0.602, gamma = 0.101, stability = 0.1;
/// How far a win in the last step moves a number, as a share of what it is varied by.
constexpr double last_move = 0.05;

using Values = std::array<double, tunable_constants.size()>;

SearchConstants constants_of(const Values& values) {
  SearchConstants constants;
  for (std::size_t i = 0; i < values.size(); ++i)
    constants.*tunable_constants[i].value = static_cast<int>(std::lround(values[i]));
  return constants;
}

class Tuner {
 public:
  Tuner(Variant variant, std::uint64_t nodes, int steps, std::uint64_t seed, int threads)
      : variant_(variant), nodes_(nodes), steps_(steps), rng_(seed), threads_(threads) {
    with_variant(variant, [&]<class V>(V) {
      for (std::size_t i = 0; i < values_.size(); ++i)
        values_[i] = search_constants<V>.*tunable_constants[i].value;
    });
  }

  void step(int number) {
    Values up = values_, down = values_, by{};
    const double varied = std::pow(steps_ / (number + 1.0), gamma);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const TunableConstant& c = tunable_constants[i];
      by[i] = (c.most - c.least) / 20.0 * varied * (rng_() % 2 == 0 ? 1 : -1);
      up[i] = std::clamp<double>(values_[i] + by[i], c.least, c.most);
      down[i] = std::clamp<double>(values_[i] - by[i], c.least, c.most);
    }
    // Points above half of them, for each pair.
    const double ahead = play(constants_of(up), constants_of(down)) / pairs_a_step;
    const double late = steps_ * (1 + stability), now = number + 1 + steps_ * stability;
    const double moved = last_move * std::pow(late / now, alpha) * ahead;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const TunableConstant& c = tunable_constants[i];
      values_[i] = std::clamp<double>(values_[i] + by[i] * moved, c.least, c.most);
    }
  }

  void print(int number) const {
    fmt::print("step {}:", number);
    for (std::size_t i = 0; i < values_.size(); ++i)
      fmt::print(" {} {:.1f}", tunable_constants[i].name, values_[i]);
    fmt::print("\n");
    std::fflush(stdout);
  }

 private:
  double play(const SearchConstants& up, const SearchConstants& down) {
    const auto player = [&](const char* name, const SearchConstants& constants) {
      return MatchPlayer{name,
                         [&constants] {
                           return std::make_unique<BuiltinEngine>(
                               BuiltinOptions{.hash_mib = 8, .constants = &constants});
                         },
                         {.nodes = nodes_}};
    };
    MatchOptions options;
    options.games = 2 * pairs_a_step;
    options.jobs = threads_;
    options.adjudication = {.win_score = 2500, .win_moves = 4};
    for (int i = 0; i < pairs_a_step; ++i) options.openings.list.push_back(opening());
    const MatchScore score = run_match(player("up", up), player("down", down), options).score;
    return (score.wins - score.losses) / 2.0;
  }

  GamePosition opening() {
    return with_variant(variant_, [&]<class V>(V) {
      for (;;) {
        GamePosition opening{start_setup(variant_), {}, RuleSet::standard};
        Position<V> position = Position<V>::start();
        while (std::ssize(opening.moves) < random_plies && position.has_legal_move()) {
          const MoveList moves = position.legal_moves();
          opening.moves.push_back(
              moves[static_cast<int>(rng_() % static_cast<std::uint64_t>(moves.size()))]);
          position.play(opening.moves.back());
        }
        if (!position.has_legal_move()) continue;
        if (imbalance(opening, 2'000, judge_) <= 10) return opening;
      }
    });
  }

  Variant variant_;
  std::uint64_t nodes_;
  int steps_;
  std::mt19937_64 rng_;
  int threads_;
  Values values_{};
  BuiltinEngine judge_{{.hash_mib = 8}};
};

}  // namespace
}  // namespace yari::training

int main(int count, char** words) {
  const auto variant = count == 5 || count == 6 ? yari::variant_named(words[1]) : std::nullopt;
  if (!variant) {
    std::fputs("usage: yari_tune yari|shogi NODES PAIRS SEED [THREADS]\n", stderr);
    return 2;
  }
  const int steps = std::max(1, std::stoi(words[3]) / yari::training::pairs_a_step);
  yari::training::Tuner tuner(*variant, std::stoull(words[2]), steps, std::stoull(words[4]),
                              count == 6 ? std::stoi(words[5]) : 1);
  for (int i = 0; i < steps; ++i) {
    tuner.step(i);
    if ((i + 1) % 25 == 0 || i + 1 == steps) tuner.print(i + 1);
  }
}
