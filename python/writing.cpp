// What changes a database: imports, added games, annotations.
#include <pybind11/stl.h>

#include <mutex>

#include "db/change/annotations.h"
#include "import/annotation/stored_annotation.h"
#include "import/annotation/stored_evaluations.h"
#include "import/import_games.h"
#include "python/database.h"
#include "python/engine.h"
#include "python/read.h"

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
                        const std::optional<std::string>& variant, int jobs) {
  ImportPlan plan;
  plan.reading = reading_options(format, encoding, strict, variant, jobs);
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

struct Annotated {
  std::int64_t games = 0, skipped = 0;
  std::vector<std::pair<GameId, std::string>> failed = {};
  std::vector<std::tuple<GameId, int, std::string>> unscored = {};
};

/// Annotates one game and stores that; false where nothing is stored: it was annotated as well
/// before, or the work was stopped.
bool annotate_one(Database& database, GameId id, EngineState& engine,
                  const AnnotationRequest& request, bool force, AnnotationChange& change,
                  const std::stop_token& stop, Annotated& all) {
  const auto header = database.header(id);
  if (!header) throw DamagedGame(id, "there is no such game");
  const Earlier earlier =
      compare(load_annotation(database, id), engine.engine->identity(), request, header->variant);
  if (earlier == Earlier::kept && !force) return false;
  const std::optional<Game> own = game_to_annotate(database, id);
  if (!own) throw DamagedGame(id, "there is no such game");
  std::mutex mutex;
  std::vector<std::string> damage;
  StoredEvaluations store(database, mutex, own->variant, damage);
  AnnotateOptions judging = request.judging;
  judging.replace_earlier = false;
  const Annotation made = annotate(*own, *engine.engine, request.limits, judging, &store, stop);
  if (!made.complete) return false;
  for (const UnscoredPosition& p : made.unscored) all.unscored.emplace_back(id, p.ply, p.why);
  change.store(id, *own, made.game.moves, stored_form(made, request));
  return true;
}

py::object annotate_games(const PyDatabase& handle, const PyEngine& engine,
                          std::optional<std::int64_t> nodes, std::optional<int> depth,
                          std::optional<double> seconds, bool force, const py::kwargs& named) {
  const Listing listing = listing_of(named);
  AnnotationRequest request;
  request.limits =
      limits_of(nodes ? nodes : std::optional<std::int64_t>(20'000), depth, seconds, 1);
  const PyEngine kept = engine;
  EngineState& state = *kept;
  const Annotated made =
      interruptible_with(handle, [&](Database& database, const std::stop_token& stop) {
        Annotated all;
        const std::scoped_lock lock(state.mutex);
        if (!state.engine) throw EngineFailure("the engine is closed");
        AnnotationChange change(database, "annotate");
        for (const GameId id : database.ids(listing.filter, listing.options)) {
          if (stop.stop_requested()) break;
          try {
            ++(annotate_one(database, id, state, request, force, change, stop, all) ? all.games
                                                                                    : all.skipped);
          } catch (const DamagedGame& failure) {
            all.failed.emplace_back(id, failure.what());
          }
        }
        return all;
      });
  return py::module_::import("yaribase.results")
      .attr("AnnotateSummary")(made.games, made.skipped, made.failed, made.unscored);
}

}  // namespace

void bind_writing(py::class_<PyDatabase>& type) {
  type.def("import_", &import_files, py::arg("paths"), py::kw_only(),
           py::arg("format") = py::none(), py::arg("encoding") = py::none(),
           py::arg("strict") = false, py::arg("variant") = py::none(), py::arg("jobs") = 0,
           doc("Database.import_"))
      .def("add", &add_games, py::arg("games"), doc("Database.add"))
      .def("annotate", &annotate_games, py::arg("engine"), py::kw_only(),
           py::arg("nodes") = py::none(), py::arg("depth") = py::none(),
           py::arg("seconds") = py::none(), py::arg("force") = false, doc("Database.annotate"));
}

}  // namespace yari::python
