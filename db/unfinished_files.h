/// \file
/// Temporary files that must be removed even when the program ends without unwinding.
#pragma once

#include <cstddef>
#include <filesystem>

namespace yari {

/// Registers the file for remove_unfinished_files() while this object exists. Allocates nothing; a
/// name beyond 1,000 characters, or a file beyond the sixteenth at a time, is not registered. May
/// be used by any thread.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::filesystem::path& name) noexcept;
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  std::size_t place_;
};

/// Removes the files that are registered, for a program that ends now.
void remove_unfinished_files() noexcept;

}  // namespace yari
