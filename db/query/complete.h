/// \file
/// How an unfinished query may go on.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/query/query.h"
#include "record/name_kind.h"

namespace yari::query {

struct Completion {
  /// The byte at which what has been begun stands: a word, or a name after its quote.
  std::size_t from = 0;
  /// A name is expected here.
  std::optional<NameKind> name;
  /// Words of the language that begin like this and that the parser takes here, in a fixed order.
  /// Those with a blank are in quotes.
  std::vector<std::string> words;
};

/// What may stand at the end of `text`, where somebody is typing. Nothing in comments, in quotes
/// other than those of names, and after more than 4096 bytes.
Completion complete(std::string_view text, Variant by_default,
                    HandicapReader handicaps = read_handicap, std::span<const Condition> rows = {});

/// All words that can be offered.
std::vector<std::string> vocabulary(std::span<const Condition> rows = {});

}  // namespace yari::query
