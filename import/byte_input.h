/// \file
/// Bytes of files, standard input and compressed archives, behind one way of reading.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "import/unpacker.h"
#include "text/result.h"

struct archive;
struct archive_entry;

namespace yari {

/// An open file as a row of members: one for a plain or compressed file, many for zip, tar and 7z.
///
/// gzip, xz, zstd and bzip2 are unpacked on the way, recognised by their first bytes and not by
/// names. No other program is started.
class ByteInput {
 public:
  /// Opens `path`, or standard input for "-". Fails when there is no such file, or no right to it.
  ///
  /// Where `stop`, which may be null, becomes true, this and all reading fails soon, also while a
  /// pipe is silent or has no writer yet. Requires: it outlives the input.
  static Result<std::unique_ptr<ByteInput>> open(const std::string& path,
                                                 const std::atomic<bool>* stop = nullptr);
  ~ByteInput();
  ByteInput(const ByteInput&) = delete;
  ByteInput& operator=(const ByteInput&) = delete;

  /// Goes to the next member that is a file and returns its name, empty for a plain file; no value
  /// after the last. Fails when the archive is damaged: then there is no going on.
  Result<std::optional<std::string>> next_member();
  /// Fills `buffer` from the present member as far as it goes and returns how many bytes there
  /// were; 0 at the member's end only. Fails when the file cannot be read on.
  Result<std::size_t> read(char* buffer, std::size_t size);
  /// Bytes taken from the file itself (not unpacked).
  std::uint64_t position() const { return position_; }

 private:
  ByteInput(int file, const std::atomic<bool>* stop) : file_(file), stop_(stop) {}
  Result<void> open_archive();
  int next_header(archive_entry*& entry);
  Result<void> next_block();
  Result<std::size_t> read_file(char* buffer, std::size_t size);
  Result<void> wait() const;
  Result<std::size_t> read_descriptor(char* buffer, std::size_t size);
  static std::ptrdiff_t feed(archive* a, void* self, const void** buffer);
  tl::unexpected<Error> archive_fault() const;

  int file_;
  const std::atomic<bool>* stop_;
  /// Nobody knows when more will come.
  bool may_wait_ = false;
  archive* archive_ = nullptr;
  /// What libarchive has unpacked and nobody has taken yet.
  std::string_view block_;
  bool given_ = false;
  std::uint64_t position_ = 0;
  /// What was read to see what the file is, and how much of it was handed on.
  std::string head_;
  std::size_t head_used_ = 0;
  /// Where the file is packed, or is a tar archive or a pipe; null otherwise.
  std::unique_ptr<Unpacker> unpacker_;
  /// Bytes that libarchive has taken to know the next member, while it does that.
  std::size_t described_ = 0;
  bool at_header_ = false;
  bool has_header_ = false;
};

}  // namespace yari
