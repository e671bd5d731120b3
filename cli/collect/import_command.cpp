// `yari import`: files, folders and standard input into a database.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "answers/json.h"
#include "cli/collect/rejects.h"
#include "cli/collect/update_files.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/reading_options.h"
#include "cli/output/finding_output.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "db/change/upkeep.h"
#include "db/store/place.h"
#include "import/import_games.h"

namespace yari::cli {

namespace {

std::uint64_t positive(std::int64_t n) { return static_cast<std::uint64_t>(n); }

struct Import final : Task {
  DatabaseOption database;
  ReaderOptions reader;
  std::optional<std::string> rejects;
  bool update = false;
  std::vector<std::string> paths;

  void declare(OptionSet& options) override {
    options.text("rejects", rejects, "FOLDER", "copy the records that are refused to this folder")
        .is(ValueKind::folder);
    options.flag("update", update, "change the games whose records have changed since");
    database.declare(options);
    reader.declare(options);
    options.arguments(paths, "a file, a folder, or - for standard input", 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    // A mistyped name makes no database.
    const auto is_there = [](const std::string& path) {
      return path == "-" || std::filesystem::exists(path);
    };
    if (!database.is_there() && std::ranges::none_of(paths, is_there))
      throw NotFound(fmt::format("there is no file or folder {}", paths.front()));
    if (update && rejects) throw UsageError("--update and --rejects: give one of them");
    std::optional<RejectsFolder> refused;
    if (rejects) refused.emplace(terminal, *rejects, paths);
    StopOnSignal stop;
    FindingOutput findings(terminal, terminal.is_verbose(), false);
    if (update) {
      Database games = database.open(OpenMode::create);
      return update_from_files(terminal, games, paths, reader.read(), findings, stop.flag());
    }
    ImportPlan plan;
    plan.reading = reader.read();
    plan.reading.source.keep_bytes = rejects.has_value();
    plan.on_record = [&](const ImportEvent& event) {
      report(event, findings, terminal);
      if (refused && event.read.verdict == Verdict::refused) refused->write(event.read);
    };
    plan.on_progress = [&](const ImportSummary& summary) { show(summary, terminal); };
    plan.stop = &stop.flag();
    Database games = database.open(OpenMode::create);
    const GameId first_new = last_game(games) + 1;
    const ImportSummary summary = import_games(games, paths, plan);
    findings.finish();
    if (refused) refused->finish();
    const std::optional<std::int64_t> contained =
        count_contained(games, first_new, summary, terminal);
    print(summary, contained, terminal);
    return exit_of(summary);
  }

  static GameId last_game(Database& games) {
    const auto last = games.ids({}, {.sort = SortBy::id, .descending = true, .limit = 1});
    return last.empty() ? 0 : last.front();
  }

  /// How many games are the beginning of another, where one of the two is new; --verbose prints
  /// each pair. No value when the number is not printed, when there are too many new games, or the
  /// server went away: the games are stored already.
  static std::optional<std::int64_t> count_contained(Database& games, GameId first_new,
                                                     const ImportSummary& summary,
                                                     Terminal& terminal) {
    constexpr std::int64_t most_games = 10'000;
    const bool is_read = !terminal.is_quiet() || terminal.wants_json();
    if (!is_read || summary.imported > most_games) return std::nullopt;
    std::set<GameId> beginnings;
    if (summary.imported == 0) return 0;
    const auto report_pair = [&](const Twins& twins) {
      beginnings.insert(twins.first);
      if (terminal.is_verbose())
        terminal.message(
            fmt::format("game {} is the beginning of game {}", twins.first, twins.second));
      return true;
    };
    try {
      find_contained(games, first_new, report_pair, Beginnings::likely);
    } catch (const ConnectionLost& lost) {
      terminal.message(lost.what());
      return std::nullopt;
    }
    return static_cast<std::int64_t>(beginnings.size());
  }

  void report(const ImportEvent& event, FindingOutput& findings, Terminal& terminal) const {
    const Record& record = event.read.record;
    if (event.read.verdict == Verdict::skipped_file)
      return findings.add_skipped(*record.file, event.read.result.diagnostics.front());
    for (const Diagnostic& d : event.read.result.diagnostics) findings.add(*record.file, d);
    if (event.added && !terminal.is_quiet()) add_clashes(event, findings);
    if (!terminal.is_verbose() || !event.added) return;
    const std::string place = fmt::format("{}:{}", *record.file, record.first_line);
    const AddResult& added = *event.added;
    if (added.added == Added::duplicate)
      terminal.message(fmt::format("{}: the same game as number {}", place, added.game));
    if (added.added == Added::duplicate_with_more)
      terminal.message(fmt::format("{}: the same game as number {}, which now has what it lacked",
                                   place, added.game));
    if (added.same_moves != 0)
      terminal.message(
          fmt::format("{}: the same moves as game {}, but another game", place, added.same_moves));
  }

  /// Where the record contradicts the game that it duplicates.
  void add_clashes(const ImportEvent& event, FindingOutput& findings) const {
    for (const Clash& clash : event.added->clashes) {
      const AddResult& added = *event.added;
      FindingText text = text_of(clash, added.same_moves != 0 ? added.same_moves : added.game);
      if (reader.ignored.has(text.code)) continue;
      Diagnostic note;
      note.severity = Severity::note;
      note.line = event.read.record.first_line;
      note.say(std::move(text));
      findings.add_counted(*event.read.record.file, note);
    }
  }

  static FindingText text_of(const Clash& clash, GameId game) {
    const std::string id = std::to_string(game);
    switch (clash.kind) {
      case Clash::Kind::notes:
        return {FindingCode::duplicate_notes, {id}};
      case Clash::Kind::clock:
        return {FindingCode::duplicate_move, {"clock", id}};
      case Clash::Kind::bookmark:
        return {FindingCode::duplicate_move, {"bookmark", id}};
      case Clash::Kind::size:
        return {FindingCode::duplicate_size, {id, clash.name}};
      case Clash::Kind::ending:
      case Clash::Kind::tag:
        break;
    }
    const std::string what = clash.kind == Clash::Kind::tag ? clash.name : "Ending";
    return {FindingCode::duplicate_tag,
            {what, id, fmt::format("'{}'", clash.kept), fmt::format("'{}'", clash.other)}};
  }

  static void show(const ImportSummary& summary, Terminal& terminal) {
    terminal.progress(fmt::format("bytes, {}", counted(positive(summary.games), "game")),
                      summary.bytes_done, summary.bytes_total);
  }

  static Exit exit_of(const ImportSummary& s) {
    if (s.stopped) return Exit::failed;
    if (s.games == 0 && s.skipped_files > 0) return Exit::nothing;
    return s.rejected > 0 || s.cut > 0 || s.bad_files > 0 ? Exit::nothing : Exit::done;
  }

  void print(const ImportSummary& s, const std::optional<std::int64_t>& contained,
             Terminal& terminal) const {
    if (terminal.wants_json()) {
      Json json = import_json(s);
      add_fields(json, {{"contained", contained}});
      return terminal.json(json);
    }
    if (terminal.is_quiet()) return tell_stop(s, terminal);
    std::string counts = fmt::format(
        "{} from {}: {} imported, {}, {} rejected", counted(positive(s.games), "game"),
        counted(positive(s.files - s.skipped_files), "file"), grouped(positive(s.imported)),
        counted(positive(s.duplicates), "duplicate"), grouped(positive(s.rejected)));
    if (s.cut > 0) counts += fmt::format(", {} cut at a damaged move", grouped(positive(s.cut)));
    if (s.bad_files > 0) counts += fmt::format("; {}", counted(positive(s.bad_files), "bad file"));
    terminal.print("{}\n{} and {} in {}\n", counts, counted(positive(s.plies), "ply", "plies"),
                   counted(positive(s.positions), "position"), duration(s.seconds));
    if (s.same_moves > 0)
      terminal.print(
          "{} the moves of another game, but other players, another date or result, or damage:\n"
          "all are kept; see 'yari duplicates'\n",
          s.same_moves == 1 ? "1 game has" : grouped(positive(s.same_moves)) + " games have");
    if (const std::int64_t n = contained.value_or(0); n > 0)
      terminal.print(
          "{} of another: see 'yari duplicates'\n",
          n == 1 ? "1 game is the beginning" : grouped(positive(n)) + " games are beginnings");
    tell_stop(s, terminal);
  }

  void tell_stop(const ImportSummary& s, Terminal& terminal) const {
    if (s.stopped)
      terminal.message(fmt::format("interrupted: what {} is in {}; the same command adds the rest",
                                   terminal.is_quiet() ? "was read" : "is counted above",
                                   name_of_place(database.path())));
  }
};

}  // namespace

extern const Command import_command{
    "import", "PATH...", "add the games of files and folders to a database",
    R"(Creates the database if there is none. A game that is there already is a duplicate and is not
added: it has the same start, rules and moves, and its players, date and result do not contradict.
The stored game takes over what it lacks: tags, the result, variations, notes. A bad record is
refused alone. Files of folders and archives that are not game records are skipped. If at
most 10,000 games are new, a line says how many games are the beginning of another; --verbose
lists them, and 'yari duplicates' finds them all. Every game remembers its file and record
('yari list --origin'). With --update, a game whose record has changed since is changed, too, and
keeps its number; 'yari undo' takes it back. Exit code 1 if a record was refused or cut.

  yari import games/ more.psn.gz --rejects refused/
  yari import games/ --update)",
    make_task<Import>};

}  // namespace yari::cli
