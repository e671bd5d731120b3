// The collection of real record files: all sound ones are read, and the same game is the same game
// in whatever format and encoding it lies there.
#include <map>
#include <set>

#include "notation/encoding/encoding.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"
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

// "na2hiro__Kifu-for-JS/8mai" and the moves: files of one project that are named alike and have the
// same moves hold one game. Some number their copies: "kif-sjis-2".
std::string game_of(const RecordFile& f) {
  const std::size_t slash = f.name.find('/');
  const std::string rest = f.name.substr(slash + 1);
  const std::size_t name = rest.rfind("__");
  std::string stem = rest.substr(name + 2, rest.rfind('.') - name - 2);
  const std::size_t dash = stem.find_last_not_of("0123456789");
  if (dash != stem.npos && dash + 1 < stem.size() && stem[dash] == '-') stem.resize(dash);
  return rest.substr(0, rest.find('/') + 1) + stem + ' ' + write_sfen(f.read.game->start) + ' ' +
         usi_moves(*f.read.game);
}

// Copies that were changed on purpose.
bool is_changed_copy(const std::string& name) {
  // Scenarios play the same moves at other times and to other ends.
  return name.find("__scenario__") != name.npos ||
         // Its comments are shortened.
         name.find("json-kifu-format__test__files__kif__jt2014") != name.npos ||
         // It names a player by a character that Shift_JIS lacks.
         name.ends_with("__no_henka.kifu");
}

template <class Get>
bool differs(const Game& a, const Game& b, Get get) {
  bool a_has = false, b_has = false, same = true;
  auto x = a.moves.main_line(), y = b.moves.main_line();
  x.push_back(root_node);
  y.push_back(root_node);
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
  std::map<std::string, std::vector<RecordFile>> games;
  for (RecordFile& f : read_all(*root)) {
    if (!f.read.game || is_changed_copy(f.name)) continue;
    games[game_of(f)].push_back(std::move(f));
  }
  int compared = 0;
  int across_formats = 0;
  for (const auto& [game, files] : games) {
    std::set<const Format*> of;
    for (std::size_t i = 0; i < files.size(); ++i) {
      of.insert(files[i].format);
      for (std::size_t j = i + 1; j < files.size(); ++j) {
        const Game& a = *files[i].read.game;
        const Game& b = *files[j].read.game;
        CAPTURE(files[i].name, files[j].name);
        CHECK(name(a.result) == name(b.result));
        CHECK(name(a.ending) == name(b.ending));
        CHECK_FALSE(differs(a, b, [](const Note& n) { return n.spent_ms; }));
        CHECK_FALSE(differs(a, b, [](const Note& n) { return n.comment; }));
        ++compared;
      }
    }
    if (of.size() > 1) ++across_formats;
  }
  // A file that was read wrong would have been put elsewhere.
  CHECK(compared == 145);
  CHECK(across_formats == 16);
}

}  // namespace yari::test
