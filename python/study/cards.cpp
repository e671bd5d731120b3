// Training by repetition: the cards of a database, and what becomes of answers.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <nlohmann/json.hpp>

#include "answers/study/drill_session.h"
#include "db/store/error.h"
#include "python/database.h"
#include "python/errors.h"
#include "python/position.h"
#include "rules/color_name.h"

namespace yari::python {

namespace {

DateNumber day_of(const py::object& today) {
  if (today.is_none()) return today_here();
  const std::string typed = text_of(today);
  const std::optional<DateNumber> day = read_day(typed);
  if (!day)
    throw py::value_error(
        fmt::format("today: expected a day like 2026-11-27, found '{}'", typed));
  return *day;
}

CardFilter filter_of(const std::optional<std::string>& source,
                     const std::optional<std::string>& variant) {
  CardFilter filter;
  if (source) filter.sources = {known("source", card_source_named(*source), *source)};
  if (variant) filter.variant = variant_of(*variant);
  return filter;
}

/// A number, or a Card.
std::int64_t number_of(const py::handle& card) {
  return py::isinstance<py::int_>(card) ? card.cast<std::int64_t>()
                                        : card.attr("card").cast<std::int64_t>();
}

py::object date_object(DateNumber date) {
  if (date == 0) return py::none();
  return py::module_::import("yaribase.results").attr("_date")(date);
}

py::object card_object(const DrillCard& card) {
  const Variant v = card.position.variant;
  const bool of_game = card.game > 0;
  return row_type("Card")(card.id, text(name(card.source)), position_from(card.position),
                          move_list(v, card.moves), move_or_none(v, card.played),
                          of_game ? py::object(py::int_(card.game)) : py::none(),
                          of_game ? py::object(py::int_(card.ply)) : py::none(),
                          date_object(card.due), date_object(card.reviewed), card.repetitions,
                          card.days, card.ease / 100.0, card.reviews, card.lapses);
}

py::list card_list(const std::vector<DrillCard>& cards) {
  py::list list;
  for (const DrillCard& card : cards) list.append(card_object(card));
  return list;
}

py::list cards(const PyDatabase& handle, const std::optional<std::string>& source,
               const std::optional<std::string>& variant) {
  const CardFilter filter = filter_of(source, variant);
  return card_list(with_database(
      handle, [&](Database& database) { return drill_cards(database, filter); }));
}

py::list due(const PyDatabase& handle, const py::object& today,
             const std::optional<std::string>& source, const std::optional<std::string>& variant) {
  const CardFilter filter = filter_of(source, variant);
  const DateNumber day = day_of(today);
  return card_list(with_database(
      handle, [&](Database& database) { return due_cards(database, filter, day).cards; }));
}

DrillCard card_named(const PyDatabase& handle, std::int64_t id) {
  const std::optional<DrillCard> card =
      with_database(handle, [&](Database& database) { return drill_card(database, id); });
  if (!card) throw py::key_error(fmt::format("there is no card {}", id));
  return *card;
}

py::object add_card(const PyDatabase& handle, const py::object& position, const py::object& moves,
                    const std::optional<std::string>& variant, const py::object& today) {
  const PyPosition place = position_from(position, variant);
  const DateNumber day = day_of(today);
  std::vector<Move> right;
  const bool is_one = py::isinstance<py::str>(moves) || py::isinstance<PyMove>(moves);
  if (is_one)
    right.push_back(legal_move(place, moves));
  else
    for (const py::handle move : moves)
      right.push_back(legal_move(place, py::reinterpret_borrow<py::object>(move)));
  if (right.empty()) throw py::value_error("moves: name the move that is right in the position");
  const DrillCard card = own_card({setup_of(place), {}, {}}, right, 0, day);
  return card_object(with_database(handle, [&](Database& database) {
    add_cards(database, {&card, 1});
    return drill_card(database, card.source, card.position).value();
  }));
}

py::object add_mistakes(const PyDatabase& handle, const std::optional<std::string>& side,
                        const py::object& today, const py::kwargs& named) {
  const GameFilter filter = python::filter_of(named);
  const auto color =
      side ? std::optional(known("side", yari::side_named(*side), *side)) : std::nullopt;
  if (!OwnSide::is_named(filter, color) && filter.ids.empty())
    throw py::value_error("name the player, a side or games");
  const DateNumber day = day_of(today);
  const AddedCards added = with_database(handle, [&](Database& database) {
    Signals signals;
    std::vector<DrillCard> found;
    const auto load = [&](GameId id) -> std::optional<Game> {
      signals.check();
      try {
        return database.load_game(id);
      } catch (const DamagedGame&) {
        return std::nullopt;
      }
    };
    each_mistake(database, filter, OwnSide(filter, color), day, load, [&](const DrillCard& card) {
      found.push_back(card);
      return true;
    });
    return add_cards(database, found);
  });
  return row_type("AddedCards")(added.added, added.changed, added.known);
}

/// Moves, texts of moves, or one of either, as one text.
std::string typed_of(const py::object& moves) {
  if (moves.is_none()) return "";
  if (py::isinstance<py::str>(moves) || py::isinstance<PyMove>(moves)) return py::str(moves);
  std::string typed;
  for (const py::handle move : moves) typed += std::string(py::str(move)) + ' ';
  return typed;
}

py::object answer_card(const PyDatabase& handle, const py::object& number, const py::object& moves,
                       const std::optional<double>& seconds, const py::object& today) {
  constexpr double most_seconds = 1e9;
  if (seconds && !(*seconds >= 0 && *seconds <= most_seconds))
    throw py::value_error("seconds: expected 0 or more");
  const DateNumber day = day_of(today);
  const std::string typed = typed_of(moves);
  const DrillCard card = card_named(handle, number_of(number));
  const std::vector<Move> made = parsed(typed, read_answer(card, typed));
  std::optional<std::chrono::milliseconds> time;
  if (seconds) time = std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * 1000));
  const Json answer = with_database(handle, [&](Database& database) {
    return answer_json(database, card, made, time, day);
  });
  const Variant v = card.position.variant;
  const bool goes_on = answer["verdict"] == "more";
  py::dict due_days;
  if (!goes_on)
    for (const Json& row : answer["grades"])
      due_days[text(row["grade"].get<std::string>())] =
          py::module_::import("yaribase.results").attr("_date")(row["due"].get<std::string>());
  return row_type("CardAnswer")(
      text(answer["verdict"].get<std::string>()),
      move_list(v, goes_on ? card_position(card, made.size() + 1).moves : card.moves),
      goes_on ? py::object(py::none()) : text(answer["reason"].get<std::string>()),
      goes_on ? py::object(py::none()) : text(answer["grade"].get<std::string>()), due_days);
}

