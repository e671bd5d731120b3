// Changing what is stored: `delete`, `undo`, `merge`, `compact`.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/output/data_table.h"
#include "cli/output/sound_games.h"
#include "cli/terminal/paragraph.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/table.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"
#include "cli/upkeep/change_stop.h"
#include "db/change/upkeep.h"
#include "db/explore/explorer.h"
#include "db/store/place.h"
#include "record/date.h"
#include "text/text.h"

namespace yari::cli {

namespace {

std::uint64_t natural(std::int64_t n) { return static_cast<std::uint64_t>(n); }

/// Games named by number or by conditions.
struct ChosenGames {
  DatabaseOption database;
  FilterOptions filters;
  std::vector<std::string> ids;

  void declare(OptionSet& options) {
    database.declare(options);
    filters.declare(options);
    options.arguments(ids, "ID", 0);
  }
  std::vector<GameId> read(Database& games) {
    filters.choose(ids);
    filters.require_some();
    return filters.games(games);
  }
};

struct Delete final : Task {
  ChosenGames chosen;

  void declare(OptionSet& options) override { chosen.declare(options); }
  Exit run(Terminal& terminal) override {
    ChangeStop stop(terminal);
    Database games = chosen.database.open(OpenMode::read_write);
    stop.watch(games);
    const Working working(terminal, "deleting");
    const std::int64_t deleted = delete_games(games, chosen.read(games));
    if (terminal.wants_json())
      terminal.object({{"deleted", deleted}});
    else
      terminal.print("{} deleted\n", counted(natural(deleted), "game"));
    return deleted > 0 ? Exit::done : Exit::nothing;
  }
};

struct Undo final : Task {
  DatabaseOption database;
  TableForm form;
  bool list = false;

  void declare(OptionSet& options) override {
    options.flag("list", list, "only list what can be undone, the last first");
    form.declare(options);
    database.declare(options);
  }
  static void print(Terminal& terminal, const std::string& line) {
    if (terminal.width() == 0 || display_width(line) <= terminal.width())
      terminal.print("{}\n", line);
    else
      write_folded(terminal, line);
  }

  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    ChangeStop stop(terminal);
    Database games = database.open(list ? OpenMode::read_only : OpenMode::read_write);
    stop.watch(games);
    const Working working(terminal, "taking back");
    std::vector<JournalEntry> entries;
    if (list)
      entries = journal(games);
    else if (const std::optional<JournalEntry> entry = undo(games))
      entries.push_back(*entry);
    for (const JournalEntry& entry : entries) {
      if (terminal.wants_json())
        terminal.object({{"time", entry.time},
                         {"what", entry.what},
                         {"games", entry.games},
                         {"there_again", entry.there_again},
                         {"damaged", entry.damaged.size()}});
      else
        print(terminal, fmt::format("{}{}  {}", list ? "" : "taken back: ", entry.time,
                                    printable(entry.what)));
      if (entry.there_again > 0)
        terminal.message(fmt::format("left out, for the same game has been added again since: {}",
                                     counted(natural(entry.there_again), "game")));
      for (const std::string& game : entry.damaged)
        terminal.message("taken back as it was: " + game);
    }
    if (!entries.empty()) return Exit::done;
    terminal.hint("there is nothing to take back");
    return Exit::nothing;
  }
};

struct Merge final : Task {
  DatabaseOption database;
  std::vector<std::string> files;

  void declare(OptionSet& options) override {
    database.declare(options);
    options.arguments(files, "a database", 1).is(ValueKind::file);
  }
  Exit run(Terminal& terminal) override {
    StopOnSignal stop;
    // All are there before one is begun, or changed.
    std::vector<Database> others;
    for (const std::string& place : files)
      others.push_back(DatabaseOption{place}.open(OpenMode::read_only));
    Database games = database.open(OpenMode::create);
    bool refused = false;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string file = name_of_place(files[i]);
      const Working working(terminal, fmt::format("adding the games of {}", file));
      const MergeResult result = merge(games, others[i], [&] { return !stop.flag(); });
      print(file, result, terminal);
      refused = refused || !result.rejected.empty();
    }
    if (stop.flag()) throw Failure("interrupted: what is counted above was added");
    return refused ? Exit::nothing : Exit::done;
  }

