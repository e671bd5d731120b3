// Games of one day that differ in a few moves, against a comparison of each with each.
#include "db/change/near_same.h"

#include <map>
#include <numeric>
#include <set>

#include "tests/support/catch.h"
#include "tests/support/random_game.h"

namespace yari::test {

namespace {

using Pairs = std::set<std::pair<GameId, GameId>>;

void put_move(StoredLine& line, int ply, std::uint64_t bits) {
  const auto at = static_cast<std::size_t>(ply) * 2;
  line.moves[at] = static_cast<std::uint8_t>(bits);
  line.moves[at + 1] = static_cast<std::uint8_t>(bits >> 8 & 0x3F);
}

StoredLine random_line(Rng& rng, int plies) {
  StoredLine line;
  line.moves.resize(static_cast<std::size_t>(plies) * 2);
  for (int ply = 0; ply < plies; ++ply) put_move(line, ply, rng());
  return line;
}

/// The same with up to that many moves changed, and cut or not.
StoredLine like(const StoredLine& line, int changes, Rng& rng) {
  StoredLine other = line;
  for (int i = 0; i < changes; ++i)
    put_move(other, static_cast<int>(rng() % static_cast<unsigned>(line.plies())), rng());
  if (rng() % 3 == 0) other.moves.resize(other.moves.size() / 4 * 2 + 2);
  if (rng() % 20 == 0) other.rules = RuleSet::svp;
  if (rng() % 20 == 0) other.variant = Variant::shogi;
  return other;
}

using Lines = std::map<GameId, StoredLine>;

Pairs by_each_with_each(const Lines& lines) {
  Pairs pairs;
  for (auto a = lines.begin(); a != lines.end(); ++a)
    for (auto b = std::next(a); b != lines.end(); ++b)
      if (near_same(a->second, b->second)) pairs.emplace(a->first, b->first);
  return pairs;
}

Pairs found(const Lines& lines, std::size_t part) {
  std::vector<GameId> ids;
  for (const auto& [id, line] : lines) ids.push_back(id);
  // One that is gone.
  ids.push_back(1'000'000);
  Pairs pairs;
  find_near_same(
      ids,
      [&](GameId id) {
        const auto line = lines.find(id);
        return line == lines.end() ? std::nullopt : std::optional(line->second);
      },
      [&](GameId a, GameId b) { CHECK(pairs.emplace(a, b).second); }, part);
  return pairs;
}

}  // namespace

TEST_CASE("games near the same are those that a comparison of each with each finds") {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    Rng rng(seed);
    Lines lines;
    const int families = 2 + static_cast<int>(rng() % 20);
    GameId id = 0;
    for (int family = 0; family < families; ++family) {
      const int plies = 16 + static_cast<int>(rng() % 60);
      const StoredLine first = random_line(rng, plies);
      for (int i = 0; i < 6; ++i) {
        id += 1 + static_cast<GameId>(rng() % 3);
        lines[id] = like(first, static_cast<int>(rng() % static_cast<unsigned>(plies / 3)), rng);
      }
    }
    const Pairs expected = by_each_with_each(lines);
    CAPTURE(seed, lines.size());
    CHECK(!expected.empty());
    for (const std::size_t part : {7U, 33U, 1000U}) CHECK(found(lines, part) == expected);
  }
}

TEST_CASE("a move in five may differ, and of twenty moves four") {
  Rng rng(5);
  for (const int plies : {19, 20, 24, 25, 99, 100}) {
    Lines lines;
    // So many that they are looked up.
    for (GameId id = 1; id <= 40; ++id) lines[id] = random_line(rng, plies);
    lines[41] = lines[42] = lines[1];
    // The last bit of a move: another move, whatever it was.
    const auto change = [&](GameId id, int ply) {
      lines[id].moves[static_cast<std::size_t>(ply) * 2] ^= 1;
    };
    // Every second pair of moves is spoilt first.
    for (int i = 0; i < plies / 5; ++i) change(41, i * 2);
    for (int i = 0; i <= plies / 5; ++i) change(42, i * 2);
    CAPTURE(plies);
    const Pairs pairs = found(lines, 1000);
    CHECK(pairs == by_each_with_each(lines));
    CHECK(pairs.contains({1, 41}) == (plies >= 20));
    CHECK_FALSE(pairs.contains({1, 42}));
  }
}

TEST_CASE(
    "of thousands of games that are all alike no more pairs are named than there is use for") {
  Rng rng(9);
  const StoredLine first = random_line(rng, 100);
  Lines lines;
  for (GameId id = 1; id <= 2000; ++id) {
    lines[id] = first;
    put_move(lines[id], static_cast<int>(id % 100), rng());
    put_move(lines[id], static_cast<int>(id * 7 % 100), rng());
  }
  const Pairs pairs = found(lines, 700);
  CHECK(pairs.size() > 2000);
  CHECK(pairs.size() < 2000 * 16 * 6);
  std::set<GameId> named;
  for (const auto& [a, b] : pairs) named.insert({a, b});
  CHECK(named.size() == lines.size());
}

}  // namespace yari::test
