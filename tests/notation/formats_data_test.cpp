// The collection of real record files: all sound ones are read, and the same game is the same game
// in whatever format and encoding it lies there.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "notation/encoding.h"
#include "tests/notation/records.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

struct RecordFile {
  std::string name;
  const Format* format;
  ReadResult read;
};

std::vector<RecordFile> read_all(const std::filesystem::path& root) {
  std::vector<RecordFile> files;
  for (const char* folder : {"csa", "kif", "ki2", "jkf"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string text = to_utf8(read_file(entry.path()));
      const std::string name = std::filesystem::relative(entry.path(), root).generic_string();
      const Format* format = detect_format(std::string_view(text).substr(0, 4096));
      CAPTURE(name);
      REQUIRE(format);
      const auto records = records_of(text, *format);
      REQUIRE(records.size() <= 1);
      files.push_back({name, format, format->read(text, {})});
    }
  }
  return files;
}

bool ends_with_any(const std::string& name, std::initializer_list<const char*> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char* e) { return name.ends_with(e); });
}

// "na2hiro__Kifu-for-JS/8mai": files of one project that are named alike hold one game.
std::string game_of(const RecordFile& f) {
  const std::size_t slash = f.name.find('/');
  const std::string rest = f.name.substr(slash + 1);
  const std::size_t name = rest.rfind("__");
  const std::string stem = rest.substr(name + 2, rest.rfind('.') - name - 2);
  return rest.substr(0, rest.find('/') + 1) + stem;
}

template <class Get>
bool differs(const Game& a, const Game& b, Get get) {
  bool a_has = false, b_has = false, same = true;
  const auto x = a.moves.main_line(), y = b.moves.main_line();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Note empty;
    const Note* m = a.moves.note(x[i]);
    const Note* n = b.moves.note(y[i]);
    const auto p = get(m ? *m : empty), q = get(n ? *n : empty);
    if (p != get(empty)) a_has = true;
    if (q != get(empty)) b_has = true;
    if (p != q) same = false;
  }
  return a_has && b_has && !same;
}

}  // namespace

TEST_CASE("every sound record file is read, and every refusal is right") {
  const auto root = shared_data("shogi");
  if (!root) return;
  const std::vector<RecordFile> files = read_all(*root);
  CHECK(files.size() == 213);
  int games = 0;
  for (const RecordFile& f : files) {
    CAPTURE(f.name, messages(f.read));
    if (ends_with_any(f.name, {"9fu.kif", "9fu.ki2", "9fu.csa", "9fu_komabetsu.csa"})) {
      // A joke problem with nine white pawns on one file.
      CHECK_FALSE(f.read.game);
      REQUIRE_FALSE(f.read.diagnostics.empty());
      CHECK(messages(f.read).find("two unpromoted pawns on file 2") != std::string::npos);
      CHECK(f.read.diagnostics[0].line > 1);
      continue;
    }
    REQUIRE(f.read.game);
    ++games;
    if (ends_with_any(f.name, {"tsume-shogi.kif", "tsume-shogi-with-position.kif"})) {
      CHECK(messages(f.read).find("the board stands in '#' remarks") != std::string::npos);
      CHECK(f.read.game->moves.main_plies() == 3);
    }
    CHECK_FALSE(f.read.game->was_cut());
    if (f.name.ends_with(".jkf")) CHECK(f.format->name == "jkf");
    if (f.name.ends_with(".csa")) CHECK(f.format->name == "csa");
    if (f.name.ends_with(".kif") || f.name.ends_with(".kifu")) CHECK(f.format->name == "kif");
  }
  CHECK(games == 208);
}

TEST_CASE("the same game in several formats has the same moves, times, comments and ending") {
  const auto root = shared_data("shogi");
  if (!root) return;
  // Files named alike that hold different games.
  const std::set<std::string> other = {
      "na2hiro__Kifu-for-JS/noeol",        "sunfish-shogi__shogihome/kif-sjis",
      "sunfish-shogi__shogihome/record",   "sunfish-shogi__shogihome/record-1",
      "sunfish-shogi__shogihome/record-2", "sunfish-shogi__shogihome/src01",
      "sunfish-shogi__shogihome/src02",    "sunfish-shogi__shogihome/src03"};
  std::map<std::string, std::vector<RecordFile>> games;
  for (RecordFile& f : read_all(*root)) {
    const std::string game = game_of(f);
    // One copy of this game has its comments shortened.
    const bool shortened = f.name.find("json-kifu-format__test__files__kif__jt2014") != f.name.npos;
    if (f.read.game && !other.contains(game) && !shortened) games[game].push_back(std::move(f));
  }
  int compared = 0;
  for (const auto& [game, files] : games) {
    for (std::size_t i = 1; i < files.size(); ++i) {
      const Game& a = *files[0].read.game;
      const Game& b = *files[i].read.game;
      CAPTURE(files[0].name, files[i].name);
      REQUIRE(usi_moves(a) == usi_moves(b));
      CHECK(a.start.same_position(b.start));
      CHECK(name(a.result) == name(b.result));
      CHECK(name(a.ending) == name(b.ending));
      CHECK_FALSE(differs(a, b, [](const Note& n) { return n.spent_ms; }));
      CHECK_FALSE(differs(a, b, [](const Note& n) { return n.comment; }));
      ++compared;
    }
  }
  CHECK(compared > 40);
}

}  // namespace yari::test
