// The 27-point rule of Shogi, condition by condition.
#include "rules/declaration.h"

#include "rules/sfen.h"
#include "tests/support/catch.h"

namespace yari::test {
namespace {

bool may_declare(const char* sfen) {
  return may_declare_win(Position<Shogi>::from(read_sfen(sfen, Variant::shogi).value()).value());
}

}  // namespace

TEST_CASE("a win may be declared with 28 points as Black, 27 as White, and ten pieces inside") {
  struct Case {
    const char* sfen;
    bool holds;
    const char* why;
  };
  const Case c = GENERATE(values<Case>({
      {"4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b 2P 1", true, "28 points"},
      {"4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b P 1", false, "27 points"},
      {"4K4/RRBB+P+P+P+P+P/9/+P8/8k/9/9/9/9 b 3P 1", false, "nine pieces inside"},
      {"9/RRBB+P+P+P+P+P/+P8/4K4/8k/9/9/9/9 b 2P 1", false, "the king is outside"},
      {"4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 w 2P 1", false, "White is to move"},
      {"3gK4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b 2P 1", false, "in check"},
      {"9/9/9/9/K8/9/8+p/+p+p+p+p+pbbrr/4k4 w p 1", true, "27 points as White"},
      {"9/9/9/9/K8/9/8+p/+p+p+p+p+pbbrr/4k4 w - 1", false, "26 points as White"},
  }));
  CAPTURE(c.why);
  CHECK(may_declare(c.sfen) == c.holds);
}

TEST_CASE("Yari Shogi knows no declaration") {
  CHECK_FALSE(may_declare_win(Position<YariShogi>::start()));
}

}  // namespace yari::test
