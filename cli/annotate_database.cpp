#include "cli/annotate_database.h"

#include <array>
#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/annotation_effort.h"
#include "cli/annotation_text.h"
#include "cli/game_text.h"
#include "cli/stop.h"
#include "cli/text.h"
#include "cli/working.h"
#include "db/annotations.h"
#include "import/annotation/stored_evaluations.h"
#include "import/ordered.h"

namespace yari::cli {

namespace {

/// A game on its way through the threads.
struct Job {
  GameId id = 0;
  /// Without what an engine wrote into it.
  std::optional<Game> own = {};
  Annotation annotation = {};
  /// What there was before.
  Earlier earlier = Earlier::none;
  /// It is left as it is.
  bool skipped = false;
  /// Why it could not be annotated; empty when it could.
  std::string failure = {};
  /// Stored evaluations that were damaged, a sentence each.
  std::vector<std::string> damage = {};
};

/// After this many failed games in a row the run ends.
constexpr int most_failures_in_a_row = 10;

/// Why a game was annotated again: in JSON, and in words.
struct AgainReason {
  Earlier earlier;
  const char* field;
  const char* words;
};
constexpr AgainReason again_reasons[] = {
    {Earlier::less_effort, "less_effort", "annotated before with less effort"},
    {Earlier::limits, "other_limits", "before under other limits"},
    {Earlier::judging, "other_judging", "before with other judgement options"},
    {Earlier::engine, "other_engine", "before by another engine or version"},
    {Earlier::kept, "forced", "by force"},
};

/// Numbers of a whole run.
struct Totals {
  std::uint64_t games = 0;
  std::uint64_t skipped = 0;
  /// Annotated before and now again, by Earlier.
  std::array<std::uint64_t, earlier_count> again{};
  std::uint64_t failed = 0;
  std::uint64_t positions = 0;
  std::uint64_t analysed = 0;
  std::uint64_t from_store = 0;
  std::uint64_t nodes = 0;
  PlayerSummary players;

  void add(const Annotation& a, Earlier earlier) {
    ++games;
    ++again[static_cast<std::size_t>(earlier)];
    positions += a.moves.size() + 1;
    analysed += static_cast<std::uint64_t>(a.analysed);
    from_store += static_cast<std::uint64_t>(a.from_store);
    nodes += a.nodes;
    for (const PlayerSummary& p : a.players) {
      players.inaccuracies += p.inaccuracies;
      players.mistakes += p.mistakes;
      players.blunders += p.blunders;
      players.brilliant += p.brilliant;
    }
  }
};

class Run {
 public:
  Run(Terminal& terminal, Database& database, std::vector<GameId> ids, const AnnotateDatabase& how)
      : terminal_(terminal),
        database_(database),
        how_(how),
        change_(database, "annotate"),
        engines_(how.engine),
        ids_(std::move(ids)) {}

  Exit run() {
    if (ids_.empty()) {
      finish();
      return Exit::nothing;
    }
    std::unique_ptr<Engine> engine = engines_.take();
    identity_ = engine->identity();
    if (terminal_.shows_progress()) estimate_time(*engine);
    engines_.give_back(std::move(engine));
    std::size_t next = 0;
    const auto take = [&]() -> std::optional<Job> {
      if (next == ids_.size() || stop_.flag()) return std::nullopt;
      return Job{ids_[next++]};
    };
    const Working working(terminal_, "annotating");
    run_ordered(
        how_.jobs, take, [this](Job work) { return try_game(std::move(work)); },
        [this](const Job& work) { return keep(work); });
    finish();
    if (stop_.flag() || failed_in_a_row_ == most_failures_in_a_row) return Exit::failed;
    return totals_.failed > 0 ? Exit::nothing : Exit::done;
  }

 private:
  /// Says how long the games will take that are not skipped.
  void estimate_time(Engine& engine) {
    std::uint64_t positions = 0;
    int games = 0;
    std::optional<double> seconds;
    for (const GameId id : ids_) {
      const std::optional<GameHeader> header = database_.header(id);
      if (!header || stop_.flag()) continue;
      const Earlier earlier =
          compare(load_annotation(database_, id), identity_, how_.request, header->variant);
      if (earlier == Earlier::kept && !how_.force) continue;
      positions += static_cast<std::uint64_t>(header->plies) + 1;
      if (games < how_.jobs) ++games;
      if (seconds) continue;
      try {
        const std::optional<Game> game = database_.load_game(id);
        if (game) seconds = seconds_a_position(engine, *game, how_.request.limits);
      } catch (const DamagedGame&) {
        // It is reported when its turn comes.
      }
    }
    say_time(terminal_, positions, seconds, games);
  }

  // A damaged game, or one that the engine cannot bear, does not keep the others from being
  // annotated.
  Job try_game(Job work) {
    try {
      annotate_one(work);
    } catch (const EngineFailure& failure) {
      work.failure = failure.what();
    } catch (const DamagedGame& failure) {
      work.failure = failure.what();
    }
    return work;
  }

  void annotate_one(Job& work) {
    std::optional<Game>& game = work.own;
    {
      const std::scoped_lock lock(mutex_);
      const std::optional<GameHeader> header = database_.header(work.id);
      if (!header) return;
      const std::optional<StoredAnnotation> stored = load_annotation(database_, work.id);
      work.earlier = compare(stored, identity_, how_.request, header->variant);
      work.skipped = work.earlier == Earlier::kept && !how_.force;
      if (work.skipped) return;
      game = game_to_annotate(database_, work.id);
    }
    if (!game) return;
    StoredEvaluations store(database_, mutex_, game->variant, work.damage);
    AnnotateOptions judging = how_.request.judging;
    judging.replace_earlier = false;
    if (how_.request.book_games > 0) {
      judging.in_book = [&](const Setup& p) {
        return store.games_with(p, how_.request.book_games + 1) > how_.request.book_games;
      };
    }
    std::unique_ptr<Engine> engine = engines_.take();
    work.annotation = annotate(*game, *engine, how_.request.limits, judging, &store, stop_.token(),
                               [this](int done, int all) { show_progress(done, all); });
    engines_.give_back(std::move(engine));
  }

