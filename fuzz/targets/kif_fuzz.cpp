// KIF and KI2 records, lenient and strict.
#include "fuzz/fuzz.h"
#include "fuzz/reading.h"

namespace yari::fuzz::kif_fuzz {

void check(std::string_view input) { check_record({"kif", "ki2"}, input); }

std::vector<std::string> seeds() { return record_seeds({"kif", "ki2"}); }

const Target target("kif", check, seeds, reshape_text);

}  // namespace yari::fuzz::kif_fuzz
