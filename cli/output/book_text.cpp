#include "cli/output/book_text.h"

#include "analysis/book/book_score.h"
#include "cli/output/line_text.h"

namespace yari::cli {

std::string book_score_text(const std::optional<int>& number, Variant v) {
  return number ? score_text(read_book_score(*number), v) : "none";
}

std::string book_value(const std::optional<std::uint64_t>& value) {
  return value ? std::to_string(*value) : "none";
}

}  // namespace yari::cli
