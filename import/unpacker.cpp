#include "import/unpacker.h"

#include <archive.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <utility>

namespace yari {
namespace {

constexpr std::size_t unpacked_block = 1 << 16;

using Support = int (*)(archive*);

/// Where libarchive was built without a packer it says so by a warning, and would start a program
/// of that name, whatever that is.
bool is_built_in(Support support) {
  archive* probe = archive_read_new();
  if (probe == nullptr) throw std::bad_alloc();
  const bool built_in = support(probe) == ARCHIVE_OK;
  archive_read_free(probe);
  return built_in;
}

/// No others: libarchive would run lrzip, grzip, lzop and more.
void support_packers(archive* a) {
  constexpr std::array<Support, 4> packers{
      archive_read_support_filter_gzip, archive_read_support_filter_xz,
      archive_read_support_filter_zstd, archive_read_support_filter_bzip2};
  static const auto built_in = [&] {
    std::array<bool, packers.size()> result{};
    std::ranges::transform(packers, result.begin(), is_built_in);
    return result;
  }();
  for (std::size_t i = 0; i < packers.size(); ++i)
    if (built_in[i]) packers[i](a);
}

tl::unexpected<Error> fault(archive* a) {
  const char* why = archive_error_string(a);
  return fail(why != nullptr ? why : "damaged");
}

}  // namespace

Result<std::string_view> next_data_block(archive* a) {
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  int status = ARCHIVE_OK;
  while (status == ARCHIVE_OK && size == 0)
    status = archive_read_data_block(a, &bytes, &size, &offset);
  if (status == ARCHIVE_EOF) return std::string_view();
  if (status < ARCHIVE_WARN) return fault(a);
  return std::string_view(static_cast<const char*>(bytes), size);
}

Unpacker::Unpacker(Read read) : read_(std::move(read)), archive_(archive_read_new()) {
  if (archive_ == nullptr) throw std::bad_alloc();
  support_packers(archive_);
  archive_read_support_format_raw(archive_);
  archive_read_support_format_empty(archive_);
}

Unpacker::~Unpacker() { archive_read_free(archive_); }

std::ptrdiff_t Unpacker::feed(archive* a, void* self, const void** buffer) {
  Unpacker& unpacker = *static_cast<Unpacker*>(self);
  unpacker.buffer_.resize(unpacked_block);
  const Result<std::size_t> got = unpacker.read_(unpacker.buffer_.data(), unpacked_block);
  if (!got) {
    archive_set_error(a, EIO, "%s", got.error().message.c_str());
    return -1;
  }
  *buffer = unpacker.buffer_.data();
  return static_cast<std::ptrdiff_t>(*got);
}

/// False where there is nothing in it.
Result<bool> Unpacker::begin() {
  begun_ = true;
  archive_entry* entry = nullptr;
  if (archive_read_open(archive_, this, nullptr, &Unpacker::feed, nullptr) != ARCHIVE_OK)
    return fault(archive_);
  const int status = archive_read_next_header(archive_, &entry);
  if (status < ARCHIVE_WARN) return fault(archive_);
  return status != ARCHIVE_EOF;
}

Result<std::string_view> Unpacker::next_block() {
  if (!begun_) {
    const Result<bool> some = begin();
    if (!some) return tl::unexpected(some.error());
    if (!*some) return std::string_view();
  }
  return next_data_block(archive_);
}

}  // namespace yari
