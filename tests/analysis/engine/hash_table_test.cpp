// What the hash table keeps, replaces and forgets. Small keys share the first cluster of four.
#include "analysis/engine/hash_table.h"

#include "analysis/engine/search_score.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

const Move move = Move::board(Square(3), Square(4)), other = Move::drop(pawn, Square(80));

HashEntry entry(int depth, Bound bound = Bound::exact, Move m = move) {
  return {.move = m, .score = 35, .evaluation = -20, .depth = depth, .bound = bound};
}

/// The depths of the keys 1 to 5, "-" for one that is not there.
std::string depths(const HashTable& table) {
  std::string out;
  for (Key key = 1; key <= 5; ++key) {
    const auto found = table.find(key);
    out += (key == 1 ? "" : " ") + (found ? std::to_string(found->depth) : std::string("-"));
  }
  return out;
}

HashTable filled(const std::vector<int>& of_keys) {
  HashTable table(1);
  for (std::size_t i = 0; i < of_keys.size(); ++i) table.store(i + 1, entry(of_keys[i]));
  return table;
}

}  // namespace

TEST_CASE("an entry is found as it was stored") {
  HashTable table(1);
  for (const HashEntry& e : {entry(-7), entry(0, Bound::upper), entry(247, Bound::lower, other),
                             HashEntry{Move::none(), mate_score, no_score, 3, Bound::lower},
                             HashEntry{other, -mate_score, -evaluation_bound, 3, Bound::upper}}) {
    table.clear();
    table.store(1, e);
    const auto found = table.find(1);
    REQUIRE(found);
    CHECK(found->move == e.move);
    CHECK(found->score == e.score);
    CHECK(found->evaluation == e.evaluation);
    CHECK(found->depth == e.depth);
    CHECK(found->bound == e.bound);
    CHECK_FALSE(table.find(2));
  }
}

TEST_CASE("the shallowest of four makes room") {
  CHECK(depths(filled({5, 3, 7, 9})) == "5 3 7 9 -");
  CHECK(depths(filled({5, 3, 7, 9, 1})) == "5 - 7 9 1");
  CHECK(depths(filled({3, 3, 3, 3, 1})) == "- 3 3 3 1");
}

TEST_CASE("an entry of an earlier search is worth eight plies less") {
  for (const auto& [old, expected] : std::vector<std::pair<int, std::string>>{
           {10, "- 3 3 3 1"}, {11, "- 3 3 3 1"}, {12, "12 - 3 3 1"}}) {
    HashTable table(1);
    table.store(1, entry(old));
    table.start_search();
    for (Key key = 2; key <= 4; ++key) table.store(key, entry(3));
    table.store(5, entry(1));
    INFO(old);
    CHECK(depths(table) == expected);
  }
}

TEST_CASE("a much deeper result of this search outlives a shallow bound, and a move is kept") {
  const auto after = [](const HashEntry& second, bool same_search) {
    HashTable table(1);
    table.store(1, entry(10));
    if (!same_search) table.start_search();
    table.store(1, second);
    return table.find(1)->depth;
  };
  CHECK(after(entry(5, Bound::upper), true) == 10);
  CHECK(after(entry(6, Bound::upper), true) == 6);
  CHECK(after(entry(5, Bound::lower), false) == 5);
  CHECK(after(entry(5, Bound::exact), true) == 5);
  HashTable table(1);
  table.store(1, entry(3));
  table.store(1, entry(4, Bound::exact, Move::none()));
  CHECK(table.find(1)->move == move);
  table.store(1, entry(4, Bound::exact, other));
  CHECK(table.find(1)->move == other);
}

TEST_CASE("a table is as full as this search made it, and empty when it is cleared") {
  HashTable table(1);
  CHECK(table.full() == 0);
  for (Key key = 1; key <= 3; ++key) table.store(key, entry(3));
  CHECK(table.full() == 3);
  table.start_search();
  CHECK(table.full() == 0);
  table.store(4, entry(3));
  CHECK(table.full() == 1);
  for (const std::uint64_t nodes : {0U, 1U, 1000000U}) {
    table.clear(nodes);
    CHECK(depths(table) == "- - - - -");
  }
}

}  // namespace yari::test
