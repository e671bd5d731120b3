// `yari annotate`: judges the moves of games, in the database or of files.
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "answers/annotation_run.h"
#include "answers/engine_json.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/engine_options.h"
#include "cli/options/game_options.h"
#include "cli/options/limit_options.h"
#include "cli/options/reading_options.h"
#include "cli/output/game_text.h"
#include "cli/output/reading_report.h"
#include "cli/output/record_output.h"
#include "cli/study/annotate_database.h"
#include "cli/study/annotation_effort.h"
#include "cli/study/annotation_text.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"
#include "import/annotation/annotate_stored.h"
#include "import/ordered.h"
#include "platform/processors.h"

namespace yari::cli {

namespace {

/// A record on its way through the threads.
struct Work {
  ReadRecord read;
  Annotation annotation;
  /// What the engine died of; empty when it did not.
  std::string failure = {};
  /// What else it noted.
  std::vector<std::string> notes = {};
};

struct Annotate final : Task {
  DatabaseOption database;
  OutputOptions output;
  FilterOptions filters;
  ReaderOptions reader;
  EngineOptions engine;
  LimitOptions limits;
  AnnotateOptions judging;
  bool all = false;
  bool force = false;
  bool clear = false;
  bool queue = false;
  std::optional<int> priority;
  int book_games = 0;
  std::vector<std::string> targets;

  void declare(OptionSet& options) override {
    options.flag("all", all, "every game of the database");
    options.flag("force,f", force, "annotate again what is annotated already");
    options.flag("clear", clear, "remove what an engine wrote into games of the database");
    options.flag("queue", queue, "leave games of the database to workers: 'yari work'");
    options.number("priority", priority, "in the queue, the greatest first; 0 unless given", -1000,
                   1000);
    output.declare(options, format_named("hodges"));
    database.declare(options);
    limits.declare(options, "--nodes 200000 for one game, --nodes 50000 for several");
    engine.declare(options);
    engine.declare_byoyomi(options);
    declare_judging(options);
    filters.declare(options, false);
    reader.declare(
        options, "games annotated at the same time",
        "of the database's games only these; of files, the game where a record does not say it");
    options.arguments(targets, "games by number, or files", 0).is(ValueKind::file);
  }

  void declare_judging(OptionSet& options) {
    options.group("Judgement (docs/annotation.md)");
    const auto share = [&options](const char* name, const char* unit, double& target,
                                  const char* help, double least = 0) {
      options
          .value(name, unit, help,
                 [name, &target, least](const std::string& typed) {
                   target = read_decimal(fmt::format("--{}", name), typed, least, 100);
                 })
          .assumed(fmt::format("{}", target));
    };
    share("inaccuracy", "POINTS", judging.inaccuracy, "loss of win chance that gets ?!");
    share("mistake", "POINTS", judging.mistake, "loss of win chance that gets ?");
    share("blunder", "POINTS", judging.blunder, "loss of win chance that gets ??");
    options
        .value("coefficient", "C", "of the win chance",
               [this](const std::string& typed) {
                 judging.coefficient = read_decimal("--coefficient", typed, 1e-6, 1);
               })
        .assumed("the engine's: docs/annotation.md");
    share("screen", "PERCENT", judging.screen,
          "of the limits for a first look at every position; the rest goes where it is in doubt; "
          "100: all the same, without the mate solver",
          1);
    options.number("book", book_games,
                   "moves found in N other games of the database are not judged; 0: all are", 0,
                   1'000'000);
    options.flag("explain", judging.explain,
                 "say in each comment what the opponent can do now and what was missed");
    options.number("variation", judging.variation_plies, "plies of the better line; 0: none", 0,
                   200);
  }

  Exit run(Terminal& terminal) override {
    const bool by_number = std::ranges::all_of(targets, is_number);
    if (all && !(targets.empty() && filters.filter.empty()))
      throw UsageError(
          "--all is every game of the database: give no conditions but --variant beside it");
    // A database says of every game which it is: there the option chooses, like the other ones.
    if (by_number) filters.filter.variant = std::exchange(reader.reading.read.variant, {});
    if (targets.empty() && !all) filters.require_some(", files, or --all");
    if (!by_number && std::ranges::any_of(targets, is_number))
      throw UsageError("give numbers of games or files, not both (./12 is a file)");
    if (!by_number && (all || !filters.filter.empty()))
      throw UsageError("conditions and --all choose games of the database: give no files");
    if (by_number && (output.to || output.file))
      throw UsageError(
          "games of the database are annotated in place: give no -o or --to ('yari export' writes "
          "them)");
    if (!by_number && clear)
      throw UsageError("--clear is for games of the database: give no files");
    if (!by_number && queue)
      throw UsageError("--queue is for games of the database: give no files");
    if (queue && clear) throw UsageError("give --queue or --clear, not both");
    if (priority && !queue) throw UsageError("--priority is for --queue");
    if (!by_number && book_games > 0)
      throw UsageError("--book counts the games of the database: give no files");
    return by_number ? annotate_stored(terminal) : annotate_files(terminal);
  }

