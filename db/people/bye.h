/// \file
/// The name of nobody.
#pragma once

#include <string_view>

namespace yari::people {

/// "bye", "BYE", "-bye-": stands in the place of an opponent, and no player is called so.
bool is_bye(std::string_view name);

}  // namespace yari::people
