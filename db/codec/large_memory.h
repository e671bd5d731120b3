/// \file
/// Vectors of tens of megabytes, in few large pages where the system has them.
#pragma once

#include <cstddef>
#include <vector>

#include "platform/memory.h"

namespace yari {

/// Makes room for `size` elements as `reserve` does.
template <class T>
void reserve_large(std::vector<T>& to, std::size_t size) {
  if (size <= to.capacity()) return;
  std::vector<T> roomy;
  roomy.reserve(size);
  platform::prefer_large_pages(roomy.data(), roomy.capacity() * sizeof(T));
  roomy.insert(roomy.end(), to.begin(), to.end());
  to.swap(roomy);
}

}  // namespace yari
