/// \file
/// A database as Python holds it: one connection, used by one thread at a time.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "db/database.h"
#include "db/store/place.h"
#include "notation/json/object.h"
#include "python/game.h"
#include "python/work.h"
#include "record/name_kind.h"

namespace yari::python {

struct DatabaseState {
  std::string path;
  OpenMode mode = OpenMode::read_only;
  /// Null when it is closed.
  std::unique_ptr<Database> open;
  /// Recursive: a signal handler may run in the middle of a search.
  std::recursive_mutex mutex;
};
using PyDatabase = Handle<DatabaseState>;

/// `work(database)` without Python's lock, with the database's own. Throws where it is closed.
template <class Work>
auto with_database(const PyDatabase& handle, Work&& work) {
  const PyDatabase kept = handle;
  DatabaseState& state = *kept;
  return released([&] {
    const std::scoped_lock lock(state.mutex);
    if (!state.open) throw DatabaseError(name_of_place(state.path) + " is closed");
    return work(*state.open);
  });
}

/// The conditions that keyword arguments name, and the order and part of a listing. Throws
/// TypeError for any other name and ValueError for a wrong value.
struct Listing {
  GameFilter filter;
  ListOptions options;
};
Listing listing_of(const py::kwargs& named);
GameFilter filter_of(const py::kwargs& named);
/// The conditions as the other doors write them, one text for each; both ends of a range are one.
std::map<std::string, std::string> condition_texts(const py::kwargs& named);
/// As the other doors write a value: "yes" for True, "2001-10-17" for a date.
std::string text_of(const py::handle& value);

/// "player", "event" or "site". Throws ValueError.
NameKind kind_of(const std::string& typed);

/// Throws KeyError for a game that is not there.
[[noreturn]] void raise_no_game(GameId id);

/// "Results" of yaribase/results.py: columns by name, and the row that they make.
py::object results(const char* row, const py::dict& columns);
/// The same of rows whose columns are the fields of `row`, in their order.
py::object results(const char* row, const std::vector<std::vector<Value>>& rows);
/// The same of headers.
py::object header_results(const std::vector<GameHeader>& headers);
/// What JSON is in Python: dicts, lists, numbers, texts and None.
py::object from_json(const Json& json);
/// A named tuple of yaribase/results.py.
inline py::object row_type(const char* name) {
  return py::module_::import("yaribase.results").attr(name);
}

void bind_searches(py::class_<PyDatabase>& type);
void bind_writing(py::class_<PyDatabase>& type);
void bind_reports(py::class_<PyDatabase>& type);
void bind_people(py::class_<PyDatabase>& type);
void bind_changes(py::class_<PyDatabase>& type);
void bind_cards(py::class_<PyDatabase>& type);
void bind_databases(py::module_& module);

}  // namespace yari::python
