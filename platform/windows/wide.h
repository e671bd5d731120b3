/// \file
/// Text as Windows wants it, UTF-16, from the program's own UTF-8, and back. For platform/ alone.
#pragma once

#include <string>
#include <string_view>

namespace yari::platform {

/// What is not UTF-8 becomes U+FFFD.
std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

/// What GetLastError() said, as `errno` has it.
int last_error() noexcept;

}  // namespace yari::platform
