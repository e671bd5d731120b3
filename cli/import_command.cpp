// `yari import`: files, folders and standard input into a database.
#include <algorithm>
#include <filesystem>

#include "cli/command.h"
#include "cli/result_file.h"
#include "cli/shared_options.h"
#include "cli/stop.h"
#include "cli/text.h"
#include "db/upkeep.h"
#include "import/import_games.h"

namespace yari::cli {

namespace {

std::uint64_t positive(std::int64_t n) { return static_cast<std::uint64_t>(n); }

struct Import final : Task {
  DatabaseOption database;
  ReaderOptions reader;
  std::optional<std::string> rejects;
  bool verbose = false;
  std::vector<std::string> paths;

  void declare(OptionSet& options) override {
    options.text("rejects", rejects, "FILE", "write the records that were refused to this file");
    options.flag("verbose", verbose, "tell what was guessed, and every duplicate");
    database.declare(options);
    reader.declare(options);
    options.arguments(paths, "a file, a folder, or - for standard input", 1);
  }

  Exit run(Terminal& terminal) override {
    if (is_among(rejects, paths)) throw UsageError("--rejects: the file is one of those to import");
    // A mistyped name makes no database.
    const auto is_there = [](const std::string& path) {
      return path == "-" || std::filesystem::exists(path);
    };
    if (!is_there(database.path()) && std::ranges::none_of(paths, is_there))
      throw NotFound(fmt::format("there is no file or folder {}", paths.front()));
    // Before signals are held back: opening a pipe waits for its reader.
    std::optional<ResultFile> refused;
    if (rejects) refused.emplace(terminal, rejects);
    StopOnSignal stop;
    ImportPlan plan;
    plan.reading = reader.read();
    plan.on_record = [&](const ImportEvent& event) {
      tell(event, terminal);
      if (refused && !event.read.result.game && event.read.record.format)
        refused->write(rejected_text(event.read));
    };
    plan.on_progress = [&](const ImportSummary& summary) { show(summary, terminal); };
    plan.stop = &stop.flag();
    Database games = database.open(OpenMode::create);
    const GameId first_new = last_game(games) + 1;
    const ImportSummary summary = import_games(games, paths, plan);
    if (refused) refused->finish();
    const std::optional<std::int64_t> contained =
        tell_contained(games, first_new, summary, terminal);
    print(summary, contained, terminal);
    return exit_of(summary);
  }

  static GameId last_game(Database& games) {
    const auto last = games.ids({}, {.sort = SortBy::id, .descending = true, .limit = 1});
    return last.empty() ? 0 : last.front();
  }

  /// Tells which new games begin others or go on from them; no value when there are too many to
  /// look.
  static std::optional<std::int64_t> tell_contained(Database& games, GameId first_new,
                                                    const ImportSummary& summary,
                                                    Terminal& terminal) {
    constexpr std::int64_t most_games = 10'000;
    constexpr std::int64_t most_lines = 20;
    if (summary.imported > most_games) return std::nullopt;
    std::int64_t found = 0;
    if (summary.imported == 0) return found;
    find_contained(games, first_new, [&](const Twins& twins) {
      if (++found <= most_lines)
        terminal.message(
            fmt::format("game {} is the beginning of game {}", twins.first, twins.second));
      return true;
    });
    if (found > most_lines)
      terminal.message(fmt::format("and {} more: see 'yari duplicates'", found - most_lines));
    return found;
  }

  void tell(const ImportEvent& event, Terminal& terminal) const {
    for (const Diagnostic& d : event.read.result.diagnostics)
      if (verbose || d.severity != Severity::note) terminal.diagnostic(*event.read.record.file, d);
    if (verbose && event.added && event.added->added != Added::imported)
      terminal.message(fmt::format("{}:{}: the same game as number {}", *event.read.record.file,
                                   event.read.record.first_line, event.added->game));
  }

  static void show(const ImportSummary& summary, Terminal& terminal) {
    terminal.progress(fmt::format("bytes, {}", counted(positive(summary.games), "game")),
                      summary.bytes_done, summary.bytes_total);
  }

  static Exit exit_of(const ImportSummary& s) {
    if (s.stopped) return Exit::failed;
    return s.rejected > 0 || s.cut > 0 || s.bad_files > 0 ? Exit::nothing : Exit::done;
  }

  void print(const ImportSummary& s, const std::optional<std::int64_t>& contained,
             Terminal& terminal) const {
    if (terminal.wants_json()) {
      Json json = as_json(s);
      json["contained"] = contained ? Json(*contained) : Json();
      return terminal.json(json);
    }
    terminal.print("{} from {}: {} imported, {}, {} rejected", counted(positive(s.games), "game"),
                   counted(positive(s.files - s.passed_over), "file"),
                   grouped(positive(s.imported)), counted(positive(s.duplicates), "duplicate"),
                   grouped(positive(s.rejected)));
    if (s.cut > 0) terminal.print(", {} cut at a damaged move", grouped(positive(s.cut)));
    if (s.bad_files > 0) terminal.print("; {}", counted(positive(s.bad_files), "bad file"));
    terminal.print("\n{} and {} in {}\n", counted(positive(s.plies), "ply", "plies"),
                   counted(positive(s.positions), "position"), duration(s.seconds));
    if (s.stopped)
      terminal.message(
          fmt::format("interrupted: what is counted above is in {}; the same command adds the rest",
                      database.path().string()));
  }

  static Json as_json(const ImportSummary& s) {
    return {{"files", s.files},         {"games", s.games},
            {"imported", s.imported},   {"duplicates", s.duplicates},
            {"rejected", s.rejected},   {"cut", s.cut},
            {"bad_files", s.bad_files}, {"passed_over", s.passed_over},
            {"plies", s.plies},         {"positions", s.positions},
            {"seconds", s.seconds},     {"stopped", s.stopped}};
  }
};

}  // namespace

extern const Command import_command{
    "import", "PATH...", "add the games of files and folders to a database",
    R"(Makes the database where there is none. A game that is there already, with the same start and
moves, is a duplicate and not added. A bad record is refused alone. Where no more than 10,000 games
are new, those that begin others or go on from them are told; 'yari duplicates' tells of all. Exit
code 1 when a record was refused or cut.

  yari import games/ more.psn.gz --rejects refused.psn)",
    make_task<Import>};

}  // namespace yari::cli
