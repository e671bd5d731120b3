/// \file
/// Text of strangers inside markup.
#pragma once

#include <string>
#include <string_view>

namespace yari {

/// `text` to stand in XML or HTML, between tags or inside a quoted attribute.
///
/// Characters that XML forbids, and bytes that are no UTF-8, become U+FFFD.
std::string escape_markup(std::string_view text);

}  // namespace yari
