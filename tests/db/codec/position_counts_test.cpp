// How many games counts keep for their dates, and which; players counted and left out.
#include "db/codec/position_counts.h"

#include <algorithm>
#include <array>
#include <set>

#include "tests/support/catch.h"
#include "tests/support/random_game.h"

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

TEST_CASE("damaged counts are refused") {
  PositionCounts counts;
  const Move moves[] = {Move::from_bits(0x1E3B)};
  counts.add({1, GameResult::draw, 9, 19950000, 1, 2}, moves, 1);
  counts.add({2, GameResult::black_wins, 9, 0, 1, 3}, {}, 1);
  counts.add({3, GameResult::unknown, 12, 19950101, 1, 3}, moves, -1);
  counts.settle(false);
  const Bytes bytes = counts.encode();
  REQUIRE(PositionCounts::decode(bytes));
  CHECK(PositionCounts::decode(bytes)->encode() == bytes);
  Rng rng(3);
  for (int i = 0; i < 5000; ++i) {
    Bytes wrong = bytes;
    wrong[rng() % wrong.size()] = static_cast<std::uint8_t>(rng());
    wrong.resize(rng() % (wrong.size() + 1));
    if (auto read = PositionCounts::decode(wrong)) read->settle(rng() % 2 == 0);
  }
}

namespace {

/// The game counted 2^`doublings` times: 2^40 times, or 2^56 plies, are in no database.
PositionCounts too_often(const CountedGame& game, std::span<const Move> moves, int times,
                         int doublings = 40) {
  PositionCounts counts;
  counts.add(game, moves, times);
  for (int i = 0; i < doublings; ++i) {
    counts.add(PositionCounts(counts));
    counts.settle(false);
  }
  return counts;
}

bool is_refused(PositionCounts counts) {
  counts.settle(false);
  return !PositionCounts::decode(counts.encode());
}

}  // namespace

TEST_CASE("each sum of counts must be one that games can add up to") {
  const std::array moves{Move::from_bits(0x1E3B)};
  const CountedGame plain{.id = 1};
  PositionCounts few;
  few.add(plain, moves, 1);
  CHECK_FALSE(is_refused(few));
  for (const int times : {1, -1}) {
    CHECK(is_refused(too_often(plain, {}, times)));
    // All other sums are nothing.
    const auto refused_without_games = [&](const CountedGame& game, int doublings = 40) {
      PositionCounts counts = too_often(game, {}, times, doublings);
      counts.add(too_often(plain, {}, -times, doublings));
      return is_refused(counts);
    };
    CHECK(refused_without_games({.id = 1, .result = GameResult::black_wins}));
    CHECK(refused_without_games({.id = 1, .result = GameResult::white_wins}));
    CHECK(refused_without_games({.id = 1, .result = GameResult::draw}));
    CHECK(refused_without_games({.id = 1, .plies = 1}, 56));
    CHECK_FALSE(refused_without_games({.id = 1, .plies = 1}, 55));
    CHECK(refused_without_games({.id = 1, .black = 4}));
    PositionCounts of_move = too_often(plain, moves, times);
    of_move.add(too_often(plain, {}, -times));
    CHECK(is_refused(of_move));
    // One less is read, and refused when as much is added.
    PositionCounts half = too_often(plain, moves, times, 39);
    CHECK_FALSE(is_refused(half));
    CHECK(PositionCounts(half).add(few));
    CHECK_FALSE(half.add(too_often(plain, {}, times, 39)));
    PositionCounts half_of_move = too_often(plain, moves, times, 39);
    half_of_move.add(too_often(plain, {}, -times, 39));
    PositionCounts other_half = half_of_move;
    CHECK_FALSE(half_of_move.add(other_half));
  }
}

TEST_CASE("how many games are counted is read alone") {
  PositionCounts counts;
  for (std::uint32_t id = 1; id <= 70; ++id)
    counts.add({.id = id, .date = 20'200'101}, std::array{Move::from_bits(0x1E3B)}, 1);
  counts.settle(false);
  const Bytes bytes = counts.encode();
  CHECK(PositionCounts::games_in(bytes) == 70);
  Bytes newer = bytes;
  ++newer[0];
  CHECK_FALSE(PositionCounts::games_in(newer));
  // The first of the two bytes of 70 with its sign says that another comes.
  CHECK(PositionCounts::games_in(ByteView(bytes).first(4)) == 70);
  for (std::size_t size = 0; size < 4; ++size)
    CHECK_FALSE(PositionCounts::games_in(ByteView(bytes).first(size)));
  PositionCounts many = too_often({.id = 1}, {}, 1);
  many.settle(false);
  CHECK_FALSE(PositionCounts::games_in(many.encode()));
}

