// Hodges records, long and short, lenient and strict.
#include "fuzz/fuzz.h"
#include "fuzz/reading.h"

namespace yari::fuzz {

void check(std::string_view input) { check_record({"hodges"}, input); }

std::vector<std::string> seeds() { return record_seeds({"hodges"}); }

void reshape(std::string& input, std::string_view other, std::uint64_t seed) {
  reshape_text(input, other, seed);
}

}  // namespace yari::fuzz
