/// \file
/// What a book says of a move, for people and for programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/book/book.h"
#include "answers/json.h"

namespace yari::cli {

/// As `score_text`, "none".
std::string book_score_text(const std::optional<int>& number, Variant v);
/// "120", "none".
std::string book_value(const std::optional<std::uint64_t>& value);

/// `ponder, score, depth, count`; null is what the book does not say.
Json book_json(const BookMove& move, Variant v);

}  // namespace yari::cli
