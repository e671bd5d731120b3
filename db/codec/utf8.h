/// \file
/// Text read back from a file that anybody may have written.
#pragma once

#include <string>
#include <string_view>

namespace yari {

/// The text, each byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string to_valid_utf8(std::string_view text);

}  // namespace yari
