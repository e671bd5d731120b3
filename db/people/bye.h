/// \file
/// The name of nobody.
#pragma once

#include <string_view>

namespace yari::people {

/// "bye", "BYE", "-bye-": stands in the place of an opponent, and no player is called so.
bool is_bye(std::string_view name);
/// Whether a game of these two was not played: one of them is nobody.
bool is_bye(std::string_view black, std::string_view white);

}  // namespace yari::people
