// What changes stored games and can be taken back: tags, names, deletions, duplicates; new games
// and games that go on; and the searches that a database keeps.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "answers/begun_game.h"
#include "answers/conditions.h"
#include "answers/name_table.h"
#include "answers/play_on.h"
#include "answers/saved_conditions.h"
#include "answers/tag_change.h"
#include "db/change/corrections.h"
#include "db/change/duplicate_merge.h"
#include "db/change/renaming.h"
#include "db/saved_queries.h"
#include "notation/words/comment.h"
#include "notation/words/tag_setting.h"
#include "python/database.h"

namespace yari::python {

namespace {

using GameIds = std::vector<GameId>;

/// The games that `ids` and conditions name; none where `ids` is an empty list. Throws ValueError
/// where nothing was named: all games are never meant by accident.
class ChosenGames {
 public:
  ChosenGames(const py::object& ids, const py::kwargs& named) {
    if (!ids.is_none()) named["ids"] = ids;
    filter_ = filter_of(named);
    none_ = !ids.is_none() && filter_.ids == GameIds{0} && !py::isinstance<py::int_>(ids);
    if (filter_.empty()) throw py::value_error(nothing_chosen);
  }
  Result<GameIds> in(Database& database) const {
    return none_ ? GameIds() : chosen_games(database, filter_);
  }

