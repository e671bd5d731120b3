/// \file
/// Look-ups in YaneuraOu's text book.
#pragma once

#include <memory>

#include "analysis/book/book_file.h"

namespace yari {

/// Takes over the file descriptor. Fails where the file begins no .db book, and where the positions
/// of a small one, which need not be sorted, cannot be read.
Result<std::shared_ptr<const BookFile>> open_db_file(int file, std::uint64_t size);

}  // namespace yari
