// Tunes the numbers of the search by games of the built-in engine against itself.
//
//   yari_tune yari|shogi LIMIT PAIRS SEED THREADS [NAME=VALUE...]
//
// LIMIT is a number of nodes for each move, and what acts with clocks is left as it is; or a clock,
// MAIN+INCREMENT/NODES, whose milliseconds are NODES nodes each, and what acts with clocks alone is
// varied. With names and values it tunes nothing: these play against the numbers as they are, and
// the score is printed.
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

/// How long the engines think.
struct Thinking {
  std::uint64_t nodes = 0;
  /// Without `nodes`.
  TimeControl clock{};
  std::uint64_t nodes_a_millisecond = 0;
};

std::optional<Thinking> read_thinking(const char* text) {
  unsigned long nodes = 0, main = 0, increment = 0, rate = 0;
  if (std::sscanf(text, "%lu+%lu/%lu", &main, &increment, &rate) == 3 && main > 0 && rate > 0)
    return Thinking{
        .clock = {std::chrono::milliseconds(main), std::chrono::milliseconds(increment), {}},
        .nodes_a_millisecond = rate};
  if (std::sscanf(text, "%lu", &nodes) == 1 && nodes > 0) return Thinking{.nodes = nodes};
  return std::nullopt;
}

class Tuner {
 public:
  Tuner(Variant variant, const Thinking& thinking, int steps, std::uint64_t seed, int threads)
      : variant_(variant), thinking_(thinking), steps_(steps), rng_(seed), threads_(threads) {
    for (std::size_t i = 0; i < values_.size(); ++i)
      values_[i] = search_constants_of(variant).*tunable_constants[i].value;
  }

  void step(int number) {
    Values up = values_, down = values_, by{};
    const double varied = std::pow(steps_ / (number + 1.0), gamma);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const TunableConstant& c = tunable_constants[i];
      if (varies(c)) by[i] = (c.most - c.least) / 20.0 * varied * (rng_() % 2 == 0 ? 1 : -1);
      up[i] = std::clamp<double>(values_[i] + by[i], c.least, c.most);
      down[i] = std::clamp<double>(values_[i] - by[i], c.least, c.most);
    }
    // Points above half of them, for each pair.
    const MatchScore score = play(constants_of(up), constants_of(down), pairs_a_step);
    const double ahead = (score.wins - score.losses) / 2.0 / pairs_a_step;
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
      if (varies(tunable_constants[i]))
        fmt::print(" {} {:.1f}", tunable_constants[i].name, values_[i]);
    fmt::print("\n");
    std::fflush(stdout);
  }

  /// Plays the numbers, some of which have other values, against themselves; false where a word
  /// names none.
  bool compare(const std::vector<std::string>& words, int pairs) {
    Values changed = values_;
    for (const std::string& word : words) {
      const std::size_t sign = word.find('=');
      const auto named = std::ranges::find(
          tunable_constants, std::string_view(word).substr(0, sign), &TunableConstant::name);
      if (sign == std::string::npos || named == tunable_constants.end()) return false;
      changed[static_cast<std::size_t>(named - tunable_constants.begin())] =
          std::stod(word.substr(sign + 1));
    }
    const MatchScore score = play(constants_of(changed), constants_of(values_), pairs);
    const EloEstimate elo = estimate_elo(score);
    fmt::print("{} games: +{} ={} -{}, Elo {:+.0f} ({:+.0f} to {:+.0f})\n", score.games(),
               score.wins, score.draws, score.losses, elo.elo, elo.low, elo.high);
    return true;
  }

 private:
  /// With a clock what acts with clocks, else the others.
  bool varies(const TunableConstant& c) const { return c.of_clock == !thinking_.clock.empty(); }

  MatchScore play(const SearchConstants& up, const SearchConstants& down, int pairs) {
    const auto player = [&](const char* name, const SearchConstants& constants) {
      return MatchPlayer{
          name,
          [&constants, rate = thinking_.nodes_a_millisecond] {
            return std::make_unique<BuiltinEngine>(BuiltinOptions{
                .hash_mib = 8, .constants = &constants, .nodes_a_millisecond = rate});
          },
          {.nodes = thinking_.nodes},
          &constants};
    };
    MatchOptions options;
    options.games = 2 * pairs;
    options.clock = thinking_.clock;
    options.engines_time = true;
    options.jobs = threads_;
    options.adjudication = {.win_score = 2500, .win_moves = 4};
    for (int i = 0; i < pairs; ++i) options.openings.list.push_back(opening());
    return run_match(player("up", up), player("down", down), options).score;
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
  Thinking thinking_;
  int steps_;
  std::mt19937_64 rng_;
  int threads_;
  Values values_{};
  BuiltinEngine judge_{{.hash_mib = 8}};
};

}  // namespace
}  // namespace yari::training

int main(int count, char** words) {
  using namespace yari::training;
  const auto variant = count >= 6 ? yari::variant_named(words[1]) : std::nullopt;
  const auto thinking = variant ? read_thinking(words[2]) : std::nullopt;
  if (!thinking) {
    std::fputs(
        "usage: yari_tune yari|shogi NODES|MAIN+INCREMENT/NODES PAIRS SEED THREADS "
        "[NAME=VALUE...]\n",
        stderr);
    return 2;
  }
  const int pairs = std::stoi(words[3]);
  const int steps = std::max(1, pairs / pairs_a_step);
  Tuner tuner(*variant, *thinking, steps, std::stoull(words[4]), std::stoi(words[5]));
  if (count > 6) {
    if (tuner.compare({words + 6, words + count}, pairs)) return 0;
    std::fputs("yari_tune: expected NAME=VALUE, with a name that it prints when it tunes\n",
               stderr);
    return 2;
  }
  for (int i = 0; i < steps; ++i) {
    tuner.step(i);
    if ((i + 1) % 25 == 0 || i + 1 == steps) tuner.print(i + 1);
  }
}
