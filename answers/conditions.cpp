#include "answers/conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "notation/words/handicap_text.h"
#include "record/ratings.h"
#include "rules/handicap.h"
#include "rules/outcome.h"
#include "rules/variant.h"

namespace yari {

namespace {

/// What was expected; no value: the condition was read.
using Expected = std::optional<std::string>;

template <std::optional<std::string> GameFilter::*Field>
Expected read_text(GameFilter& filter, const std::string& typed) {
  if (typed.empty()) return "some text";
  filter.*Field = typed;
  return std::nullopt;
}

/// "A..B", "A..", "..B" or "A", which is both ends.
std::pair<std::string, std::string> ends_of(const std::string& typed) {
  const std::size_t dots = typed.find("..");
  if (dots == typed.npos) return {typed, typed};
  return {typed.substr(0, dots), typed.substr(dots + 2)};
}

Expected read_dates(GameFilter& filter, const std::string& typed) {
  constexpr auto expected = "a date like 1995, 1995-08 or 1995-08-23, or a range A..B";
  const auto [from, to] = ends_of(typed);
  if (from.empty() && to.empty()) return expected;
  GameFilter read = filter;
  for (const auto& [end, first] : {std::pair{from, true}, {to, false}}) {
    if (end.empty()) continue;
    const auto date = read_date(end);
    if (!date || write_date(*date) != end) return expected;
    (first ? read.date_from : read.date_to) = first ? earliest(*date) : latest(*date);
  }
  if (!from.empty() && !to.empty() && *read.date_from > *read.date_to)
    return "a range from the earlier to the later";
  filter = std::move(read);
  return std::nullopt;
}

template <std::optional<int> GameFilter::*Low, std::optional<int> GameFilter::*High, int most>
Expected read_numbers(GameFilter& filter, const std::string& typed) {
  std::string expected = fmt::format("a number from 0 to {}, or a range A..B", most);
  const auto [from, to] = ends_of(typed);
  if (from.empty() && to.empty()) return expected;
  GameFilter read = filter;
  for (const auto& [end, field] : {std::pair{from, Low}, {to, High}}) {
    if (end.empty()) continue;
    int n = 0;
    const auto [stop, error] = std::from_chars(end.data(), end.data() + end.size(), n);
    if (error != std::errc() || stop != end.data() + end.size() || n < 0 || n > most)
      return expected;
    read.*field = n;
  }
  if (!from.empty() && !to.empty() && *(read.*Low) > *(read.*High))
    return "a range from the smaller to the larger";
  filter = std::move(read);
  return std::nullopt;
}

std::string one_of(const std::vector<std::string>& choices) {
  return fmt::format("one of {}", fmt::join(choices, ", "));
}

std::vector<std::string> result_names() { return {"1-0", "0-1", "1/2-1/2", "*"}; }
std::vector<std::string> rule_set_names() { return {"standard", "svp", "classic"}; }
std::vector<std::string> game_names() { return {"yari", "shogi"}; }
std::vector<std::string> yes_and_no() { return {"yes", "no"}; }
std::vector<std::string> ending_names() {
  std::vector<std::string> names;
  for (int i = 0; i < ending_count; ++i) names.emplace_back(name(static_cast<Ending>(i)));
  return names;
}

/// `Named` finds the value of a name, `choices` lists the names.
template <auto Field, auto Named, auto choices>
Expected read_choice(GameFilter& filter, const std::string& typed) {
  const auto value = Named(typed);
  if (!value) return one_of(choices());
  filter.*Field = value;
  return std::nullopt;
}

std::optional<bool> truth_of(std::string_view typed) {
  if (typed == "yes") return true;
  if (typed == "no") return false;
  return std::nullopt;
}

Expected read_handicap_name(GameFilter& filter, const std::string& typed) {
  const std::string name = handicap_in_english(typed);
  const bool is_known = name == "even" || name == "any" || read_handicap(name, Variant::yari) ||
                        read_handicap(name, Variant::shogi);
  if (!is_known) return "a handicap of either game, 'even' or 'any'";
  filter.handicap = name;
  return std::nullopt;
}

const Condition rows[] = {
    {.name = "player",
     .kind = Condition::Kind::name,
     .value = "NAME",
     .label = "Player",
     .help = "games of this player on either side: words of the name, in any order",
     .offers = NameKind::player,
     .read = read_text<&GameFilter::player>},
    {.name = "opponent",
     .kind = Condition::Kind::name,
     .value = "NAME",
     .label = "Opponent",
     .help = "games against this player, on either side",
     .offers = NameKind::player,
     .read = read_text<&GameFilter::opponent>},
    {.name = "black",
     .kind = Condition::Kind::name,
     .value = "NAME",
     .label = "Black",
     .help = "games with this player as Black",
     .offers = NameKind::player,
     .read = read_text<&GameFilter::black>},
    {.name = "white",
     .kind = Condition::Kind::name,
     .value = "NAME",
     .label = "White",
     .help = "games with this player as White",
     .offers = NameKind::player,
     .read = read_text<&GameFilter::white>},
    {.name = "event",
     .kind = Condition::Kind::name,
     .value = "NAME",
     .label = "Event",
     .help = "games of this event",
     .offers = NameKind::event,
     .read = read_text<&GameFilter::event>},
    {.name = "site",
     .kind = Condition::Kind::name,
     .value = "NAME",
     .label = "Site",
     .help = "games played at this place",
     .read = read_text<&GameFilter::site>},
    {.name = "round",
     .value = "ROUND",
     .label = "Round",
     .help = "games of this round of an event: 3 takes 3.1 and 3.2, too",
     .example = "3",
     .read = read_text<&GameFilter::round>},
    {.name = "date",
     .kind = Condition::Kind::dates,
     .value = "RANGE",
     .label = "Date",
     .help = "when they were played: 1995, 1995-08-23, 1990..1999, 1990.. or ..1999",
     .example = "1990..1999",
     .read = read_dates},
    {.name = "result",
     .kind = Condition::Kind::choice,
     .value = "RESULT",
     .label = "Result",
     .help = "games with this result",
     .choices = result_names,
     .read = read_choice<&GameFilter::result, result_named, result_names>},
    {.name = "ending",
     .kind = Condition::Kind::choice,
     .value = "ENDING",
     .label = "Ending",
     .help = "games that ended in this way",
     .choices = ending_names,
     .read = read_choice<&GameFilter::ending, ending_named, ending_names>},
    {.name = "handicap",
     .kind = Condition::Kind::text,
     .value = "NAME",
     .label = "Handicap",
     .help = "games with this handicap, 'even' for none, or 'any'",
     .example = "even, any, Rook",
     .read = read_handicap_name},
    {.name = "rules",
     .kind = Condition::Kind::choice,
     .value = "RULES",
     .label = "Rules",
     .help = "games under these rules",
     .choices = rule_set_names,
     .read = read_choice<&GameFilter::rules, rule_set_named, rule_set_names>},
    {.name = "plies",
     .kind = Condition::Kind::numbers,
     .value = "RANGE",
     .label = "Plies",
     .help = "how many moves the games have: 40, 40..80, 40.. or ..80",
     .example = "40..80",
     .read = read_numbers<&GameFilter::min_plies, &GameFilter::max_plies, most_plies_asked>},
    {.name = "rated",
     .kind = Condition::Kind::numbers,
     .value = "RANGE",
     .label = "Rated",
     .help = "ratings of both players: 2000.., 1500..1999 or ..1499",
     .example = "2000..",
     .read = read_numbers<&GameFilter::min_rating, &GameFilter::max_rating, most_rating>},
    {.name = "annotated",
     .value = "yes|no|ENGINE",
     .label = "Annotated",
     .help = "yes: an engine has judged the game; no: none has; else a part of the engine's name",
     .example = "yes, no, Yaribase",
     .read = read_text<&GameFilter::annotated>},
    {.name = "evaluated",
     .kind = Condition::Kind::choice,
     .value = "yes|no",
     .label = "Evaluated",
     .help = "whether moves of the game carry evaluations, whoever wrote them",
     .choices = yes_and_no,
     .read = read_choice<&GameFilter::evaluated, truth_of, yes_and_no>},
    {.name = "text",
     .kind = Condition::Kind::text,
     .value = "WORDS",
     .label = "Words",
     .help = "words in players' names, event, site or comments",
     .read = read_text<&GameFilter::text>},
    {.name = "from-file",
     .kind = Condition::Kind::text,
     .value = "TEXT",
     .label = "File",
     .help = "games that were imported from a file with this in its name",
     .read = read_text<&GameFilter::from_file>},
    {.name = "variant",
     .kind = Condition::Kind::choice,
     .value = "GAME",
     .label = "Game",
     .help = "games of this variant alone",
     .choices = game_names,
     .read = read_choice<&GameFilter::variant, variant_named, game_names>},
};

}  // namespace

std::span<const Condition> conditions() { return rows; }

const Condition* condition_named(std::string_view name) {
  const auto is_same = [&](const Condition& row) { return with_underscores(row.name) == name; };
  const auto* const found = std::ranges::find_if(rows, is_same);
  return found == std::end(rows) ? nullptr : found;
}

std::string with_underscores(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '-', '_');
  return text;
}

nlohmann::ordered_json conditions_json() {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Condition& row : rows) {
    nlohmann::ordered_json json{
        {"name", with_underscores(row.name)}, {"label", row.label}, {"help", row.help}};
    if (!row.example.empty()) json["example"] = row.example;
    if (row.choices != nullptr) json["choices"] = row.choices();
    if (row.offers) json["offers"] = name(*row.offers);
    all.push_back(std::move(json));
  }
  return all;
}

Result<std::vector<GameId>> chosen_games(Database& database, const GameFilter& filter,
                                         const ListOptions& order) {
  for (const GameId id : filter.ids)
    if (!database.header(id)) return fail(no_game(id));
  return database.ids(filter, order);
}

Result<query::Query> read_query(std::string_view text, Variant by_default) {
  return query::parse(text, by_default, read_handicap_text, conditions());
}

}  // namespace yari
