// The list of a 7z archive's members, written byte by byte: what is walked over on the way to the
// number of members, and what is refused.
#include "import/seven_zip.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>

#include "tests/import/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

using std::string_literals::operator""s;

constexpr std::uint64_t million = 1'000'000;

std::string bytes_of(std::uint64_t value, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += static_cast<char>(value >> (8 * i));
  return text;
}

/// A number as 7z writes it: a first byte with its highest bits, and `more` bytes after that.
std::string number_with(int more, std::uint64_t value) {
  const std::uint64_t ones = 0xFF00U >> more & 0xFF;
  const std::uint64_t high = more < 7 ? value >> (8 * more) : 0;
  return static_cast<char>(ones | high) + bytes_of(value, static_cast<std::size_t>(more));
}

std::string files(std::uint64_t count) { return "\5" + number_with(8, count); }

/// What is said of an archive with these packed bytes and this list; empty where it is sound.
std::string said_of(const std::string& list, const std::string& packed = "") {
  const ScratchFolder folder;
  const std::string file = folder.write(
      "a.7z", std::string(seven_zip_sign) + "\0\4"s + bytes_of(0, 4) + bytes_of(packed.size(), 8) +
                  bytes_of(list.size(), 8) + bytes_of(0, 4) + packed + list);
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const Result<void> checked = check_seven_zip(descriptor);
  ::close(descriptor);
  return checked ? "" : checked.error().message;
}

const std::string sound;
const std::string many = "cannot be unpacked: it has more than a million members";
const std::string damaged = "cannot be unpacked: the list of its members is damaged";
const std::string too_long = "cannot be unpacked: the list of its members is over 64 MiB";
const std::string otherwise_packed =
    "cannot be unpacked: the list of its members is packed in a way that is not read";

/// What is said of a list with these streams: `many` where its end was found.
std::string said_of_streams(const std::string& streams) {
  const std::string begun = "\1\4" + streams;
  const std::string answer = said_of(begun + files(million + 1));
  CHECK((answer == many) == (said_of(begun + files(million)) == sound));
  return answer;
}

/// A 7z folder with one method, whose name has one byte, and with `inputs` and `outputs` streams.
/// The numbers that connect them take nine bytes each, so that one too few or too many is noticed.
std::string folder_of(std::uint64_t inputs, std::uint64_t outputs) {
  const std::uint64_t pairs = outputs - 1;
  const std::uint64_t left = inputs - pairs;
  std::string folder = "\1\x11m"s + number_with(1, inputs) + number_with(1, outputs);
  if (outputs > 0 && outputs < 40)
    for (std::uint64_t i = 2 * pairs + (left > 1 && left < 40 ? left : 0); i > 0; --i)
      folder += number_with(8, 77);
  return folder;
}

std::string folders(const std::string& each, std::size_t count, std::size_t outputs) {
  std::string sizes;
  for (std::size_t i = 0; i < outputs; ++i) sizes += number_with(8, 99);
  return "\7\x0B" + number_with(0, count) + '\0' + each + '\x0C' + sizes;
}

}  // namespace

TEST_CASE("the number of members of a 7z archive is read in each of its forms") {
  CHECK(said_of("") == sound);
  CHECK(said_of("\1\0"s) == sound);
  for (int more = 2; more <= 8; ++more) {
    INFO(more);
    CHECK(said_of("\1\5" + number_with(more, million)) == sound);
    CHECK(said_of("\1\5" + number_with(more, million + 1)) == many);
    // The highest bit that the form can hold.
    const int bits = more < 7 ? 7 * (more + 1) : 8 * more;
    CHECK(said_of("\1\5" + number_with(more, std::uint64_t{1} << (bits - 1))) ==
          (bits > 20 ? many : sound));
  }
  for (const std::uint64_t count : {0U, 1U, 127U})
    CHECK(said_of("\1\5" + number_with(0, count)) == sound);
  CHECK(said_of("\1\5" + number_with(1, 16383)) == sound);
  CHECK(said_of("\1\5\x80") == damaged);
  CHECK(said_of("\1\5") == damaged);
  CHECK(said_of("\1\6\7") == damaged);
  CHECK(said_of("\2\0"s) == damaged);
}

