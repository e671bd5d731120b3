/// \file
/// The terminal, and the streams that every program begins with.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace yari::platform {

/// The words after the program's name, in UTF-8.
std::vector<std::string> arguments(int count, char** words);

/// From now on the standard streams carry bytes as they are, and what the terminal shows is UTF-8.
void prepare_standard_streams() noexcept;

/// Whether the file is a terminal that obeys escapes (ECMA-48): colours, the cursor.
bool obeys_escapes(int file) noexcept;

/// The columns of the terminal that standard output is; 0 where that is not known.
std::size_t terminal_width() noexcept;

}  // namespace yari::platform
