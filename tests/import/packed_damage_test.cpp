// Packed records whose bytes are not those that were packed are never read without a word.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <zlib.h>

#include <array>

#include "import/byte_input.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari {
namespace {

using test::ScratchFolder;

/// What each member says, or why it cannot be read: "a=one;b: why;", and at the end "why" where the
/// archive itself is damaged.
std::string said_of(const std::string& file) {
  const Result<std::unique_ptr<ByteInput>> input = ByteInput::open(file);
  if (!input) return input.error().message;
  std::string said;
  while (true) {
    const auto member = (*input)->next_member();
    if (!member) return said + member.error().message;
    if (!*member) return said;
    std::string text;
    std::array<char, 1000> buffer{};
    while (true) {
      const Result<std::size_t> got = (*input)->read(buffer.data(), buffer.size());
      if (!got) text += " (" + got.error().message + ')';
      if (!got || *got == 0) break;
      text.append(buffer.data(), *got);
    }
    said += **member + '=' + text + ';';
  }
}

std::string said_of(const ScratchFolder& folder, const std::string& bytes) {
  return said_of(folder.write("packed", bytes));
}

std::string packed_bytes(const char* format, const char* filter,
                         const std::vector<test::Member>& members) {
  const ScratchFolder folder;
  test::write_archive(folder.name("packed"), format, filter, members);
  return test::read_file(folder.name("packed"));
}

/// gzip that keeps the bytes as they are, so that damage is found by the checksum alone.
std::string stored_gzip(const std::string& bytes) {
  z_stream state{};
  REQUIRE(deflateInit2(&state, 0, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(bytes.size() + 1000, '\0');
  std::string input = bytes;
  state.next_in = reinterpret_cast<Bytef*>(input.data());
  state.avail_in = static_cast<uInt>(input.size());
  state.next_out = reinterpret_cast<Bytef*>(packed.data());
  state.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&state, Z_FINISH) == Z_STREAM_END);
  packed.resize(packed.size() - state.avail_out);
  deflateEnd(&state);
  return packed;
}

/// A zip or 7z archive that keeps the bytes as they are.
std::string stored_archive(const std::string& format, const std::vector<test::Member>& members) {
  std::string bytes(1'000'000, '\0');
  std::size_t used = 0;
  archive* a = archive_write_new();
  archive_write_set_format_by_name(a, format.c_str());
  archive_write_set_options(a, "compression=store");
  REQUIRE(archive_write_open_memory(a, bytes.data(), bytes.size(), &used) == ARCHIVE_OK);
  for (const auto& [name, content] : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_write_header(a, entry);
    archive_write_data(a, content.data(), content.size());
    archive_entry_free(entry);
  }
  REQUIRE(archive_write_close(a) == ARCHIVE_OK);
  archive_write_free(a);
  return bytes.substr(0, used);
}

std::string with(std::string bytes, const std::string& old_bytes, const std::string& new_bytes,
                 std::size_t from = 0) {
  const std::size_t place = bytes.find(old_bytes, from);
  REQUIRE(place != std::string::npos);
  return bytes.replace(place, old_bytes.size(), new_bytes);
}

const std::vector<test::Member> three{{"a", "one"}, {"b", "two"}, {"c", "three"}};

}  // namespace