  static void print(const std::string& file, const MergeResult& r, Terminal& terminal) {
    for (const std::string& reason : r.rejected) terminal.message(reason);
    if (terminal.wants_json())
      terminal.object({{"file", file},
                       {"games", r.games},
                       {"imported", r.imported},
                       {"duplicates", r.duplicates},
                       {"rejected", r.rejected.size()},
                       {"evaluations", r.evaluations}});
    else
      terminal.print("{} from {}: {} added, {}, {} rejected, {} taken over\n",
                     counted(natural(r.games), "game"), printable(file),
                     grouped(natural(r.imported)), counted(natural(r.duplicates), "duplicate"),
                     grouped(r.rejected.size()), counted(natural(r.evaluations), "evaluation"));
  }
};

struct Compact final : Task {
  DatabaseOption database;
  bool reindex = false;

  void declare(OptionSet& options) override {
    options.flag("reindex", reindex, "rebuild the index from the games");
    database.declare(options);
  }
  Exit run(Terminal& terminal) override {
    Database games = database.open(reindex ? OpenMode::repair : OpenMode::read_write);
    const auto size = [&]() -> std::uint64_t {
      return is_server_url(database.path()) ? natural(games.statistics().file_bytes)
                                            : std::filesystem::file_size(database.path());
    };
    const std::uint64_t before = size();
    if (!reindex) say_what_is_forgotten(terminal, games);
    std::vector<std::string> damaged;
    if (reindex)
      damaged = games.reindex([&](std::int64_t done, std::int64_t all) {
        terminal.progress("games", natural(done), natural(all));
      });
    const Working working(terminal, "rewriting the file");
    games.compact();
    const std::uint64_t after = size();
    for (const std::string& game : damaged) terminal.message(game);
    if (terminal.wants_json())
      terminal.json(
          {{"bytes_before", before}, {"bytes_after", after}, {"damaged", damaged.size()}});
    else
      terminal.print("{} bytes before, {} now\n", grouped(before), grouped(after));
    return damaged.empty() ? Exit::done : Exit::nothing;
  }

  static void say_what_is_forgotten(Terminal& terminal, Database& games) {
    const std::vector<JournalEntry> changes = journal(games);
    if (!changes.empty())
      terminal.hint(fmt::format("'yari undo' can no longer take back {}, the last of them: {}",
                                counted(changes.size(), "change"),
                                printable(changes.front().what)));
  }
};

}  // namespace

extern const Command delete_command{
    "delete", "[ID...]", "delete games from the database",
    R"(Deletes the games given by number, or all games that match the conditions. 'yari undo' restores
them.

  yari delete 12 13)",
    make_task<Delete>};

extern const Command undo_command{
    "undo", "", "undo the last delete, tag, rename, annotate, new or move",
    R"(Changes are taken back one by one, the last first. If a deleted game has been added again since,
the two are not stored side by side: the notes and judgements of the deleted one go to the other.
A damaged game is restored as damaged, which is reported.)",
    make_task<Undo>};

extern const Command merge_command{
    "db merge", "DATABASE...", "add the games of other databases",
    R"(Games that are there already are not added again. Stored evaluations are copied, too.)",
    make_task<Merge>};

extern const Command compact_command{
    "db compact", "", "merge the index and give back empty pages",
    R"(After it, 'yari undo' cannot undo earlier changes. With --reindex, damaged games are named and left
out of the index: they are found by number only; exit code 1. If it is interrupted, run it again:
until then, commands that need an index refuse to answer.)",
    make_task<Compact>};

}  // namespace yari::cli
