#include "import/archive_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <utility>

#include "import/seven_zip.h"
#include "notation/encoding/encoding.h"
#include "platform/open_file.h"

namespace yari {
namespace {

/// The record at the end of a zip archive, with the longest comment.
constexpr std::size_t longest_zip_end = 22 + 0xFFFF;
/// It counts no further.
constexpr std::uint64_t most_zip_members = 0xFFFF;

/// What the record at the end of a zip archive says.
struct ZipEnd {
  std::uint64_t members = 0;
  /// Whether nothing but zeros follows the record and its comment.
  bool is_last = false;
  /// Whether something stands before the archive, which its list does not know.
  bool has_something_before = false;
};

/// No value where the last bytes of `size` have no such record.
///
/// Format: APPNOTE.TXT of PKWARE, 4.3.16.
std::optional<ZipEnd> zip_end(std::string_view tail, std::uint64_t size) {
  constexpr std::size_t length = 22;
  constexpr std::size_t length_of_locator = 20;
  const auto number_at = [&](std::size_t place, std::size_t bytes) {
    std::uint64_t n = 0;
    while (bytes-- > 0) n = n * 256 + static_cast<unsigned char>(tail[place + bytes]);
    return n;
  };
  std::size_t at = tail.rfind("PK\x05\x06");
  while (at != std::string_view::npos) {
    if (at + length <= tail.size() && at + length + number_at(at + 20, 2) <= tail.size()) {
      const std::string_view behind = tail.substr(at + length + number_at(at + 20, 2));
      // A larger archive has another record, which says where the list is.
      const bool is_large =
          at >= length_of_locator && tail.substr(at - length_of_locator).starts_with("PK\x06\x07");
      const std::uint64_t end_of_list = number_at(at + 12, 4) + number_at(at + 16, 4);
      return ZipEnd{number_at(at + 10, 2), behind.find_first_not_of('\0') == behind.npos,
                    !is_large && size - tail.size() + at > end_of_list};
    }
    if (at == 0) break;
    at = tail.rfind("PK\x05\x06", at - 1);
  }
  return std::nullopt;
}

/// Where the first block of zeros behind the last member ends, whose last byte is before `used`.
std::uint64_t tar_end(std::uint64_t used) {
  constexpr std::uint64_t block = 512;
  return (used + block - 1) / block * block + block;
}

}  // namespace

bool looks_packed(std::string_view head) {
  using namespace std::string_view_literals;
  constexpr std::array signs{"\x1F\x8B"sv,   "\xFD\x37zXZ\0"sv, "\x28\xB5\x2F\xFD"sv, "BZh"sv,
                             "PK\x03\x04"sv, "PK\x05\x06"sv,    seven_zip_sign};
  const bool tar = head.size() > 262 && head.substr(257, 5) == "ustar";
  return tar || std::any_of(signs.begin(), signs.end(),
                            [&](std::string_view sign) { return head.starts_with(sign); });
}

ArchiveReader::ArchiveReader(const std::atomic<bool>* stop)
    : stop_(stop), archive_(archive_read_new()) {
  if (archive_ == nullptr) throw std::bad_alloc();
}

ArchiveReader::~ArchiveReader() { archive_read_free(archive_); }

Result<std::unique_ptr<ArchiveReader>> ArchiveReader::over(Read read,
                                                           const std::atomic<bool>* stop) {
  std::unique_ptr<ArchiveReader> reader(new ArchiveReader(stop));
  archive* const a = reader->archive_;
  archive_read_support_format_zip(a);
  archive_read_support_format_tar(a);
  archive_read_support_format_raw(a);
  reader->unpacker_ = std::make_unique<Unpacker>(std::move(read));
  if (archive_read_open(a, reader.get(), nullptr, &ArchiveReader::feed, nullptr) != ARCHIVE_OK)
    return reader->fault();
  return reader;
}

Result<std::unique_ptr<ArchiveReader>> ArchiveReader::of_file(int file, bool seven_zip,
                                                              const std::atomic<bool>* stop) {
  std::unique_ptr<ArchiveReader> reader(new ArchiveReader(stop));
  archive* const a = reader->archive_;
  if (seven_zip) {
    if (Result<void> sound = check_seven_zip(file); !sound) return tl::unexpected(sound.error());
    archive_read_support_format_7zip(a);
  } else {
    archive_read_support_format_zip(a);
    const std::uint64_t size_of_file = platform::size_of(file);
    std::string& tail = reader->tail_;
    tail.resize(std::min<std::uint64_t>(size_of_file, longest_zip_end));
    const std::ptrdiff_t got =
        platform::read_at(file, size_of_file - tail.size(), tail.data(), tail.size());
    tail.resize(static_cast<std::size_t>(std::max(got, std::ptrdiff_t{0})));
    reader->is_zip_ = true;
    reader->taken_ = size_of_file;
  }
  if (archive_read_open_fd(a, file, 1 << 16) != ARCHIVE_OK) return reader->fault();
  return reader;
}

/// What describes a member is bounded, because libarchive keeps it, and a few bytes can be unpacked
/// to very many.
std::ptrdiff_t ArchiveReader::feed(archive* a, void* self, const void** buffer) {
  constexpr std::size_t longest_description = std::size_t{4} << 20;
  ArchiveReader& reader = *static_cast<ArchiveReader*>(self);
  const Result<std::string_view> block = reader.unpacker_->next_block();
  if (!block) {
    // libarchive would forget what it has looked at already.
    reader.unpacker_fault_ = block.error();
    return 0;
  }
  reader.note_taken(*block);
  if (reader.at_header_ && reader.described_ > longest_description) {
    archive_set_error(a, EIO, "the description of a member is over 4 MiB");
    return -1;
  }
  *buffer = block->data();
  return static_cast<std::ptrdiff_t>(block->size());
}

void ArchiveReader::note_taken(std::string_view block) {
  if (taken_ == 0) is_zip_ = block.starts_with("PK");
  const std::size_t last = block.find_last_not_of('\0');
  if (last != std::string_view::npos) end_of_bytes_ = taken_ + last + 1;
  taken_ += block.size();
  described_ += block.size();
  if (!is_zip_) return;
  tail_ += block;
  if (tail_.size() > 4 * longest_zip_end) tail_.erase(0, tail_.size() - longest_zip_end);
}

tl::unexpected<Error> ArchiveReader::fault() const {
  const char* why =
      unpacker_fault_ ? unpacker_fault_->message.c_str() : archive_error_string(archive_);
  return fail(fmt::format("cannot be unpacked: {}", why != nullptr ? why : "damaged"));
}

Result<std::optional<std::string>> ArchiveReader::next_member() {
  block_ = {};
  const bool is_told = std::exchange(fault_, std::nullopt).has_value();
  has_begun_ = false;
  // One file, which was given.
  if (is_raw()) return std::nullopt;
  while (true) {
    archive_entry* entry = nullptr;
    const int status = next_header(entry);
    // The damage that the last member was read up to was the end of all.
    if (is_told && (unpacker_fault_ || is_over(status))) return std::nullopt;
    if (status == ARCHIVE_EOF) {
      if (unpacker_fault_) return fault();
      if (Result<void> sound = read_rest(); !sound) return tl::unexpected(sound.error());
      return std::nullopt;
    }
    // A tar archive is asked to be read on behind a head that makes no sense, and so from anywhere.
    if (status == ARCHIVE_RETRY)
      return fail(fmt::format(
          "cannot be unpacked: the header {} is damaged; what follows is not read",
          member_.empty() ? "of the first member" : fmt::format("after member '{}'", member_)));
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) return fault();
    if (is_raw()) return std::string();
    ++members_;
    const char* name = archive_entry_pathname_utf8(entry);
    if (name == nullptr) name = archive_entry_pathname(entry);
    member_ = name != nullptr ? to_utf8(name) : std::string("?");
    const auto type = archive_entry_filetype(entry);
    if (type == AE_IFREG || type == 0) return member_;
  }
}

