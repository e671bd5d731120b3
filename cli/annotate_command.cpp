// `yari annotate`: judges the moves of games, in the database or of files.
#include "cli/annotation_text.h"
#include "cli/command.h"
#include "cli/engine_options.h"
#include "cli/game_text.h"
#include "cli/reading_report.h"
#include "cli/record_output.h"
#include "cli/shared_options.h"
#include "cli/stop.h"
#include "cli/stored_annotation.h"
#include "cli/stored_evaluations.h"
#include "cli/text.h"
#include "import/ordered.h"

namespace yari::cli {

namespace {

/// A game on its way through the threads.
struct Work {
  /// 0 for a game of a file.
  GameId id = 0;
  /// What a file's record came to; it has no game when it was refused.
  ReadRecord read;
  Annotation annotation;
};

struct Annotate final : Task {
  static constexpr Limits default_limits{.nodes = 20'000};

  DatabaseOption database;
  OutputOptions output;
  FilterOptions filters;
  ReaderOptions reader;
  EngineOptions engine;
  LimitOptions limits;
  AnnotateOptions judging;
  bool all = false;
  bool force = false;
  std::vector<std::string> targets;

  void declare(OptionSet& options) override {
    options.flag("all", all, "every game of the database");
    options.flag("force", force, "annotate again what is annotated already");
    output.declare(options, format_named("hodges"));
    database.declare(options);
    limits.declare(options, "--nodes 20000");
    engine.declare(options);
    declare_judging(options);
    filters.declare(options, false);
    reader.declare(options);
    options.arguments(targets, "games by number, or files", 0);
  }

  void declare_judging(OptionSet& options) {
    options.group("Judgement (docs/annotation.md)");
    const auto points = [&options](const char* name, double& target, const char* help) {
      options.value(name, "POINTS", fmt::format("{} [{}]", help, target),
                    [name, &target](const std::string& typed) {
                      target = read_decimal(fmt::format("--{}", name), typed, 0, 100);
                    });
    };
    points("inaccuracy", judging.inaccuracy, "loss of win chance that gets ?!");
    points("mistake", judging.mistake, "loss of win chance that gets ?");
    points("blunder", judging.blunder, "loss of win chance that gets ??");
    options.value("coefficient", "C", "of the win chance [fitted to the engine]",
                  [this](const std::string& typed) {
                    judging.coefficient = read_decimal("--coefficient", typed, 1e-6, 1);
                  });
    options.number("variation", judging.variation_plies, "plies of the better line; 0: none", 0,
                   200);
  }

  Exit run(Terminal& terminal) override {
    const bool by_number = std::ranges::all_of(targets, is_number);
    if (targets.empty() && !all && filters.filter.empty())
      throw UsageError("name games by number or by conditions, files, or --all");
    if (!by_number && std::ranges::any_of(targets, is_number))
      throw UsageError("give numbers of games or files, not both (./12 is a file)");
    if (!by_number && (all || !filters.filter.empty()))
      throw UsageError("conditions and --all choose games of the database: give no files");
    return by_number ? annotate_database(terminal) : annotate_files(terminal);
  }

  Exit annotate_files(Terminal& terminal);
  Exit annotate_database(Terminal& terminal);
};

/// The engines of the threads; each works on one game at a time.
class Engines {
 public:
  explicit Engines(const EngineOptions& options) : options_(options) {}

  std::unique_ptr<Engine> take() {
    const std::scoped_lock lock(mutex_);
    if (idle_.empty()) return options_.make();
    std::unique_ptr<Engine> engine = std::move(idle_.back());
    idle_.pop_back();
    return engine;
  }
  void give_back(std::unique_ptr<Engine> engine) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(engine));
  }

 private:
  const EngineOptions& options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Engine>> idle_;
};

/// Numbers of a whole run.
struct Totals {
  std::uint64_t games = 0;
  std::uint64_t analysed = 0;
  std::uint64_t from_store = 0;
  std::uint64_t nodes = 0;

