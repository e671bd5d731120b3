/// \file
/// The members of an archive, one after the other: zip, tar and 7z, packed or not, by libarchive.
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

/// Whether a file that begins so is packed, or an archive: gzip, xz, zstd, bzip2, zip, tar or 7z.
/// Half a KiB is enough to know.
bool looks_packed(std::string_view head);

/// No other program is started. Every way of opening fails where the bytes are no archive.
class ArchiveReader {
 public:
  using Read = Unpacker::Read;

  /// Reads what `read` gives, which cannot be a 7z archive: its list stands at the end. `stop`,
  /// which may be null, ends all reading.
  static Result<std::unique_ptr<ArchiveReader>> over(Read read, const std::atomic<bool>* stop);
  /// Reads a zip or 7z archive from the beginning of a file that can be read at any place.
  static Result<std::unique_ptr<ArchiveReader>> of_file(int file, bool seven_zip,
                                                        const std::atomic<bool>* stop);
  ~ArchiveReader();
  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;

  /// As ByteInput::next_member(): the name is empty where one file was packed without a name.
  /// Fails, too, where something is wrong behind the last member.
  Result<std::optional<std::string>> next_member();
  /// As ByteInput::read().
  Result<std::size_t> read(char* buffer, std::size_t size);
  /// Bytes of the file that were taken; no value where a Read gives them.
  std::optional<std::uint64_t> position() const;

 private:
  explicit ArchiveReader(const std::atomic<bool>* stop);
  int next_header(archive_entry*& entry);
  Result<void> next_block();
  Result<std::string_view> unpacked();
  bool is_over(int status) const;
  bool is_tar() const;
  bool is_raw() const;
  Result<void> read_rest();
  Result<void> compare_members() const;
  void note_taken(std::string_view block);
  static std::ptrdiff_t feed(archive* a, void* self, const void** buffer);
  tl::unexpected<Error> fault() const;

  const std::atomic<bool>* stop_;
  archive* archive_;
  bool is_zip_ = false;
  std::uint64_t members_ = 0;
  /// The last bytes of a zip archive that came so far.
  std::string tail_;
  /// What libarchive has unpacked and nobody has taken yet.
  std::string_view block_;
  /// The block that is handed on, and the one behind it.
  std::string present_;
  std::string behind_;
  bool has_begun_ = false;
  std::uint64_t position_ = 0;
  /// The one that was found last, of any kind.
  std::string member_;
  /// Why the present member cannot be read on.
  std::optional<Error> fault_;
  /// Null where a whole file is read.
  std::unique_ptr<Unpacker> unpacker_;
  /// Why nothing more comes from it; for libarchive that is the end.
  std::optional<Error> unpacker_fault_;
  /// Bytes that came from the unpacker, or those of the whole file; and those up to the last that
  /// is not zero.
  std::uint64_t taken_ = 0;
  std::uint64_t end_of_bytes_ = 0;
  /// Bytes that libarchive has taken to know the next member, while it does that.
  std::size_t described_ = 0;
  bool at_header_ = false;
  bool has_header_ = false;
};

}  // namespace yari
