/// \file
/// What moves are noted for by annotation: the words of the query language and of the database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yari {

/// What a move, or the position it was played in, is noted for. On disk: never change.
enum class JudgedKind : std::uint8_t {
  inaccuracy = 1,
  mistake,
  blunder,
  missed_mate,
  allowed_mate,
  only_move,
  brilliant,
  turned,    ///< with this move the game turned for good
  lost_win,  ///< the last place where a player who did not win was nearly certain to
};
inline constexpr int judged_kind_count = 9;

/// "blunder", "missed-mate".
std::string_view name(JudgedKind kind);
std::vector<std::string> judged_kinds();
std::optional<JudgedKind> judged_kind_named(std::string_view text);

}  // namespace yari
