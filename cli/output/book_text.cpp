#include "cli/output/book_text.h"

#include <nlohmann/json.hpp>

#include "analysis/book/book_score.h"
#include "cli/output/line_text.h"
#include "rules/sfen.h"

namespace yari::cli {

std::string book_score_text(const std::optional<int>& number, Variant v) {
  return number ? score_text(read_book_score(*number), v) : "none";
}

std::string book_value(const std::optional<std::uint64_t>& value) {
  return value ? std::to_string(*value) : "none";
}

Json book_json(const BookMove& move, Variant v) {
  return object(
      {{"ponder", move.ponder ? std::optional(write_usi_move(*move.ponder, v)) : std::nullopt},
       {"score", move.score},
       {"depth", move.depth},
       {"count", move.count}});
}

}  // namespace yari::cli
