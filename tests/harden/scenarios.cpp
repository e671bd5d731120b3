// The commands that write, small enough to be tried a thousand times.
#include "tests/harden/scenarios.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "db/change/annotations.h"
#include "db/codec/notes_blob.h"
#include "notation/format.h"
#include "tests/db/old/old_schema.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

namespace yari::test {

namespace fs = std::filesystem;

namespace {

void write_records(const fs::path& file, const std::vector<Game>& games) {
  std::ofstream out(file, std::ios::binary);
  for (const Game& game : games) out << format_named("hodges")->write(game, {}).text << '\n';
}

std::vector<Game> records(std::uint64_t seed, int count) {
  Rng rng(seed);
  std::vector<Game> games;
  for (int i = 0; i < count; ++i) {
    games.push_back(random_record(i % 2 == 0 ? Variant::yari : Variant::shogi, rng, 24, false));
    games.back().set_tag(tags::white, fmt::format("Opponent {}", rng() % 5));
  }
  return games;
}

/// The file alone holds everything: there is no log beside it.
void settle(const fs::path& file) {
  Database database(file, OpenMode::read_write);
  connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

std::string bytes_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// A game with all that a command may change.
std::string line_of(Database& database, GameId id) {
  const GameHeader h = *database.header(id);
  const Game game = database.load_game(id).value();
  std::ostringstream out;
  out << "game " << id << ' ' << h.black << ' ' << h.white << ' ' << h.event << ' ' << h.site << ' '
      << h.date.value_or(0) << ' ' << h.plies << ' ' << name(game.result) << ' '
      << name(game.ending);
  for (const Tag& tag : game.tags) out << " [" << tag.name << ' ' << tag.value << ']';
  for (const Move m : game.moves.main_moves()) out << ' ' << write_usi_move(m, game.variant);
  const Bytes notes = encode_notes(game.moves, game.unread);
  out << ' '
      << std::hash<std::string_view>{}({reinterpret_cast<const char*>(notes.data()), notes.size()});
  return out.str();
}

}  // namespace

Scenarios::Scenarios() {
  fs::create_directories(folder_ / "base");
  add_bases();
  const auto base = [&](const char* name) { return folder_ / "base" / name; };
  const std::vector<std::pair<std::string, fs::path>> games{{"w.db", base("games.db")}};
  const auto with = [&](const char* name, const char* from) {
    auto files = games;
    files.emplace_back(name, base(from));
    return files;
  };
  all_ = {
      {"import into a new database",
       {{"in.psn", base("new.psn")}},
       {"import", "in.psn", "--db", "w.db"},
       true},
      {"import into a database",
       with("in.psn", "more.psn"),
       {"import", "in.psn", "--db", "w.db"},
       true},
      {"import --update",
       with("in.psn", "more.psn"),
       {"import", "--update", "in.psn", "--db", "w.db"},
       true},
      {"merge", with("other.db", "other.db"), {"db", "merge", "other.db", "--db", "w.db"}, true},
      {"compact", games, {"db", "compact", "--db", "w.db"}, true},
      {"reindex", games, {"db", "compact", "--reindex", "--db", "w.db"}, true},
      {"delete", games, {"delete", "--plies", "20..", "--db", "w.db"}},
      {"new", games, {"new", "--black", "Aoki", "--moves", "P-7f", "--db", "w.db"}, false, false},
      {"move", games, {"move", "1", "P-1f", "--at", "0", "--db", "w.db"}, false, false},
      {"undo of a delete", games, {"undo", "--db", "w.db"}, false, false},
      {"undo of tags", {{"w.db", base("tagged.db")}}, {"undo", "--db", "w.db"}, false, false},
      {"tag", games, {"tag", "--plies", "0..", "--set", "Site=Nara", "--db", "w.db"}},
      {"rename", games, {"rename", "Habu Yoshiharu", "Habu Y.", "--db", "w.db"}},
      {"annotate",
       {{"w.db", base("few.db")}},
       {"annotate", "--all", "--nodes", "50", "--jobs", "1", "--hash", "1", "--db", "w.db"},
       true},
      {"annotate --clear",
       {{"w.db", base("annotated.db")}},
       {"annotate", "--clear", "--all", "--db", "w.db"},
       true,
       false},
      {"upgrade of schema 3, and tag",
       {{"w.db", base("schema3.db")}},
       {"tag", "--plies", "0..", "--set", "Site=Nara", "--db", "w.db"},
       true},
      {"a saved query", games, {"query", "save", "long", "--plies", "20..", "--db", "w.db"}},
      {"export to a file",
       games,
       {"export", "--plies", "0..", "-o", "out.psn", "--db", "w.db"},
       false,
       true,
       "out.psn"},
      {"export to a packed file",
       games,
       {"export", "--plies", "0..", "-o", "out.psn.gz", "--db", "w.db"},
       false,
       true,
       "out.psn.gz"},
      {"convert to a file",
       {{"in.psn", base("more.psn")}},
       {"convert", "in.psn", "--to", "kif", "-o", "out.kif"},
       false,
       true,
       "out.kif",
       true},
  };
}

void Scenarios::add_bases() {
  const fs::path base = folder_ / "base";
  write_records(base / "new.psn", records(3, 30));
  write_records(base / "more.psn", records(4, 20));
  {
    Database database(base / "games.db", OpenMode::create);
    import_all(database, mixed_games(30));
    std::vector<GameId> ids;
    for (GameId id = 3; id <= 18; ++id) ids.push_back(id);
    delete_games(database, ids);
  }
  fs::copy_file(base / "games.db", base / "tagged.db");
  {
    Database database(base / "tagged.db", OpenMode::read_write);
    set_tags(database, database.ids({}), {{"Site", "Osaka"}});
  }
  {
    Database database(base / "other.db", OpenMode::create);
    import_all(database, records(5, 15));
  }
  for (const char* name : {"few.db", "annotated.db"}) {
    Database database(base / name, OpenMode::create);
    std::vector<Game> games = records(6, 3);
    import_all(database, games);
    if (name == std::string_view("few.db")) continue;
    for (const GameId id : database.ids({})) {
      MoveTree tree = database.load_game(id)->moves;
      tree.edit_note(root_node).comment = "by an engine";
      StoredAnnotation annotation;
      annotation.engine = "e";
      annotation.coefficient = 2500;
      store_annotation(database, id, annotation);
    }
  }
  make_schema_3(base / "schema3.db", mixed_games(12));
  for (const char* name : {"games.db", "tagged.db", "other.db", "few.db", "annotated.db"})
    settle(base / name);
}

void Scenarios::prepare(const Scenario& scenario) const {
  const fs::path work = folder_ / "work";
  fs::remove_all(work);
  fs::create_directories(work);
  for (const auto& [name, from] : scenario.files) fs::copy_file(from, work / name);
  fs::current_path(work);
}

std::map<std::string, std::string> Scenarios::files() const {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder_ / "work"))
    if (!entry.path().string().ends_with("-shm"))
      files[entry.path().filename()] = bytes_of(entry.path());
  return files;
}

