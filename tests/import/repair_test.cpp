// What is written anew, and what stays as it was.
#include "import/repair.h"

#include "tests/support/catch.h"

namespace yari::test {

namespace {

Repair repair_of(const char* format, const std::string& text) {
  Record record;
  record.format = format_named(format);
  record.text = text;
  record.file = std::make_shared<const std::string>("a");
  return repair(read_record(std::move(record), {}), {});
}

const std::string kif_moves = "手合割：平手\n   1 ７六歩(77)\n   2 ８四歩(83)\n";

}  // namespace

TEST_CASE("a record without findings stays as it was") {
  const Repair made = repair_of("kif", kif_moves);
  CHECK_FALSE(made.text);
  CHECK(made.why_not.empty());
}

TEST_CASE("a repaired record reads strictly as the same game") {
  for (const auto& [format, text] :
       {std::pair("kif", kif_moves + "   9 ２六歩(27)\n"),
        std::pair("kif", kif_moves + "   3 感想戦\n"), std::pair("kif", "妙な行\n" + kif_moves),
        std::pair("hodges", std::string("1. p-7f P-3d (2. hello) 2.Px2f [")),
        std::pair("csa", std::string("V2.2\nPI\n+\n+7776FU\nhello\n-3334FU\n")),
        std::pair("usi", std::string("startpos 7g7f 3c3d\n"))}) {
    CAPTURE(format, text);
    const Repair made = repair_of(format, text);
    CAPTURE(made.why_not);
    REQUIRE(made.text);
    const Repair again = repair_of(format, *made.text);
    CHECK(again.why_not.empty());
    CHECK(again.text.value_or(*made.text) == *made.text);
  }
}

TEST_CASE("what was cut or refused, or what its format cannot hold, is not repaired") {
  CHECK(repair_of("kif", kif_moves + "   3 ５五歩(27)\n").why_not ==
        "a part of it could not be read");
  CHECK(repair_of("kif", "後手の持駒：王\n" + kif_moves).why_not == "no game could be read");
  const Repair lost = repair_of("usi", "startpos moves 7g7f 3c3d a remark\n");
  CHECK_FALSE(lost.text);
  CHECK_FALSE(lost.why_not.empty());
}

}  // namespace yari::test
