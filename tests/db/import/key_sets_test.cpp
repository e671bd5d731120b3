// Sets of keys lose no key, and say of few others that they have them.
#include <set>

#include "db/import/key_filter.h"
#include "db/import/key_set.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"

namespace yari::test {

TEST_CASE("a filter has every key that was inserted, and seems to have few others") {
  constexpr std::size_t capacity = 10'000;
  KeyFilter filter(capacity);
  Rng rng(1);
  std::vector<IndexKey> keys;
  for (std::size_t i = 0; i < capacity; ++i) {
    keys.push_back(rng() >> 24);
    filter.insert(keys.back());
  }
  CHECK_FALSE(filter.full());
  int lost = 0, seeming = 0;
  for (const IndexKey key : keys) lost += filter.has(key) ? 0 : 1;
  for (int i = 0; i < 100'000; ++i) seeming += filter.has(rng() >> 24) ? 1 : 0;
  CHECK(lost == 0);
  CHECK(seeming < 1'000);
  filter.insert(1);
  CHECK(filter.full());
}

TEST_CASE("a filter without room for a key takes keys all the same") {
  KeyFilter filter(0);
  CHECK_FALSE(filter.full());
  CHECK_FALSE(filter.has(7));
  filter.insert(7);
  CHECK(filter.has(7));
  CHECK(filter.full());
}

TEST_CASE("a set has the keys that were inserted and no others, however many there are") {
  KeySet set;
  CHECK_FALSE(set.has(0));
  CHECK(set.size() == 0);
  std::set<IndexKey> expected;
  Rng rng(2);
  for (int i = 0; i < 6'000; ++i) {
    // Many share the place that they are put at.
    const IndexKey key = i % 3 == 0 ? (rng() % 40) << 30 : i % 3 == 1 ? rng() % 3'000 : rng() >> 24;
    set.insert(key);
    expected.insert(key);
    if (i % 500 != 0) continue;
    REQUIRE(set.size() == expected.size());
    for (const IndexKey k : expected) REQUIRE(set.has(k));
    for (IndexKey k = 0; k < 4'000; ++k) REQUIRE(set.has(k) == expected.contains(k));
  }
}

}  // namespace yari::test
