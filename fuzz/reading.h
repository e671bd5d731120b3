/// \file
/// What the targets of the readers share: the property, seeds short enough to be tried often, and
/// changes to a record that a byte at a time would hardly make.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "notation/format.h"

namespace yari::fuzz {

/// Reads `text`, which need not be UTF-8: a game of legal moves or an error, and every finding
/// inside the record.
void check_reading(const Format& format, bool strict, std::string_view text);

/// Short games of both variants in each of the formats, after a byte: twice the format's place in
/// the list, and one more for strict reading.
std::vector<std::string> record_seeds(std::initializer_list<std::string_view> formats);

/// check_reading with the format and strictness that the first byte names, as in record_seeds.
void check_record(std::initializer_list<std::string_view> formats, std::string_view input);

/// The lines between "```query" and "```" of docs/query.md, without what stands after `#`.
std::vector<std::string> query_examples();

/// Target::reshape for texts, by tokens, lines or brackets: a token dropped, doubled, exchanged
/// with another or with one of `other`; a line dropped, doubled or moved; a part put between
/// brackets.
void reshape_text(std::string& input, std::string_view other, std::uint64_t seed);

}  // namespace yari::fuzz