TEST_CASE("counts that name something twice, or out of order, are refused") {
  // Five sums, the games played last and those played first.
  const auto counts = [](const Bytes& last, const Bytes& moves, const Bytes& players) {
    Bytes all{1, 0, 0, 0, 0, 0, 0};
    all.insert(all.end(), last.begin(), last.end());
    all.push_back(0);
    all.insert(all.end(), moves.begin(), moves.end());
    all.insert(all.end(), players.begin(), players.end());
    return PositionCounts::decode(all);
  };
  const Bytes none{0};
  CHECK(counts(none, none, {1, 2, 1, 2}));
  CHECK_FALSE(counts(none, none, {1, 2, 0, 2}));
  CHECK_FALSE(counts(none, none, {0, 2}));
  const auto two_moves = [](std::uint8_t one, std::uint8_t other) {
    return Bytes{2, one, 0, 0, 0, 0, 0, 0, 0, 0, other, 0, 0, 0, 0, 0, 0, 0, 0};
  };
  CHECK(counts(none, two_moves(3, 4), {}));
  CHECK_FALSE(counts(none, two_moves(3, 3), {}));
  CHECK_FALSE(counts(none, two_moves(4, 3), {}));
  // Of each game: whether it comes or goes, how much older it is, how far its number is.
  CHECK(counts({4, 1, 1, 14, 1, 0, 1}, none, {}));
  CHECK_FALSE(counts({4, 1, 1, 14, 1, 0, 0}, none, {}));
  CHECK_FALSE(counts({4, 1, 1, 14, 1, 0, 2}, none, {}));
  // The game below which others were left out.
  CHECK(counts({3, 1, 1, 14, 0, 0}, none, {}));
  CHECK_FALSE(counts({3, 1, 1, 14, 0, 2}, none, {}));
}

TEST_CASE("counts with too many players say so, whatever is added") {
  PositionCounts many;
  for (std::uint32_t i = 1; i <= PositionCounts::most_players + 1; ++i)
    many.add({.id = i, .black = i}, {}, 1);
  many.settle(true);
  CHECK(many.players().empty());
  PositionCounts few;
  few.add({.id = 99'999, .black = 3, .white = 5}, {}, 1);
  few.settle(true);
  CHECK(few.players().size() == 2);
  const auto read = PositionCounts::decode(many.encode());
  REQUIRE(read);
  for (const auto& [a, b] : {std::pair(*read, few), std::pair(few, *read)}) {
    PositionCounts sum = a;
    sum.add(b);
    sum.settle(true);
    CHECK(sum.players().empty());
    CHECK(sum.all().games == PositionCounts::most_players + 2);
    CHECK_FALSE(sum.is_nothing());
  }
}

TEST_CASE("counts that no games can add up to are refused, not added") {
  // 2^63 - 1 games, and nothing else: one more would be beyond what the type holds.
  Bytes bytes{1, 0, 0xFE};
  bytes.resize(11, 0xFF);
  bytes.push_back(1);
  bytes.resize(bytes.size() + 7);
  CHECK_FALSE(PositionCounts::decode(bytes));
  bytes[2] = 2;
  bytes.erase(bytes.begin() + 3, bytes.begin() + 12);
  REQUIRE(PositionCounts::decode(bytes));
  CHECK(PositionCounts::decode(bytes)->all().games == 1);
}

TEST_CASE(
    "games that are taken away are found among those that were added, or the rest is unknown") {
  Rng rng(4);
  for (int round = 0; round < 2000; ++round) {
    TopGames all;
    std::set<DatedGame> there;
    std::set<DatedGame> in_part;
    TopGames part;
    const auto settle = [&](bool whole) {
      part.settle(static_cast<std::int64_t>(in_part.size()), false);
      all.add(part);
      all.settle(static_cast<std::int64_t>(there.size()), whole);
      part = {};
      in_part.clear();
    };
    for (int i = 0; i < 400; ++i) {
      const DatedGame game{static_cast<std::uint32_t>(rng() % 300),
                           static_cast<std::uint32_t>(1 + rng() % 3)};
      const bool removes = there.contains(game);
      part.add(game, removes ? -1 : 1);
      removes ? void(there.erase(game)) : void(there.insert(game));
      removes ? void(in_part.erase(game)) : void(in_part.insert(game));
      if (rng() % 40 == 0) settle(true);
    }
    settle(true);
    if (all.unknown()) continue;
    CHECK(all.top() == (there.empty() ? std::nullopt : std::optional(*there.rbegin())));
  }
}

TEST_CASE("players that are too many are not kept while sums are added") {
  const auto players = [](std::uint32_t first, int times) {
    PositionCounts counts;
    for (std::uint32_t i = first; i < first + PositionCounts::most_players; ++i)
      counts.add({.id = i, .black = i}, {}, times);
    counts.settle(false);
    return counts;
  };
  PositionCounts sum = players(1, 1);
  // As many as there may be, counted often.
  for (int i = 0; i < 5; ++i) sum.add(players(1, 1));
  CHECK(sum.players().size() == 2 * PositionCounts::most_players);
  sum.settle(false);
  CHECK(sum.players().size() == PositionCounts::most_players);
  // Others, that are taken away again.
  PositionCounts others = sum;
  others.add(players(60'000, 1));
  others.add(players(60'000, -1));
  others.settle(true);
  CHECK(others.players() == sum.players());
  for (std::uint32_t i = 1; i < 5; ++i) sum.add(players(60'000 * i, 1));
  CHECK(sum.players().empty());
  sum.settle(true);
  CHECK(sum.players().empty());
}

}  // namespace yari::test
