// Packed files of strangers start no program and take no more memory than their records.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>

#include "import/byte_input.h"
#include "import/byte_output.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/sanitized.h"

namespace yari {
namespace {

namespace fs = std::filesystem;
using test::ScratchFolder;

/// A PATH on which every program that libarchive may start makes a file "ran".
class PoisonedPath {
 public:
  PoisonedPath() {
    for (const char* program :
         {"gzip",       "gunzip",   "bzip2", "bunzip2",  "xz",    "unxz",  "unlzma", "lzma",
          "zstd",       "unzstd",   "lzop",  "lzip",     "lrzip", "grzip", "lz4",    "compress",
          "uncompress", "uudecode", "rpm",   "rpm2cpio", "7z",    "cat",   "sh"}) {
      const std::string file =
          folder_.write(std::string("bin/") + program, "#!/bin/sh\n: > " + folder_.name("ran"));
      fs::permissions(file, fs::perms::owner_all);
    }
    setenv("PATH", folder_.name("bin").c_str(), 1);
  }
  ~PoisonedPath() { setenv("PATH", before_.c_str(), 1); }
  PoisonedPath(const PoisonedPath&) = delete;
  PoisonedPath& operator=(const PoisonedPath&) = delete;
  bool ran() const { return fs::exists(folder_.name("ran")); }

 private:
  std::string before_ = std::getenv("PATH");
  ScratchFolder folder_;
};

void pack(const std::string& file, std::string_view bytes) {
  Result<ByteOutput> out =
      ByteOutput::open(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600), file);
  REQUIRE(out);
  REQUIRE(out->write(bytes));
  REQUIRE(out->close());
}

/// All members' bytes, or what is wrong with the file.
Result<std::string> all_of(const std::string& file) {
  Result<std::unique_ptr<ByteInput>> input = ByteInput::open(file);
  if (!input) return tl::unexpected(input.error());
  std::string all;
  while (true) {
    const auto member = (*input)->next_member();
    if (!member) return tl::unexpected(member.error());
    if (!*member) return all;
    std::array<char, 4096> buffer{};
    while (true) {
      const Result<std::size_t> got = (*input)->read(buffer.data(), buffer.size());
      if (!got) return tl::unexpected(got.error());
      if (*got == 0) break;
      all.append(buffer.data(), *got);
    }
  }
}

/// MiB that `work` takes at its peak, in a process of its own.
long peak_of(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  REQUIRE(wait4(child, &status, 0, &usage) == child);
  CHECK(status == 0);
  return usage.ru_maxrss / 1024;
}

std::uint32_t crc32_of(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

std::string number_in(std::size_t bytes, std::uint64_t value) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
  return text;
}

/// A number as 7z writes it, in nine bytes.
std::string long_number(std::uint64_t value) { return '\xFF' + number_in(8, value); }

/// A 7z archive of packed bytes and the list at its end.
std::string seven_zip(const std::string& packed, const std::string& list) {
  const std::string place =
      number_in(8, packed.size()) + number_in(8, list.size()) + number_in(4, crc32_of(list));
  return std::string("7z\xBC\xAF\x27\x1C\0\4", 8) + number_in(4, crc32_of(place)) + place + packed +
         list;
}

/// A list that begins with one stream, packed by LZMA with a window of `window` bytes.
std::string one_stream(std::size_t packed, std::uint64_t unpacked, std::uint32_t window) {
  return std::string("\x06\0\1\x09", 4) + long_number(packed) +
         std::string("\0\x07\x0B\1\0\1\x23\x03\x01\x01\x05\x5D", 12) + number_in(4, window) +
         '\x0C' + long_number(unpacked) + std::string("\0\0", 2);
}

/// `bytes` packed by LZMA, without a head.
std::string lzma(const ScratchFolder& folder, const std::string& bytes) {
  test::write_archive(folder.name("lzma"), "raw", "lzma", {{"x", bytes}});
  return test::read_file(folder.name("lzma")).substr(13);
}

/// The head of a member of a tar archive, its bytes, and zeros up to a full block.
std::string tar_member(char type, const std::string& bytes) {
  std::string head(512, '\0');
  head.replace(0, 5, "a.kif");
  head.replace(100, 7, "0000644");
  head.replace(124, 11, fmt::format("{:011o}", bytes.size()));
  head.replace(136, 11, "00000000000");
  head.replace(148, 8, "        ");
  head[156] = type;
  head.replace(257, 8, std::string("ustar\00000", 8));
  unsigned sum = 0;
  for (const char c : head) sum += static_cast<unsigned char>(c);
  head.replace(148, 7, fmt::format("{:06o}", sum) + '\0');
  return head + bytes + std::string((512 - bytes.size() % 512) % 512, '\0');
}

}  // namespace