TEST_CASE("the streams of a 7z archive are walked over, whatever is said of them") {
  const std::string sum(4, '\xFF');
  CHECK(said_of_streams("\0"s) == many);
  CHECK(said_of_streams("\3") == damaged);
  // Packed: a place, two streams, their sizes and the sum of the second.
  const std::string sizes = "\x09" + number_with(8, 5) + number_with(8, 6);
  const std::string packed = "\6" + number_with(8, 3) + "\2";
  CHECK(said_of_streams(packed + "\0\0"s) == many);
  CHECK(said_of_streams(packed + sizes + "\0\0"s) == many);
  CHECK(said_of_streams(packed + sizes + "\x0A\0\x40"s + sum + "\0\0"s) == many);
  CHECK(said_of_streams(packed + sizes + "\x0A\1" + sum + sum + "\0\0"s) == many);
  CHECK(said_of_streams(packed + sizes + "\x0C\0"s) == damaged);
  CHECK(said_of("\1\4\6\1" + number_with(8, million + 1)) == many);
  // Nine sums in two bytes, of which the last and the first are there.
  CHECK(said_of_streams("\6\1\x09\x0A\0\x80\x80"s + sum + sum + "\0\0"s) == many);
  // Folders: an LZMA one with properties, one of two methods, a plain one.
  const std::string lzma = "\1\x23\3\1\1\5\x5D\xFF\xFF\xFF\xFF";
  const std::string two = "\2\1m\x11m\2\1" + std::string(4, '\0');
  const std::string three = folders(lzma + two + "\1\1m", 3, 4);
  CHECK(said_of_streams(three + "\0\0"s) == many);
  CHECK(said_of_streams(three + "\x0A\1" + sum + sum + sum + "\0\0"s) == many);
  // The first and the third have sums. Of the first come two streams and of the others one: one
  // size, and three sums, for that of the third is known.
  const std::string partly = three + "\x0A\0\xA0"s + sum + sum + "\0"s;
  const std::string parts = "\x08\x0D\2\1\1\x09" + number_with(8, 7);
  CHECK(said_of_streams(partly + parts + "\0\0"s) == many);
  CHECK(said_of_streams(partly + parts + "\x0A\1" + sum + sum + sum + "\0\0"s) == many);
  CHECK(said_of_streams(partly + "\x08\x0A\1"s + sum + "\0\0"s) == many);
  CHECK(said_of_streams(partly + "\x08\x0B\0\0"s) == damaged);
  CHECK(said_of_streams(three + "\x0B\0"s) == damaged);
  // Another part in the place of the folders, and of their sizes.
  CHECK(said_of_streams("\7\x0A\1\0"s + lzma + "\x0C\1\0\0"s) == damaged);
  CHECK(said_of_streams("\7\x0B\1\0"s + lzma + "\x0A\1\0\0"s) == damaged);
  // A folder that nothing comes of, and more of them than are counted.
  CHECK(said_of_streams(partly + "\x08\x0D\0\1\1\x09\x0A\1"s + sum + "\0\0"s) == many);
  CHECK(said_of("\1\4" + partly + "\x08\x0D" + number_with(8, million) + "\1\1\x0A\1") == many);
  // A list of folders that stands elsewhere.
  CHECK(said_of_streams("\7\x0B\1\1" + lzma + "\x0C\1\0\0"s) == damaged);
  for (const char* flags : {"\x41", "\x81"})
    CHECK(said_of_streams(folders("\1"s + flags + "m", 1, 1) + "\0\0"s) == damaged);
}

