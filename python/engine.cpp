// Engine: analysis, mates and judgements, all of them without Python's lock.
#include "python/engine.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "analysis/engine/builtin.h"
#include "analysis/engine/engine_options.h"
#include "analysis/engine/win_chance.h"
#include "analysis/usi/process.h"
#include "analysis/usi/usi_client.h"
#include "import/annotation/annotate_stored.h"
#include "platform/memory.h"
#include "python/analysis_stream.h"
#include "python/errors.h"
#include "python/work.h"
#include "rules/color_name.h"

namespace yari::python {

namespace {

py::object result(const char* name) { return py::module_::import("yaribase.results").attr(name); }

/// What may be set of the built-in engine here.
std::int64_t most_of(const EngineOption& option) {
  if (option.name != std::string_view("hash")) return option.most;
  // More than the machine has would end the process, not raise an exception.
  return std::min<std::int64_t>(option.most, platform::physical_memory_mib() / 2);
}

/// "hash, threads": the keywords that engine_options makes.
std::string option_names() {
  std::string names;
  for (const EngineOption& option : engine_options)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", option.name);
  return names;
}

BuiltinOptions builtin_options(const py::kwargs& named) {
  BuiltinOptions options;
  for (const auto& [key, value] : named) {
    const std::string name = py::str(key);
    const auto row = std::ranges::find(engine_options, name, &EngineOption::name);
    if (row == std::end(engine_options))
      throw py::type_error(fmt::format("Engine: no option {}; it has {}", name, option_names()));
    const auto number = value.cast<std::int64_t>();
    if (number < row->least || number > most_of(*row))
      throw py::value_error(fmt::format("{}: expected {} to {}", name, row->least, most_of(*row)));
    row->set(options, static_cast<int>(number));
  }
  return options;
}

UsiSettings settings_of(const std::string& command, const py::dict& options, double patience) {
  UsiSettings settings;
  settings.command = parsed(command, split_command(command));
  for (const auto& [name, value] : options)
    settings.options.emplace_back(py::str(name), py::str(value));
  if (!(patience > 0 && patience <= 86400)) throw py::value_error("patience: expected seconds");
  settings.patience = std::chrono::milliseconds(static_cast<std::int64_t>(patience * 1000));
  return settings;
}

PyEngine make_engine(const std::string& command, const py::dict& options, double patience,
                     const py::kwargs& named) {
  auto state = std::make_shared<EngineState>();
  const BuiltinOptions builtin = builtin_options(named);
  if (command == "builtin") {
    if (!options.empty()) throw py::value_error("options: the built-in engine has none");
    state->engine = std::make_unique<BuiltinEngine>(builtin);
  } else {
    const UsiSettings settings = settings_of(command, options, patience);
    state->engine = released([&] { return std::make_unique<UsiEngine>(settings); });
  }
  state->solver = std::make_unique<MateSolver>(builtin.hash_mib);
  return PyEngine(state);
}

/// `work(state, stop_token)` without Python's lock.
template <class Work>
auto working(const PyEngine& handle, Work work) {
  const PyEngine kept = handle;
  EngineState& state = *kept;
  stop_stream(state);
  return interruptible([&](const std::stop_token& stop) {
    const std::scoped_lock lock(state.mutex);
    if (!state.engine) throw EngineFailure("the engine is closed");
    return work(state, stop);
  });
}

py::object score(const Score& s) { return result("Score")(s.value, s.mate); }

/// None for what is not known.
template <class T>
py::object if_known(bool known, const T& value) {
  if (!known) return py::none();
  if constexpr (std::is_base_of_v<py::handle, T>)
    return value;
  else
    return py::cast(value);
}

py::object analyse(const PyEngine& handle, const py::object& named,
                   std::optional<std::int64_t> nodes, std::optional<int> depth,
                   std::optional<double> seconds, int lines) {
  const Limits limits = limits_of(nodes, depth, seconds, lines);
  const GamePosition position = game_position(position_from(named, std::nullopt));
  std::string engine;
  const Analysis found = working(handle, [&](EngineState& state, const std::stop_token& stop) {
    engine = state.engine->name();
    return state.engine->analyze(position, limits, stop);
  });
  return analysis_object(found, position.start.variant, engine);
}

PyAnalysisStream analysis(const PyEngine& handle, const py::object& position,
                          std::optional<std::int64_t> nodes, std::optional<int> depth,
                          std::optional<double> seconds, int lines) {
  return begin_analysis(handle, position, limits_of(nodes, depth, seconds, lines));
}

py::object mate(const PyEngine& handle, const py::object& named, std::optional<std::int64_t> nodes,
                std::optional<double> seconds, int plies, bool shortest) {
  const Limits limits = limits_of(nodes, std::nullopt, seconds, 1);
  if (plies < 0 || plies > most_mate_plies)
    throw py::value_error(fmt::format("plies: expected 0 to {}", most_mate_plies));
  const GamePosition position = game_position(position_from(named, std::nullopt));
  const MateLimits bounds{limits.nodes, limits.time, plies, shortest};
  const MateResult found = working(handle, [&](EngineState& state, const std::stop_token& stop) {
    return state.solver->solve(position, bounds, stop);
  });
  return result("Mate")(text(name(found.verdict)), move_list(position.start.variant, found.line),
                        found.shortest, found.nodes);
}

py::object judged(const JudgedMove& m, Variant v) {
  return result("JudgedMove")(
      m.ply, name(m.mover), move_object(v, m.move), if_known(m.before_known, score(m.before)),
      if_known(m.after_known, score(m.after)), if_known(m.before_known, m.chance_before),
      if_known(m.after_known, m.chance_after), if_known(m.is_weighed(), m.loss),
      if_known(m.is_weighed(), m.accuracy),
      m.judgement == Judgement::none ? py::object(py::none()) : text(name(m.judgement)),
      m.mate == MateChange::none ? py::object(py::none())
                                 : text(m.mate == MateChange::missed ? "missed" : "allowed"),
      text(name(m.phase)), move_list(v, m.better));
}

py::object annotate_game(const PyEngine& handle, const PyGame& game,
                         std::optional<std::int64_t> nodes, std::optional<int> depth,
                         std::optional<double> seconds) {
  const Limits limits = effort_of(nodes, depth, seconds).value_or(default_effort(true));
  const Game copy = game->game;
  const Annotation made = working(handle, [&](EngineState& state, const std::stop_token& stop) {
    return annotate(copy, *state.engine, limits, {}, nullptr, stop);
  });
  py::list moves;
  for (const JudgedMove& m : made.moves) moves.append(judged(m, copy.variant));
  py::list unscored;
  for (const UnscoredPosition& p : made.unscored) unscored.append(py::make_tuple(p.ply, p.why));
  const PyGame written = game_from(made.game);
  written->file = game->file;
  written->line = game->line;
  written->id = game->id;
  return result("Annotation")(
      written, moves, made.players[0].accuracy, made.players[1].accuracy,
      made.turned_at == 0 ? py::object(py::none()) : py::object(py::int_(made.turned_at)),
      unscored);
}

void close_engine(const PyEngine& handle) {
  const PyEngine kept = handle;
  stop_stream(*kept);
  released([&] {
    const std::scoped_lock lock(kept->mutex);
    kept->engine.reset();
    return 0;
  });
}

}  // namespace

py::object analysis_object(const Analysis& found, Variant v, const std::string& engine_name) {
  const ChanceModel chance = chance_model(v, engine_name);
  py::list best;
  for (const ScoredLine& line : found.lines)
    best.append(result("Line")(if_known(found.scored, score(line.score)),
                               if_known(found.scored, chance(line.score, found.nodes)), line.depth,
                               move_list(v, line.pv)));
  return result("Analysis")(best, if_known(found.scored, score(found.score)), found.depth,
                            found.nodes, static_cast<double>(found.time.count()) / 1000);
}

Limits limits_of(std::optional<std::int64_t> nodes, std::optional<int> depth,
                 std::optional<double> seconds, int lines) {
  if (nodes.value_or(1) < 1) throw py::value_error("nodes: expected 1 or more");
  if (depth.value_or(1) < 1) throw py::value_error("depth: expected 1 or more");
  if (!(seconds.value_or(1) > 0 && seconds.value_or(1) <= 1e9))
    throw py::value_error("seconds: expected more than 0");
  if (lines < 1 || lines > 500) throw py::value_error("lines: expected 1 to 500");
  Limits limits;
  limits.nodes = static_cast<std::uint64_t>(nodes.value_or(0));
  limits.depth = depth.value_or(0);
  const auto ms = static_cast<std::int64_t>(std::ceil(seconds.value_or(0) * 1000));
  limits.time = std::chrono::milliseconds(ms);
  limits.multipv = lines;
  return limits;
}

std::optional<Limits> effort_of(std::optional<std::int64_t> nodes, std::optional<int> depth,
                                std::optional<double> seconds) {
  const Limits limits = limits_of(nodes, depth, seconds, 1);
  if (!nodes && !depth && !seconds) return std::nullopt;
  return limits;
}

void bind_engines(py::module_& module) {
  py::class_<PyEngine>(module, "Engine", doc("Engine"))
      .def(py::init(&make_engine), py::arg("command") = "builtin", py::kw_only(),
           py::arg("options") = py::dict(), py::arg("patience") = 10.0, doc("Engine.__init__"))
      .def_property_readonly(
          "name",
          [](const PyEngine& e) {
            return working(e,
                           [](EngineState& s, const std::stop_token&) { return s.engine->name(); });
          },
          doc("Engine.name"))
      .def("analyse", &analyse, py::arg("position"), py::kw_only(), py::arg("nodes") = py::none(),
           py::arg("depth") = py::none(), py::arg("seconds") = py::none(), py::arg("lines") = 1,
           doc("Engine.analyse"))
      .def("analysis", &analysis, py::arg("position"), py::kw_only(), py::arg("nodes") = py::none(),
           py::arg("depth") = py::none(), py::arg("seconds") = py::none(), py::arg("lines") = 1,
           doc("Engine.analysis"))
      .def("mate", &mate, py::arg("position"), py::kw_only(), py::arg("nodes") = py::none(),
           py::arg("seconds") = py::none(), py::arg("plies") = 0, py::arg("shortest") = false,
           doc("Engine.mate"))
      .def("annotate", &annotate_game, py::arg("game"), py::kw_only(),
           py::arg("nodes") = py::none(), py::arg("depth") = py::none(),
           py::arg("seconds") = py::none(), doc("Engine.annotate"))
      .def(
          "new_game",
          [](const PyEngine& e) {
            working(e,
                    [](EngineState& s, const std::stop_token&) { return s.engine->new_game(), 0; });
          },
          doc("Engine.new_game"))
      .def("close", &close_engine, doc("Engine.close"))
      .def("__enter__", [](const PyEngine& e) { return static_cast<void>(*e), e; })
      .def("__exit__", [](const PyEngine& e, const py::args&) { close_engine(e); });
}

}  // namespace yari::python