TEST_CASE("no packed file starts a program, whatever it begins with") {
  using namespace std::string_view_literals;
  const ScratchFolder folder;
  const PoisonedPath path;
  constexpr std::array signs{"LRZI\0\6"sv,
                             "GRZipII\0\2\4:)"sv,
                             "\x89LZO\0\r\n\x1A\n"sv,
                             "\x04\x22\x4D\x18"sv,
                             "\x1F\x9D\x90"sv,
                             "LZIP\1"sv,
                             "\x5D\0\0\x80\0"sv,
                             "\xED\xAB\xEE\xDB\3\0"sv,
                             "begin 644 x\n"sv,
                             "\x1F\x8B\x08\0"sv,
                             "BZh9"sv,
                             "\xFD\x37zXZ\0"sv,
                             "\x28\xB5\x2F\xFD"sv};
  for (const std::string_view sign : signs) {
    INFO("a file that begins with " << Catch::Detail::stringify(std::string(sign)));
    const std::string bytes = std::string(sign) + std::string(1000, '\0');
    static_cast<void>(all_of(folder.write("bare", bytes)));
    CHECK_FALSE(path.ran());
    for (const char* ending : {".gz", ".xz", ".zst", ".bz2"}) {
      const std::string file = folder.name(std::string("packed") + ending);
      pack(file, bytes);
      static_cast<void>(all_of(file));
      CHECK_FALSE(path.ran());
      fs::remove(file);
    }
  }
}

TEST_CASE("a 7z archive is read member by member") {
  const ScratchFolder folder;
  const std::string file = folder.name("games.7z");
  std::vector<test::Member> members;
  for (int i = 0; i < 300; ++i)
    members.push_back({"g/" + std::to_string(i) + ".kif", "game " + std::to_string(i) + "\n"});
  std::string expected;
  for (const test::Member& member : members) expected += member.second;
  test::write_archive(file, "7zip", "", members);
  CHECK(all_of(file) == expected);
  const std::string bytes = test::read_file(file);
  for (const std::size_t kept : {bytes.size() - 1, bytes.size() / 2, std::size_t{40}}) {
    const Result<std::string> cut = all_of(folder.write("cut.7z", bytes.substr(0, kept)));
    REQUIRE_FALSE(cut);
    CHECK_THAT(cut.error().message, Contains("cannot be unpacked: "));
  }
  test::write_archive(folder.name("none.7z"), "7zip", "", {});
  CHECK(all_of(folder.name("none.7z")) == "");
}

TEST_CASE("no member of an archive starts a program, whatever it begins with") {
  using namespace std::string_view_literals;
  const ScratchFolder folder;
  const PoisonedPath path;
  for (const std::string_view sign :
       {"LRZI\0\6"sv, "GRZipII\0\2\4:)"sv, "\x89LZO\0\r\n\x1A\n"sv, "\x04\x22\x4D\x18"sv,
        "\x1F\x9D\x90"sv, "LZIP\1"sv, "\x5D\0\0\x80\0"sv, "\xED\xAB\xEE\xDB\3\0"sv,
        "begin 644 x\n"sv, "\x1F\x8B\x08\0"sv, "BZh9"sv, "\xFD\x37zXZ\0"sv}) {
    INFO("a member that begins with " << Catch::Detail::stringify(std::string(sign)));
    const std::string bytes = std::string(sign) + std::string(1000, '\0');
    test::write_archive(folder.name("a.gz"), "raw", "gzip", {{"x", bytes}});
    const std::vector<test::Member> members{{"bare", bytes},
                                            {"packed.gz", test::read_file(folder.name("a.gz"))}};
    for (const auto& [format, filter] :
         {std::pair{"zip", ""}, {"pax", ""}, {"pax", "gzip"}, {"7zip", ""}}) {
      const std::string file = folder.name("archive");
      test::write_archive(file, format, filter, members);
      static_cast<void>(all_of(file));
      CHECK_FALSE(path.ran());
      fs::remove(file);
    }
  }
}

