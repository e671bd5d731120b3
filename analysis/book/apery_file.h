/// \file
/// Look-ups in the book of Apery.
#pragma once

#include <memory>

#include "analysis/book/book_file.h"

namespace yari {

/// Takes over the file descriptor. Fails where the file has no whole records.
Result<std::shared_ptr<const BookFile>> open_apery_file(int file, std::uint64_t size);

}  // namespace yari
