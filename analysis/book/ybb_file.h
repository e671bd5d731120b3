/// \file
/// Look-ups in YaneuraOu's binary book.
#pragma once

#include <memory>

#include "analysis/book/book_file.h"

namespace yari {

/// Takes over the file descriptor. Fails where the file begins no .ybb book.
Result<std::shared_ptr<const BookFile>> open_ybb_file(int file, std::uint64_t size);

}  // namespace yari