TEST_CASE("packed bytes whose checksum is wrong are a fault of their member") {
  const ScratchFolder folder;
  const std::string bad_gzip = with(stored_gzip("one two three"), "two", "TWO");
  const std::string bad = "cannot be unpacked: damaged gzip: incorrect data check";
  CHECK(said_of(folder, stored_gzip("one two three")) == "=one two three;");
  CHECK(said_of(folder, bad_gzip) == bad);
  std::string bad_length = stored_gzip("one two three");
  bad_length[bad_length.size() - 4] ^= 1;
  CHECK(said_of(folder, bad_length) == "cannot be unpacked: damaged gzip: incorrect length check");
  for (const char* filter : {"gzip", "bzip2", "xz", "zstd"}) {
    INFO(filter);
    CHECK(said_of(folder, packed_bytes("raw", filter, {{"x", bad_gzip}})) == bad);
  }
  CHECK(said_of(folder, packed_bytes("zip", "", {{"a.gz", bad_gzip}, {"b", "two"}})) ==
        "a.gz= (" + bad + ");b=two;");

  const std::string zip = with(stored_archive("zip", three), "two", "TWO");
  CHECK(said_of(folder, zip).starts_with("a=one;b= (cannot be unpacked: ZIP bad CRC"));
  CHECK_THAT(said_of(folder, zip), Catch::Matchers::EndsWith(");c=three;"));
  // Its length and checksum stand behind each member.
  std::string streamed = packed_bytes("zip", "", three);
  ++streamed[streamed.find("PK\x07\x08", streamed.find("PK\x07\x08") + 4) + 4];
  CHECK_THAT(said_of(folder, packed_bytes("raw", "xz", {{"x", streamed}})),
             Contains("a=one;b= (cannot be unpacked: ZIP bad CRC") &&
                 Catch::Matchers::EndsWith(");c=three;"));
  const std::string seven = with(stored_archive("7zip", three), "two", "TWO");
  CHECK(said_of(folder, stored_archive("7zip", three)) == "a=one;b=two;c=three;");
  CHECK_THAT(said_of(folder, seven), Contains("a=one;b= (cannot be unpacked: 7-Zip bad CRC") &&
                                         Catch::Matchers::EndsWith(");c=three;"));
}

