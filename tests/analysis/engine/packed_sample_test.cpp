// Training samples in 40 bytes: there and back, and bytes that are none.
#include "analysis/training/packed_sample.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "analysis/training/sample_files.h"
#include "rules/start.h"
#include "tests/analysis/play.h"
#include "tests/support/catch.h"

namespace yari::test {

using training::pack;
using training::PackedSample;
using training::unpack;

TEMPLATE_TEST_CASE("a sample that was packed is read back, wherever a game may lead", "", YariShogi,
                   Shogi) {
  Rng rng(7);
  for (int game = 0; game < 30; ++game) {
    auto p = Position<TestType>::start();
    for (int ply = 0; ply < 200 && p.has_legal_move(); ++ply) {
      Setup setup = p.setup();
      setup.move_number = 1;
      const int score = static_cast<int>(rng() % 65'536) - 32'768;
      const auto outlook = static_cast<std::uint8_t>(rng());
      const auto packed = pack({setup, score, ply % 3, outlook});
      REQUIRE(packed);
      const auto read = unpack(*packed);
      REQUIRE(read);
      CHECK(read->position == setup);
      CHECK(read->score == score);
      CHECK(read->half_points == ply % 3);
      CHECK(read->outlook == outlook);
      p.play(random_move(p, rng));
    }
  }
}

TEST_CASE("the bytes of a packed sample stay what they are") {
  const auto packed = pack({start_setup(Variant::yari), -300, 2, 200});
  REQUIRE(packed);
  std::string text;
  for (const std::uint8_t byte : *packed) text += fmt::format("{:02x}", byte);
  CHECK(text == "8a162d5ab468d1a2977054c25009c3273c93504c427109070000000000000000000000d4fe02c83b");
}

TEST_CASE("a stream gives every sample of its part once, in another order for another seed") {
  const std::string file =
      (std::filesystem::temp_directory_path() / fmt::format("yari-samples-{}", ::getpid()))
          .string();
  {
    std::ofstream out(file, std::ios::binary);
    for (int i = 0; i < 3000; ++i) {
      const auto packed = pack({start_setup(Variant::yari), i, 1}).value();
      out.write(reinterpret_cast<const char*>(packed.data()), training::packed_size);
    }
  }
  const auto scores = [&](training::SamplePart part, std::uint64_t seed) {
    training::SampleStream stream({file}, part, seed);
    std::vector<int> all;
    while (const auto sample = stream.next()) all.push_back(sample->score);
    CHECK(stream.bad() == 0);
    CHECK(stream.size() == all.size());
    return all;
  };
  std::vector<int> one = scores(training::SamplePart::training, 1);
  CHECK(one != scores(training::SamplePart::training, 2));
  CHECK(one == scores(training::SamplePart::training, 1));
  CHECK_FALSE(std::ranges::is_sorted(one));
  const std::vector<int> held_out = scores(training::SamplePart::held_out, 1);
  CHECK(held_out.size() == 150);
  CHECK(std::ranges::all_of(held_out, [](int score) { return score >= 2850; }));
  one.insert(one.end(), held_out.begin(), held_out.end());
  std::ranges::sort(one);
  for (int i = 0; i < 3000; ++i) REQUIRE(one.at(static_cast<std::size_t>(i)) == i);
  std::ofstream(file, std::ios::app) << "x";
  CHECK_THROWS_WITH(training::SampleStream({file}, training::SamplePart::training, 1),
                    file + " has no samples");
  std::filesystem::remove(file);
}

TEST_CASE("bytes that are no sample are refused") {
  const PackedSample sound = pack({start_setup(Variant::shogi), 10, 1}).value();
  for (std::size_t byte = 0; byte < sound.size(); ++byte) {
    PackedSample wrong = sound;
    wrong[byte] = static_cast<std::uint8_t>(wrong[byte] + 1);
    CHECK_FALSE(unpack(wrong));
  }
  Rng rng(5);
  for (int i = 0; i < 20'000; ++i) {
    PackedSample noise;
    for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(rng());
    noise[37] = static_cast<std::uint8_t>(1 | (i % 2) << 2);
    noise[39] = training::detail::check_byte(noise);
    if (const auto read = unpack(noise)) CHECK(faults_of(read->position).empty());
  }
}

}  // namespace yari::test
