/// \file
/// Memory for tens of megabytes, in few large pages where the system has them.
#pragma once

#include <cstddef>
#include <vector>

namespace yari {

/// Asks the system to fill `bytes` from `begin` on with large pages. Each page of 4 KiB that is
/// touched for the first time costs a microsecond or two. Does nothing where that is impossible.
void prefer_large_pages(void* begin, std::size_t bytes);

/// Makes room for `size` elements as `reserve` does.
template <class T>
void reserve_large(std::vector<T>& to, std::size_t size) {
  if (size <= to.capacity()) return;
  std::vector<T> roomy;
  roomy.reserve(size);
  prefer_large_pages(roomy.data(), roomy.capacity() * sizeof(T));
  roomy.insert(roomy.end(), to.begin(), to.end());
  to.swap(roomy);
}

}  // namespace yari
