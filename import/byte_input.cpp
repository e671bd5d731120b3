// Plain files are read straight from the descriptor: collections come as many thousands of them.
// libarchive does the rest.
#include "import/byte_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "import/seven_zip.h"
#include "platform/open_file.h"

namespace yari {
namespace {

constexpr std::size_t head_size = 512;

/// What the system says about a failed call: "No such file or directory".
std::string system_reason() { return std::strerror(errno); }

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
  std::string& head = input->head_.bytes;
  head.resize(head_size);
  const Result<std::size_t> got = input->read_descriptor(head.data(), head_size);
  if (!got) return tl::unexpected(got.error());
  head.resize(*got);
  if (looks_packed(head)) {
    if (Result<void> opened = input->open_archive(); !opened) return tl::unexpected(opened.error());
  }
  return input;
}

ByteInput::~ByteInput() { platform::close(file_); }

Result<void> ByteInput::open_archive() {
  // zip and 7z keep their list of members at the end, so that a file is given whole.
  const bool seven_zip = head_.bytes.starts_with(seven_zip_sign);
  const bool is_whole = (seven_zip || head_.bytes.starts_with("PK")) && platform::rewind(file_);
  if (seven_zip && !is_whole) return fail("is a 7z archive, which cannot be read from a pipe");
  auto opened =
      is_whole
          ? ArchiveReader::of_file(file_, seven_zip, stop_)
          : ArchiveReader::over(
                [this](char* buffer, std::size_t size) { return read_file(buffer, size); }, stop_);
  if (!opened) return tl::unexpected(opened.error());
  archive_ = std::move(*opened);
  return {};
}

Result<std::optional<std::string>> ByteInput::next_member() {
  if (!archive_) {
    if (std::exchange(given_, true)) return std::nullopt;
    return std::string();
  }
  if (std::exchange(inner_failed_, false)) inner_.reset();
  while (true) {
    if (inner_) {
      if (std::optional<std::string> name = next_inner_member()) return name;
    }
    inner_.reset();
    fault_.reset();
    member_head_ = {};
    Result<std::optional<std::string>> member = archive_->next_member();
    // What has no name is the whole file, unpacked to its core.
    if (!member || !*member || (*member)->empty()) return member;
    member_ = **member;
    open_inner();
    if (!inner_) return member;
  }
}

std::optional<std::string> ByteInput::next_inner_member() {
  const Result<std::optional<std::string>> member = inner_->next_member();
  if (!member) {
    // Reading says it, and the outer archive goes on.
    fault_ = member.error();
    inner_failed_ = true;
    return member_;
  }
  if (!*member) return std::nullopt;
  return (*member)->empty() ? member_ : member_ + ':' + **member;
}

/// Looks whether the member is packed itself. What is packed in that in turn stays as it is.
void ByteInput::open_inner() {
  std::string& head = member_head_.bytes;
  head.resize(head_size);
  const Result<std::size_t> got = archive_->read(head.data(), head_size);
  head.resize(got ? *got : 0);
  if (!got) {
    fault_ = got.error();
  } else if (head.starts_with(seven_zip_sign)) {
    fault_ = fail("is a 7z archive inside another archive, which is not read").value();
  } else if (looks_packed(head)) {
    auto opened = ArchiveReader::over(
        [this](char* buffer, std::size_t size) { return read_member(buffer, size); }, stop_);
    if (opened) {
      inner_ = std::move(*opened);
    } else {
      fault_ = opened.error();
    }
  }
}

Result<std::size_t> ByteInput::read(char* buffer, std::size_t size) {
  if (!archive_) return read_file(buffer, size);
  if (fault_) return tl::unexpected(*fault_);
  if (!inner_) return read_member(buffer, size);
  Result<std::size_t> got = inner_->read(buffer, size);
  if (!got) inner_failed_ = true;
  return got;
}

template <class More>
Result<std::size_t> ByteInput::Head::read(char* buffer, std::size_t size, More more) {
  if (fault) return *fault;
  const std::size_t from_head = std::min(size, bytes.size() - used);
  std::memcpy(buffer, bytes.data() + used, from_head);
  used += from_head;
  if (from_head == size) return size;
  Result<std::size_t> got = more(buffer + from_head, size - from_head);
  if (got) {
    *got += from_head;
  } else {
    // The next read fails, even where the system would go on: what this one took is gone.
    fault = got;
    if (from_head > 0) return from_head;
  }
  return got;
}

Result<std::size_t> ByteInput::read_member(char* buffer, std::size_t size) {
  return member_head_.read(buffer, size,
                           [this](char* to, std::size_t most) { return archive_->read(to, most); });
}

std::uint64_t ByteInput::position() const {
  return archive_ ? archive_->position().value_or(position_) : position_;
}

Result<std::size_t> ByteInput::read_file(char* buffer, std::size_t size) {
  return head_.read(buffer, size,
                    [this](char* to, std::size_t most) { return read_descriptor(to, most); });
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
