/// \file
/// Which pager long results go through.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platform/pager.h"

namespace yari::cli {

/// The words that start the pager: of $YARI_PAGER, else $PAGER, else less. Empty where it is cat or
/// nothing. A value with characters that mean something to a shell is given to /bin/sh.
std::vector<std::string> pager_words();

/// Starts it, with what less should do when the user has not said it.
std::unique_ptr<platform::Pager> start_pager();

}  // namespace yari::cli
