// Database: opened and closed, and its games one after the other.
#include "python/database.h"

#include <pybind11/stl.h>

#include <map>
#include <nlohmann/json.hpp>

#include "answers/json.h"

namespace yari::python {

namespace {

PyDatabase make_database(const py::object& path, const std::string& mode) {
  static const std::map<std::string, OpenMode> modes{
      {"r", OpenMode::read_only}, {"rw", OpenMode::read_write}, {"create", OpenMode::create}};
  const auto found = modes.find(mode);
  if (found == modes.end())
    throw py::value_error("mode: expected r, rw or create, found '" + mode + "'");
  auto state = std::make_shared<DatabaseState>();
  state->path = file_name(path);
  state->mode = found->second;
  state->open = released([&] { return std::make_unique<Database>(state->path, state->mode); });
  return PyDatabase(state);
}

void close_database(const PyDatabase& handle) {
  const PyDatabase kept = handle;
  released([&] {
    const std::scoped_lock lock(kept->mutex);
    kept->open.reset();
    return 0;
  });
}

py::object load(const PyDatabase& handle, GameId id) {
  std::optional<Game> loaded =
      with_database(handle, [&](Database& database) { return database.load_game(id); });
  if (!loaded) return py::none();
  const PyGame game = game_from(std::move(*loaded));
  game->id = id;
  return py::cast(game);
}

py::object game(const PyDatabase& handle, GameId id) {
  py::object found = load(handle, id);
  if (found.is_none()) raise_no_game(id);
  return found;
}

/// The games of a listing, each loaded when it is asked for.
struct GamesState {
  PyDatabase database;
  std::vector<GameId> ids;
  std::size_t next = 0;
};
using Games = Handle<GamesState>;

Games games(const PyDatabase& handle, const py::kwargs& named) {
  const Listing listing = listing_of(named);
  auto state = std::make_shared<GamesState>();
  state->database = handle;
  state->ids = with_database(
      handle, [&](Database& database) { return database.ids(listing.filter, listing.options); });
  return Games(state);
}

/// A game that was deleted meanwhile is left out.
py::object next_stored(const Games& handle) {
  const Games kept = handle;
  while (kept->next < kept->ids.size()) {
    py::object game = load(kept->database, kept->ids[kept->next++]);
    if (!game.is_none()) return game;
  }
  throw py::stop_iteration();
}

}  // namespace

py::object results(const char* row, const py::dict& columns) {
  const py::module_ module = py::module_::import("yaribase.results");
  return module.attr("Results")(columns, module.attr(row));
}

void raise_no_game(GameId id) { throw py::key_error(no_game(id)); }

py::object from_json(const Json& json) {
  return py::module_::import("json").attr("loads")(text(dump(json)));
}

py::object results(const char* row, const std::vector<std::vector<Value>>& rows) {
  const py::tuple fields = row_type(row).attr("_fields");
  py::dict columns;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    Json values = Json::array();
    for (const std::vector<Value>& one : rows) values.push_back(one[i]);
    columns[fields[i]] = from_json(values);
  }
  return results(row, columns);
}

void bind_databases(py::module_& module) {
  py::class_<Games>(module, "Games", doc("Games"))
      .def("__iter__", [](const Games& g) { return static_cast<void>(*g), g; })
      .def("__next__", &next_stored)
      .def("__len__", [](const Games& g) { return g->ids.size() - g->next; });
  py::class_<PyDatabase> type(module, "Database", doc("Database"));
  type.def(py::init(&make_database), py::arg("path"), py::arg("mode") = "r",
           doc("Database.__init__"))
      .def("close", &close_database, doc("Database.close"))
      .def("__enter__", [](const PyDatabase& d) { return static_cast<void>(*d), d; })
      .def("__exit__", [](const PyDatabase& d, const py::args&) { close_database(d); })
      .def("game", &game, py::arg("id"), doc("Database.game"))
      .def("games", &games, doc("Database.games"))
      .def("__len__",
           [](const PyDatabase& d) {
             return with_database(d, [](Database& database) { return database.count(); });
           })
      .def("__repr__", [](const PyDatabase& d) {
        return py::str("Database({!r})").format(file_name(name_of_place(d->path)));
      });
  bind_searches(type);
  bind_writing(type);
  bind_reports(type);
  bind_people(type);
  bind_changes(type);
  bind_cards(type);
}

}  // namespace yari::python
