// Handicaps by name, piece and square, in both games.
#include "rules/handicap.h"

#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari {
namespace {

std::string sfen(std::string_view text, Variant v) {
  const Result<Setup> setup = read_handicap(text, v);
  INFO(text);
  REQUIRE(setup.has_value());
  return write_sfen(*setup);
}

TEST_CASE("Yari handicaps are named by piece or square, from White's left") {
  const std::string left_rook = "rnnkbb1/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1";
  for (const char* text : {"YR", "yr1a", "1a", "R", "yari rook"})
    CHECK(sfen(text, Variant::yari) == left_rook);
  CHECK(sfen("YR+YN", Variant::yari) == "rn1kbb1/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1");
  CHECK(sfen("7a 1a", Variant::yari) == "1nnkbb1/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1");
  CHECK(sfen("YR+YR", Variant::yari) == sfen("7a,1a", Variant::yari));
  CHECK(sfen("YR\tYR", Variant::yari) == sfen("7a,1a", Variant::yari));
  for (const char* text : {"even", "none", "NO"}) {
    CHECK(sfen(text, Variant::yari) == YariShogi::info.start);
    CHECK(sfen(text, Variant::shogi) == Shogi::info.start);
  }
}

TEST_CASE("Shogi handicaps go by English names and short ones") {
  CHECK(sfen("Rook", Variant::shogi) ==
        "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
  for (const char* text : {"2 pieces", "2P", "Rook and bishop", "8b 2b", "B+R"}) {
    CHECK(sfen(text, Variant::shogi) == sfen("Two pieces", Variant::shogi));
  }
}

TEST_CASE("every handicap of the list is read back from its names and its position") {
  for (const NamedHandicap& handicap : shogi_handicaps()) {
    const Setup setup = *read_handicap(handicap.name, Variant::shogi);
    CHECK(handicap_name(setup) == std::string(handicap.name));
    CHECK(faults_of(setup).empty());
    for (const std::string_view alias : handicap.aliases) {
      if (!alias.empty()) CHECK(*read_handicap(alias, Variant::shogi) == setup);
    }
  }
}

TEST_CASE("any set of White's pieces in Yari Shogi has a name that is read back") {
  const std::vector<int> squares{0, 9, 18, 36, 45, 54, 2, 11, 20};  // 1a 2a 3a 5a 6a 7a 1c 2c 3c
  for (unsigned set = 1; set < 1u << squares.size(); ++set) {
    std::vector<Square> removed;
    for (std::size_t i = 0; i < squares.size(); ++i) {
      if (set >> i & 1) removed.emplace_back(squares[i]);
    }
    const Setup setup = handicap_setup(Variant::yari, removed);
    const auto name = handicap_name(setup);
    REQUIRE(name.has_value());
    CHECK(*read_handicap(*name, Variant::yari) == setup);
  }
}

TEST_CASE("what is no handicap is refused, with its place") {
  for (const auto& [text, offset] : std::vector<std::pair<std::string, std::size_t>>{
           {"", 0}, {"queen", 0}, {"YR1c", 0}, {"4a", 0}, {"YR+YR+YR", 6}, {"5e", 0}, {"1i", 0}}) {
    INFO(text);
    const Result<Setup> setup = read_handicap(text, Variant::yari);
    REQUIRE_FALSE(setup.has_value());
    CHECK(setup.error().offset == offset);
  }
  CHECK_FALSE(read_handicap("", Variant::shogi).has_value());
}

TEST_CASE("other positions are no handicaps") {
  CHECK(handicap_name(start_setup(Variant::yari)) == std::nullopt);
  CHECK(handicap_squares(start_setup(Variant::yari))->empty());
  Setup moved = start_setup(Variant::yari);
  moved.side_to_move = Color::white;
  CHECK(handicap_squares(moved) == std::nullopt);
  Setup held = start_setup(Variant::yari);
  held.hands[Color::black].add(pawn);
  CHECK(handicap_squares(held) == std::nullopt);
}

}  // namespace
}  // namespace yari
