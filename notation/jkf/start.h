/// \file
/// What stands around the moves of a JKF object: values by name, headers, the start position.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/text.h"
#include "rules/game.h"

namespace yari {

using Json = nlohmann::ordered_json;

/// Null when `object` is none or has no such member.
const Json* member(const Json& object, const char* name);
/// Empty when it is no string.
std::string text_of(const Json* value);
/// A number from 0 to 100 million, or -1.
int int_of(const Json* value);
/// {"x": 7, "y": 6}
std::optional<Square> square_of(const Json* value, int files);

struct JkfHeader {
  Variant variant = Variant::shogi;
  std::vector<Tag> tags;
  /// As 手合割 names it.
  std::string handicap;
};

/// Shogi, where the header does not say otherwise.
JkfHeader read_jkf_header(const Json& root, std::string_view text, Findings& findings);
/// The start that "initial" states, or the header's handicap; no value: it was no start, which is
/// told. `text` is what `root` was read from.
std::optional<Setup> read_jkf_start(const Json& root, const JkfHeader& header,
                                    std::string_view text, Findings& findings);
/// Where "initial" stands, for findings about the start.
std::size_t place_of_start(std::string_view text);

}  // namespace yari
