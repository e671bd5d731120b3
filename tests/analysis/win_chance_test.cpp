// Scores into chances and accuracies, against values worked out by hand.
#include "analysis/engine/win_chance.h"

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "analysis/annotate/accuracy.h"
#include "analysis/engine/network_weights.h"
#include "analysis/engine/networks/chances.h"
#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("chances of both sides add up, and mates are certain") {
  CHECK(win_chance({0, false}, 0.002) == 50);
  CHECK(win_chance({500, false}, 0.002) == Approx(100 / (1 + std::exp(-1.0))));
  for (int score : {1, 80, 2500, 1'000'000})
    CHECK(win_chance({score, false}, 0.001) + win_chance({-score, false}, 0.001) == Approx(100));
  CHECK(win_chance({7, true}, 0.001) == 100);
  CHECK(win_chance({-8, true}, 0.001) == 0);
  CHECK(win_chance({0, true}, 0.001) == 0);
}

TEST_CASE("a score found with more effort is worth less") {
  constexpr std::array<std::uint64_t, 5> efforts{100, 2'000, 10'000, 200'000, 50'000'000};
  for (Variant v : {Variant::yari, Variant::shogi}) {
    const ChanceModel chance = network_chances(v);
    for (std::size_t i = 1; i < efforts.size(); ++i)
      CHECK(chance({400, false}, efforts[i]) < chance({400, false}, efforts[i - 1]));
    CHECK(chance({400, false}, 10'000) == Approx(win_chance({400, false}, chance.coefficient)));
    CHECK(chance({400, false}, 0) == chance({400, false}, 10'000));
    CHECK(chance({400, false}, 1) == chance({400, false}, 100));
    for (std::uint64_t nodes : efforts) {
      CHECK(chance({400, false}, nodes) + chance({-400, false}, nodes) == Approx(100));
      CHECK(chance({0, false}, nodes) == 50);
      CHECK(chance({3, true}, nodes) == 100);
    }
  }
  const ChanceModel chance{0.002, 0.5};
  CHECK(chance({500, false}, 40'000) == Approx(win_chance({500, false}, 0.001)));
}

TEST_CASE("a coefficient that was asked for holds for every effort") {
  const ChanceModel chance = chance_model(Variant::shogi, "Yaribase 0.1", 0.0021);
  for (std::uint64_t nodes : {0U, 500U, 10'000U, 9'000'000U})
    CHECK(chance({321, false}, nodes) == win_chance({321, false}, 0.0021));
}

TEST_CASE("the chances belong to the networks that the program ships with") {
  // Where this fails, the network is a new one: fit its chances (docs/annotation.md).
  const auto fnv1a = [](std::span<const unsigned char> bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    return hash;
  };
  CHECK(fnv1a(yari_network_file()) == fitted_to_yari.weights);
  CHECK(fnv1a(shogi_network_file()) == fitted_to_shogi.weights);
}

TEST_CASE("an engine has its own chances, by its name") {
  for (Variant v : {Variant::yari, Variant::shogi}) {
    const ChanceModel ours = network_chances(v);
    for (const char* name : {"", "Yaribase 0.1", "Yaribase 0.1 (27665)"})
      CHECK(chance_model(v, name).coefficient == ours.coefficient);
    CHECK(chance_model(v, "Yaribase 0.1").growth == ours.growth);
    CHECK(chance_model(v, "YaneuraOu NNUE 8.30; Threads=1").coefficient == Approx(1.0 / 600));
    CHECK(chance_model(v, "Some Engine").coefficient == usual_coefficient);
    CHECK(chance_model(v, "Some Engine").growth == 0);
    CHECK(chance_model(v, "Some Engine", 0.003).coefficient == 0.003);
  }
}

TEST_CASE("accuracy falls with the chance that a move loses") {
  CHECK(move_accuracy(40, 55) == 100);
  CHECK(move_accuracy(60, 60) == 100);
  CHECK(move_accuracy(60, 50) == Approx(103.1668 * std::exp(-0.4354415) - 2.1669).epsilon(1e-5));
  CHECK(move_accuracy(100, 0) == 0);
}

TEST_CASE("the accuracy of a game lies between its moves', and near the worst") {
  CHECK(game_accuracy({}, {}) == 100);
  const std::vector<double> moves{100, 100, 50};
  const std::vector<double> calm{1, 1, 1};
  CHECK(game_accuracy(moves, calm) == Approx((250.0 / 3 + 3 / (0.01 + 0.01 + 0.02)) / 2));
  CHECK(game_accuracy(moves, std::vector<double>{1, 1, 8}) < game_accuracy(moves, calm));
}

}  // namespace yari::test
