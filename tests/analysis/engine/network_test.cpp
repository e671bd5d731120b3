// The evaluation network: its inputs, its symmetry, and the stack that follows a line of search.
#include "analysis/engine/network.h"

#include <cstring>
#include <filesystem>
#include <memory>
#include <random>
#include <set>

#include "analysis/book/book.h"
#include "analysis/engine/network_stack.h"
#include "analysis/engine/network_weights.h"
#include "analysis/training/manifest.h"
#include "rules/sfen.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"

namespace yari {

namespace fs = std::filesystem;

namespace {

/// A network of random weights: any mistake in the inputs changes what it says.
template <class V>
std::unique_ptr<Network<V>> random_network() {
  std::vector<unsigned char> file(Network<V>::file_size);
  std::memcpy(file.data(), V::info.variant == Variant::yari ? "YBNETY01" : "YBNETS01", 8);
  std::mt19937 rng(5);
  for (std::size_t i = 8; i < file.size(); i += 2) {
    const auto weight = static_cast<std::int16_t>(static_cast<int>(rng() % 101) - 50);
    file[i] = static_cast<unsigned char>(weight & 0xFF);
    file[i + 1] = static_cast<unsigned char>(weight >> 8 & 0xFF);
  }
  return std::make_unique<Network<V>>(file);
}

/// The position in a mirror: file 1 becomes the last one.
Setup mirrored(const Setup& setup) {
  Setup out = setup;
  const int files = info(setup.variant).files;
  for (int f = 0; f < files; ++f) {
    for (int r = 0; r < rank_count; ++r)
      out[Square::at(f, r)] = setup[Square::at(files - 1 - f, r)];
  }
  return out;
}

TEMPLATE_TEST_CASE("every input is in range, on at most once, and one for each piece", "",
                   YariShogi, Shogi) {
  using Inputs = NetworkInputs<TestType>;
  test::Rng rng(31);
  int pieces = 0;
  for (int k = 0; k < kind_count; ++k) pieces += TestType::info[Kind(k)].set_count;
  for (int game = 0; game < 20; ++game) {
    test::play_random_game<TestType>(rng, 200, [&](const Position<TestType>& p) {
      for (Color c : both_colors) {
        std::set<int> on;
        Inputs::for_each(p, c, [&](int input) { on.insert(input); });
        REQUIRE(static_cast<int>(on.size()) == pieces);
        REQUIRE(*on.begin() >= 0);
        REQUIRE(*on.rbegin() < Inputs::count);
      }
    });
  }
}

TEMPLATE_TEST_CASE("a turned or mirrored position is worth the same to the side to move", "",
                   YariShogi, Shogi) {
  const auto network = random_network<TestType>();
  test::Rng rng(32);
  for (int game = 0; game < 20; ++game) {
    test::play_random_game<TestType>(rng, 150, [&](const Position<TestType>& p) {
      const int value = network->evaluate(p);
      REQUIRE(network->evaluate(Position<TestType>::from_unchecked(turned(p.setup()))) == value);
      // On the middle file there is no half to mirror into.
      const int middle = TestType::files / 2;
      for (Color c : both_colors) {
        if (p.general_square(c).file() == middle) return;
      }
      REQUIRE(network->evaluate(Position<TestType>::from_unchecked(mirrored(p.setup()))) == value);
    });
  }
}

TEMPLATE_TEST_CASE("the stack says what the network says, along every line and back", "", YariShogi,
                   Shogi) {
  const auto network = random_network<TestType>();
  test::Rng rng(33);
  for (int game = 0; game < 20; ++game) {
    NetworkStack<TestType> stack(*network);
    std::vector<Position<TestType>> line{Position<TestType>::start()};
    stack.reset(line.back());
    for (int step = 0; step < 600; ++step) {
      const Position<TestType> p = line.back();
      const bool back = line.size() > 1 && (rng() % 3 == 0 || !p.has_legal_move());
      if (back) {
        stack.pop();
        line.pop_back();
      } else if (!p.has_legal_move()) {
        break;
      } else if (!p.in_check() && rng() % 10 == 0) {
        Position<TestType> next = p;
        next.play_null();
        stack.push(p, Move::none(), next);
        line.push_back(next);
      } else {
        const Move move = test::random_move(p, rng);
        Position<TestType> next = p;
        next.play(move);
        stack.push(p, move, next);
        line.push_back(next);
      }
      if (rng() % 2 == 0) {
        REQUIRE(stack.evaluate(line.back()) == network->evaluate(line.back()));
      }
    }
  }
}

TEST_CASE("a file that is no network is refused") {
  CHECK_THROWS_AS(Network<YariShogi>(std::vector<unsigned char>{}), std::invalid_argument);
  std::vector<unsigned char> file(Network<YariShogi>::file_size);
  CHECK_THROWS_AS(Network<YariShogi>(file), std::invalid_argument);
  std::memcpy(file.data(), "YBNETS01", 8);
  CHECK_THROWS_AS(Network<YariShogi>(file), std::invalid_argument);
}

/// A network whose weights are 0, except those of the output, which alternate between the extremes.
std::vector<unsigned char> extreme_file(int extreme) {
  using N = Network<YariShogi>;
  std::vector<unsigned char> file(N::file_size);
  std::memcpy(file.data(), "YBNETY01", 8);
  const std::size_t first = file.size() - 2 * (2 * N::hidden + 1);
  for (std::size_t i = 0; i < 2 * N::hidden; ++i) {
    const int weight = i % 3 == 0 ? -extreme : extreme;
    file[first + 2 * i] = static_cast<unsigned char>(weight & 0xFF);
    file[first + 2 * i + 1] = static_cast<unsigned char>(weight >> 8 & 0xFF);
  }
  return file;
}

TEST_CASE("the output at the extremes is the sum of squares times weights in exact arithmetic") {
  using N = Network<YariShogi>;
  const auto network = std::make_unique<N>(extreme_file(N::output_limit));
  std::mt19937 rng(7);
  for (int round = 0; round < 1000; ++round) {
    alignas(64) std::array<N::Layer, 2> layers;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < 2 * N::hidden; ++i) {
      const int value = round == 0   ? 32767
                        : round == 1 ? -32768
                                     : static_cast<int>(rng() % 700) - 200;
      layers[i / N::hidden][i % N::hidden] = static_cast<std::int16_t>(value);
      const std::int64_t clipped = std::clamp(value, 0, N::hidden_one);
      sum += clipped * clipped * (i % 3 == 0 ? -N::output_limit : N::output_limit);
    }
    const std::int64_t expected =
        sum / N::hidden_one * N::output_scale / (N::hidden_one * N::output_one);
    REQUIRE(network->output(layers[0], layers[1], 0) == expected);
  }
}

TEMPLATE_TEST_CASE_SIG("both forms of the loops give the same numbers", "", ((int width), width),
                       64, 128) {
  using Kernels = NetworkKernels<width>;
  using Layer = typename Kernels::Layer;
  if (Kernels::avx2() == nullptr) {
    WARN("skipped: this processor has no AVX2");
    return;
  }
  test::Rng rng(34);
  alignas(64) std::array<Layer, 44> columns;
  alignas(64) std::array<Layer, 2> sums;
  for (int round = 0; round < 500; ++round) {
    for (Layer& column : columns)
      for (std::int16_t& w : column) w = static_cast<std::int16_t>(rng());
    std::vector<const Layer*> added, removed;
    for (std::size_t i = rng() % 41; i > 0; --i) added.push_back(&columns[i]);
    for (std::size_t i = rng() % 4; i > 0; --i) removed.push_back(&columns[40 + i]);
    Kernels::plain.change(sums[0], columns[0], added, removed);
    Kernels::avx2()->change(sums[1], columns[0], added, removed);
    REQUIRE(sums[0] == sums[1]);
    Layer& weights = columns[1];
    for (std::int16_t& w : weights) w = static_cast<std::int16_t>(w % 128);
    REQUIRE(Kernels::plain.squares_times(sums[0], weights) ==
            Kernels::avx2()->squares_times(sums[0], weights));
  }
}

TEST_CASE("a network with an output weight that 16-bit arithmetic cannot hold is refused") {
  CHECK_THROWS_AS(std::make_unique<Network<YariShogi>>(extreme_file(128)), std::invalid_argument);
}

}  // namespace

TEST_CASE("the manifest beside a network is that of the network") {
  const auto check = [&]<class V>(V, std::span<const unsigned char> file) {
    const fs::path beside =
        fs::path(YARI_SOURCE_DIR) / "analysis/engine/networks" / (std::string(V::info.id) + ".bin");
    const training::Manifest manifest = training::read_manifest(beside);
    INFO(beside);
    CHECK(manifest["game"] == V::info.id);
    CHECK(manifest["fingerprint"] ==
          training::fingerprint({reinterpret_cast<const char*>(file.data()), file.size()}));
    CHECK(manifest["shape"]["zones"] == NetworkShape<V>::zones);
    CHECK(manifest["shape"]["hidden"] == NetworkShape<V>::hidden);
    CHECK(manifest["shape"]["outputs"] == NetworkShape<V>::buckets);
    CHECK(manifest["shape"]["held_per_output"] == NetworkShape<V>::held_per_bucket);
    CHECK(manifest["made_from"].size() > 0);
  };
  check(YariShogi{}, yari_network_file());
  check(Shogi{}, shogi_network_file());
}

}  // namespace yari