State state_in(const fs::path& folder, const Scenario& scenario) {
  State state;
  const fs::path file = folder / "w.db";
  if (fs::exists(file) && fs::file_size(file) > 0) {
    // A file in which nothing was created yet is opened by the command that creates it.
    Database database(file, OpenMode::create);
    const VerifyReport report = database.verify();
    INFO(scenario.name);
    REQUIRE(report.problems == std::vector<std::string>{});
    for (const GameId id : database.ids({})) state.push_back(line_of(database, id));
    for (const JournalEntry& entry : journal(database)) state.push_back("change " + entry.what);
    // An index that had lost a posting would not find this.
    state.push_back(fmt::format("index {}", database.statistics().postings));
  }
  if (!scenario.output.empty() && fs::exists(folder / scenario.output))
    state.push_back("output " + bytes_of(folder / scenario.output));
  return state;
}

bool may_remain(const Scenario& scenario, const State& now, const State& before,
                const State& after) {
  if (now == before || now == after) return true;
  // A new database without games is no more than none.
  if (before.empty() && now == State{"index 0"}) return true;
  if (scenario.output_may_end_early && now.size() == 1 && after.size() == 1 &&
      after[0].starts_with(now[0]))
    return true;
  if (!scenario.in_steps) return false;
  const std::set<std::string> early(before.begin(), before.end()), late(after.begin(), after.end());
  std::set<std::string> games;
  for (const std::string& line : now) {
    if (line.starts_with("index ")) continue;
    if (!early.contains(line) && !late.contains(line)) return false;
    if (line.starts_with("game ")) games.insert(line.substr(0, line.find(' ', 5)));
  }
  // Nobody is lost who is there before and after.
  return std::all_of(before.begin(), before.end(), [&](const std::string& line) {
    return !line.starts_with("game ") || games.contains(line.substr(0, line.find(' ', 5)));
  });
}

bool is_complete(const Scenario& scenario, State now, State after) {
  if (scenario.in_steps)
    for (State* state : {&now, &after})
      std::erase_if(*state, [](const std::string& line) { return line.starts_with("change "); });
  return now == after;
}

std::string difference(const State& before, const State& now) {
  std::string text = fmt::format("{} lines, then {}:", before.size(), now.size());
  const auto add = [&](char sign, const State& lines, const State& others) {
    int shown = 0;
    for (const std::string& line : lines) {
      if (std::find(others.begin(), others.end(), line) != others.end() || ++shown > 2) continue;
      text += fmt::format("\n{} {}", sign, line.substr(0, 160));
    }
  };
  add('-', before, now);
  add('+', now, before);
  return text;
}

void print_figure(const std::string& name, double value) {
  fmt::print("harden: {} {}\n", name, value);
  std::fflush(stdout);
}

}  // namespace yari::test