  void add(const Annotation& a) {
    ++games;
    analysed += static_cast<std::uint64_t>(a.analysed);
    from_store += static_cast<std::uint64_t>(a.from_store);
    nodes += a.nodes;
  }
};

int jobs_of(const ReadingOptions& reading) {
  return reading.jobs > 0 ? reading.jobs
                          : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Exit Annotate::annotate_files(Terminal& terminal) {
  const ReadingOptions reading = reader.read();
  const Limits bounds = limits.limits(default_limits);
  StopOnSignal stop;
  RecordOutput records(terminal, output);
  RecordSource source(targets, reading.source);
  ReadingReport report(terminal, false);
  Engines engines(engine);
  const auto take = [&]() -> std::optional<Work> {
    std::optional<Record> record = source.next();
    if (!record || stop.flag()) return std::nullopt;
    Work work;
    work.read.record = std::move(*record);
    return work;
  };
  const auto annotate_one = [&](Work work) {
    work.read = read_record(std::move(work.read.record), reading.read);
    if (!work.read.result.game) return work;
    std::unique_ptr<Engine> worker = engines.take();
    work.annotation =
        annotate(*work.read.result.game, *worker, bounds, judging, nullptr, stop.token());
    engines.give_back(std::move(worker));
    return work;
  };
  const auto write = [&](const Work& work) {
    report.add(work.read, source);
    if (!work.read.result.game) return true;
    if (!work.annotation.complete) return false;
    Json origin{{"file", *work.read.record.file}, {"line", work.read.record.first_line}};
    if (terminal.wants_json()) origin.update(annotation_json(work.annotation));
    records.write(work.annotation.game, std::move(origin));
    return true;
  };
  run_ordered(jobs_of(reading), take, annotate_one, write);
  records.finish();
  if (stop.flag()) {
    terminal.message(fmt::format("interrupted: {} annotated", counted(records.games(), "game")));
    return Exit::failed;
  }
  return report.errors() == 0 ? Exit::done : Exit::nothing;
}

/// Whether the game's record holds an analysis of ours already.
bool is_annotated(const Game& game) {
  const Note* note = game.moves.note(root_node);
  return note != nullptr && !note->evaluations.empty();
}

Exit Annotate::annotate_database(Terminal& terminal) {
  for (const std::string& id : targets) filters.filter.ids.push_back(read_id(id));
  const Limits bounds = limits.limits(default_limits);
  StopOnSignal stop;
  Database games = database.open(OpenMode::read_write);
  std::mutex mutex;
  const std::vector<GameId> ids = games.ids(filters.filter);
  std::size_t next = 0;
  Engines engines(engine);
  Totals totals;
  std::uint64_t behind = 0;
  const auto take = [&]() -> std::optional<Work> {
    if (next == ids.size() || stop.flag()) return std::nullopt;
    Work work;
    work.id = ids[next++];
    return work;
  };
  const auto annotate_one = [&](Work work) {
    std::optional<Game> game;
    {
      const std::scoped_lock lock(mutex);
      game = games.load_game(work.id);
    }
    if (!game || (is_annotated(*game) && !force)) return work;
    StoredEvaluations store(games, mutex, game->variant);
    std::unique_ptr<Engine> worker = engines.take();
    work.annotation = annotate(*game, *worker, bounds, judging, &store, stop.token());
    engines.give_back(std::move(worker));
    return work;
  };
  const auto keep = [&](const Work& work) {
    if (!work.annotation.complete) return !stop.flag();
    const std::scoped_lock lock(mutex);
    keep_annotation(games, work.id, work.annotation, bounds, judging);
    totals.add(work.annotation);
    if (terminal.wants_json()) {
      Json json{{"game", work.id}};
      json.update(annotation_json(work.annotation));
      terminal.json(json);
    } else {
      terminal.print("{}\n    {}\n", header_line(*games.header(work.id)),
                     summary_text(work.annotation));
    }
    terminal.progress("games", ++behind, ids.size());
    return true;
  };
  run_ordered(jobs_of(reader.read()), take, annotate_one, keep);
  if (stop.flag()) {
    terminal.message(fmt::format("interrupted: {} annotated and stored; the same command goes on",
                                 counted(totals.games, "game")));
    return Exit::failed;
  }
  if (!terminal.wants_json())
    terminal.print("{} annotated, {} annotated before; {} analysed, {} known\n",
                   counted(totals.games, "game"), grouped(ids.size() - totals.games),
                   counted(totals.analysed, "position"), grouped(totals.from_store));
  return ids.empty() ? Exit::nothing : Exit::done;
}

}  // namespace

extern const Command annotate_command{
    "annotate", "[ID... | FILE...]", "judge the moves of games: ?! ? ?? and better lines",
    "Games of the database get glyphs, comments and better lines as variations, stored with them. "
    "Games\n"
    "of files are written to standard output or -o FILE with the same. A game that was annotated "
    "is\n"
    "left as it is without --force. Ctrl-C keeps every game that was finished.\n\n"
    "  yari annotate 12 13\n"
    "  yari annotate --player habu --nodes 100000\n"
    "  yari annotate game.kif --to hodges -o annotated.psn",
    make_task<Annotate>};

}  // namespace yari::cli
