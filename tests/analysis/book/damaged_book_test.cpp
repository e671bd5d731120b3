// Look-ups in damaged books: what of a position cannot be read is said, with its place.
#include "analysis/book/apery_book.h"
#include "analysis/book/binary.h"
#include "analysis/book/book_engine.h"
#include "analysis/book/book_file.h"
#include "analysis/engine/builtin.h"
#include "rules/start.h"
#include "tests/analysis/books.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

constexpr const char* header = "#YANEURAOU-DB2016 1.00\n";
constexpr const char* start_line =
    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
constexpr const char* other_line =
    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n";

struct LookUp {
  std::size_t moves = 0;
  std::vector<std::string> findings;
};

LookUp look_up(const std::string& bytes, const char* ending = "db") {
  const BookOnDisk disk(bytes, ending);
  const auto book = BookFile::open(disk.name);
  REQUIRE(book);
  LookUp result;
  const auto found = (*book)->find(start_setup(Variant::shogi), [&](const Diagnostic& d) {
    result.findings.push_back(fmt::format("{} {}: {}", name(d.severity), d.line, d.message));
  });
  REQUIRE(found);
  result.moves = found->size();
  return result;
}

using Findings = std::vector<std::string>;

}  // namespace

TEST_CASE("a look-up says what of the position in a .db book cannot be read, and where") {
  const std::string damaged = "7g7f none 0 1 1\n6g6f none nan 1 1\n2g2e none 0 1 1\n2g";
  const LookUp last = look_up(std::string(header) + start_line + damaged);
  CHECK(last.moves == 1);
  REQUIRE(last.findings.size() == 3);
  CHECK_THAT(last.findings[0], Contains("error 4: expected a score in centipawns or none"));
  CHECK_THAT(last.findings[1], Contains("error 6: "));
  CHECK_THAT(last.findings[2], Contains("error 5: the move is illegal"));
  // Sorted or not, the lines are those of the file, and other positions have their own.
  const std::string other = std::string(other_line) + "3c3x none 0 1 1\n";
  for (const std::string& text :
       {header + other + start_line + damaged, header + (start_line + damaged + "\n") + other}) {
    INFO(text);
    CHECK(look_up(text).findings.size() == 3);
  }
  CHECK_THAT(look_up(header + other + start_line + damaged).findings[0], Contains("error 6: "));
  CHECK(look_up(std::string(header) + start_line + "7g7f none 0 1 1\n" + other).findings.empty());
  CHECK(look_up(std::string(header) + other + start_line + "7g7f\n").findings.empty());
}

TEST_CASE("a look-up says which record of a book of Apery has an illegal move") {
  const auto record = [](std::uint16_t bits) {
    std::string bytes;
    append_little_endian(bytes, apery_key(start_setup(Variant::shogi)));
    append_little_endian(bytes, bits);
    append_little_endian(bytes, std::uint16_t{1});
    append_little_endian(bytes, std::int32_t{0});
    return bytes;
  };
  // 7g7f, and 7g to 7g's own neighbour that it cannot reach.
  constexpr std::uint16_t legal = (6 * 9 + 6) << 7 | (6 * 9 + 5);
  constexpr std::uint16_t illegal = (6 * 9 + 6) << 7 | (6 * 9 + 3);
  CHECK(look_up(record(legal), "bin").findings.empty());
  const LookUp found = look_up(record(legal) + record(illegal), "bin");
  CHECK(found.moves == 1);
  REQUIRE(found.findings.size() == 1);
  CHECK_THAT(found.findings[0], Contains("error 2: the move is illegal"));
}

TEST_CASE("a look-up says that the moves of a .ybb book are cut or illegal") {
  std::string bytes;
  const auto writer =
      book_format_named("ybb")->write([&](std::string_view more) { bytes += more; });
  BookEntry entry;
  entry.position = start_setup(Variant::shogi);
  for (const char* move : {"7g7f", "2g2f"})
    entry.moves.push_back({.move = *read_usi_move(move, Variant::shogi)});
  writer->write(entry);
  writer->finish();
  CHECK(look_up(bytes, "ybb").findings.empty());
  const LookUp cut = look_up(bytes.substr(0, bytes.size() - 2), "ybb");
  CHECK(cut.moves == 1);
  CHECK(cut.findings == Findings{"error 1: the file ends before the moves of the position"});
  bytes[bytes.size() - 4] ^= 3;
  const LookUp illegal = look_up(bytes, "ybb");
  CHECK(illegal.moves == 1);
  REQUIRE(illegal.findings.size() == 1);
  CHECK_THAT(illegal.findings[0], Contains("error 1: the move is illegal"));
}

TEST_CASE("an engine that plays from a damaged book says so among its notes") {
  const BookOnDisk disk(std::string(header) + start_line + "7g7f none 0 1 1\n6g6f none nan 1 1\n");
  BookEngine engine(std::make_unique<BuiltinEngine>(BuiltinOptions{.hash_mib = 1}),
                    *BookFile::open(disk.name), {});
  Limits limits;
  limits.nodes = 100;
  CHECK_FALSE(engine.analyze({start_setup(Variant::shogi), {}}, limits).scored);
  const std::vector<std::string> notes = engine.take_notes();
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], Contains("book, line 4: expected a score in centipawns or none"));
  CHECK(engine.take_notes().empty());
}

}  // namespace yari::test
