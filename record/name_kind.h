/// \file
/// What a name in a record names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace yari {

enum class NameKind : std::uint8_t { player, event, site };

constexpr std::string_view name(NameKind kind) {
  constexpr std::string_view names[] = {"player", "event", "site"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace yari
