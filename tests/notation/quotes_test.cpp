// What messages quote is valid UTF-8.
#include "notation/encoding/encoding.h"
#include "notation/format.h"
#include "tests/support/catch.h"
#include "text/text.h"

namespace yari {

TEST_CASE("a quotation that was cut inside a character is valid UTF-8") {
  const std::string word = "先手";
  CHECK(in_quotes(word) == "'先手'");
  for (std::size_t cut = 1; cut < word.size(); ++cut) {
    CHECK(is_valid_utf8(in_quotes(word.substr(cut))));
    CHECK(is_valid_utf8(in_quotes(word.substr(0, cut))));
  }
}

TEST_CASE("a message about broken JSON does not cut the characters it shows") {
  const std::string text = "\u008c\u008b\u009e\u008d\u008b\u008f\u0090s mo\u201aves 7\u00e77f";
  const ReadResult result = format_named("jkf")->read(text, {});
  REQUIRE_FALSE(result.game);
  REQUIRE_FALSE(result.diagnostics.empty());
  CHECK(is_valid_utf8(result.diagnostics.front().message));
}

}  // namespace yari
