// Which pages of a file must have checksums, and which may lack them.
#include "db/store/sqlite/file/summed_file.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "db/codec/bytes.h"
#include "db/codec/checksum.h"

namespace yari::summed {

namespace {

/// Places in the header of a database.
constexpr std::size_t page_size_at = 16, reserved_at = 20, free_page_at = 32, application_at = 68;
constexpr std::uint8_t application[] = {0x59, 0x61, 0x72, 0x69};

/// SQLite keeps nothing in the page that has this byte of the file (its file format, 1.5).
constexpr sqlite3_int64 page_of_locks_at = sqlite3_int64{1} << 30;

/// What a checksum is where none was made: other programs write pages like that, but then the first
/// page has none either. No page has it that has one.
constexpr std::uint32_t no_sum = 0;

std::uint32_t big_endian(const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | bytes[i];
  return value;
}

bool read_header(File& file, std::uint8_t (&header)[header_size]) {
  return real(&file)->pMethods->xRead(real(&file), header, header_size, 0) == SQLITE_OK;
}

}  // namespace

void learn(File& file, const std::uint8_t* header) {
  const int size = header[page_size_at] << 8 | header[page_size_at + 1];
  file.page_size = size == 1 ? 65536 : size;
  file.has_sums =
      header[reserved_at] == page_sum_size &&
      std::equal(std::begin(application), std::end(application), header + application_at);
}

void learn_again(File& file) {
  std::uint8_t header[header_size];
  if (read_header(file, header)) learn(file, header);
}

bool is_page(const File& file, int size, sqlite3_int64 at) {
  return file.has_sums && size == file.page_size && at % size == 0;
}

std::uint32_t number_of(const File& file, sqlite3_int64 at) {
  return static_cast<std::uint32_t>(at / file.page_size + 1);
}

std::size_t sum_at(const File& file) {
  return static_cast<std::size_t>(file.page_size - page_sum_size);
}

std::uint32_t sum_of(const File& file, const std::uint8_t* page, std::uint32_t number) {
  const std::uint32_t sum = checksum(number, {page, sum_at(file)});
  return sum == no_sum ? 1 : sum;
}

namespace {

/// The checksum that a page has in the file.
std::uint32_t sum_in_file(File& file, std::uint32_t number) {
  std::uint8_t bytes[page_sum_size];
  const sqlite3_int64 at = sqlite3_int64{number} * file.page_size - page_sum_size;
  const int code = real(&file)->pMethods->xRead(real(&file), bytes, page_sum_size, at);
  return code == SQLITE_OK ? ByteReader(bytes).u32() : no_sum;
}

/// A checksum in the first page says that every page has one: another program that writes pages
/// without them takes it away, since each change of ours writes the first page, too.
bool all_have_sums(File& file) { return sum_in_file(file, 1) != no_sum; }

/// Whether the list of free pages begins there: the only page that may be nothing but zeros, where
/// it is the only free one.
bool begins_free_list(File& file, std::uint32_t number) {
  std::uint8_t header[header_size];
  return read_header(file, header) && big_endian(header + free_page_at, 4) == number;
}

/// Whether a page without a checksum can be as it was written. Where a page of a table ends with
/// zeros that were not, a cell begins with them: no length of a cell and no page below is 0.
bool may_lack_sum(File& file, const std::uint8_t* page, std::uint32_t number) {
  const std::size_t size = sum_at(file);
  if (std::all_of(page, page + size, [](std::uint8_t byte) { return byte == 0; }))
    return begins_free_list(file, number);
  const std::uint8_t* const header = page + (number == 1 ? header_size : 0);
  const bool is_inner = *header == 2 || *header == 5, is_leaf = *header == 10 || *header == 13;
  if (!is_inner && !is_leaf) return true;
  const std::size_t cells = big_endian(header + 3, 2), begin_size = is_inner ? 4 : 1;
  const std::uint8_t* pointer = header + (is_inner ? 12 : 8);
  for (std::size_t i = 0; i < cells; ++i, pointer += 2) {
    if (pointer + 2 > page + size) return false;
    const std::size_t at = big_endian(pointer, 2);
    if (at + begin_size > size || big_endian(page + at, begin_size) == 0) return false;
  }
  return true;
}

}  // namespace

bool is_sound(File& file, const std::uint8_t* page, std::uint32_t number) {
  std::uint32_t sum = ByteReader({page + sum_at(file), page_sum_size}).u32();
  if (sum == no_sum && !all_have_sums(file)) return may_lack_sum(file, page, number);
  // Another program of ours may have added it in the meantime.
  if (sum == no_sum) sum = sum_in_file(file, number);
  return sum == sum_of(file, page, number);
}

namespace {

/// Writes the checksum of a page that has none, unless it cannot be as it was written.
int add_sum(File& file, std::uint8_t* page, std::uint32_t number) {
  const sqlite3_int64 at = sqlite3_int64{number - 1} * file.page_size;
  sqlite3_file* const below = real(&file);
  const int code = below->pMethods->xRead(below, page, file.page_size, at);
  if (code != SQLITE_OK) return code;
  const bool is_none = ByteReader({page + sum_at(file), page_sum_size}).u32() == no_sum;
  if (!is_none || !may_lack_sum(file, page, number)) return SQLITE_OK;
  const std::uint32_t sum = sum_of(file, page, number);
  return below->pMethods->xWrite(below, &sum, sizeof sum, at + file.page_size - page_sum_size);
}

/// Adds the checksums that other programs left out, the first page's last.
int add_sums(File& file) {
  sqlite3_int64 size = 0;
  int code = real(&file)->pMethods->xFileSize(real(&file), &size);
  const auto pages = static_cast<std::uint32_t>(size / file.page_size);
  const auto of_locks = number_of(file, page_of_locks_at);
  std::vector<std::uint8_t> page(static_cast<std::size_t>(file.page_size));
  for (std::uint32_t number = 2; code == SQLITE_OK && number <= pages; ++number)
    if (number != of_locks) code = add_sum(file, page.data(), number);
  if (code == SQLITE_OK) code = real(&file)->pMethods->xSync(real(&file), SQLITE_SYNC_NORMAL);
  return code == SQLITE_OK && pages > 0 ? add_sum(file, page.data(), 1) : code;
}

}  // namespace

int complete_sums(File& file) {
  if (all_have_sums(file)) return SQLITE_OK;
  std::uint8_t header[header_size];
  if (!read_header(file, header)) return SQLITE_OK;
  const bool has_room = header[reserved_at] == page_sum_size;
  const bool is_missing = std::all_of(header, header + header_size, [](auto b) { return b == 0; });
  if (!has_room && !is_missing) return SQLITE_OK;
  try {
    return add_sums(file);
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
}

}  // namespace yari::summed
