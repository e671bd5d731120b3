// JSON Kifu Format, lenient and strict.
#include "fuzz/fuzz.h"
#include "fuzz/reading.h"

namespace yari::fuzz::jkf_fuzz {

void check(std::string_view input) { check_record({"jkf"}, input); }

std::vector<std::string> seeds() { return record_seeds({"jkf"}); }

const Target target("jkf", check, seeds, reshape_text);

}  // namespace yari::fuzz::jkf_fuzz
