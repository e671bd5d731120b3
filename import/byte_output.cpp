// libarchive writes what is not packed, too: one way for all.
#include "import/byte_output.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <cerrno>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "import/packing.h"
#include "import/unchecked_memory.h"
#include "platform/open_file.h"

namespace yari {

void ByteOutput::Free::operator()(archive* a) const { archive_write_free(a); }

ByteOutput::ByteOutput(std::unique_ptr<Sink> sink)
    : sink_(std::move(sink)), archive_(archive_write_new()) {}

ByteOutput::ByteOutput(ByteOutput&& other) noexcept = default;

ByteOutput::~ByteOutput() {
  if (!sink_) return;
  // Freeing would write the rest, and a file that was not finished is of no use. libarchive's own
  // way of giving up (archive_write_fail) loses memory.
  sink_->abandoned = true;
  archive_.reset();
  if (sink_->file >= 0) platform::close(sink_->file);
}

std::ptrdiff_t ByteOutput::put(archive* a, void* sink, const void* bytes, std::size_t size) {
  const auto& to = *static_cast<const Sink*>(sink);
  if (to.abandoned) return static_cast<std::ptrdiff_t>(size);
  const std::ptrdiff_t written =
      platform::write_some(to.file, {static_cast<const char*>(bytes), size});
  if (written < 0) archive_set_error(a, errno, "Write error");
  return written;
}

tl::unexpected<Error> ByteOutput::fault() const {
  const char* why = archive_error_string(archive_.get());
  std::string text = why != nullptr ? why : "it cannot be packed";
  if (const int number = archive_errno(archive_.get()); number > 0)
    text += ": " + std::generic_category().message(number);
  return fail(std::move(text));
}

Result<ByteOutput> ByteOutput::open(int descriptor, std::string_view name) {
  std::unique_ptr<Sink> sink(new (std::nothrow) Sink{descriptor});
  if (sink == nullptr) {
    platform::close(descriptor);
    throw std::bad_alloc();
  }
  ByteOutput output(std::move(sink));
  archive* a = output.archive_.get();
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                            archive_entry_free);
  if (a == nullptr || entry == nullptr) throw std::bad_alloc();
  // Neither its filters nor archive_write_open check whether they got their memory.
  const UncheckedMemory unchecked;
  if (const Packing* packing = packing_of(name)) {
    if (packing->filter == nullptr) return fail("only .gz, .xz, .zst and .bz2 can be packed");
    // A warning: libarchive was built without it, and would start a program of that name.
    const int status = archive_write_add_filter_by_name(a, packing->filter);
    if (status == ARCHIVE_WARN)
      return fail(fmt::format("{} cannot be packed here", packing->ending));
    if (status != ARCHIVE_OK) return output.fault();
    // The time of writing; the others have none, and refuse.
    archive_write_set_filter_option(a, "gzip", "timestamp", nullptr);
  }
  archive_write_set_format_raw(a);
  // No zeros after the end.
  archive_write_set_bytes_in_last_block(a, 1);
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  if (archive_write_open(a, output.sink_.get(), nullptr, put, nullptr) != ARCHIVE_OK ||
      archive_write_header(a, entry.get()) != ARCHIVE_OK)
    return output.fault();
  return output;
}

Result<void> ByteOutput::write(std::string_view bytes) {
  const UncheckedMemory unchecked;
  if (archive_write_data(archive_.get(), bytes.data(), bytes.size()) !=
      static_cast<la_ssize_t>(bytes.size()))
    return fault();
  return {};
}

Result<void> ByteOutput::close() {
  const UncheckedMemory unchecked;
  if (archive_write_close(archive_.get()) != ARCHIVE_OK) return fault();
  if (!platform::close(std::exchange(sink_->file, -1)))
    return fail(std::generic_category().message(errno));
  return {};
}

}  // namespace yari
