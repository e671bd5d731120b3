/// \file
/// What happens where there is no memory left.
#pragma once

namespace yari::cli {

/// From now on there is a reserve (platform/memory.h), so that what is unwound finds some.
/// Where memory is refused and nothing may be thrown, the program ends as it does elsewhere: with a
/// sentence and exit code 2, and without leaving a file behind that it was writing.
void prepare_for_no_memory();

/// Writes the sentence. Needs no memory.
void say_no_memory() noexcept;

}  // namespace yari::cli
