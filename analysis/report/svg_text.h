/// \file
/// Markup that is written piece by piece, and text of strangers inside it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace yari {

/// `text` to stand in XML or HTML, between tags or inside a quoted attribute.
///
/// Characters that XML forbids, and bytes that are no UTF-8, become U+FFFD.
std::string escape_markup(std::string_view text);

/// The base of what draws.
class Markup {
 protected:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    // Not format_to: g++ would compile all of fmt's insides with it.
    out_ += fmt::format(format, std::forward<Args>(args)...);
  }

  std::string out_;
};

}  // namespace yari
