// Records come out of files of every kind whole, in order, with their place; and every file that
// has none says why.
#include "import/record_source.h"

#include <sys/resource.h>
#include <unistd.h>

#include <atomic>

#include "import/byte_input.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"
#include "tests/support/sanitized.h"

namespace yari {
namespace {

using test::all_records;
using test::ScratchFolder;

const SourceOptions lines{.format = &test::line_format()};

std::vector<std::string> texts(const std::vector<Record>& records) {
  std::vector<std::string> all;
  for (const Record& record : records) all.push_back(record.text);
  return all;
}

/// The one thing that was said about a whole file.
Diagnostic file_fault(const std::vector<Record>& records) {
  REQUIRE(records.size() == 1);
  CHECK(records[0].format == nullptr);
  CHECK(records[0].refused);
  REQUIRE(records[0].diagnostics.size() == 1);
  CHECK(records[0].diagnostics[0].severity == Severity::error);
  return records[0].diagnostics[0];
}

}  // namespace

TEST_CASE("a file is cut into records with the lines they begin on") {
  const ScratchFolder folder;
  const std::string file = folder.write("a", "one\nend\ntwo\nlines\nend\nthree");
  const std::vector<Record> records = all_records({file}, lines);
  CHECK(texts(records) == std::vector<std::string>{"one\nend\n", "two\nlines\nend\n", "three"});
  CHECK(records[0].first_line == 1);
  CHECK(records[1].first_line == 3);
  CHECK(records[2].first_line == 6);
  CHECK(*records[2].file == file);
  CHECK(records[2].bytes_done == 27);
}

TEST_CASE("records do not depend on where blocks of the file end") {
  const ScratchFolder folder;
  std::string content;
  std::vector<std::string> expected;
  for (int i = 0; content.size() < 1000000; ++i) {
    expected.push_back("record " + std::string(static_cast<std::size_t>(i * 37 % 3001), 'x') +
                       "\né先\nend\n");
    content += expected.back();
  }
  const std::vector<Record> records = all_records({folder.write("a", content)}, lines);
  CHECK(texts(records) == expected);
  std::size_t line = 1;
  for (const Record& record : records) {
    CHECK(record.first_line == line);
    line += 3;
  }
}

TEST_CASE("blank records are skipped in silence") {
  const ScratchFolder folder;
  const std::string file = folder.write("a", "one\nend\n\n\n  \n");
  CHECK(texts(all_records({file}, lines)) == std::vector<std::string>{"one\nend\n"});
}

TEST_CASE("a folder is read with its folders, sorted by name, without hidden files") {
  const ScratchFolder folder;
  folder.write("b/2.lines", "b2");
  folder.write("b/1.lines", "b1");
  folder.write("c", "c");
  folder.write("a", "a");
  folder.write(".hidden/x", "x");
  folder.write(".y", "y");
  std::filesystem::create_directory_symlink(folder.path(), folder.path() / "loop");
  const std::vector<Record> records = all_records({folder.path().string()}, lines);
  CHECK(texts(records) == std::vector<std::string>{"a", "b1", "b2", "c"});
  CHECK(*records[1].file == folder.name("b/1.lines"));
  CHECK(records[3].file_number == 4);
}

TEST_CASE("paths are read in the order given") {
  const ScratchFolder folder;
  const std::string b = folder.write("b", "b");
  const std::string a = folder.write("a", "a");
  CHECK(texts(all_records({b, a, b}, lines)) == std::vector<std::string>{"b", "a", "b"});
}

TEST_CASE("a missing file is said to be missing, and the others are read") {
  const ScratchFolder folder;
  const std::string a = folder.write("a", "a");
  const std::vector<Record> records = all_records({folder.name("nothing"), a}, lines);
  REQUIRE(records.size() == 2);
  CHECK(records[0].refused);
  CHECK(records[0].diagnostics[0].message == "there is no such file or folder");
  CHECK(*records[0].file == folder.name("nothing"));
  CHECK(records[1].text == "a");
}

TEST_CASE("a path that the system refuses, or does not read, is reported in its words") {
  CHECK(file_fault(all_records({std::string(5000, 'x')})).message ==
        "cannot be read: File name too long");
  CHECK(file_fault(all_records({"/proc/self/mem"})).message ==
        "cannot be read: Input/output error");
}

TEST_CASE("empty and blank files contain no game") {
  const ScratchFolder folder;
  const auto empty = folder.write("empty", "");
  const auto blank = folder.write("blank", " \n\n");
  const auto mark = folder.write("mark", "\xEF\xBB\xBF");
  const auto nuls = folder.write("nuls", std::string(100, '\0'));
  for (const std::string& file : {empty, blank, mark, nuls}) {
    INFO(file);
    CHECK(file_fault(all_records({file})).message == "contains no game");
    CHECK(file_fault(all_records({file}, lines)).message == "contains no game");
  }
}

TEST_CASE("an empty folder is said to be empty") {
  const ScratchFolder folder;
  CHECK(file_fault(all_records({folder.path().string()})).message ==
        "the folder contains no files");
}

TEST_CASE("binary files are refused without being read through") {
  const ScratchFolder folder;
  std::string bytes;
  for (int i = 0; i < 100000; ++i) bytes += static_cast<char>(i * 7919 >> 3);
  CHECK(file_fault(all_records({folder.write("a.png", bytes)})).message == "is a binary file");
  const auto utf16 = folder.write("b", std::string("\xFF\xFE\1\0\2\0", 6));
  CHECK(file_fault(all_records({utf16})).message == "is a binary file");
}

TEST_CASE("UTF-16 with a byte order mark is read, and its records are kept as UTF-8") {
  const ScratchFolder folder;
  const std::string text = "startpos moves 2g2f 8c8d\r\nstartpos moves 7g7f 3c3d 2g2f 8c8d\r\n";
  for (const bool big : {false, true}) {
    std::string bytes = big ? "\xFE\xFF" : "\xFF\xFE";
    for (const char c : text) {
      if (big) bytes += '\0';
      bytes += c;
      if (!big) bytes += '\0';
    }
    SourceOptions options;
    options.keep_bytes = true;
    const std::vector<Record> records = all_records({folder.write("a.txt", bytes)}, options);
    REQUIRE(records.size() == 2);
    CHECK(records[0].text == "startpos moves 2g2f 8c8d\n");
    CHECK(records[1].bytes == "startpos moves 7g7f 3c3d 2g2f 8c8d\n");
    CHECK(records[0].diagnostics.empty());
  }
}

TEST_CASE("a file of USI lines is of one game where one of its lines can be only that") {
  const ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 8000; ++i) text += "startpos moves 7g7f 3c3d\n";
  text += "startpos moves 7g7f 3c3d 2g2f 8c8d\n";
  const std::vector<Record> records = all_records({folder.write("a.usi", text)});
  REQUIRE(records.size() == 8001);
  for (const Record& record : records) CHECK(record.variant_of_file == Variant::shogi);
}

