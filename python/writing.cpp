// What changes a database: imports, added games, annotations.
#include <pybind11/stl.h>

#include <mutex>

#include "answers/annotation_run.h"
#include "import/import_games.h"
#include "python/database.h"
#include "python/engine.h"
#include "python/read.h"
#include "record/game_size.h"

namespace yari::python {

namespace {

/// More are counted and not kept.
constexpr std::size_t most_findings = 10'000;

struct Imported {
  ImportSummary summary = {};
  std::vector<Finding> findings = {};
  std::int64_t findings_dropped = 0;

  void add(const ImportEvent& event) {
    for (const Diagnostic& d : event.read.result.diagnostics) {
      if (d.severity == Severity::note) continue;
      if (findings.size() < most_findings)
        findings.push_back({{}, d, *event.read.record.file});
      else
        ++findings_dropped;
    }
  }
};

/// As interruptible, with the database's lock and a flag for its stop.
template <class Work>
auto interruptible_with(const PyDatabase& handle, Work work) {
  const PyDatabase kept = handle;
  DatabaseState& state = *kept;
  return interruptible([&](const std::stop_token& stop) {
    const std::scoped_lock lock(state.mutex);
    if (!state.open) throw DatabaseError(state.path + " is closed");
    return work(*state.open, stop);
  });
}

py::object import_files(const PyDatabase& handle, const py::object& paths,
                        const std::optional<std::string>& format,
                        const std::optional<std::string>& encoding, bool strict,
                        const std::optional<std::string>& variant, int jobs,
                        const std::vector<std::string>& ignore) {
  ImportPlan plan;
  plan.reading = reading_options(format, encoding, strict, variant, jobs, ignore);
  const std::vector<std::string> files = paths_of(paths);
  Imported made = interruptible_with(handle, [&](Database& database, const std::stop_token& stop) {
    Imported all;
    std::atomic<bool> flag = false;
    const std::stop_callback set_flag(stop, [&] { flag = true; });
    plan.stop = &flag;
    plan.on_record = [&](const ImportEvent& event) { all.add(event); };
    all.summary = import_games(database, files, plan);
    return all;
  });
  const ImportSummary& s = made.summary;
  return py::module_::import("yaribase.results")
      .attr("ImportSummary")(s.files, s.games, s.imported, s.duplicates, s.rejected, s.cut,
                             s.same_moves, s.bad_files, s.skipped_files, s.plies, s.positions,
                             s.seconds, py::cast(made.findings), made.findings_dropped);
}

/// The numbers under which the games are stored now.
std::vector<std::int64_t> add_games(const PyDatabase& handle, const py::object& games) {
  std::vector<Game> all;
  if (py::isinstance<PyGame>(games)) {
    all.push_back(games.cast<PyGame>()->game);
  } else {
    for (const py::handle game : games) all.push_back(game.cast<PyGame>()->game);
  }
  for (const Game& game : all)
    if (const std::string more = beyond_limits(game); !more.empty())
      throw py::value_error("a game has " + more);
  return with_database(handle, [&](Database& database) {
    std::vector<std::int64_t> ids;
    Importer importer(database);
    Signals signals;
    for (const Game& game : all) {
      signals.check();
      ids.push_back(importer.add(game).game);
    }
    importer.finish();
    return ids;
  });
}

/// What there is to tell of a run when it has ended.
struct Annotated final : RunListener {
  AnnotationTotals totals = {};
  std::vector<std::pair<GameId, std::string>> failures = {};
  std::vector<std::tuple<GameId, int, std::string>> unscored = {};
  std::vector<std::string> notes = {};

  void annotated(const Job& job) override {
    for (const UnscoredPosition& p : job.game.annotation.unscored)
      unscored.emplace_back(job.id, p.ply, p.why);
  }
  void failed(const Job& job) override { failures.emplace_back(job.id, job.failure); }
  void note(const std::string& sentence) override { notes.push_back(sentence); }
};

Annotated run_annotation(Database& database, Engine& engine, const std::vector<GameId>& ids,
                         const WorkSettings& settings, const std::stop_token& stop) {
  // Whoever calls holds the lock of the handle.
  std::mutex mutex;
  const SharedDatabase shared{database, mutex};
  AnnotationEngines engines([&engine] { return std::make_unique<BorrowedEngine>(engine); });
  Annotated all;
  AnnotationRun run(shared, engines, all, stop);
  ListedGames source(shared, ids, settings, stop);
  run.run(source, 1);
  all.totals = run.totals();
  return all;
}

py::object annotate_games(const PyDatabase& handle, const PyEngine& engine,
                          std::optional<std::int64_t> nodes, std::optional<int> depth,
                          std::optional<double> seconds, bool force, const py::kwargs& named) {
  const Listing listing = listing_of(named);
  const std::optional<Limits> limits = effort_of(nodes, depth, seconds);
  const PyEngine kept = engine;
  EngineState& state = *kept;
  stop_stream(state);
  const Annotated made =
      interruptible_with(handle, [&](Database& database, const std::stop_token& stop) {
        const std::scoped_lock lock(state.mutex);
        if (!state.engine) throw EngineFailure("the engine is closed");
        const std::vector<GameId> ids = database.ids(listing.filter, listing.options);
        WorkSettings settings;
        settings.force = force;
        settings.request.limits = limits.value_or(default_effort(ids.size() == 1));
        return run_annotation(database, *state.engine, ids, settings, stop);
      });
  return py::module_::import("yaribase.results")
      .attr("AnnotateSummary")(made.totals.games, made.totals.skipped, made.failures, made.unscored,
                               made.notes);
}

}  // namespace

void bind_writing(py::class_<PyDatabase>& type) {
  type.def("import_", &import_files, py::arg("paths"), py::kw_only(),
           py::arg("format") = py::none(), py::arg("encoding") = py::none(),
           py::arg("strict") = false, py::arg("variant") = py::none(), py::arg("jobs") = 0,
           py::arg("ignore") = std::vector<std::string>(), doc("Database.import_"))
      .def("add", &add_games, py::arg("games"), doc("Database.add"))
      .def("annotate", &annotate_games, py::arg("engine"), py::kw_only(),
           py::arg("nodes") = py::none(), py::arg("depth") = py::none(),
           py::arg("seconds") = py::none(), py::arg("force") = false, doc("Database.annotate"));
}

}  // namespace yari::python
