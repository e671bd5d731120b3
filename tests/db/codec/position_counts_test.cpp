// How many games counts keep for their dates, and which; players counted and left out.
#include "db/codec/position_counts.h"

#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// Twice the games that are kept, and one more where others were left out: how the bytes begin.
std::uint64_t kept(const TopGames& top) {
  Bytes bytes;
  ByteWriter out(bytes);
  top.encode(out);
  return ByteReader(bytes).varint();
}

/// The days 1 to `count` of a year that had as many.
TopGames games_of_days(std::uint32_t count, int times = 1) {
  TopGames top;
  for (std::uint32_t day = 1; day <= count; ++day) top.add({20000000 + day, day}, times);
  return top;
}

constexpr DatedGame day(std::uint32_t n) { return {20000000 + n, n}; }

}  // namespace

TEST_CASE("a date is counted where it is one, and else as none") {
  CHECK(counted_date(0) == 0);
  CHECK(counted_date(-1) == 0);
  CHECK(counted_date(1'00'00) == 1'00'00);
  CHECK(counted_date(9999'12'31) == 9999'12'31);
  CHECK(counted_date(9999'12'32) == 0);
}

TEST_CASE("one game of 64 is kept, two at least and 2048 at most") {
  for (const auto& [games, most] : std::vector<std::pair<std::int64_t, std::uint32_t>>{
           {0, 2}, {191, 2}, {192, 3}, {64 * 2047, 2047}, {64 * 2048, 2048}, {64 * 3000, 2048}}) {
    INFO(games);
    TopGames all = games_of_days(most);
    all.settle(games, true);
    CHECK(kept(all) == 2 * most);
    TopGames more = games_of_days(most + 1);
    more.settle(games, true);
    CHECK(kept(more) == 2 * most + 1);
    CHECK(more.top() == day(most + 1));
  }
}

TEST_CASE("games that were taken away are kept until the whole is counted") {
  for (const bool whole : {false, true}) {
    TopGames top = games_of_days(4);
    top.add(day(6), 1);
    top.add(day(5), -1);
    top.settle(0, whole);
    // 6, the lack of 5, and 4; 3 and below are left out.
    CHECK(kept(top) == (whole ? 5 : 7));
    CHECK(top.top() == day(6));
    CHECK_FALSE(top.unknown());
    top.add(day(6), -1);
    top.settle(0, whole);
    CHECK(top.top() == day(4));
    // What was left out is not known, and 4 was not.
    top.add(day(3), 1);
    top.add(day(4), -1);
    top.settle(0, whole);
    CHECK(top.top() == std::nullopt);
    CHECK(top.unknown());
  }
}

TEST_CASE("a top of no games is empty, and one that is cut is not") {
  TopGames none;
  CHECK(none.empty());
  CHECK_FALSE(none.unknown());
  none.settle(0, true);
  CHECK(none.empty());
  TopGames gone = games_of_days(2);
  gone.add(games_of_days(2, -1));
  gone.settle(0, true);
  CHECK(gone.empty());
  TopGames cut = games_of_days(3);
  cut.settle(0, true);
  cut.add(games_of_days(3, -1));
  cut.settle(0, true);
  CHECK_FALSE(cut.empty());
  CHECK(cut.unknown());
  // Of two bounds the later one holds.
  for (const bool swapped : {false, true}) {
    TopGames early = games_of_days(3), late;
    for (std::uint32_t n = 7; n <= 9; ++n) late.add(day(n), 1);
    early.settle(0, true);
    late.settle(0, true);
    TopGames both = swapped ? late : early;
    both.add(swapped ? early : late);
    both.add(day(8), -1);
    both.add(day(9), -1);
    both.settle(0, true);
    CHECK(both.unknown());
  }
}

TEST_CASE("sums follow results, lengths and dates, forwards and backwards") {
  const CountedGame black{1, GameResult::black_wins, 10, 20000105, 3, 4};
  const CountedGame white{2, GameResult::white_wins, 20, 20000101, 4, 5};
  const CountedGame drawn{3, GameResult::draw, 40, 0, 3, 0};
  const CountedGame open{4, GameResult::unknown, 80, 20000103, 0, 3};
  GameSums sums;
  for (const CountedGame& game : {black, white, drawn, open}) sums.add(game, 1);
  sums.settle(true);
  CHECK(sums.games == 4);
  CHECK(sums.black_wins == 1);
  CHECK(sums.white_wins == 1);
  CHECK(sums.draws == 1);
  CHECK(sums.plies == 150);
  CHECK(sums.first_date() == 20000101);
  CHECK(sums.last.top() == DatedGame{20000105, 1});
  CHECK_FALSE(sums.unknown());
  GameSums without = sums;
  without.add(white, -1);
  without.settle(true);
  CHECK(without.games == 3);
  CHECK(without.white_wins == 0);
  CHECK(without.plies == 130);
  CHECK(without.first_date() == 20000103);
  GameSums undated;
  undated.add(drawn, 1);
  undated.settle(true);
  CHECK(undated.first_date() == std::nullopt);
  CHECK(undated.last.top() == DatedGame{0, 3});
  undated.add(without);
  undated.settle(true);
  CHECK(undated.games == 4);
  CHECK(undated.black_wins == 1);
  CHECK(undated.draws == 2);
}

