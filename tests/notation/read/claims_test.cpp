// The truth table of how a game ended: what each thing says, alone and against others.
#include "notation/read/claims.h"

#include "tests/support/catch.h"

namespace yari::test {

namespace {

constexpr GameResult black = GameResult::black_wins, white = GameResult::white_wins,
                     draw = GameResult::draw, open = GameResult::unknown;

constexpr std::string_view finding_names[] = {
    "contradicts",     "replaces",          "against tags",    "other ending", "second word",
    "another summary", "read from comment", "board otherwise", "board decides"};

Claim tag(GameResult r, Ending e = Ending::unknown) {
  return {.source = ClaimSource::tag, .said = {r, e}};
}
/// A word like "resigns", of which nothing says who won.
Claim word(Ending e, GameResult r = open, Color side = Color::black) {
  return {.said = {r, e}, .side = side};
}
/// A word like %TORYO.
Claim word_by_turn(Ending e, GameResult r, Color side = Color::black) {
  return {.said = {r, e}, .by_turn = true, .side = side};
}
Claim score(GameResult r) {
  return {.source = ClaimSource::score, .said = {r, Ending::unknown}, .side = Color::black};
}
Claim footer(GameResult r, Ending e = Ending::unknown) {
  return {.source = ClaimSource::footer, .said = {r, e}, .side = Color::black};
}
Claim summary(GameResult r, Ending e) { return {.source = ClaimSource::summary, .said = {r, e}}; }
Claim comment(Ending e, GameResult r = open, bool vague = false) {
  return {.source = ClaimSource::comment, .said = {r, e}, .vague = vague};
}
Claim passed(Claim c) {
  c.passed = true;
  return c;
}

/// "1-0 resignation; contradicts"
std::string settled(const std::vector<Claim>& claims, const EndOfMoves& end) {
  const Settlement s = settle(claims, end);
  std::string out = std::string(name(s.outcome.result)) + ' ' + std::string(name(s.outcome.ending));
  for (const ClaimReport& r : s.reports)
    out += "; " + std::string(finding_names[static_cast<std::size_t>(r.finding)]);
  if (s.took_comment) out += "; comment taken";
  return out;
}

/// It is Black's turn after the last move.
std::string black_to_move(const std::vector<Claim>& claims) {
  return settled(claims, {.side_to_move = Color::black});
}
std::string cut(const std::vector<Claim>& claims) { return settled(claims, {}); }

}  // namespace

TEST_CASE("an ending alone says who won where whose turn it was does") {
  CHECK(black_to_move({}) == "* unknown");
  CHECK(black_to_move({word(Ending::resignation)}) == "0-1 resignation");
  CHECK(black_to_move({word(Ending::declaration)}) == "1-0 declaration");
  CHECK(black_to_move({word(Ending::repetition)}) == "1/2-1/2 repetition");
  CHECK(black_to_move({word(Ending::abandoned)}) == "* abandoned");
  CHECK(black_to_move({tag(open, Ending::resignation)}) == "0-1 resignation");
  CHECK(black_to_move({tag(open, Ending::resignation), score(open)}) == "* resignation");
}

TEST_CASE("after a cut only what does not depend on whose turn it was counts") {
  CHECK(cut({tag(open, Ending::resignation)}) == "* resignation");
  CHECK(cut({tag(open, Ending::repetition)}) == "1/2-1/2 repetition");
  CHECK(cut({Claim{.said = {open, Ending::timeout}}}) == "* timeout");
  CHECK(cut({score(white)}) == "0-1 unknown");
  CHECK(cut({comment(Ending::resignation, black)}) == "* unknown");
}

TEST_CASE("a tag's result stands, and the moves that say another are reported") {
  CHECK(black_to_move({tag(black), score(black)}) == "1-0 unknown");
  CHECK(black_to_move({tag(black), score(open)}) == "1-0 unknown");
  CHECK(black_to_move({tag(black), score(white)}) == "1-0 unknown; against tags");
  CHECK(black_to_move({tag(black), word(Ending::resignation)}) == "1-0 resignation");
  CHECK(black_to_move({tag(black), word_by_turn(Ending::resignation, white)}) ==
        "1-0 resignation; contradicts");
  CHECK(black_to_move({tag(black), tag(white, Ending::timeout)}) == "1-0 timeout; contradicts");
  CHECK(black_to_move({tag(black, Ending::timeout), word(Ending::resignation)}) == "1-0 timeout");
}

TEST_CASE("the first ending counts, and another word says nothing about its result") {
  CHECK(black_to_move({word(Ending::abandoned), word_by_turn(Ending::resignation, white)}) ==
        "* abandoned; second word");
  CHECK(black_to_move({word(Ending::resignation), word(Ending::timeout)}) ==
        "0-1 resignation; second word");
  CHECK(black_to_move({word(Ending::resignation), footer(white, Ending::timeout)}) ==
        "0-1 resignation");
  CHECK(black_to_move({word(Ending::resignation), word(Ending::unknown, black)}) ==
        "0-1 resignation; contradicts");
}

TEST_CASE("a score counts before words, the last of them") {
  CHECK(black_to_move({word(Ending::resignation), score(white)}) == "0-1 resignation");
  CHECK(black_to_move({word(Ending::resignation), score(black)}) == "1-0 resignation; replaces");
  CHECK(black_to_move({score(black), score(draw)}) == "1/2-1/2 unknown; replaces");
}

TEST_CASE("what moves followed counts only where nothing later says anything") {
  CHECK(black_to_move({passed(word(Ending::resignation, black))}) == "1-0 resignation");
  CHECK(black_to_move({passed(word(Ending::resignation, black)), word(Ending::timeout)}) ==
        "0-1 timeout");
  CHECK(black_to_move({passed(word(Ending::resignation, black)), score(black)}) ==
        "1-0 resignation");
  CHECK(black_to_move({passed(score(black)), score(white)}) == "0-1 unknown");
}

TEST_CASE("a bare win in a footer is a resignation when it is the loser's turn") {
  CHECK(black_to_move({footer(white)}) == "0-1 resignation");
  CHECK(black_to_move({footer(black)}) == "1-0 unknown");
  CHECK(black_to_move({footer(white), comment(Ending::timeout)}) == "0-1 timeout");
  CHECK(black_to_move({footer(white), comment(Ending::timeout, black)}) == "0-1 resignation");
  CHECK(black_to_move({word(Ending::timeout), footer(white)}) == "0-1 timeout");
  CHECK(black_to_move({word(Ending::resignation), footer(black)}) ==
        "0-1 resignation; contradicts");
  CHECK(cut({Claim{.source = ClaimSource::footer, .said = {white, Ending::unknown}}}) ==
        "0-1 unknown");
}

TEST_CASE("a comment counts where nothing else says anything, and a vague one is reported") {
  CHECK(black_to_move({comment(Ending::resignation, black)}) == "1-0 resignation; comment taken");
  CHECK(black_to_move({comment(Ending::timeout, open, true)}) ==
        "0-1 timeout; read from comment; comment taken");
  CHECK(black_to_move({score(open), comment(Ending::timeout)}) == "* unknown");
  CHECK(black_to_move({tag(draw), comment(Ending::timeout)}) == "1/2-1/2 unknown");
}

TEST_CASE("a summary says who won where nothing else does, and that a claim was refused") {
  const Ending illegal = Ending::illegal_move;
  CHECK(black_to_move({summary(white, Ending::resignation)}) == "0-1 resignation");
  CHECK(black_to_move({word(Ending::abandoned), summary(black, Ending::abandoned)}) ==
        "1-0 abandoned");
  CHECK(black_to_move({word(Ending::abandoned), summary(black, Ending::resignation)}) ==
        "* abandoned; another summary");
  CHECK(black_to_move({word(Ending::declaration), summary(white, illegal)}) == "0-1 illegal move");
  CHECK(black_to_move({word_by_turn(illegal, white), summary(black, illegal)}) ==
        "1-0 illegal move");
  CHECK(black_to_move({word_by_turn(illegal, white), summary(draw, Ending::impasse)}) ==
        "0-1 illegal move; another summary");
}

TEST_CASE("an illegal move loses for its side, whatever word stands first") {
  const auto after = [](const std::vector<Claim>& claims) {
    return settled(claims, {.side_to_move = Color::black, .illegal_by = Color::black});
  };
  const Claim illegal = word(Ending::illegal_move);
  CHECK(after({illegal}) == "0-1 illegal move");
  CHECK(after({word_by_turn(Ending::illegal_move, black, Color::white)}) == "0-1 illegal move");
  CHECK(after({word(Ending::illegal_move, black)}) == "1-0 illegal move");
  CHECK(after({word(Ending::resignation), illegal}) == "0-1 illegal move; other ending");
  CHECK(after({illegal, score(black)}) == "1-0 illegal move; replaces");
  CHECK(after({tag(black), illegal}) == "1-0 illegal move; contradicts");
  CHECK(after({footer(white), illegal}) == "0-1 illegal move");
}

TEST_CASE("the board gives what nothing else says, and is reported where it says otherwise") {
  const auto mated = [](const std::vector<Claim>& claims) {
    return settled(claims, {.side_to_move = Color::black, .board = Outcome{white, Ending::mate}});
  };
  CHECK(mated({}) == "0-1 mate; board decides");
  CHECK(mated({score(open)}) == "0-1 mate; board decides");
  CHECK(mated({word(Ending::abandoned)}) == "0-1 mate; board decides");
  CHECK(mated({word(Ending::no_mate)}) == "0-1 mate; board decides");
  CHECK(mated({word(Ending::error)}) == "0-1 error; board decides");
  CHECK(mated({score(white)}) == "0-1 mate");
  CHECK(mated({word(Ending::resignation)}) == "0-1 resignation");
  for (const GameResult r : {black, draw})
    CHECK(mated({score(r)}) == std::string(name(r)) + " unknown; board otherwise");
  CHECK(mated({word(Ending::repetition)}) == "1/2-1/2 repetition; board otherwise");
  CHECK(mated({tag(black, Ending::abandoned)}) == "1-0 abandoned; board otherwise");
}

}  // namespace yari::test