 private:
  GameFilter filter_;
  bool none_ = false;
};

/// The value, or KeyError: a game is not there.
template <class T>
T found(Result<T> result) {
  if (!result) throw py::key_error(result.error().message);
  return *std::move(result);
}

/// A mapping of names to texts, None for an empty one.
std::vector<Tag> tags_of(const py::object& mapping) {
  std::vector<Tag> tags;
  for (const auto& [name, value] : py::dict(mapping))
    tags.push_back({py::str(name), value.is_none() ? std::string() : text_of(value)});
  return tags;
}

py::object tag(const PyDatabase& handle, const py::object& tags, const py::object& ids,
               const py::kwargs& named) {
  const ChosenGames chosen(ids, named);
  const std::vector<Tag> settings = tags_of(tags);
  if (settings.empty()) throw py::value_error("tags: name a tag and its value");
  const Result<Correction> correction = correction_of(settings);
  if (!correction) throw py::value_error(correction.error().message);
  std::vector<std::pair<GameId, Correction>> corrections;
  const auto result = with_database(handle, [&](Database& database) -> Result<CorrectionResult> {
    const Result<GameIds> games = chosen.in(database);
    if (!games) return tl::unexpected(games.error());
    for (const GameId id : *games) corrections.emplace_back(id, *correction);
    return correct_games(database, tag_change_name(settings), corrections);
  });
  const CorrectionResult made = found(result);
  const bool changed = made.edit.games > 0;
  return row_type("TagSummary")(
      made.edit.games, made.edit.damaged, made.refused, made.contradictions,
      changed ? dates_without_year(corrections) : std::vector<std::string>());
}

py::object rename_all(const PyDatabase& handle, const std::vector<Renaming>& list) {
  const auto resolved = resolve(list);
  if (!resolved) throw py::value_error(resolved.error().message);
  std::vector<std::string> unknown;
  const EditResult edit = with_database(handle, [&](Database& database) {
    const RenameResult result = rename(database, *resolved);
    const auto meant = meant_names(database, result.unknown);
    for (std::size_t i = 0; i < meant.size(); ++i)
      unknown.push_back(unknown_name(result.unknown[i]) +
                        (meant[i] ? fmt::format("; did you mean '{}'?", *meant[i]) : ""));
    return result.edit;
  });
  if (edit.games == 0 && edit.damaged.empty() && edit.refused.empty() && !unknown.empty())
    throw py::key_error(unknown.front());
  return row_type("RenameSummary")(edit.games, edit.damaged, edit.refused, unknown);
}

py::object rename_games(const PyDatabase& handle, const py::object& old_name,
                        const std::optional<std::string>& new_name, const std::string& kind) {
  const NameKind of = kind_of(kind);
  std::vector<Renaming> list;
  if (py::isinstance<py::str>(old_name) == !new_name)
    throw py::type_error("rename: expected a name and the one to replace it, or a mapping");
  if (new_name)
    list.push_back({of, old_name.cast<std::string>(), *new_name});
  else
    for (const auto& [from, to] : py::dict(old_name))
      list.push_back({of, py::str(from), py::str(to)});
  // A name that is given to itself changes nothing.
  std::erase_if(list, [](const Renaming& r) { return !r.from.empty() && r.from == r.to; });
  return rename_all(handle, list);
}

std::int64_t delete_chosen(const PyDatabase& handle, const py::object& ids,
                           const py::kwargs& named) {
  const ChosenGames chosen(ids, named);
  return found(with_database(handle, [&](Database& database) -> Result<std::int64_t> {
    const Result<GameIds> games = chosen.in(database);
    if (!games) return tl::unexpected(games.error());
    return delete_games(database, *games);
  }));
}

py::object change_rows(const std::vector<JournalEntry>& entries) {
  std::vector<std::vector<Value>> rows;
  for (const JournalEntry& entry : entries)
    rows.push_back(
        {entry.id, entry.time, entry.what, entry.games, entry.there_again, entry.damaged});
  return results("Change", rows);
}

py::object undo_last(const PyDatabase& handle) {
  const auto undone = with_database(handle, [](Database& database) { return undo(database); });
  return undone ? change_rows({*undone}).attr("__getitem__")(0) : py::none();
}

py::object changes(const PyDatabase& handle) {
  return change_rows(with_database(handle, [](Database& database) { return journal(database); }));
}

py::object group_of(const DuplicateGroup& group) {
  py::list games, pairs;
  for (const DuplicateGame& game : group.games)
    games.append(row_type("DuplicateGame")(header_results({game.header}).attr("__getitem__")(0),
                                           game.differences, game.contradicts, game.other_moves,
                                           game.knows_more, game.has_notes));
  for (const Twins& pair : group.pairs)
    pairs.append(row_type("Twins")(text(name(pair.kind)), pair.first, pair.second));
  return row_type("DuplicateGroup")(games, pairs, superfluous(group));
}

py::list duplicates(const PyDatabase& handle) {
  py::list all;
  for (const DuplicateGroup& group :
       with_database(handle, [](Database& database) { return duplicate_groups(database); }))
    all.append(group_of(group));
  return all;
}

py::object merge_all(const PyDatabase& handle) {
  const DuplicatesMerged merged = with_database(handle, [](Database& database) {
    return merge_duplicates(database, duplicate_groups(database));
  });
  return row_type("MergeSummary")(merged.deleted, merged.completed, merged.damaged);
}

GameId begin(const PyDatabase& handle, const py::object& position,
             const std::optional<std::string>& variant, const py::object& black,
             const py::object& white, const py::object& event, const py::object& date,
             const py::object& tags) {
  Game game = begun_game(game_position(position_from(position, variant)));
  std::vector<Tag> all;
  const std::pair<std::string_view, py::object> usual[] = {
      {tags::event, event}, {tags::date, date}, {tags::black, black}, {tags::white, white}};
  for (const auto& [name, value] : usual)
    if (!value.is_none()) all.push_back({std::string(name), text_of(value)});
  if (!tags.is_none())
    for (Tag& set : tags_of(tags)) all.push_back(std::move(set));
  for (const Tag& set : all)
    if (const Result<void> done = set_tag_of_new_game(game, set); !done)
      throw py::value_error(done.error().message);
  return with_database(handle, [&](Database& database) { return begin_game(database, game); });
}

/// Seconds, or "1:30".
std::optional<std::uint32_t> time_of(const py::object& value) {
  if (value.is_none()) return std::nullopt;
  if (!py::isinstance<py::str>(value)) return milliseconds(value.cast<double>());
  const auto typed = value.cast<std::string>();
  const auto read = read_typed_time(typed);
  if (!read)
    throw py::value_error(
        fmt::format("time: expected a time like 90, 1:30 or 0:01:30, found '{}'", typed));
  return read;
}

/// What Python says of a continuation, without the moves.
Continuation continuation_of(const py::object& at, const std::optional<std::string>& comment,
                             const py::object& time) {
  Continuation added;
  if (!at.is_none()) {
    const Result<PlyPlace> place = read_ply(text_of(at));
    if (!place) throw py::value_error("at: " + place.error().message);
    added.at = *place;
  }
  added.comment = comment;
  added.spent_ms = time_of(time);
  return added;
}

PyPosition move(const PyDatabase& handle, GameId id, const py::object& moves, const py::object& at,
                bool resign, bool draw_agreed, const std::optional<std::string>& comment,
                const py::object& time) {
  Continuation added = continuation_of(at, comment, time);
  if (resign && draw_agreed) throw py::value_error("resign and draw_agreed: give one of them");
  if (moves.is_none() && !resign && !draw_agreed && !comment && !added.spent_ms)
    throw py::value_error("name a move, like P-7f or 7g7f");
  const auto stored = with_database(handle, [&](Database& d) { return d.load_game(id); });
  if (!stored) raise_no_game(id);
  const Result<GamePosition> place = place_to_play_on(*stored, id, added.at);
  if (!place) raise_refusal(place.error().message);
  if (!moves.is_none()) {
    const PyPosition board = position_from(*place);
    py::cast(board).attr(py::isinstance<PyMove>(moves) ? "push" : "push_all")(moves);
    const std::vector<Move> played = moves_of(board);
    added.moves.assign(played.begin() + static_cast<std::ptrdiff_t>(place->moves.size()),
                       played.end());
  }
  if (resign) added.outcome = resignation(*place, added.moves);
  if (draw_agreed) added.outcome = Outcome{GameResult::draw, Ending::draw_agreed};
  const auto after = with_database(handle, [&](Database& database) -> Result<GamePosition> {
    // Somebody else may have played on while Python read the moves.
    if (database.load_game(id) != stored) return fail(fmt::format("game {} has changed", id));
    return play_on(database, id, *stored, added);
  });
  if (!after) raise_refusal(after.error().message);
  return position_from(*after);
}

py::dict saved(const PyDatabase& handle) {
  py::dict all;
  for (const auto& [name, kept] :
       with_database(handle, [](Database& d) { return saved_queries(d); }))
    all[text(name)] = parameters_of_words(conditions_words(kept).value_or(Words()));
  return all;
}

void save(const PyDatabase& handle, const std::string& name,
          const std::optional<std::string>& query, const py::kwargs& named) {
  std::map<std::string, std::string> kept = condition_texts(named);
  if (query) {
    if (const auto kept_well = check_kept_query(*query, filter_of(named).variant); !kept_well)
      raise_parse_error(*query, kept_well.error());
    kept["query"] = *query;
  }
  if (name.empty()) throw py::value_error("expected a name");
  if (kept.empty()) throw py::value_error("expected conditions or a query");
  with_database(handle, [&](Database& database) {
    return save_query(database, name, conditions_text(words_of_parameters(kept))), 0;
  });
}

void forget(const PyDatabase& handle, const std::string& name) {
  if (!with_database(handle, [&](Database& database) { return forget_query(database, name); }))
    throw py::key_error("there is no saved query '" + name + "'");
}

void bind_saved(py::class_<PyDatabase>& type) {
  type.def("saved_queries", &saved, doc("Database.saved_queries"))
      .def("save_query", &save, py::arg("name"), py::arg("query") = py::none(),
           doc("Database.save_query"))
      .def("delete_query", &forget, py::arg("name"), doc("Database.delete_query"));
}

}  // namespace

void bind_changes(py::class_<PyDatabase>& type) {
  type.def("tag", &tag, py::arg("tags"), py::arg("ids") = py::none(), doc("Database.tag"))
      .def("rename", &rename_games, py::arg("old"), py::arg("new") = py::none(), py::kw_only(),
           py::arg("kind") = "player", doc("Database.rename"))
      .def("delete", &delete_chosen, py::arg("ids") = py::none(), doc("Database.delete"))
      .def("undo", &undo_last, doc("Database.undo"))
      .def("changes", &changes, doc("Database.changes"))
      .def("duplicates", &duplicates, doc("Database.duplicates"))
      .def("merge_duplicates", &merge_all, doc("Database.merge_duplicates"))
      .def("new", &begin, py::arg("position") = py::none(), py::kw_only(),
           py::arg("variant") = py::none(), py::arg("black") = py::none(),
           py::arg("white") = py::none(), py::arg("event") = py::none(),
           py::arg("date") = py::none(), py::arg("tags") = py::none(), doc("Database.new"))
      .def("move", &move, py::arg("game"), py::arg("moves") = py::none(), py::kw_only(),
           py::arg("at") = py::none(), py::arg("resign") = false, py::arg("draw_agreed") = false,
           py::arg("comment") = py::none(), py::arg("time") = py::none(), doc("Database.move"));
  bind_saved(type);
}

}  // namespace yari::python