TEST_CASE("players are counted in the order of their numbers, far from each other or near") {
  for (const std::int64_t step : {1, 1'000'000'007}) {
    PositionCounts counts;
    std::uint32_t id = 0;
    for (const std::int64_t black : {5, 2, 4, 2, 3}) {
      // Who plays himself has one game, and who is not known none.
      const std::int64_t white = black == 3 ? 3 : black == 5 ? 0 : 1;
      counts.add({++id, GameResult::draw, 1, 0, black * step, white * step}, {}, 1);
    }
    counts.settle(true);
    using Players = std::vector<PositionCounts::PlayerGames>;
    CHECK(counts.players() ==
          Players{{1 * step, 3}, {2 * step, 2}, {3 * step, 1}, {4 * step, 1}, {5 * step, 1}});
    counts.add({3, GameResult::draw, 1, 0, 4 * step, 1 * step}, {}, -1);
    CHECK(counts.takes_away());
    counts.settle(true);
    CHECK(counts.players() == Players{{1 * step, 2}, {2 * step, 2}, {3 * step, 1}, {5 * step, 1}});
  }
}

TEST_CASE("players are counted one by one up to 50,000 of them") {
  PositionCounts counts;
  for (std::uint32_t i = 1; i <= PositionCounts::most_players; ++i)
    counts.add({.id = i, .black = i}, {}, 1);
  counts.settle(true);
  CHECK(counts.players().size() == 50'000);
  CHECK_FALSE(counts.takes_away());
}

TEST_CASE("moves are counted in order, and go with their last game") {
  const Move one = Move::from_bits(7), two = Move::from_bits(9);
  PositionCounts counts;
  counts.add({.id = 1, .plies = 3}, std::vector{two}, 1);
  counts.add({.id = 2, .plies = 5}, std::vector{one, two}, 1);
  counts.add({.id = 3, .plies = 9}, {}, 1);
  counts.settle(true);
  CHECK(counts.all().games == 3);
  REQUIRE(counts.moves().size() == 2);
  CHECK(counts.moves()[0].move == one);
  CHECK(counts.moves()[0].sums.games == 1);
  CHECK(counts.moves()[1].sums.plies == 8);
  CHECK_FALSE(counts.unknown());
  PositionCounts change;
  change.add({.id = 2, .plies = 5}, std::vector{one, two}, -1);
  change.settle(false);
  CHECK_FALSE(change.is_nothing());
  counts.add(change);
  counts.settle(true);
  REQUIRE(counts.moves().size() == 1);
  CHECK(counts.moves()[0].move == two);
  CHECK(counts.moves()[0].sums.games == 1);
  // A change and its opposite are nothing.
  change.add({.id = 2, .plies = 5}, std::vector{one, two}, 1);
  change.settle(false);
  CHECK(change.is_nothing());
}

TEST_CASE("counts have the bytes they always had") {
  PositionCounts counts;
  counts.add({7, GameResult::black_wins, 9, 20000101, 2, 5}, std::vector{Move::from_bits(0x1E3B)},
             1);
  counts.settle(true);
  // Five sums, the game played last and the one played first, by how far they are from 9999.
  const Bytes sums{2, 2, 0,    0,    18,   2, 1,    0xAA, 0xD2, 0x93, 0x26, 14,
                   2, 1, 0x85, 0xDA, 0xC4, 9, 0xEF, 0xFF, 0xFF, 0xFF, 0x1F};
  const Bytes bytes = counts.encode();
  CHECK(bytes.size() == 2 + 2 * sums.size() + 3 + 4);
  CHECK(PositionCounts::decode(bytes)->encode() == bytes);
  CHECK(Bytes(bytes.begin(), bytes.begin() + 9) == Bytes{1, 0, 2, 2, 0, 0, 18, 2, 1});
  CHECK(Bytes(bytes.end() - 4, bytes.end()) == Bytes{2, 2, 3, 2});
}

}  // namespace yari::test