/// libarchive does not go on, and says no more than that.
bool ArchiveReader::is_over(int status) const {
  const char* why = archive_error_string(archive_);
  return status == ARCHIVE_FATAL && why != nullptr &&
         std::string_view(why).starts_with("INTERNAL ERROR");
}

bool ArchiveReader::is_tar() const {
  return (archive_format(archive_) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
}

bool ArchiveReader::is_raw() const { return archive_format(archive_) == ARCHIVE_FORMAT_RAW; }

/// Reads what stands behind the last member, so that the checksums of what the archive is packed in
/// are compared. A tar archive whose end is followed by anything had a member there.
Result<void> ArchiveReader::read_rest() {
  constexpr std::uint64_t longest_padding = std::uint64_t{16} << 20;
  if (!unpacker_) return compare_members();
  // What has no member is reported by who reads, and may be zeros without end.
  if (members_ == 0) return {};
  const bool tar = is_tar();
  const auto end = static_cast<std::uint64_t>(archive_filter_bytes(archive_, -1));
  if (tar && end_of_bytes_ <= end && end < tar_end(end_of_bytes_))
    return fail(
        fmt::format("cannot be unpacked: the archive ends after member '{}', without the "
                    "zeros that should follow the last member",
                    member_));
  while (true) {
    if (tar && end_of_bytes_ > end)
      return fail(
          fmt::format("cannot be unpacked: something follows the end of the archive, after "
                      "member '{}'; it is not read",
                      member_));
    if (tar && taken_ > end + longest_padding)
      return fail("cannot be unpacked: more than 16 MiB follow the end of the archive");
    if (stop_ != nullptr && stop_->load()) return fail("stopped");
    const Result<std::string_view> block = unpacker_->next_block();
    if (!block) return fail(fmt::format("cannot be unpacked: {}", block.error().message));
    if (block->empty()) return compare_members();
    note_taken(*block);
  }
}

/// A zip archive has a list at its end; libarchive finds members without it, too, and passes over
/// what it does not know.
Result<void> ArchiveReader::compare_members() const {
  if (!is_zip_) return {};
  const std::optional<ZipEnd> end = zip_end(tail_, taken_);
  if (!end) return fail("cannot be unpacked: the list of members at its end is missing");
  // More are counted from 0 again, or by another record beside it, which is not read.
  const std::uint64_t listed = end->members;
  const bool has_many = listed == most_zip_members && members_ > listed;
  if (!has_many && members_ % (most_zip_members + 1) != listed)
    return fail(fmt::format("cannot be unpacked: its list has {} members, and {} of them {} found",
                            listed, members_, members_ == 1 ? "was" : "were"));
  if (end->has_something_before)
    return fail("cannot be unpacked: something stands before the archive; it is not read");
  if (!end->is_last)
    return fail("cannot be unpacked: something follows the end of the archive; it is not read");
  return {};
}

int ArchiveReader::next_header(archive_entry*& entry) {
  // What is left of the member before is no description.
  if (std::exchange(has_header_, true)) archive_read_data_skip(archive_);
  described_ = 0;
  at_header_ = true;
  const int status = archive_read_next_header(archive_, &entry);
  at_header_ = false;
  return status;
}

Result<std::size_t> ArchiveReader::read(char* buffer, std::size_t size) {
  if (stop_ != nullptr && stop_->load()) return fail("stopped");
  std::size_t done = 0;
  while (done < size) {
    if (block_.empty()) {
      const Result<void> more = next_block();
      // What came before the damage is handed on first.
      if (!more && done == 0) return tl::unexpected(more.error());
      if (block_.empty()) break;
    }
    const std::size_t taken = block_.copy(buffer + done, size - done);
    block_.remove_prefix(taken);
    done += taken;
  }
  return done;
}

std::optional<std::uint64_t> ArchiveReader::position() const {
  return unpacker_ ? std::nullopt : std::optional(position_);
}

/// The next bytes of the member; none at its end. archive_read_data would lose those that it has
/// copied when it meets damage.
Result<void> ArchiveReader::next_block() {
  const auto take = [&](const auto& to) -> Result<void> {
    const Result<std::string_view> block = unpacked();
    if (block) to(*block);
    return block ? Result<void>() : tl::unexpected(block.error());
  };
  if (is_raw() || is_tar()) return take([&](std::string_view block) { block_ = block; });
  // A checksum is compared when the last block was given: each waits for the one behind it.
  const auto keep = [&](std::string_view block) { behind_ = block; };
  if (!std::exchange(has_begun_, true))
    if (Result<void> taken = take(keep); !taken) return taken;
  if (behind_.empty()) return {};
  present_.swap(behind_);
  if (Result<void> taken = take(keep); !taken) return taken;
  block_ = present_;
  return {};
}

/// Valid until it is called again; none at the end.
Result<std::string_view> ArchiveReader::unpacked() {
  // libarchive goes on after some damage.
  if (fault_) return tl::unexpected(*fault_);
  Result<std::string_view> block = next_data_block(archive_);
  if (!block || (block->empty() && is_raw() && unpacker_fault_)) {
    fault_ = fault().value();
    return tl::unexpected(*fault_);
  }
  if (!unpacker_ && !block->empty())
    position_ = static_cast<std::uint64_t>(archive_filter_bytes(archive_, -1));
  return block;
}

}  // namespace yari