py::object grade_card(const PyDatabase& handle, const py::object& number, const std::string& typed,
                      const py::object& today) {
  const Grade grade = known("grade", grade_named(typed), typed);
  const DateNumber day = day_of(today);
  const DrillCard card = card_named(handle, number_of(number));
  const auto after = with_database(handle, [&](Database& database) {
    return store_grade(database, card.id, grade, card.reviews, day);
  });
  if (!after) raise_refusal(fmt::format("card {} was asked elsewhere meanwhile", card.id));
  return card_object(*after);
}

std::uint64_t remove_all(const PyDatabase& handle, const py::object& numbers) {
  std::vector<std::int64_t> ids;
  if (py::isinstance<py::int_>(numbers) || py::hasattr(numbers, "card"))
    ids.push_back(number_of(numbers));
  else
    for (const py::handle card : numbers) ids.push_back(number_of(card));
  return with_database(handle, [&](Database& database) { return remove_cards(database, ids); });
}

}  // namespace

void bind_cards(py::class_<PyDatabase>& type) {
  const auto none = [](const char* name) { return py::arg(name) = py::none(); };
  type.def("cards", &cards, py::kw_only(), none("source"), none("variant"), doc("Database.cards"))
      .def("due", &due, none("today"), py::kw_only(), none("source"), none("variant"),
           doc("Database.due"))
      .def("add_card", &add_card, py::arg("position"), py::arg("moves"), py::kw_only(),
           none("variant"), none("today"), doc("Database.add_card"))
      .def("add_mistakes", &add_mistakes, py::kw_only(), none("side"), none("today"),
           doc("Database.add_mistakes"))
      .def("answer_card", &answer_card, py::arg("card"), none("moves"), py::kw_only(),
           none("seconds"), none("today"), doc("Database.answer_card"))
      .def("grade_card", &grade_card, py::arg("card"), py::arg("grade"), py::kw_only(),
           none("today"), doc("Database.grade_card"))
      .def("remove_cards", &remove_all, py::arg("cards"), doc("Database.remove_cards"));
}

}  // namespace yari::python
