#include "cli/study/annotate_database.h"

#include <nlohmann/json.hpp>

#include "cli/study/annotation_effort.h"
#include "cli/terminal/text.h"
#include "db/change/annotations.h"

namespace yari::cli {

namespace {

/// Games by their numbers, as one change for `undo`.
class ListedGames final : public GameSource {
 public:
  ListedGames(SharedDatabase& database, std::vector<GameId> ids, const WorkSettings& settings,
              const StopOnSignal& stop)
      : database_(database),
        change_(database.games, "annotate"),
        ids_(std::move(ids)),
        settings_(std::make_shared<WorkSettings>(settings)),
        stop_(stop) {}

  std::optional<Job> next() override {
    if (next_ == ids_.size() || stop_.flag()) return std::nullopt;
    return Job{ids_[next_++], settings_, stop_.token()};
  }
  bool store(const Job& job) override {
    const std::scoped_lock lock(database_.mutex);
    change_.store(job.id, *job.game.own, job.game.annotation.game.moves,
                  stored_form(job.game.annotation, settings_->request));
    return true;
  }
  void leave(const Job&) override {}
  std::size_t size() const override { return ids_.size(); }

 private:
  SharedDatabase& database_;
  AnnotationChange change_;
  std::vector<GameId> ids_;
  std::shared_ptr<const WorkSettings> settings_;
  const StopOnSignal& stop_;
  std::size_t next_ = 0;
};

/// Says how long the games will take that are not skipped.
void estimate_time(Terminal& terminal, Database& database, const std::vector<GameId>& ids,
                   Engine& engine, const AnnotateDatabase& how, const StopOnSignal& stop) {
  std::uint64_t positions = 0;
  int games = 0;
  std::optional<double> seconds;
  for (const GameId id : ids) {
    const std::optional<GameHeader> header = database.header(id);
    if (!header || stop.flag()) continue;
    if (!needs_annotation(database, *header, engine.identity(), how.settings)) continue;
    positions += static_cast<std::uint64_t>(header->plies) + 1;
    if (games < how.jobs) ++games;
    if (seconds) continue;
    try {
      const std::optional<Game> game = database.load_game(id);
      if (game) seconds = seconds_a_position(engine, *game, how.settings.request.limits);
    } catch (const DamagedGame&) {
      // It is reported when its turn comes.
    }
  }
  say_time(terminal, positions, seconds, games);
}

}  // namespace

Exit annotate_database(Terminal& terminal, Database& database, std::vector<GameId> ids,
                       const AnnotateDatabase& how) {
  StopOnSignal stop;
  SharedDatabase shared{database};
  Engines engines(how.engine);
  const std::size_t all = ids.size();
  std::string identity;
  if (all > 0) {
    std::unique_ptr<Engine> engine = engines.take();
    identity = engine->identity();
    if (terminal.shows_progress()) estimate_time(terminal, database, ids, *engine, how, stop);
    engines.give_back(std::move(engine));
  }
  AnnotationRun run(terminal, shared, engines, identity, stop);
  ListedGames games(shared, std::move(ids), how.settings, stop);
  if (all > 0) run.run(games, how.jobs);
  const AnnotationTotals& totals = run.totals();
  if (terminal.wants_json())
    terminal.json(totals.json(all, run.seconds(), stop.flag()));
  else if (!stop.flag())
    terminal.write(totals.text());
  if (stop.flag()) {
    terminal.message(fmt::format("interrupted: {} annotated and stored; the same command {}",
                                 counted(totals.games, "game"),
                                 how.settings.force ? "begins anew, for --force" : "goes on"));
  }
  return all == 0 ? Exit::nothing : run.exit();
}

}  // namespace yari::cli
