// The list stands at the end of the file, nearly always packed with LZMA. Its counts come first, so
// that little of it is walked over.
#include "import/seven_zip.h"

#include <archive.h>
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "platform/open_file.h"

namespace yari {
namespace {

constexpr std::uint64_t most_members = 1'000'000;
constexpr std::uint64_t most_bytes_of_list = std::uint64_t{64} << 20;

/// Marks of the parts of a list.
enum Part : std::uint64_t {
  part_end = 0,
  part_list = 1,
  part_streams = 4,
  part_files = 5,
  part_packed = 6,
  part_folders = 7,
  part_substreams = 8,
  part_sizes = 9,
  part_sums = 10,
  part_folder = 11,
  part_unpacked_sizes = 12,
  part_stream_counts = 13,
  part_packed_list = 23,
};

/// Thrown where the bytes end or are not what is expected; caught in check_seven_zip().
struct BadList {
  std::string why = "the list of its members is damaged";
};

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// One after the other, never beyond the end.
class ListBytes {
 public:
  explicit ListBytes(std::string_view bytes) : rest_(bytes) {}

  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) throw BadList();
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1).front()); }
  /// The higher the first byte, the more bytes follow.
  std::uint64_t number() {
    const std::uint8_t first = byte();
    int more = 0;
    while (more < 8 && (first & (0x80 >> more)) != 0) ++more;
    std::uint64_t value = little_endian(take(static_cast<std::uint64_t>(more)));
    if (more < 7) value |= static_cast<std::uint64_t>(first & (0x7F >> more)) << (8 * more);
    return value;
  }
  /// A number of things that take room.
  std::uint64_t count() {
    const std::uint64_t value = number();
    if (value > most_members) throw BadList{"it has more than a million members"};
    return value;
  }
  void numbers(std::uint64_t count) {
    for (; count > 0; --count) number();
  }
  void expect(std::uint64_t part) {
    if (number() != part) throw BadList();
  }

 private:
  std::string_view rest_;
};

/// What packed streams there are, and what they are unpacked to.
struct Streams {
  std::uint64_t place = 0;
  std::vector<std::uint64_t> packed_sizes;
  struct Folder {
    std::uint64_t streams = 1;
    bool has_sum = false;
    std::uint64_t outputs = 0;
    std::uint64_t size = 0;
    /// Of its only method; empty where it has several.
    std::string_view method, properties;
  };
  std::vector<Folder> folders;
};

std::vector<bool> read_sums(ListBytes& bytes, std::uint64_t count) {
  if (count > most_members) throw BadList{"it has more than a million members"};
  std::vector<bool> has_sum(count, true);
  if (bytes.byte() == 0) {
    const std::string_view bits = bytes.take((count + 7) / 8);
    for (std::size_t i = 0; i < count; ++i)
      has_sum[i] = (static_cast<unsigned char>(bits[i / 8]) & (0x80U >> (i % 8))) != 0;
  }
  for (const bool one : has_sum)
    if (one) bytes.take(4);
  return has_sum;
}

Streams::Folder read_folder(ListBytes& bytes) {
  Streams::Folder folder;
  std::uint64_t inputs = 0;
  const std::uint64_t methods = bytes.number();
  for (std::uint64_t i = 0; i < methods; ++i) {
    const unsigned flags = bytes.byte();
    if ((flags & 0xC0) != 0) throw BadList();
    folder.method = bytes.take(flags & 0x0F);
    const bool is_simple = (flags & 0x10) == 0;
    inputs += is_simple ? 1 : bytes.number();
    folder.outputs += is_simple ? 1 : bytes.number();
    if ((flags & 0x20) != 0) folder.properties = bytes.take(bytes.number());
  }
  if (methods != 1) folder.method = {};
  if (folder.outputs == 0 || folder.outputs > 32 || inputs < folder.outputs - 1 || inputs > 32)
    throw BadList();
  const std::uint64_t pairs = folder.outputs - 1;
  bytes.numbers(2 * pairs);
  if (inputs - pairs > 1) bytes.numbers(inputs - pairs);
  return folder;
}

void read_packed(ListBytes& bytes, Streams& streams) {
  streams.place = bytes.number();
  const std::uint64_t count = bytes.count();
  std::uint64_t part = bytes.number();
  if (part == part_sizes) {
    for (std::uint64_t i = 0; i < count; ++i) streams.packed_sizes.push_back(bytes.number());
    part = bytes.number();
  }
  if (part == part_sums) {
    read_sums(bytes, count);
    part = bytes.number();
  }
  if (part != part_end) throw BadList();
}

void read_folders(ListBytes& bytes, Streams& streams) {
  bytes.expect(part_folder);
  const std::uint64_t count = bytes.count();
  if (bytes.byte() != 0) throw BadList();
  for (std::uint64_t i = 0; i < count; ++i) streams.folders.push_back(read_folder(bytes));
  bytes.expect(part_unpacked_sizes);
  for (Streams::Folder& folder : streams.folders)
    for (std::uint64_t i = 0; i < folder.outputs; ++i) folder.size = bytes.number();
  std::uint64_t part = bytes.number();
  if (part == part_sums) {
    const std::vector<bool> has_sum = read_sums(bytes, count);
    for (std::size_t i = 0; i < count; ++i) streams.folders[i].has_sum = has_sum[i];
    part = bytes.number();
  }
  if (part != part_end) throw BadList();
}

