// Everything a game can hold goes through canonical Hodges and PSN without loss.
#include "tests/notation/random_record.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

void check_round_trip(const Game& game, const Format& format) {
  const WriteResult written = format.write(game, {});
  CAPTURE(written.text);
  REQUIRE(written.losses.empty());
  REQUIRE(format.record_length(written.text, true) == written.text.size());
  const ReadResult read = format.read(written.text, strictly());
  CAPTURE(messages(read));
  REQUIRE(read.game);
  CHECK(read.game->tags == game.tags);
  CHECK(read.game->start == game.start);
  CHECK(read.game->moves == game.moves);
  CHECK(read.game->unread == game.unread);
  REQUIRE(*read.game == game);
  REQUIRE(format.write(*read.game, {}).text == written.text);
}

}  // namespace

TEMPLATE_TEST_CASE("a game with everything in it comes back from Hodges and PSN", "", YariShogi,
                   Shogi) {
  Rng rng(2);
  for (int i = round_trips(1500); i-- > 0;) {
    RandomRecord<TestType> random(rng);
    const Game game = random.game();
    check_round_trip(game, *format_named("hodges"));
    check_round_trip(game, *format_named("psn"));
  }
}

TEMPLATE_TEST_CASE("records that follow one another are cut where they were joined", "", YariShogi,
                   Shogi) {
  Rng rng(3);
  const Format& format = *format_named("hodges");
  for (int i = 0; i < 100; ++i) {
    RandomRecord<TestType> random(rng);
    std::vector<std::string> texts;
    std::string all;
    for (int n = 0; n < 4; ++n) all += texts.emplace_back(format.write(random.game(), {}).text);
    CAPTURE(all);
    const auto records = records_of(all, format);
    REQUIRE(records.size() == texts.size());
    for (std::size_t n = 0; n < texts.size(); ++n) CHECK(records[n] == texts[n]);
  }
}

TEST_CASE("tags of other formats, and repeated ones, never become fields of the game") {
  const Format& hodges = *format_named("hodges");
  const ReadResult csa = format_named("csa")->read("$HANDICAP:Rook\n$SFEN:x\nPI\n+\n+7776FU\n", {});
  REQUIRE(csa.game);
  const std::string text = hodges.write(*csa.game, {}).text;
  CHECK(text.find("[HANDICAP_ \"Rook\"]\n[SFEN_ \"x\"]\n") != std::string::npos);
  const ReadResult back = hodges.read(text, strictly());
  REQUIRE(back.game);
  CHECK(back.game->start == csa.game->start);
  const ReadResult twice =
      hodges.read("[Variant \"Shogi\"]\n[Handicap \"?\"]\n[Handicap \"Rook\"]\n\n1. P-7f *\n", {});
  REQUIRE(twice.game);
  CHECK(twice.game->tags.empty());
  const ReadResult results =
      hodges.read("[Variant \"Shogi\"]\n[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. P-7f\n", {});
  REQUIRE(results.game);
  const ReadResult again = hodges.read(hodges.write(*results.game, {}).text, {});
  REQUIRE(again.game);
  CHECK(again.game->result == GameResult::black_wins);
  CHECK(messages(twice).find("3:1: a second tag says where the game starts") != std::string::npos);
}

TEST_CASE("what could not be read is written and read again") {
  const Format& hodges = *format_named("hodges");
  const ReadResult read = hodges.read("1. P-7f P-3d 2. YB-9z {what } a} x~y [ 1-0", {});
  REQUIRE(read.game);
  REQUIRE(read.game->was_cut());
  const std::string text = hodges.write(*read.game, {}).text;
  const ReadResult again = hodges.read(text, {});
  REQUIRE(again.game);
  CHECK(again.game->unread == read.game->unread);
  CHECK(*again.game == *read.game);
  CHECK(hodges.write(*again.game, {}).text == text);
}

TEST_CASE("canonical Hodges is as the format's page says") {
  Game game = *format_named("hodges")
                   ->read("1. P-7f P-3d 2. P-2f YB3a-3b (2... YB2a-3b {slow} 3. P-2e) 3. G-4h!", {})
                   .game;
  game.set_tag(tags::black, "A");
  game.result = GameResult::black_wins;
  game.ending = Ending::resignation;
  CHECK(format_named("hodges")->write(game, {}).text ==
        "[Variant \"Yari Shogi\"]\n"
        "[Black \"A\"]\n"
        "[Result \"1-0\"]\n"
        "[Termination \"resignation\"]\n"
        "\n"
        "1. P-7f P-3d 2. P-2f YB3a-3b (2. ... YB2a-3b {slow} 3. P-2e) 3. G-4h! 1-0\n"
        "\n");
}

}  // namespace yari::test
