/// \file
/// The conditions of a query on headers, asked of one game.
#pragma once

#include "db/query/matcher.h"

namespace yari::query {

/// The words of a text: what stands between blanks and punctuation.
std::vector<std::string_view> words_in(std::string_view text);

bool holds(const HeaderTest& test, const HeaderView& header);

}  // namespace yari::query
