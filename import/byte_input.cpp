// Plain files are read straight from the descriptor: collections come as many thousands of them.
// libarchive does the rest.
#include "import/byte_input.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "import/seven_zip.h"
#include "notation/encoding/encoding.h"
#include "platform/open_file.h"

namespace yari {
namespace {

constexpr std::size_t head_size = 512;

/// What the system says about a failed call: "No such file or directory".
std::string system_reason() { return std::strerror(errno); }

bool looks_packed(std::string_view head) {
  using namespace std::string_view_literals;
  constexpr std::array signs{"\x1F\x8B"sv,   "\xFD\x37zXZ\0"sv, "\x28\xB5\x2F\xFD"sv, "BZh"sv,
                             "PK\x03\x04"sv, "PK\x05\x06"sv,    seven_zip_sign};
  const bool tar = head.size() > 262 && head.substr(257, 5) == "ustar";
  return tar || std::any_of(signs.begin(), signs.end(),
                            [&](std::string_view sign) { return head.starts_with(sign); });
}

}  // namespace

Result<std::unique_ptr<ByteInput>> ByteInput::open(const std::string& path,
                                                   const std::atomic<bool>* stop) {
  // Not to wait here for the writer of a pipe: read_descriptor() waits, and can be stopped.
  const int file =
      path == "-" ? platform::duplicate(platform::standard_input) : platform::open_to_read(path);
  if (file < 0) return fail(fmt::format("cannot be opened: {}", system_reason()));
  std::unique_ptr<ByteInput> input(new ByteInput(file, stop));
  const platform::FileKind kind = platform::kind_of(file);
  if (kind == platform::FileKind::folder) return fail("is a folder");
  input->may_wait_ = kind != platform::FileKind::regular;
  input->head_.resize(head_size);
  const Result<std::size_t> got = input->read_descriptor(input->head_.data(), head_size);
  if (!got) return tl::unexpected(got.error());
  input->head_.resize(*got);
  if (looks_packed(input->head_)) {
    if (Result<void> opened = input->open_archive(); !opened) return tl::unexpected(opened.error());
  }
  return input;
}

ByteInput::~ByteInput() {
  if (archive_ != nullptr) archive_read_free(archive_);
  platform::close(file_);
}

Result<void> ByteInput::open_archive() {
  archive_ = archive_read_new();
  if (archive_ == nullptr) throw std::bad_alloc();
  // zip and 7z keep their list of members at the end, so that a file is given whole.
  const bool seven_zip = head_.starts_with(seven_zip_sign);
  const bool is_whole = (seven_zip || head_.starts_with("PK")) && platform::rewind(file_);
  if (seven_zip) {
    if (!is_whole) return fail("is a 7z archive, which cannot be read from a pipe");
    if (Result<void> sound = check_seven_zip(file_); !sound) return sound;
    archive_read_support_format_7zip(archive_);
  } else {
    archive_read_support_format_zip(archive_);
  }
  if (is_whole) {
    if (archive_read_open_fd(archive_, file_, 1 << 16) != ARCHIVE_OK) return archive_fault();
    return {};
  }
  archive_read_support_format_tar(archive_);
  archive_read_support_format_raw(archive_);
  unpacker_ = std::make_unique<Unpacker>(
      [this](char* buffer, std::size_t size) { return read_file(buffer, size); });
  if (archive_read_open(archive_, this, nullptr, &ByteInput::feed, nullptr) != ARCHIVE_OK)
    return archive_fault();
  return {};
}

/// What describes a member is bounded, because libarchive keeps it, and a few bytes can be unpacked
/// to very many.
std::ptrdiff_t ByteInput::feed(archive* a, void* self, const void** buffer) {
  constexpr std::size_t longest_description = std::size_t{4} << 20;
  ByteInput& input = *static_cast<ByteInput*>(self);
  const Result<std::string_view> block = input.unpacker_->next_block();
  if (block) input.described_ += block->size();
  const bool is_bomb = block && input.at_header_ && input.described_ > longest_description;
  if (!block || is_bomb) {
    archive_set_error(
        a, EIO, "%s",
        is_bomb ? "the description of a member is over 4 MiB" : block.error().message.c_str());
    return -1;
  }
  *buffer = block->data();
  return static_cast<std::ptrdiff_t>(block->size());
}

tl::unexpected<Error> ByteInput::archive_fault() const {
  const char* why = archive_error_string(archive_);
  return fail(fmt::format("cannot be unpacked: {}", why != nullptr ? why : "damaged"));
}

Result<std::optional<std::string>> ByteInput::next_member() {
  if (archive_ == nullptr) {
    if (std::exchange(given_, true)) return std::nullopt;
    return std::string();
  }
  block_ = {};
  while (true) {
    archive_entry* entry = nullptr;
    const int status = next_header(entry);
    if (status == ARCHIVE_EOF) return std::nullopt;
    if (status < ARCHIVE_WARN) return archive_fault();
    if (archive_format(archive_) == ARCHIVE_FORMAT_RAW) return std::string();
    const auto type = archive_entry_filetype(entry);
    if (type != AE_IFREG && type != 0) continue;
    const char* name = archive_entry_pathname_utf8(entry);
    if (name == nullptr) name = archive_entry_pathname(entry);
    return name != nullptr ? to_utf8(name) : std::string("?");
  }
}

int ByteInput::next_header(archive_entry*& entry) {
  // What is left of the member before is no description.
  if (std::exchange(has_header_, true)) archive_read_data_skip(archive_);
  described_ = 0;
  at_header_ = true;
  const int status = archive_read_next_header(archive_, &entry);
  at_header_ = false;
  return status;
}

Result<std::size_t> ByteInput::read(char* buffer, std::size_t size) {
  if (archive_ == nullptr) return read_file(buffer, size);
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

/// The next bytes of the member; none at its end. archive_read_data would lose those that it has
/// copied when it meets damage.
Result<void> ByteInput::next_block() {
  const Result<std::string_view> block = next_data_block(archive_);
  if (!block) return archive_fault();
  block_ = *block;
  if (!unpacker_ && !block_.empty())
    position_ = static_cast<std::uint64_t>(archive_filter_bytes(archive_, -1));
  return {};
}

Result<std::size_t> ByteInput::read_file(char* buffer, std::size_t size) {
  const std::size_t from_head = std::min(size, head_.size() - head_used_);
  std::memcpy(buffer, head_.data() + head_used_, from_head);
  head_used_ += from_head;
  Result<std::size_t> got = read_descriptor(buffer + from_head, size - from_head);
  if (got) *got += from_head;
  return got;
}

/// Returns when there is something to read, or the end.
Result<void> ByteInput::wait() const {
  constexpr int pause_ms = 50;
  while (true) {
    if (stop_ != nullptr && stop_->load()) return fail("stopped");
    // What cannot be asked is read at once.
    if (!may_wait_ || platform::wait_to_read(file_, pause_ms)) return {};
  }
}

Result<std::size_t> ByteInput::read_descriptor(char* buffer, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    if (Result<void> waited = wait(); !waited) return tl::unexpected(waited.error());
    const std::ptrdiff_t got = platform::read_some(file_, buffer + done, size - done);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) return fail(fmt::format("cannot be read: {}", system_reason()));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  position_ += done;
  return done;
}

}  // namespace yari
