// Readers hand over the keys of the main line, so that importing need not replay it.
#include "tests/notation/random_record.h"
#include "tests/notation/real_records.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("every reader hands over the keys of the main line of real records") {
  for (const RealRecord& record : real_records()) {
    const ReadResult read = record.format->read(record.text, {});
    CAPTURE(record.name);
    CHECK(read.keys == (read.game ? replayed_keys(*read.game) : std::vector<Key>{}));
  }
}

TEMPLATE_TEST_CASE("the keys are those of the main line beside variations and from other starts",
                   "", YariShogi, Shogi) {
  Rng rng(19);
  for (const Format& format : formats()) {
    if (format.write == nullptr) continue;
    for (int i = 0; i < round_trips(40); ++i) {
      const Game game = RandomRecord<TestType>(rng).game();
      const std::string text = format.write(game, {}).text;
      ReadOptions options;
      options.variant = game.variant;
      const ReadResult read = format.read(text, options);
      if (!read.game) continue;
      CAPTURE(format.name, text);
      CHECK(read.keys == replayed_keys(*read.game));
    }
  }
}

TEST_CASE("a variation that goes on with the main line leaves no keys that are too few") {
  const std::string text =
      "手合割：平手\n"
      "   1 ７六歩(77)\n"
      "   2 ３四歩(33)\n"
      "\n"
      "変化：3手\n"
      "   3 ２六歩(27)\n";
  const ReadResult read = kif().read(text, {});
  REQUIRE(read.game);
  const bool none_or_right = read.keys.empty() || read.keys == replayed_keys(*read.game);
  CHECK(none_or_right);
}

TEST_CASE("a game that damage cuts has the keys up to there") {
  const ReadResult read =
      hodges().read("[Variant \"Shogi\"]\n1. P7g-7f P3c-3d 2. P9i-1a 1-0\n", {});
  REQUIRE(read.game);
  CHECK(read.keys.size() == 3);
  CHECK(read.keys == replayed_keys(*read.game));
  CHECK(hodges().read("1. nothing here", strictly()).keys.empty());
}

}  // namespace yari::test
