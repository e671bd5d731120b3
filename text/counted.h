/// \file
/// Numbers as people write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace yari {

/// "1 game", "3 games", "12,345 games".
std::string counted(std::uint64_t n, std::string_view singular, std::string_view plural);
/// The same where the plural is made with an s.
std::string counted(std::uint64_t n, std::string_view singular);
/// "12,345".
std::string grouped(std::uint64_t n);

}  // namespace yari
