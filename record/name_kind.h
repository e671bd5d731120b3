/// \file
/// What a name in a record names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace yari {

enum class NameKind : std::uint8_t { player, event, site };

constexpr std::string_view name(NameKind kind) {
  constexpr std::string_view names[] = {"player", "event", "site"};
  return names[static_cast<std::size_t>(kind)];
}
/// The kind that `name` calls so.
constexpr std::optional<NameKind> name_kind_named(std::string_view word) {
  for (const NameKind kind : {NameKind::player, NameKind::event, NameKind::site})
    if (word == name(kind)) return kind;
  return std::nullopt;
}

}  // namespace yari
