#include "cli/output/book_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "rules/sfen.h"

namespace yari::cli {

std::string book_value(const std::optional<int>& value, bool sign) {
  if (!value) return "none";
  return sign ? fmt::format("{:+}", *value) : std::to_string(*value);
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
