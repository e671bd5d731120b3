/// \file
/// The language that a client wants to read: Accept-Language.
#pragma once

#include <httplib.h>

#include <string_view>

#include "notation/finding.h"

namespace yari::web {

/// Of those that there are, the one that `accepted` prefers: "ja,en-US;q=0.9,en;q=0.8". English
/// where it names none.
Language preferred_language(std::string_view accepted);
Language language_of(const httplib::Request& request);

}  // namespace yari::web