  /// Called by every thread that annotates.
  void show_progress(int done, int all) {
    ++seen_;
    if (ids_.size() == 1)
      terminal_.progress("positions", static_cast<std::uint64_t>(done),
                         static_cast<std::uint64_t>(all));
    else
      terminal_.progress(
          fmt::format("games, {:.0f} positions/s", static_cast<double>(seen_) / seconds()), behind_,
          ids_.size());
  }

  bool keep(const Job& work) {
    ++behind_;
    for (const std::string& damaged : work.damage)
      terminal_.message(damaged + ": it is removed, and the position looked at again");
    totals_.skipped += work.skipped;
    if (!work.failure.empty()) return tell_failure(work);
    failed_in_a_row_ = 0;
    if (!work.annotation.complete) return !stop_.flag();
    {
      const std::scoped_lock lock(mutex_);
      change_.store(work.id, *work.own, work.annotation.game.moves,
                    stored_form(work.annotation, how_.request));
      show(work);
    }
    totals_.add(work.annotation, work.earlier);
    return true;
  }

  bool tell_failure(const Job& work) {
    ++totals_.failed;
    terminal_.message(fmt::format("game {} is not annotated: {}", work.id, work.failure));
    if (++failed_in_a_row_ < most_failures_in_a_row) return true;
    terminal_.message(fmt::format("given up after {} failures in a row", failed_in_a_row_));
    return false;
  }

  // Requires: the database is locked.
  void show(const Job& work) {
    if (terminal_.wants_json()) {
      Json json{{"game", work.id}};
      json.update(annotation_json(work.annotation));
      terminal_.json(json);
    } else {
      terminal_.print("{}\n    {}\n", header_line(*database_.header(work.id)),
                      summary_text(work.annotation));
    }
  }

  double seconds() const {
    const auto passed = std::chrono::steady_clock::now() - begun_;
    return std::max(1e-3, std::chrono::duration<double>(passed).count());
  }

  /// " (3 again: 2 annotated before with less effort, 1 by force)"; empty for none.
  std::string again_text() const {
    std::uint64_t all = 0;
    std::string reasons;
    for (const auto& [earlier, field, words] : again_reasons) {
      const std::uint64_t n = totals_.again[static_cast<std::size_t>(earlier)];
      if (n == 0) continue;
      all += n;
      reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", grouped(n), words);
    }
    return all == 0 ? "" : fmt::format(" ({} again: {})", grouped(all), reasons);
  }

  Json again_json() const {
    Json json;
    for (const auto& [earlier, field, words] : again_reasons)
      json[field] = totals_.again[static_cast<std::size_t>(earlier)];
    return json;
  }

  void finish() {
    const PlayerSummary& p = totals_.players;
    if (terminal_.wants_json()) {
      terminal_.json(Json{{"games", ids_.size()},
                          {"annotated", totals_.games},
                          {"annotated_before", totals_.skipped},
                          {"again", again_json()},
                          {"failed", totals_.failed},
                          {"positions", totals_.positions},
                          {"analysed", totals_.analysed},
                          {"from_store", totals_.from_store},
                          {"nodes", totals_.nodes},
                          {"inaccuracies", p.inaccuracies},
                          {"mistakes", p.mistakes},
                          {"blunders", p.blunders},
                          {"brilliant", p.brilliant},
                          {"seconds", seconds()},
                          {"stopped", bool(stop_.flag())}});
    } else if (!stop_.flag()) {
      terminal_.print(
          "{} annotated{}, {} annotated before{}; {}: {}, {} from the cache; {} ?!, {} ?, "
          "{} ?\?, {} !!\n",
          counted(totals_.games, "game"), again_text(), grouped(totals_.skipped),
          totals_.failed > 0 ? fmt::format(", {} failed", grouped(totals_.failed)) : "",
          counted(totals_.positions, "position"), counted(totals_.analysed, "search", "searches"),
          grouped(totals_.from_store), p.inaccuracies, p.mistakes, p.blunders, p.brilliant);
    }
    if (stop_.flag()) {
      terminal_.message(fmt::format("interrupted: {} annotated and stored; the same command {}",
                                    counted(totals_.games, "game"),
                                    how_.force ? "begins anew, for --force" : "goes on"));
    }
  }

  Terminal& terminal_;
  Database& database_;
  const AnnotateDatabase& how_;
  AnnotationChange change_;
  StopOnSignal stop_;
  std::mutex mutex_;
  Engines engines_;
  std::string identity_;
  std::vector<GameId> ids_;
  /// Games that have been dealt with, annotated or not.
  std::atomic<std::uint64_t> behind_ = 0;
  /// Positions of all games so far, for the speed.
  std::atomic<std::uint64_t> seen_ = 0;
  int failed_in_a_row_ = 0;
  Totals totals_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace

std::unique_ptr<Engine> Engines::take() {
  const std::scoped_lock lock(mutex_);
  if (idle_.empty()) return options_.make();
  std::unique_ptr<Engine> engine = std::move(idle_.back());
  idle_.pop_back();
  return engine;
}

void Engines::give_back(std::unique_ptr<Engine> engine) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(engine));
}

Exit annotate_database(Terminal& terminal, Database& database, std::vector<GameId> ids,
                       const AnnotateDatabase& how) {
  return Run(terminal, database, std::move(ids), how).run();
}

}  // namespace yari::cli