TEST_CASE("damage that is met after good bytes of a member is said after them") {
  const ScratchFolder folder;
  std::string text;
  for (int i = 0; text.size() < 400'000; ++i) text += fmt::format("{} ", i);
  const std::string said = said_of(folder, with(stored_gzip(text + "end"), "end", "END"));
  CHECK(said.starts_with("=0 1 2 3"));
  CHECK_THAT(said, Catch::Matchers::EndsWith(
                       " (cannot be unpacked: damaged gzip: incorrect data check);"));
  CHECK_THAT(said, !Contains("END"));
  // The checksum stands behind a block that is full.
  for (const std::size_t size : {65'535U, 65'536U, 65'537U, 131'072U}) {
    INFO(size);
    const std::string last = std::string(size - 3, 'x') + "end";
    CHECK(said_of(folder, stored_gzip(last)) == '=' + last + ';');
    std::string bad_sum = stored_gzip(last);
    bad_sum[bad_sum.size() - 8] ^= 1;
    CHECK_THAT(said_of(folder, bad_sum), !Contains("end"));
  }
  const std::string of_zip =
      said_of(folder, with(stored_archive("zip", {{"a", text + "end"}}), "end", "END"));
  CHECK(of_zip.starts_with("a=0 1 2 3"));
  CHECK_THAT(of_zip, Contains(" (cannot be unpacked: ZIP bad CRC"));
}

TEST_CASE("what follows a packed stream is read, or said to be no such stream") {
  const ScratchFolder folder;
  for (const std::string packer : {"gzip", "bzip2", "xz", "zstd"}) {
    INFO(packer);
    const std::string first = packed_bytes("raw", packer.c_str(), {{"x", "one "}});
    const std::string second = packed_bytes("raw", packer.c_str(), {{"x", "two"}});
    CHECK(said_of(folder, first + second) == "=one two;");
    for (std::size_t i = 0; i < 3; ++i) {
      std::string damaged = second;
      damaged[i] ^= 1;
      INFO("byte " << i);
      CHECK_THAT(said_of(folder, first + damaged), Contains("cannot be unpacked: "));
    }
    CHECK_THAT(said_of(folder, first + "rubbish!"), Contains("cannot be unpacked: "));
    CHECK_THAT(said_of(folder, first + std::string(8, '\0') + "rubbish!"),
               Contains("cannot be unpacked: "));
  }
  for (const std::string packer : {"gzip", "bzip2"}) {
    const std::string first = packed_bytes("raw", packer.c_str(), {{"x", "one "}});
    CHECK(said_of(folder, first + std::string(100'000, '\0')) == "=one ;");
    CHECK(said_of(folder, first + "rubbish!").starts_with("=one  ("));
    // Not only the outermost.
    CHECK(said_of(folder, packed_bytes("raw", "zstd", {{"x", first + "rubbish!"}}))
              .starts_with("=one  ("));
  }
}

TEST_CASE("what is packed many times is unpacked, and what is packed without end is not") {
  const ScratchFolder folder;
  std::string bytes = "one";
  for (int i = 0; i < 25; ++i) bytes = stored_gzip(bytes);
  CHECK(said_of(folder, bytes) == "=one;");
  CHECK_THAT(said_of(folder, stored_gzip(bytes)), Contains("packed more than 25 times"));
}

TEST_CASE("damage behind the last member of an archive is said") {
  const ScratchFolder folder;
  const std::string tar = packed_bytes("ustar", "", three);
  const std::string members = "a=one;b=two;c=three;";
  CHECK(said_of(folder, tar) == members);
  CHECK(said_of(folder, tar + std::string(100'000, '\0')) == members);
  for (const std::string& twice : {tar + tar, packed_bytes("raw", "gzip", {{"x", tar + tar}})})
    CHECK(said_of(folder, twice) ==
          members +
              "cannot be unpacked: something follows the end of the archive, after member 'c'; it "
              "is not read");
  for (const std::size_t cut : {std::size_t{2048}, std::size_t{3072}})
    CHECK_THAT(said_of(folder, tar.substr(0, cut)),
               Contains("cannot be unpacked: the archive ends after member '"));
  CHECK(said_of(folder, tar.substr(0, 3584)) == members);
  std::string without_header = tar;
  without_header.replace(1024, 512, 512, '\0');
  CHECK_THAT(said_of(folder, without_header), Contains("a=one;cannot be unpacked: something foll"));
  std::string bad_sum = stored_gzip(tar);
  bad_sum[bad_sum.size() - 8] ^= 1;
  CHECK(said_of(folder, bad_sum) == "cannot be unpacked: damaged gzip: incorrect data check");
  // What comes before the last 64 KiB is read.
  std::string long_tar = packed_bytes("ustar", "", {{"a", "one"}, {"b", std::string(99'000, 'b')}});
  long_tar = stored_gzip(long_tar);
  long_tar[long_tar.size() - 8] ^= 1;
  CHECK_THAT(
      said_of(folder, long_tar),
      Contains("a=one;b=bbb") &&
          Catch::Matchers::EndsWith("b (cannot be unpacked: damaged gzip: incorrect data check);"));
}

TEST_CASE("a zip archive has the members that its list has") {
  const ScratchFolder folder;
  const std::string zip = stored_archive("zip", three);
  const auto gzip = [](const std::string& bytes) { return stored_gzip(bytes); };
  const std::string members = "a=one;b=two;c=three;";
  CHECK(said_of(folder, zip) == members);
  CHECK(said_of(folder, gzip(zip)) == members);
  // libarchive looks for the next header that makes sense.
  const std::size_t second = zip.find("PK\x03\x04", 4);
  std::string lost = zip;
  lost[second] ^= 1;
  CHECK_THAT(said_of(folder, lost), Contains("cannot be unpacked: "));
  CHECK_THAT(said_of(folder, gzip(lost)),
             Contains("cannot be unpacked: its list has 3 members, and 2 of them were found"));
  for (const std::string& cut :
       {zip.substr(0, zip.find("PK\x03\x04", second + 1)), zip.substr(0, zip.find("PK\x01\x02"))}) {
    CHECK_THAT(said_of(folder, cut), Contains("cannot be unpacked: "));
    CHECK_THAT(said_of(folder, gzip(cut)), Contains("cannot be unpacked: "));
  }
}

TEST_CASE("what stands before or behind a zip archive is an error") {
  const ScratchFolder folder;
  const std::string zip = stored_archive("zip", three);
  const std::string other = stored_archive("zip", {{"d", "four"}});
  CHECK_THAT(said_of(folder, other + zip), Contains("something stands before the archive"));
  CHECK_THAT(said_of(folder, zip + "1. P-7f"),
             Contains("something follows the end of the archive"));
  CHECK_THAT(said_of(folder, stored_gzip(zip + "1. P-7f")),
             Contains("something follows the end of the archive"));
  CHECK(said_of(folder, zip + std::string(1000, '\0')) == "a=one;b=two;c=three;");
  std::string commented = zip + "a comment";
  commented[zip.size() - 2] = 9;
  CHECK(said_of(folder, commented) == "a=one;b=two;c=three;");
}

TEST_CASE("a tar archive with a damaged header names the member before it") {
  const ScratchFolder folder;
  std::string tar = packed_bytes("ustar", "", three);
  tar[1024] = 'B';
  CHECK(said_of(folder, tar) ==
        "a=one;cannot be unpacked: the header after member 'a' is damaged; what follows is not "
        "read");
}

}  // namespace yari