TEST_CASE("a folder of a 7z archive has 32 streams on either side at most, and none is left over") {
  const auto said = [](std::uint64_t inputs, std::uint64_t outputs) {
    return said_of_streams(folders(folder_of(inputs, outputs), 1, outputs) + "\0\0"s);
  };
  CHECK(said(1, 1) == many);
  CHECK(said(2, 1) == many);
  CHECK(said(2, 2) == many);
  CHECK(said(3, 2) == many);
  CHECK(said(32, 1) == many);
  CHECK(said(33, 1) == damaged);
  CHECK(said(32, 32) == many);
  CHECK(said(31, 32) == many);
  CHECK(said(30, 32) == damaged);
  CHECK(said(32, 33) == damaged);
  CHECK(said(1, 0) == damaged);
}

TEST_CASE("a packed list of a 7z archive is unpacked where it is LZMA's and 64 MiB at most") {
  const ScratchFolder folder;
  const auto pack = [&](const std::string& bytes) {
    write_archive(folder.name("lzma"), "raw", "lzma", {{"x", bytes}});
    return read_file(folder.name("lzma")).substr(13);
  };
  const std::string list = "\1" + files(million + 1);
  const std::string packed = pack(list);
  const auto packed_stream = [&](std::uint64_t size) {
    return "\6\0\1\x09"s + number_with(8, size) + '\0';
  };
  const auto one = [](const std::string& method, std::uint64_t size) {
    return "\7\x0B\1\0"s + method + '\x0C' + number_with(8, size) + "\0\0"s;
  };
  const std::string lzma = "\1\x23\3\1\1\5\x5D\0\0\x10\0"s;
  const std::string stream = "\x17" + packed_stream(packed.size());
  CHECK(said_of(stream + one(lzma, list.size()), packed) == many);
  // Behind other bytes.
  CHECK(said_of("\x17\6\3\1\x09"s + number_with(8, packed.size()) + '\0' + one(lzma, list.size()),
                "xyz" + packed) == many);
  const std::string few = "\1" + files(7);
  const std::string packed_few = pack(few);
  CHECK(said_of("\x17" + packed_stream(packed_few.size()) + one(lzma, few.size()), packed_few) ==
        sound);
  // The list is shorter than it says, the method is unknown, or its properties are too short.
  CHECK(said_of(stream + one(lzma, list.size() + 1), packed) == damaged);
  CHECK(said_of(stream + one("\1\x23\3\1\2\5\x5D\0\0\x10\0"s, list.size()), packed) ==
        otherwise_packed);
  CHECK(said_of(stream + one("\1\x23\3\1\1\4\x5D\0\0\x10"s, list.size()), packed) ==
        otherwise_packed);
  // Two methods, of which the last is LZMA.
  CHECK(said_of(stream + "\7\x0B\1\0\2\1m\x23\3\1\1\5\x5D\0\0\x10\0\0\0\x0C\1"s +
                    number_with(8, list.size()) + "\0\0"s,
                packed) == otherwise_packed);
  CHECK(said_of(stream + one(lzma, (std::uint64_t{64} << 20) + 1), packed) == too_long);
  CHECK(said_of(stream + one(lzma, std::uint64_t{64} << 20), packed) == damaged);
  CHECK(
      said_of("\x17\6\0\2\x09"s + number_with(8, packed.size()) + "\1\0"s + one(lzma, list.size()),
              packed) == damaged);
  CHECK(said_of(stream + "\7\x0B\2\0"s + lzma + lzma + '\x0C' + number_with(8, list.size()) +
                    number_with(8, list.size()) + "\0\0"s,
                packed) == damaged);
  CHECK(said_of("\x17" + packed_stream((std::uint64_t{64} << 20) + 1) + one(lzma, list.size()),
                packed) == too_long);
  CHECK(said_of("\x17" + packed_stream(std::uint64_t{64} << 20) + one(lzma, list.size()), packed) ==
        damaged);
  CHECK(said_of("\x17" + packed_stream(packed.size() + 1000) + one(lzma, list.size()), packed) ==
        damaged);
}

}  // namespace yari::test