namespace {

struct ReadMember {
  std::string name;
  std::string text;
};

std::vector<ReadMember> members_of(const std::string& file) {
  const Result<std::unique_ptr<ByteInput>> input = ByteInput::open(file);
  REQUIRE(input);
  std::vector<ReadMember> members;
  while (true) {
    const auto member = (*input)->next_member();
    REQUIRE(member);
    if (!*member) return members;
    std::array<char, 100'000> buffer{};
    const Result<std::size_t> got = (*input)->read(buffer.data(), buffer.size());
    members.push_back({**member, got ? std::string(buffer.data(), *got) : got.error().message});
  }
}

std::string packed_as(const ScratchFolder& folder, const char* format, const char* filter,
                      const std::vector<test::Member>& members) {
  test::write_archive(folder.name("packed"), format, filter, members);
  return test::read_file(folder.name("packed"));
}

}  // namespace

TEST_CASE("a packed file inside an archive is read, and what is packed inside that is not") {
  const ScratchFolder folder;
  const auto pack = [&](const char* format, const char* filter,
                        const std::vector<test::Member>& members) {
    return packed_as(folder, format, filter, members);
  };
  const std::string long_text(70'000, 'x');
  const std::string tgz = pack("pax", "gzip", {{"t1.kif", "four"}, {"t2.kif", "five"}});
  const std::string zip =
      pack("zip", "", {{"z.kif", "six"}, {"deep.gz", pack("raw", "gzip", {{"x", "seven"}})}});
  const std::vector<test::Member> members{{"plain.kif", "zero"},
                                          {"a.kif.gz", pack("raw", "gzip", {{"x", "one"}})},
                                          {"b.xz", pack("raw", "xz", {{"x", long_text}})},
                                          {"c.zst", pack("raw", "zstd", {{"x", "two"}})},
                                          {"d.bz2", pack("raw", "bzip2", {{"x", "three"}})},
                                          {"e.tar.gz", tgz},
                                          {"f.zip", zip},
                                          {"last.kif", "eight"}};
  for (const auto& [format, filter] :
       {std::pair{"zip", ""}, {"pax", ""}, {"pax", "xz"}, {"7zip", ""}}) {
    INFO(format << ' ' << filter);
    const std::string file = folder.name("archive");
    test::write_archive(file, format, filter, members);
    const std::vector<ReadMember> read = members_of(file);
    std::string said;
    for (const ReadMember& m : read) {
      const bool is_packed = m.text.starts_with("\x1F\x8B");
      said += m.name + '=' + (m.text == long_text ? "long" : is_packed ? "packed" : m.text) + ' ';
    }
    CHECK(said ==
          "plain.kif=zero a.kif.gz=one b.xz=long c.zst=two d.bz2=three e.tar.gz:t1.kif=four "
          "e.tar.gz:t2.kif=five f.zip:z.kif=six f.zip:deep.gz=packed last.kif=eight ");
  }
}

TEST_CASE("a damaged file inside an archive takes no other with it") {
  const ScratchFolder folder;
  const std::string gz = packed_as(folder, "raw", "gzip", {{"x", std::string(5000, 'x') + "end"}});
  const std::string zip = packed_as(folder, "zip", "", {{"a", "one"}, {"b", "two"}});
  const std::string seven = packed_as(folder, "7zip", "", {{"a", "one"}});
  const std::string file = folder.name("a.zip");
  test::write_archive(file, "zip", "",
                      {{"a.gz", gz.substr(0, 20)},
                       {"b.kif", "b"},
                       {"c.zip", zip.substr(0, 36)},
                       {"d.kif", "d"},
                       {"e.7z", seven},
                       {"f.kif", "f"}});
  std::string said;
  for (const ReadMember& m : members_of(file)) said += m.name + '=' + m.text.substr(0, 20) + '\n';
  CHECK_THAT(said, Contains("b.kif=b\n"));
  CHECK_THAT(said, Contains("d.kif=d\n"));
  CHECK_THAT(said, Contains("f.kif=f\n"));
  CHECK_THAT(said, Contains("a.gz=cannot be unpacked"));
  CHECK_THAT(said, Contains("e.7z=is a 7z archive i"));
}

TEST_CASE("a 7z archive of a few bytes cannot promise millions of members") {
  const ScratchFolder folder;
  constexpr std::uint64_t members = 3'000'000;
  // All of them are empty, which takes a bit each.
  const std::string empty = "\5" + long_number(members) + '\x0E' + long_number(members / 8) +
                            std::string(members / 8, '\xFF') + std::string("\0\0", 2);
  const std::string list = "\1" + empty;
  const std::string packed = lzma(folder, list);
  const std::string in_the_open = folder.write("open.7z", seven_zip("", list));
  const std::string hidden = folder.write(
      "hidden.7z", seven_zip(packed, '\x17' + one_stream(packed.size(), list.size(), 1U << 20)));
  CHECK(fs::file_size(hidden) < 1000);
  for (const std::string& file : {in_the_open, hidden}) {
    const long peak = peak_of([&] { static_cast<void>(all_of(file)); });
    if (!YARI_SANITIZED) CHECK(peak < peak_of([] {}) + 60);
    const Result<std::string> read = all_of(file);
    REQUIRE_FALSE(read);
    CHECK_THAT(read.error().message, Contains("it has more than a million members"));
  }
  const std::string huge = folder.write(
      "huge.7z", seven_zip(packed, '\x17' + one_stream(packed.size(), std::uint64_t{1} << 40, 1)));
  CHECK_THAT(all_of(huge).error().message, Contains("is over 64 MiB"));
}

TEST_CASE("a window of 4 GiB that a packed file asks for is not taken") {
  const ScratchFolder folder;
  const std::string text = "1. P-7f P-3d *\n";
  const std::string packed = lzma(folder, text);
  const std::string names = std::string("\5\1\x11\5\0a\0\0\0\0\0", 11);
  folder.write("a.7z",
               seven_zip(packed, "\1\4" + one_stream(packed.size(), text.size(), ~0U) + names));
  // The second byte says how large the window is: 2 to the power of 31.
  folder.write("a.zst", std::string("\x28\xB5\x2F\xFD\0\xA8", 6) +
                            number_in(3, text.size() << 3 | 1) + text);
  pack(folder.name("a.xz"), text);
  std::string xz = test::read_file(folder.name("a.xz"));
  // The head of the block: its size, flags, LZMA2, one byte about it, the window, and a sum.
  REQUIRE(xz.substr(14, 2) == "\x21\x01");
  xz[16] = 40;
  const std::size_t head_size = 4 * static_cast<std::size_t>(xz[12]);
  xz.replace(12 + head_size, 4, number_in(4, crc32_of(xz.substr(12, head_size))));
  folder.write("a.xz", xz);
  for (const char* name : {"a.7z", "a.zst", "a.xz"}) {
    INFO(name);
    const long peak = peak_of([&] { static_cast<void>(all_of(folder.name(name))); });
    if (!YARI_SANITIZED) CHECK(peak < peak_of([] {}) + 60);
    const Result<std::string> read = all_of(folder.name(name));
    CHECK((!read || *read == text));
  }
}

TEST_CASE("what describes a member of an archive cannot be unpacked to any size", "[slow]") {
  const ScratchFolder folder;
  constexpr int holes = 6'000'000;
  std::string map = std::to_string(holes) + "\n";
  for (int i = 0; i < holes; ++i) map += "0\n0\n";
  const std::string tags =
      "22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n26 GNU.sparse.name=a.kif\n"
      "26 GNU.sparse.realsize=2\n";
  std::string tar = tar_member('x', tags) + tar_member('0', map + "a\n");
  pack(folder.name("holes.tar.gz"), tar + std::string(1024, '\0'));
  CHECK(fs::file_size(folder.name("holes.tar.gz")) < 100'000);
  tar.clear();
  for (int i = 0; i < 100; ++i) tar += tar_member('x', std::string(1'000'000, 'x'));
  pack(folder.name("tags.tar.gz"), tar);
  for (const char* name : {"holes.tar.gz", "tags.tar.gz"}) {
    INFO(name);
    const long peak = peak_of([&] { static_cast<void>(all_of(folder.name(name))); });
    if (!YARI_SANITIZED) CHECK(peak < peak_of([] {}) + 150);
    const Result<std::string> read = all_of(folder.name(name));
    REQUIRE_FALSE(read);
    CHECK_THAT(read.error().message, Contains("cannot be unpacked: "));
  }
}

TEST_CASE("a member that is skipped may have any size") {
  const ScratchFolder folder;
  const std::string file = folder.name("a.tar.gz");
  pack(file, tar_member('0', std::string(40'000'000, 'x')) + tar_member('0', "a\n") +
                 std::string(1024, '\0'));
  const Result<std::unique_ptr<ByteInput>> input = ByteInput::open(file);
  REQUIRE(input);
  REQUIRE((*input)->next_member());
  const auto second = (*input)->next_member();
  REQUIRE(second);
  CHECK(*second);
}

}  // namespace yari