void read_substreams(ListBytes& bytes, Streams& streams) {
  std::uint64_t part = bytes.number();
  if (part == part_stream_counts) {
    for (Streams::Folder& folder : streams.folders) folder.streams = bytes.count();
    part = bytes.number();
  }
  if (part == part_sizes) {
    for (const Streams::Folder& folder : streams.folders)
      if (folder.streams > 1) bytes.numbers(folder.streams - 1);
    part = bytes.number();
  }
  if (part == part_sums) {
    std::uint64_t count = 0;
    for (const Streams::Folder& folder : streams.folders) {
      if (folder.streams != 1 || !folder.has_sum) count += folder.streams;
    }
    read_sums(bytes, count);
    part = bytes.number();
  }
  if (part != part_end) throw BadList();
}

Streams read_streams(ListBytes& bytes) {
  Streams streams;
  std::uint64_t part = bytes.number();
  if (part == part_packed) read_packed(bytes, streams), part = bytes.number();
  if (part == part_folders) read_folders(bytes, streams), part = bytes.number();
  if (part == part_substreams) read_substreams(bytes, streams), part = bytes.number();
  if (part != part_end) throw BadList();
  return streams;
}

std::string bytes_at(int file, std::uint64_t place, std::uint64_t size) {
  if (size > most_bytes_of_list) throw BadList{"the list of its members is over 64 MiB"};
  std::string bytes(size, '\0');
  const std::ptrdiff_t got = platform::read_at(file, place, bytes.data(), size);
  if (got < 0 || static_cast<std::uint64_t>(got) != size) throw BadList();
  return bytes;
}

/// libarchive unpacks it as a .lzma file, which has the same bytes after another head.
std::string unpacked_list(int file, const Streams& streams) {
  constexpr std::uint64_t head_size = 32;
  constexpr std::string_view lzma("\x03\x01\x01", 3);
  if (streams.folders.size() != 1 || streams.packed_sizes.size() != 1) throw BadList();
  const Streams::Folder& folder = streams.folders.front();
  if (folder.method != lzma || folder.properties.size() != 5)
    throw BadList{"the list of its members is packed in a way that is not read"};
  if (folder.size > most_bytes_of_list) throw BadList{"the list of its members is over 64 MiB"};
  std::string packed(folder.properties.substr(0, 1));
  // A window of 64 MiB does for all that fits: the archive may ask for 4 GiB.
  packed += std::string("\0\0\0\x04", 4);
  for (int i = 0; i < 8; ++i) packed += static_cast<char>(folder.size >> (8 * i));
  packed += bytes_at(file, head_size + streams.place, streams.packed_sizes.front());
  const std::unique_ptr<archive, decltype(&archive_read_free)> a(archive_read_new(),
                                                                 archive_read_free);
  if (a == nullptr) throw std::bad_alloc();
  archive_entry* entry = nullptr;
  std::string list(folder.size, '\0');
  const bool opened =
      archive_read_support_filter_lzma(a.get()) == ARCHIVE_OK &&
      archive_read_support_format_raw(a.get()) == ARCHIVE_OK &&
      archive_read_open_memory(a.get(), packed.data(), packed.size()) == ARCHIVE_OK &&
      archive_read_next_header(a.get(), &entry) == ARCHIVE_OK &&
      archive_filter_code(a.get(), 0) == ARCHIVE_FILTER_LZMA;
  if (!opened || archive_read_data(a.get(), list.data(), list.size()) != std::ssize(list))
    throw BadList();
  return list;
}

void check_list(int file) {
  const std::string head = bytes_at(file, 0, 32);
  const std::uint64_t place = little_endian(std::string_view(head).substr(12, 8));
  const std::uint64_t size = little_endian(std::string_view(head).substr(20, 8));
  if (size == 0) return;  // no members
  std::string list = bytes_at(file, head.size() + place, size);
  std::uint64_t kind = ListBytes(list).number();
  if (kind == part_packed_list) {
    ListBytes packed(std::string_view(list).substr(1));
    list = unpacked_list(file, read_streams(packed));
    kind = ListBytes(list).number();
  }
  if (kind != part_list) throw BadList();
  ListBytes bytes(std::string_view(list).substr(1));
  std::uint64_t part = bytes.number();
  if (part == part_streams) read_streams(bytes), part = bytes.number();
  if (part == part_end) return;
  if (part != part_files) throw BadList();
  bytes.count();
}

}  // namespace

Result<void> check_seven_zip(int file) try {
  check_list(file);
  return {};
} catch (const BadList& bad) {
  return fail(fmt::format("cannot be unpacked: {}", bad.why));
}

}  // namespace yari
