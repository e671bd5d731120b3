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

namespace yari {

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
  if (block) reader.described_ += block->size();
  const bool is_bomb = block && reader.at_header_ && reader.described_ > longest_description;
  if (!block || is_bomb) {
    archive_set_error(
        a, EIO, "%s",
        is_bomb ? "the description of a member is over 4 MiB" : block.error().message.c_str());
    return -1;
  }
  *buffer = block->data();
  return static_cast<std::ptrdiff_t>(block->size());
}

tl::unexpected<Error> ArchiveReader::fault() const {
  const char* why = archive_error_string(archive_);
  return fail(fmt::format("cannot be unpacked: {}", why != nullptr ? why : "damaged"));
}

Result<std::optional<std::string>> ArchiveReader::next_member() {
  block_ = {};
  while (true) {
    archive_entry* entry = nullptr;
    const int status = next_header(entry);
    if (status == ARCHIVE_EOF) return std::nullopt;
    if (status < ARCHIVE_WARN) return fault();
    if (archive_format(archive_) == ARCHIVE_FORMAT_RAW) return std::string();
    const auto type = archive_entry_filetype(entry);
    if (type != AE_IFREG && type != 0) continue;
    const char* name = archive_entry_pathname_utf8(entry);
    if (name == nullptr) name = archive_entry_pathname(entry);
    return name != nullptr ? to_utf8(name) : std::string("?");
  }
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
      // What came before the damage is handed on first; reading again meets the damage again.
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
  const Result<std::string_view> block = next_data_block(archive_);
  if (!block) return fault();
  block_ = *block;
  if (!unpacker_ && !block_.empty())
    position_ = static_cast<std::uint64_t>(archive_filter_bytes(archive_, -1));
  return {};
}

}  // namespace yari
