// Hodges records, long and short, lenient and strict.
#include "fuzz/fuzz.h"
#include "fuzz/reading.h"

namespace yari::fuzz::hodges_fuzz {

void check(std::string_view input) { check_record({"hodges"}, input); }

std::vector<std::string> seeds() { return record_seeds({"hodges"}); }

const Target target("hodges", check, seeds, reshape_text);

}  // namespace yari::fuzz::hodges_fuzz
