// What is learnt about the evaluation holds for positions alike, and stays within bounds.
#include "analysis/engine/correction.h"

#include <memory>

#include "rules/sfen.h"
#include "tests/support/catch.h"

namespace yari {
namespace {

template <class V>
Position<V> after(const Position<V>& p, const char* move) {
  Position<V> next = p;
  next.play(*read_usi_move(move, V::info.variant));
  return next;
}

}  // namespace

TEMPLATE_TEST_CASE("corrections go the way of the error, and no further than the tables reach", "",
                   YariShogi, Shogi) {
  using Corrections = CorrectionHistory<TestType>;
  const auto history = std::make_unique<Corrections>();
  history->clear();
  const Position<TestType> p = Position<TestType>::start();
  const auto keys = Corrections::keys_of(p, 7, 9);
  CHECK(history->of(Color::black, keys) == 0);
  history->learn(Color::black, keys, 100, 8);
  const int once = history->of(Color::black, keys);
  CHECK(once > 0);
  CHECK(once < 100);
  CHECK(history->of(Color::white, keys) == 0);
  for (int i = 0; i < 1000; ++i) history->learn(Color::black, keys, 30'000, 100);
  const int most = history->of(Color::black, keys);
  CHECK(most > once);
  CHECK(most < 300);
  for (int i = 0; i < 1000; ++i) history->learn(Color::black, keys, -30'000, 100);
  CHECK(history->of(Color::black, keys) == -most);
  history->clear();
  CHECK(history->of(Color::black, keys) == 0);
}

TEMPLATE_TEST_CASE("positions share the tables of what they have in common", "", YariShogi, Shogi) {
  using Corrections = CorrectionHistory<TestType>;
  const Position<TestType> start = Position<TestType>::start();
  const auto keys = Corrections::keys_of(start, 1, 2);
  CHECK(Corrections::keys_of(start, 1, 2) == keys);
  CHECK(Corrections::keys_of(start, 2, 1)[3] != keys[3]);
  // Both sides have moved a pawn.
  const auto pushed = Corrections::keys_of(after(after(start, "7g7f"), "3c3d"), 1, 2);
  CHECK(pushed[0] != keys[0]);
  CHECK(pushed[1] == keys[1]);
  CHECK(pushed[2] == keys[2]);
  CHECK(pushed[3] == keys[3]);
  // The same pawns of the two sides exchanged are another structure.
  CHECK(Corrections::keys_of(after(start, "7g7f"), 1, 2)[0] != pushed[0]);
}

}  // namespace yari
