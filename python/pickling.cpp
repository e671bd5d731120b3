// Games taken apart for pickle, and put together again: as JSON, which is checked when it is read.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <nlohmann/json.hpp>

#include "notation/json/game_json.h"
#include "python/game.h"

namespace yari::python {

namespace {

using Parts = std::tuple<int, std::size_t, std::size_t, std::string, std::vector<std::string>,
                         py::str, py::str, std::size_t, py::str>;

/// Severity, line, column, code and what it names, sentence, excerpt and caret, file.
Parts parts_of(const Finding& f) {
  return {static_cast<int>(f.said.severity),
          f.said.line,
          f.said.column,
          std::string(name(f.said.text.code)),
          f.said.text.values,
          text(f.said.message),
          text(f.said.excerpt),
          f.said.caret,
          file_name(f.file)};
}

Finding finding_of(const Parts& parts) {
  const auto& [severity, line, column, code, values, message, excerpt, caret, file] = parts;
  Finding f;
  if (severity < 0 || severity > static_cast<int>(Severity::error))
    throw py::value_error("a pickled finding: no such severity");
  const FindingText said{known("a pickled finding", finding_code_named(code), code), values};
  f.said = {static_cast<Severity>(severity), line, column, said, message, excerpt, caret};
  f.file = file_name(file);
  return f;
}

/// Throws ValueError where the game has what JSON cannot give back: an evaluation of illegal moves.
std::string json_of(const Game& game) {
  std::string json = game_json(game).dump(-1, ' ', false, Json::error_handler_t::replace);
  const Result<Game> again = read_game_json(Json::parse(json));
  if (!again) throw py::value_error("the game cannot be pickled: " + again.error().message);
  if (*again != game) throw py::value_error("the game cannot be pickled: it has text of no UTF-8");
  return json;
}

py::tuple taken_apart(const PyGame& g) {
  py::list findings;
  for (const Finding& f : g->findings) findings.append(parts_of(f));
  return rebuilt_by("_game",
                    py::make_tuple(json_of(g->game), findings, file_name(g->file), g->line, g->id));
}

PyGame put_together(const std::string& json, const std::vector<Parts>& findings,
                    const py::str& file, std::size_t line, std::int64_t id) {
  const Json read = Json::parse(json, nullptr, false);
  Result<Game> game = read_game_json(read);
  if (!game) throw py::value_error("no pickled game: " + game.error().message);
  PyGame made = game_from(*std::move(game));
  for (const Parts& parts : findings) made->findings.push_back(finding_of(parts));
  made->file = file_name(file);
  made->line = line;
  made->id = id;
  return made;
}

}  // namespace

void bind_pickling(py::class_<PyGame>& type) {
  type.def("__reduce__", &taken_apart).def_static("_put_together", &put_together);
}

}  // namespace yari::python
