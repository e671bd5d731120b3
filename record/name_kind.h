/// \file
/// What a name in a record names.
#pragma once

namespace yari {

enum class NameKind { player, event, site };

}  // namespace yari