TEST_CASE("a file of remarks alone contains no game") {
  const ScratchFolder folder;
  CHECK(
      file_fault(all_records({folder.write("a.kif", "# to be typed in\n# tomorrow\n")})).message ==
      "contains no game");
}

TEST_CASE("what is no record is refused when named and skipped in a folder") {
  const ScratchFolder folder;
  const std::string file = folder.write("notes.xyz", "Just a shopping list:\nmilk\nbread\n");
  CHECK(file_fault(all_records({file})).message == "is in no known record format");
  const std::vector<Record> records = all_records({folder.path().string()});
  REQUIRE(records.size() == 1);
  CHECK(records[0].format == nullptr);
  CHECK_FALSE(records[0].refused);
  CHECK(records[0].diagnostics[0].severity == Severity::note);
}

TEST_CASE("an opening book is no record, whatever its name says") {
  const ScratchFolder folder;
  const std::string text =
      "#YANEURAOU-DB2016 1.00\nsfen 1n2bbr/r3k2/ppppppp/7/7/7/PPPPPPP/2K3R/RBB2N1 b - 1\n"
      "3g3f 7b5b 55 20 128\n";
  for (const char* name : {"book.db", "book.sfen", "book.psn"}) {
    INFO(name);
    CHECK(file_fault(all_records({folder.write(name, text)})).message == "is an opening book");
  }
  const std::string binary("YANE-BINBOOK-V1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 32);
  CHECK(file_fault(all_records({folder.write("book.ybb", binary)})).message ==
        "is an opening book");
  const std::vector<Record> records = all_records({folder.path().string()});
  REQUIRE(records.size() == 4);
  for (const Record& record : records) {
    CHECK(record.format == nullptr);
    CHECK_FALSE(record.refused);
  }
}

TEST_CASE("a file that may not be read is a fault of that file") {
  if (geteuid() == 0) {
    WARN("skipped: nothing is forbidden to root");
    return;
  }
  const ScratchFolder folder;
  const std::string file = folder.write("a", "a");
  std::filesystem::permissions(file, std::filesystem::perms::none);
  CHECK_THAT(file_fault(all_records({file}, lines)).message, Contains("cannot be opened"));
}

TEST_CASE("packed files are read whatever their names say") {
  const ScratchFolder folder;
  for (const char* filter : {"gzip", "xz", "zstd", "bzip2"}) {
    INFO(filter);
    test::write_archive(folder.name("packed"), "raw", filter, {{"data", "one\nend\ntwo"}});
    const std::vector<Record> records = all_records({folder.name("packed")}, lines);
    CHECK(texts(records) == std::vector<std::string>{"one\nend\n", "two"});
    CHECK(*records[0].file == folder.name("packed"));
  }
}

TEST_CASE("archives are read member by member") {
  const ScratchFolder folder;
  const std::vector<test::Member> members{
      {"x/", ""}, {"x/b", "b1\nend\nb2"}, {"a", "a"}, {"先手.lines", "c"}};
  test::write_archive(folder.name("all.zip"), "zip", "", members);
  test::write_archive(folder.name("all.tar.gz"), "pax", "gzip", members);
  test::write_archive(folder.name("all.tar"), "pax", "", members);
  for (const std::string name : {"all.zip", "all.tar.gz", "all.tar"}) {
    INFO(name);
    const std::vector<Record> records = all_records({folder.name(name)}, lines);
    CHECK(texts(records) == std::vector<std::string>{"b1\nend\n", "b2", "a", "c"});
    REQUIRE(records.size() == 4);
    CHECK(*records[0].file == folder.name(name) + ":x/b");
    CHECK(records[2].first_line == 1);
    CHECK(records[3].file_number == 3);
  }
}

TEST_CASE("a member names its archive where the user named that, and not in a folder") {
  const ScratchFolder folder;
  folder.write("d/plain.lines", "one\nend");
  test::write_archive(folder.name("d/a.zip"), "zip", "", {{"m.lines", "two\nend"}});
  const auto named = all_records({folder.name("d/a.zip"), folder.name("d/plain.lines")}, lines);
  REQUIRE(named.size() == 2);
  REQUIRE(named[0].archive);
  CHECK(named[0].archive->ends_with("d/a.zip"));
  CHECK_FALSE(named[1].archive);
  const auto found = all_records({folder.name("d")}, lines);
  REQUIRE(found.size() == 2);
  CHECK_FALSE(found[0].archive);
  CHECK_FALSE(found[1].archive);
}

TEST_CASE("a text has escapes, tabs and an end of old, and one odd byte in fifty at most") {
  const ScratchFolder folder;
  const auto is_read = [&](const std::string& head) {
    const auto records = all_records({folder.write("a", head + "\nend\n")});
    REQUIRE(records.size() == 1);
    REQUIRE_FALSE(records[0].diagnostics.empty());
    return records[0].diagnostics[0].message != "is a binary file";
  };
  CHECK(is_read(std::string(20, '\x1B')));
  CHECK(is_read(std::string(20, '\x1A')));
  CHECK(is_read(std::string(20, '\t') + '\v' + '\f'));
  for (const char odd : {'\x1C', '\x19', '\x0E', '\x08', '\x1F'}) {
    CHECK_FALSE(is_read(std::string(20, odd)));
    // Five bytes are the line's end and the record's.
    CHECK(is_read(odd + std::string(44, 'x')));
    CHECK_FALSE(is_read(odd + std::string(43, 'x')));
  }
}

TEST_CASE("a member that is not read to its end leaves nothing to the next") {
  const ScratchFolder folder;
  const std::vector<test::Member> members{{"picture", std::string(300'000, '\1')}, {"b", "b"}};
  test::write_archive(folder.name("all.zip"), "zip", "", members);
  test::write_archive(folder.name("all.tar.gz"), "pax", "gzip", members);
  test::write_archive(folder.name("all.tar"), "pax", "", members);
  for (const std::string name : {"all.zip", "all.tar.gz", "all.tar"}) {
    INFO(name);
    const std::vector<Record> records = all_records({folder.name(name)});
    REQUIRE(records.size() == 2);
    CHECK(records[0].diagnostics[0].message == "is a binary file");
    CHECK(records[1].diagnostics[0].message == "is in no known record format");
  }
}

TEST_CASE("a damaged archive is a fault of that file and takes nothing else along") {
  const ScratchFolder folder;
  std::string content;
  for (int i = 0; i < 200000; ++i) content += std::to_string(i * 7919 % 10007) + "\nend\n";
  test::write_archive(folder.name("a.gz"), "raw", "gzip", {{"data", content}});
  std::filesystem::resize_file(folder.name("a.gz"),
                               std::filesystem::file_size(folder.name("a.gz")) / 2);
  const std::string good = folder.write("b", "good");
  const std::vector<Record> records = all_records({folder.name("a.gz"), good}, lines);
  REQUIRE(records.size() > 2);
  CHECK(records.back().text == "good");
  const Record& fault = records[records.size() - 2];
  CHECK(fault.refused);
  CHECK_THAT(fault.diagnostics[0].message, Contains("cannot be unpacked"));
  CHECK(fault.diagnostics[0].line == 2 * records.size() - 3);
  CHECK(records.front().text == "0\nend\n");
}

TEST_CASE("what a damaged packed file holds before the damage is read") {
  const ScratchFolder folder;
  std::string content;
  for (int i = 0; content.size() < 150'000; ++i)
    content += std::to_string(i * 7919 % 10007) + "\nend\n";
  test::write_archive(folder.name("a.gz"), "raw", "gzip", {{"data", content}});
  std::filesystem::resize_file(folder.name("a.gz"),
                               std::filesystem::file_size(folder.name("a.gz")) - 9);
  const std::vector<Record> records = all_records({folder.name("a.gz")}, lines);
  REQUIRE(records.size() > 1);
  CHECK(records.back().refused);
  std::string read;
  for (std::size_t i = 0; i + 1 < records.size(); ++i) read += records[i].text;
  CHECK(content.starts_with(read));
  // libarchive unpacks 64 KiB at a time, and gives up one whole.
  CHECK(read.size() > 120'000);
}

TEST_CASE("reading a packed file can be stopped") {
  const ScratchFolder folder;
  test::write_archive(folder.name("a.zst"), "raw", "zstd", {{"data", std::string(100'000, 'x')}});
  std::atomic<bool> stop = false;
  const auto input = ByteInput::open(folder.name("a.zst"), &stop);
  REQUIRE(input);
  REQUIRE((*input)->next_member());
  char bytes[100];
  CHECK((*input)->read(bytes, sizeof bytes) == sizeof bytes);
  CHECK((*input)->position() > 0);
  stop = true;
  CHECK((*input)->read(bytes, sizeof bytes).error().message == "stopped");
}

TEST_CASE("encodings are reported file by file, with the note at the record it is about") {
  const ScratchFolder folder;
  folder.write("1", "ascii\nend\nSch\xF6n\nend\nlast");
  folder.write("2", "\x90\xE6\x8E\xE8");
  const std::vector<Record> records = all_records({folder.path().string()}, lines);
  REQUIRE(records.size() == 4);
  CHECK(records[1].text == "Schön\nend\n");
  CHECK(records[0].diagnostics.empty());
  REQUIRE(records[1].diagnostics.size() == 1);
  CHECK(records[1].diagnostics[0].line == 3);
  CHECK(records[3].text == "先手");
  CHECK(records[3].diagnostics.size() == 1);
}

TEST_CASE("a forced encoding holds for every file") {
  const ScratchFolder folder;
  const std::string file = folder.write("1", "先手");
  SourceOptions options = lines;
  options.encoding = Encoding::latin1;
  CHECK(all_records({file}, options)[0].text != "先手");
}

TEST_CASE("a line of 100 MB is refused with its place, and both its neighbours are read",
          "[slow]") {
  const ScratchFolder folder;
  std::string content = "before\nend\nlong\n";
  content += std::string(100'000'000, 'x') + "\nend\nafter\nend\n";
  const std::string file = folder.write("a", content);
  content = {};
  const std::vector<Record> records = all_records({file}, lines);
  REQUIRE(records.size() == 3);
  CHECK(records[0].text == "before\nend\n");
  CHECK(records[1].refused);
  CHECK(records[1].format != nullptr);
  CHECK(records[1].first_line == 3);
  REQUIRE(records[1].diagnostics.size() == 1);
  CHECK(records[1].diagnostics[0].line == 4);
  CHECK(records[1].diagnostics[0].message == "the record is longer than 16 MiB; it is not read");
  CHECK(records[1].text.size() < 200'000);
  CHECK(records[2].text == "after\nend\n");
  CHECK(records[2].first_line == 6);
  CHECK_FALSE(records[2].refused);
}

TEST_CASE("a record of too many lines is refused alone, and lines are counted on") {
  const ScratchFolder folder;
  SourceOptions options = lines;
  options.record_limit = 100'000;
  std::string content = "before\nend\n";
  for (int i = 0; i < 200'000; ++i) content += "x\n";
  for (int i = 0; i < 1000; ++i) content += "end\nafter\n";
  const std::vector<Record> records = all_records({folder.write("a", content)}, options);
  REQUIRE(records.size() == 1002);
  CHECK(records[1].refused);
  CHECK(records[2].text == "after\nend\n");
  CHECK(records[2].first_line == 200'004);
}

TEST_CASE("memory stays constant on a file of any size") {
  const ScratchFolder folder;
  std::string part;
  while (part.size() < 1'000'000) part += "a record of the collection\nend\n";
  test::write_archive(folder.name("a.zst"), "raw", "zstd", {{"data", [&] {
                                                               std::string all;
                                                               for (int i = 0; i < 64; ++i)
                                                                 all += part;
                                                               return all;
                                                             }()}});
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  RecordSource source({folder.name("a.zst")}, lines);
  std::size_t records = 0;
  while (source.next()) ++records;
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  CHECK(records > 1'000'000);
  // Sanitizers keep what is freed for a while.
  if (!YARI_SANITIZED) CHECK(after.ru_maxrss - before.ru_maxrss < 32 * 1024);
}

TEST_CASE("standard input is one file named by a dash") {
  const ScratchFolder folder;
  test::write_archive(folder.name("packed"), "raw", "gzip", {{"data", "one\nend\ntwo"}});
  const int saved = dup(STDIN_FILENO);
  // A pipe cannot be rewound, unlike the file itself.
  FILE* pipe = popen(("cat '" + folder.name("packed") + "'").c_str(), "r");
  REQUIRE(pipe != nullptr);
  dup2(fileno(pipe), STDIN_FILENO);
  const std::vector<Record> records = all_records({"-"}, lines);
  dup2(saved, STDIN_FILENO);
  close(saved);
  pclose(pipe);
  CHECK(texts(records) == std::vector<std::string>{"one\nend\n", "two"});
  CHECK(*records[0].file == "-");
}

TEST_CASE("nothing but zeros is reported, packed or not, without being read to the end") {
  const ScratchFolder folder;
  const std::string zeros(10'000'000, '\0');
  test::write_archive(folder.name("a.gz"), "raw", "gzip", {{"data", zeros}});
  CHECK(file_fault(all_records({folder.name("a.gz")})).message ==
        "is an empty archive, or nothing but zeros");
  test::write_archive(folder.name("b.zip"), "zip", "", {{"data", zeros}, {"x.lines", "x"}});
  SourceOptions options = lines;
  options.record_limit = 1 << 20;
  const std::vector<Record> records = all_records({folder.name("b.zip")}, options);
  REQUIRE(records.size() == 2);
  CHECK(records[0].refused);
  CHECK(records[0].diagnostics[0].message ==
        "more than 1 MiB without a record; the rest is not read");
  CHECK(records[1].text == "x");
  CHECK_THAT(file_fault(all_records({"/dev/zero"}, options)).message, Contains("more than 1 MiB"));
}

TEST_CASE("a record that does not end is given up after sixteen times the limit") {
  const ScratchFolder folder;
  SourceOptions options = lines;
  options.record_limit = 1 << 20;
  const std::string file = folder.write("a", "one\nend\n" + std::string(20'000'000, 'x'));
  const std::vector<Record> records = all_records({file}, options);
  REQUIRE(records.size() == 2);
  CHECK(records[0].text == "one\nend\n");
  CHECK(records[1].format == nullptr);
  CHECK(records[1].diagnostics[0].message ==
        "the record is longer than 16 MiB; the rest is not read");
}

TEST_CASE("records come with the bytes that they were decoded from") {
  const ScratchFolder folder;
  const std::vector<std::string> parts{"one\r\nend\r\n", "\x90\xE6\x8E\xE8\rend\n",
                                       std::string("\xEF\xBB\xBFtw\0o\nend\n", 12), "\n\nlast"};
  std::string content;
  for (const std::string& part : parts) content += part;
  SourceOptions options = lines;
  options.keep_bytes = true;
  const std::vector<Record> records = all_records({folder.write("a", content)}, options);
  REQUIRE(records.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(records[i].bytes == parts[i]);
  CHECK(records[1].text == "先手\nend\n");
}

TEST_CASE("bytes stay with their records over blocks and after a record that is too long") {
  const ScratchFolder folder;
  test::Rng rng(7);
  SourceOptions options = lines;
  options.keep_bytes = true;
  options.record_limit = 100'000;
  std::vector<std::string> parts;
  std::string content;
  for (int i = 0; content.size() < 3'000'000; ++i) {
    std::string part = "record " + std::to_string(i);
    const std::size_t size = i % 500 == 7 ? 400'000 : rng() % 3000;
    while (part.size() < size)
      part += rng() % 3 == 0 ? "\r\n" : rng() % 3 == 0 ? "Sch\xF6n" : "text";
    parts.push_back(part + (i % 2 == 0 ? "\nend\n" : "\r\nend\r\n"));
    content += parts.back();
  }
  const std::vector<Record> records = all_records({folder.write("a", content)}, options);
  REQUIRE(records.size() == parts.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < parts.size(); ++i)
    wrong += records[i].bytes == (records[i].refused ? "" : parts[i]) ? 0 : 1;
  CHECK(wrong == 0);
}

}  // namespace yari
