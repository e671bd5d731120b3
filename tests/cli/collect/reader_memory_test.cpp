// What reading costs in memory: the program itself, on records made to be costly, in every format.
#include <fstream>
#include <set>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"
#include "tests/support/sanitized.h"

namespace yari::test {
namespace {

struct Costly {
  std::string name;
  std::string head;
  std::string part;
  std::string tail = {};
};

/// `head`, `part` again and again up to `bytes`, `tail`. Written in pieces: a child is charged with
/// what its parent held when it was started.
std::string write_costly(const TemporaryFolder& place, const Costly& c, std::size_t bytes) {
  const std::string path = place / c.name;
  std::string block;
  while (block.size() < 64 * 1024) block += c.part;
  std::ofstream out(path, std::ios::binary);
  out << c.head;
  for (std::size_t written = 0; written < bytes; written += block.size()) out << block;
  out << c.tail;
  return path;
}

/// What it printed goes nowhere.
Outcome check(const std::string& file) {
  return yari({"check", "--jobs", "1", "--quiet", file}, {.out_file = "/dev/null"});
}

void pack(const TemporaryFolder& place, const std::string& file) {
  run_program("/bin/sh", {"-c", "gzip -1 \"$0\"", file}, {.folder = place.path()});
}

const std::string kif_head = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n";

}  // namespace

TEST_CASE("eight mebibytes of any record cost less than 80, 30 MB less than 50, packed or not",
          "[slow]") {
  const Costly c = GENERATE(values<Costly>({
      {"lines.kif", "手合割：平手\n", "a\n"},
      {"comments.kif", "手合割：平手\n", "*\n"},
      {"remarks.kif", "手合割：平手\n", "#a\n"},
      {"headers.kif", "手合割：平手\n", "a:b\n"},
      {"evaluations.kif", kif_head, "**評価値=1\n"},
      {"branches.kif", kif_head, "変化：1手\n1 ２六歩(27)\n"},
      {"moves.ki2", "手合割：平手\n", "▲３八飛△７二飛▲２八飛△８二飛\n"},
      {"words.psn", "[Event \"a\"]\n\n", "a\n"},
      {"braces.psn", "[Event \"a\"]\n\n1. P-7f ", "{a}"},
      {"open.psn", "[Event \"a\"]\n\n1. P-7f ", "("},
      {"glyphs.hodges", "[Event \"a\"]\n\n1. P-7f ", "!"},
      {"tags.psn", "[Event \"a\"]\n", "[A \"b\"]\n"},
      {"remarks.psn", "[Event \"a\"]\n", "#a\n"},
      {"moves.hodges", "[Variant \"Shogi\"]\n\n1. ", "R-3h R-7b R-2h R-8b "},
      {"drawing.csa", "V2.2\nPI\n+\n+7776FU\n", "'+\n"},
      {"headers.csa", "V2.2\n", "$A:b\n"},
      {"moves.csa", "PI\n+\n", "+2838HI\n-8272HI\n+3828HI\n-7282HI\n"},
      {"values.jkf", "{\"header\":{},\"moves\":[", "[],", "{}]}"},
      {"deep.jkf", "{\"header\":{},\"moves\":", "[", "]}"},
      {"comments.jkf", "{\"header\":{},\"moves\":[{}", "\n,{\"comments\":[\"a\"]}", "]}"},
      {"headers.jkf", "{\"moves\":[{}],\"header\":{\"a\":\"b\"", ",\"a\":\"b\"", "}}"},
      {"moves.usi", "startpos moves", " 2h3h 8b7b 3h2h 7b8b", "\n"},
      {"positions.sfen", "", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"},
      {"sections.usen", "~0.7ku.", "~0.7ku.", "\n"},
  }));
  CAPTURE(c.name);
  // Packing is no matter of the format: every other one is read from a packed file.
  static int written = 0;
  const bool is_packed = written++ % 2 == 0;
  // The second is more than a record may have, and skipped in one way by all readers of an ending.
  static std::set<std::string> endings;
  const bool is_first = endings.insert(c.name.substr(c.name.find('.'))).second;
  const bool with_more = effort(1, 0) == 1 || is_first;
  for (const auto& [bytes, most_mib] :
       {std::pair(8 << 20, 80), {effort(60'000'000, 30'000'000), 50}}) {
    if (bytes > 8 << 20 && !with_more) continue;
    CAPTURE(bytes, is_packed);
    const TemporaryFolder place;
    std::string file = write_costly(place, c, static_cast<std::size_t>(bytes));
    if (is_packed) {
      pack(place, file);
      file += ".gz";
    }
    const Outcome checked = check(file);
    CHECK(checked.code <= 1);
    if (!YARI_SANITIZED) CHECK(checked.peak_mib < most_mib);
  }
}

TEST_CASE("after a record that holds too much the next one is read") {
  const TemporaryFolder place;
  const std::string head = "[Variant \"Shogi\"]\n[Event \"a\"]\n\n1. P-7f P-3d 1-0\n\n";
  const std::string file = write_costly(
      place,
      {"three.psn", head + "[Variant \"Shogi\"]\n[Event \"b\"]\n\n1. ", "a ", "*\n\n" + head},
      1'200'000);
  const Outcome checked = yari({"check", file});
  CHECK(checked.code == 1);
  CHECK(checked.err.find("three.psn:9:") != std::string::npos);
  CHECK(checked.err.find(
            "the record has more than 500000 words, signs and comments; it is not read") !=
        std::string::npos);
  const Outcome converted = yari({"convert", "--to", "usi", file});
  CHECK(converted.out == "startpos moves 7g7f 3c3d\nstartpos moves 7g7f 3c3d\n");
}

}  // namespace yari::test
