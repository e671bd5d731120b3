// Ratings as records write them.
#include "record/ratings.h"

#include "tests/support/catch.h"

namespace yari {
namespace {

std::optional<int> black(const std::vector<Tag>& tags) { return ratings_of(tags)[Color::black]; }

TEST_CASE("ratings stand in tags of several names, some with words after the number") {
  CHECK(black({{"BlackElo", "1850"}}) == 1850);
  CHECK(black({{"blackrating", "1850?"}}) == 1850);
  CHECK(black({{"Black_rating", "1850.7"}}) == 1850);
  CHECK(black({{"BLACKRATE", "1850 (24)"}}) == 1850);
  CHECK(ratings_of({{"WhiteElo", "9999"}}) == Ratings{std::nullopt, 9999});
  for (const char* text :
       {"", "?", "0", "10000", "-5", "18x", "Elo 1850", "99999999999", " 1850", "1850,5"})
    CHECK_FALSE(black({{"BlackElo", text}}));
  CHECK_FALSE(black({{"Black", "1850"}, {"BlackEloDiff", "1850"}, {"Rating", "1850"}}));
}

TEST_CASE("of several names of a rating the first that has a number counts") {
  CHECK(black({{"BlackRate", "1"}, {"BlackElo", "2"}}) == 2);
  CHECK(black({{"BlackElo", "2"}, {"BlackRate", "1"}}) == 2);
  CHECK(black({{"BlackElo", "?"}, {"BlackRate", "1"}}) == 1);
  CHECK(black({{"BlackElo", "3"}, {"BlackElo", "4"}}) == 3);
  const std::vector<std::string> names{"BlackElo", "BlackRating", "Black_rating", "BlackRate"};
  for (std::size_t i = 0; i + 1 < names.size(); ++i)
    CHECK(black({{names[i + 1], "5"}, {names[i], "6"}}) == 6);
  CHECK(ratings_of({{"WhiteElo", "7"}, {"BlackRate", "8"}}) == Ratings{8, 7});
  CHECK_FALSE(black({{"Blac", "1850"}, {"WhiteElo", "1850"}}));
}

}  // namespace
}  // namespace yari
