// Thousands of random queries on random games: the fast search against the slow reading.
#include <algorithm>

#include "db/query/header.h"
#include "db/query/matcher.h"
#include "db/query/plan.h"
#include "rules/handicap.h"
#include "rules/start.h"
#include "tests/db/tools/query_writer.h"
#include "tests/support/catch.h"

namespace {

using namespace yari;
using namespace yari::test;

/// A random game, sometimes from a handicap or from the middle of another game.
template <class V>
BruteGame make_game(Rng& rng) {
  Setup start = start_setup(V::info.variant);
  if (rng() % 4 == 0)
    start = *read_handicap(V::info.variant == Variant::yari ? "YR" : "Bishop", V::info.variant);
  auto position = *Position<V>::from(start);
  if (rng() % 5 == 0) {
    for (int i = 0; i < 30 && position.has_legal_move(); ++i) {
      position.play(random_move(position, rng));
    }
  }
  start = position.setup();
  std::vector<Move> moves;
  const auto plies = rng() % 10 == 0 ? rng() % 3 : 20 + rng() % 80;
  while (moves.size() < plies && position.has_legal_move()) {
    // Captures and promotions first, now and then, so that hands fill.
    MoveList tactical;
    if (rng() % 3 == 0) position.tactical_moves(tactical);
    const MoveList list = tactical.empty() ? position.legal_moves() : tactical;
    moves.push_back(list[static_cast<int>(rng() % static_cast<std::uint64_t>(list.size()))]);
    position.play(moves.back());
  }
  BruteGame game(start, moves);
  static const char* names[] = {"Habu Yoshiharu", "Kato Hifumi", "Open Player", ""};
  game.black = names[rng() % 4];
  game.white = names[rng() % 4];
  game.event = rng() % 2 ? "Osaka Open" : "";
  game.site = rng() % 2 ? "Osaka" : "Tokyo";
  if (rng() % 3) game.date = rng() % 2 ? 19950000 : rng() % 2 ? 19950800 : 19950823;
  game.result = GameResult(rng() % 4);
  for (auto& rating : game.ratings)
    if (rng() % 3) rating = 1400 + static_cast<int>(rng() % 9) * 100;
  for (int ply = 0; ply < game.plies(); ++ply) {
    if (rng() % 4) continue;
    for (std::uint8_t kind = 1; kind <= 9; ++kind) {
      if (rng() % 3) continue;
      game.noted.push_back({ply, kind, game.setup(ply).side_to_move, {}});
      if (rng() % 2) game.noted.back().mate = static_cast<int>(rng() % 9);
    }
  }
  game.ending = rng() % 2 ? Ending::resignation : Ending::perpetual_check;
  return game;
}

template <class V>
void check_plan(const query::Query& query, const BruteGame& game, const query::HeaderView& header,
                const std::vector<int>& expected) {
  const query::Plan plan = query::plan(query);
  bool passes_a_key = !plan.keys;
  for (int ply = 0; plan.keys && ply <= game.plies(); ++ply) {
    const Key key = Position<V>::from_unchecked(game.setup(ply)).key();
    passes_a_key |= std::binary_search(plan.keys->begin(), plan.keys->end(), key);
  }
  const bool headers_hold = std::all_of(
      plan.headers.begin(), plan.headers.end(), [&](const query::HeaderCondition& condition) {
        return query::holds(condition.test, header) != condition.negated;
      });
  if (!expected.empty()) {
    CHECK(headers_hold);
    CHECK(passes_a_key);
    CHECK((!plan.annotated || !game.noted.empty()));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("the search agrees with a slow reading of random queries", "", YariShogi,
                   Shogi) {
  using V = TestType;
  Rng rng(20260417);
  std::vector<BruteGame> games;
  for (int i = 0; i < 40; ++i) games.push_back(make_game<V>(rng));
  std::int64_t matches = 0, matched_games = 0, with_keys = 0;
  const int queries = query_count(4000);
  for (int i = 0; i < queries; ++i) {
    if (i % 4000 == 3999) games[rng() % games.size()] = make_game<V>(rng);
    const BruteGame& subject = games[rng() % games.size()];
    const std::string text = random_query(subject, rng);
    INFO(text);
    const auto query = query::parse(text, V::info.variant);
    if (!query) FAIL(query.error().message << " at " << query.error().offset);
    query::Matcher<V> matcher(*query);
    const query::Plan plan = query::plan(*query);
    with_keys += plan.keys ? 1 : 0;
    const BruteGame& other = games[rng() % games.size()];
    for (const BruteGame* game : {&subject, &other}) {
      const std::string start = game->is_even() ? "" : write_sfen(game->start());
      const std::string handicap = handicap_name(game->start()).value_or("");
      const query::HeaderView header = header_of(*game, start, handicap);
      const std::vector<int> expected = game->matches(*query);
      const std::span<const int> found =
          matcher.find(header, game->is_even() ? nullptr : &game->start(), game->moves());
      REQUIRE(std::vector<int>(found.begin(), found.end()) == expected);
      REQUIRE((expected.empty() || matcher.may_match(header)));
      check_plan<V>(*query, *game, header, expected);
      matches += static_cast<std::int64_t>(expected.size());
      matched_games += expected.empty() ? 0 : 1;
    }
  }
  // The queries must not be so odd that they never hold.
  CHECK(matched_games > queries / 2);
  CHECK(matches > 5 * queries);
  CHECK(with_keys > queries / 80);
}
