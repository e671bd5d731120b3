// perft against the reference counts, and fixed small counts that need no data folder.
#include "rules/perft.h"

#include <cstdlib>

#include "rules/start.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari {
namespace {

/// Larger counts are left to `YARI_PERFT=all`, for a person with a quarter of a minute.
constexpr std::uint64_t most_nodes = 100'000'000;

template <class V>
std::uint64_t perft_of(const std::string& sfen, int depth) {
  const auto position = Position<V>::from(*read_start(sfen, V::info.variant));
  REQUIRE(position.has_value());
  return perft(*position, depth);
}

TEMPLATE_TEST_CASE("perft equals every reference count", "", YariShogi, Shogi) {
  const auto path = test::shared_data(std::string(TestType::info.id) + "/perft.tsv");
  if (!path) return;
  const bool all = std::getenv("YARI_PERFT") != nullptr;
  int compared = 0;
  for (const auto& row : test::read_tsv(*path)) {
    const std::uint64_t expected = std::stoull(row.at(2));
    if (expected > most_nodes && !all) continue;
    INFO(row.at(0) << " depth " << row.at(1));
    CHECK(perft_of<TestType>(row.at(0), std::stoi(row.at(1))) == expected);
    ++compared;
  }
  CHECK(compared >= 20);
}

TEST_CASE("perft counts the rules that are easy to get wrong") {
  // A pawn dropped on 5b would mate in Shogi (the gold guards it, the edge walls off): not counted.
  CHECK(perft_of<Shogi>("startpos", 3) == 25470);
  CHECK(perft_of<YariShogi>("startpos", 4) == 158404);
  CHECK(perft_of<Shogi>("startpos", 0) == 1);
  CHECK(perft_of<Shogi>("startpos", 1) == 30);
  CHECK(perft_of<Shogi>("startpos", 2) == 900);
}

}  // namespace
}  // namespace yari
