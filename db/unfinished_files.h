/// \file
/// Files that are being written under a name that nobody shall see, for a program that ends where
/// it cannot unwind.
#pragma once

#include <cstddef>

namespace yari {

/// Knows the file while it exists. Allocates nothing; a name beyond 1,000 bytes, or a file beyond
/// the sixteenth at a time, is not known. May be used by any thread.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const char* name) noexcept;
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  std::size_t place_;
};

/// Removes the files that are known, for a program that ends now.
void remove_unfinished_files() noexcept;

}  // namespace yari
