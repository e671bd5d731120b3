// Short texts that people type: USI moves, handicaps, names of encodings and outcomes.
#include "fuzz/fuzz.h"
#include "notation/encoding/encoding.h"
#include "notation/words/handicap_text.h"
#include "rules/outcome.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari::fuzz::words_fuzz {

void check(std::string_view input) {
  Bytes bytes(input);
  const Variant variant = bytes.next() % 2 == 0 ? Variant::yari : Variant::shogi;
  const std::string_view text = bytes.rest();
  if (const Result<Move> move = read_usi_move(text, variant)) {
    require(read_usi_move(write_usi_move(*move, variant), variant) == *move, "moves read back");
  } else {
    require(move.error().offset <= text.size(), "errors lie in the text");
  }
  if (const Result<Setup> setup = read_handicap_text(text, variant)) {
    const std::optional<std::string> name = handicap_name(*setup);
    require(name || *setup == start_setup(variant), "a handicap has a name");
    require(!name || read_handicap(*name, variant) == *setup, "handicaps read back by name");
  } else {
    require(setup.error().offset <= text.size(), "errors lie in the text");
  }
  encoding_named(text);
  declared_encoding(text);
  ending_named(text);
  result_named(text);
  rule_set_named(text);
  variant_named(text);
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const std::string_view text : {"7g7f", "2b3c+", "P*5e", "even", "fusanbyo", "YR", "YR1a+YN",
                                      "7a 1a", "Rook and left lance", "飛香落ち", "2 pieces",
                                      "rook", "Shift_JIS", "perpetual check", "1/2-1/2"}) {
    all.push_back(std::string(1, '\0') + std::string(text));
    all.push_back('\1' + std::string(text));
  }
  return all;
}

const Target target("words", check, seeds);

}  // namespace yari::fuzz::words_fuzz
