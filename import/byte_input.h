/// \file
/// Bytes of files, standard input and compressed archives, behind one way of reading.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "import/archive_reader.h"
#include "text/result.h"

namespace yari {

/// An open file as a row of members: one for a plain or compressed file, many for zip, tar and 7z.
///
/// gzip, xz, zstd and bzip2 are unpacked on the way, recognised by their first bytes and not by
/// names. A member of an archive that is packed itself, or a zip or tar archive, is opened, too;
/// its members are then called "outer:inner". What is packed inside that is left as it is. No other
/// program is started.
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
  std::uint64_t position() const;

 private:
  ByteInput(int file, const std::atomic<bool>* stop) : file_(file), stop_(stop) {}
  Result<void> open_archive();
  std::optional<std::string> next_inner_member();
  void open_inner();
  Result<std::size_t> read_member(char* buffer, std::size_t size);
  Result<std::size_t> read_file(char* buffer, std::size_t size);
  Result<void> wait() const;
  Result<std::size_t> read_descriptor(char* buffer, std::size_t size);

  int file_;
  const std::atomic<bool>* stop_;
  /// Nobody knows when more will come.
  bool may_wait_ = false;
  bool given_ = false;
  std::uint64_t position_ = 0;
  /// What was read to see what follows, and how much of it was handed on.
  struct Head {
    std::string bytes;
    std::size_t used = 0;
    /// Why nothing can be read after it.
    std::optional<Result<std::size_t>> fault = {};

    /// Fills `buffer` with the rest of the head and what `more` reads after it.
    template <class More>
    Result<std::size_t> read(char* buffer, std::size_t size, More more);
  };
  Head head_;
  /// Null for a plain file.
  std::unique_ptr<ArchiveReader> archive_;
  /// The present member of `archive_`.
  std::string member_;
  Head member_head_;
  /// Where that is packed. It reads from `archive_`.
  std::unique_ptr<ArchiveReader> inner_;
  bool inner_failed_ = false;
  /// Why the present member cannot be read.
  std::optional<Error> fault_;
};

}  // namespace yari
