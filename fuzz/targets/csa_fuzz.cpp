// CSA records, lenient and strict.
#include "fuzz/fuzz.h"
#include "fuzz/reading.h"

namespace yari::fuzz::csa_fuzz {

void check(std::string_view input) { check_record({"csa"}, input); }

std::vector<std::string> seeds() { return record_seeds({"csa"}); }

const Target target("csa", check, seeds, reshape_text);

}  // namespace yari::fuzz::csa_fuzz