  Exit annotate_files(Terminal& terminal);
  Exit annotate_stored(Terminal& terminal);
};

Exit Annotate::annotate_files(Terminal& terminal) {
  ReadingOptions reading = reader.read();
  // Before signals are held back: opening a pipe waits for its reader.
  RecordOutput records(terminal, output);
  StopOnSignal stop;
  reading.source.stop = &stop.flag();
  RecordSource source(targets, reading.source);
  ReadingReport report(terminal, false);
  AnnotationEngines engines([this] { return engine.make(); });
  // Whether there is one game or more decides about the effort.
  std::array<std::optional<Record>, 2> ahead{source.next(), source.next()};
  const bool one_game = !ahead[1];
  const Limits bounds = limits.limits(engine.default_limits(default_effort(one_game)));
  std::size_t taken = 0;
  const auto take = [&]() -> std::optional<Work> {
    std::optional<Record> record = taken < 2 ? std::move(ahead[taken++]) : source.next();
    if (!record || stop.flag()) return std::nullopt;
    Work work;
    work.read.record = std::move(*record);
    return work;
  };
  const auto annotate_one = [&](Work work) {
    work.read = read_record(std::move(work.read.record), reading.read);
    if (!work.read.result.game) return work;
    std::unique_ptr<Engine> worker = engines.take();
    try {
      if (one_game && terminal.shows_progress()) {
        const Game& game = *work.read.result.game;
        say_time(terminal, static_cast<std::uint64_t>(game.moves.main_plies()) + 1,
                 seconds_a_position(*worker, game, bounds));
      }
      work.annotation =
          annotate(*work.read.result.game, *worker, bounds, judging, nullptr, stop.token(),
                   [&](int done, int positions) {
                     terminal.progress(fmt::format("positions of {}:{}", *work.read.record.file,
                                                   work.read.record.first_line),
                                       static_cast<std::uint64_t>(done),
                                       static_cast<std::uint64_t>(positions));
                   });
      work.notes = worker->take_notes();
      engines.give_back(std::move(worker));
    } catch (const EngineFailure& failure) {
      work.failure = failure.what();
    }
    return work;
  };
  std::uint64_t failed = 0;
  std::set<std::string> noted;
  const auto write = [&](const Work& work) {
    report.add(work.read, source);
    for (const std::string& note : work.notes)
      if (noted.insert(note).second) terminal.message(note);
    if (!work.read.result.game) return true;
    Json origin = object({{"file", *work.read.record.file}, {"line", work.read.record.first_line}});
    if (!work.failure.empty()) {
      ++failed;
      terminal.message(fmt::format("{}:{}: not annotated: {}", *work.read.record.file,
                                   work.read.record.first_line, work.failure));
      // As it came, but not without it.
      records.write(*work.read.result.game, std::move(origin));
      return true;
    }
    if (!work.annotation.complete) return false;
    if (const std::string unscored = unscored_text(work.annotation); !unscored.empty())
      terminal.message(
          fmt::format("{}:{}: {}", *work.read.record.file, work.read.record.first_line, unscored));
    if (terminal.wants_json()) origin.update(annotation_json(work.annotation));
    records.write(work.annotation.game, std::move(origin));
    return true;
  };
  const Working working(terminal, "annotating");
  run_ordered(one_game ? 1 : platform::threads_for(reading.jobs), take, annotate_one, write);
  report.finish();
  if (stop.flag()) {
    records.finish_part();
    terminal.message(fmt::format("interrupted: {} annotated", counted(records.games(), "game")));
    return Exit::failed;
  }
  records.finish(targets, report.errors() + report.others() == 0);
  return report.errors() + records.unwritten() + failed == 0 ? Exit::done : Exit::nothing;
}

Exit Annotate::annotate_stored(Terminal& terminal) {
  filters.choose(targets);
  Database games = database.open(OpenMode::read_write);
  const std::vector<GameId> ids = filters.games(games);
  if (clear) return clear_annotations(terminal, games, ids);
  const Limits bounds =
      limits.limits(engine.default_limits(default_effort(ids.size() == 1 && !queue)));
  const AnnotateDatabase how{
      .engine = engine,
      .settings = {{.limits = bounds, .judging = judging, .book_games = book_games}, force},
      .jobs = platform::threads_for(reader.read().jobs)};
  if (queue) return queue_games(terminal, games, ids, how, priority.value_or(0));
  return annotate_database(terminal, games, ids, how);
}

}  // namespace

extern const Command annotate_command{
    "annotate", "[ID... | FILE...]", "judge the moves of games: ?! ? ?? and better lines",
    R"(Games of the database get glyphs, comments and better lines as variations, stored with them. Games
in files get the same, and are written to standard output or -o FILE. A game that has an annotation
is annotated again if the engine, its options or the judgement options differ, or if the effort is
greater; otherwise it is skipped, unless --force is given. The new annotation replaces the old one,
--clear removes it, and 'yari undo' undoes either. Comments and variations of your own are not
touched. After Ctrl-C or a crash, run the same command again to continue. With --queue nothing is
analysed now: workers take the games (docs/workers.md).

  yari annotate 12 13
  yari annotate --all --nodes 100000 --jobs 2
  yari annotate --variant shogi --date 1990..
  yari annotate --queue --all --priority 5
  yari annotate --clear 12 13
  yari annotate game.kif --to hodges -o annotated.psn)",
    make_task<Annotate>};

}  // namespace yari::cli
