#include "web/api/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <utility>

#include "analysis/engine/replayed.h"
#include "answers/conditions.h"
#include "answers/game_place.h"
#include "answers/saved_conditions.h"
#include "answers/study/drill_session.h"
#include "notation/encoding/encoding.h"
#include "rules/color_name.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "text/text.h"
#include "web/api/database_pool.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

constexpr std::size_t longest_value = 8192;

std::int64_t read_number(const std::string& name, std::string_view text, std::int64_t low,
                         std::int64_t high) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < low || n > high)
    throw RequestError(name, fmt::format("expected a number {}..{}", low, high));
  return n;
}

[[noreturn]] void refuse_query(std::string_view typed, const Error& error) {
  throw RequestError("query", error.message, column_of(typed, error.offset));
}

GamePosition read_sfen_position(const std::string& text, Variant v) {
  const Result<Setup> setup = read_start(text, v);
  if (!setup)
    throw RequestError("sfen", setup.error().message, column_of(text, setup.error().offset));
  const std::vector<std::string> faults = faults_of(*setup);
  if (!faults.empty()) throw RequestError("sfen", faults.front());
  return {*setup, {}, {}};
}

GamePosition read_usi_position(const std::string& text, Variant v) {
  const Result<Game, Diagnostic> read = read_strictly(*format_named("usi"), text, v);
  if (read) return position_at(*read, read->moves.main_plies());
  const Diagnostic& fault = read.error();
  throw RequestError("usi", fault.message,
                     fault.column > 0 ? std::optional(fault.column) : std::nullopt);
}

GamePosition stored_position(const std::string& text, DatabasePool& databases) {
  const Result<GamePlace> place = read_game_place(text);
  if (!place)
    throw RequestError("game", place.error().message, column_of(text, place.error().offset));
  const std::optional<Game> game = databases.lend()->load_game(place->game);
  if (!game) throw RequestError(404, no_game(place->game));
  const Result<GamePosition> position = position_at(*game, *place);
  if (!position) throw RequestError("game", position.error().message);
  return *position;
}

}  // namespace

std::size_t column_of(std::string_view text, std::size_t offset) {
  return characters(text.substr(0, std::min(offset, text.size()))) + 1;
}

const Format& Parameters::writer() {
  const Format* format = format_named(text("format").value_or("hodges"));
  if (format == nullptr || format->write == nullptr)
    throw RequestError("format", "there is no such format to write");
  return *format;
}

std::optional<std::string> Parameters::text(const std::string& name) {
  std::optional<std::string> value = typed(name);
  // Another question would be answered, or another change taken back.
  if (value && value->empty()) throw RequestError(name, "is empty");
  return value;
}

std::optional<std::string> Parameters::typed(const std::string& name) {
  known_.insert(name);
  if (!request_.has_param(name)) return std::nullopt;
  if (request_.get_param_value_count(name) > 1) throw RequestError(name, "given twice");
  std::string value = request_.get_param_value(name);
  if (value.size() > longest_value) throw RequestError(name, "too long");
  if (!is_valid_utf8(value) || value.find('\0') != value.npos)
    throw RequestError(name, "not text in UTF-8");
  return value;
}

std::string Parameters::required(const std::string& name) {
  std::optional<std::string> value = text(name);
  if (!value) throw RequestError(name, "is missing");
  return *std::move(value);
}

std::int64_t Parameters::number(const std::string& name, std::int64_t fallback, std::int64_t low,
                                std::int64_t high) {
  const std::optional<std::string> value = text(name);
  return value ? read_number(name, *value, low, high) : fallback;
}

DateNumber Parameters::day(const std::string& name) {
  const std::optional<DateNumber> day = read_day(required(name));
  if (!day) throw RequestError(name, "expected a day like 2026-11-27");
  return *day;
}

bool Parameters::flag(const std::string& name) { return number(name, 0, 0, 1) == 1; }

std::optional<Variant> Parameters::variant() {
  const std::optional<std::string> value = text("variant");
  if (!value) return std::nullopt;
  const std::optional<Variant> v = variant_named(*value);
  if (!v) throw RequestError("variant", "expected yari or shogi");
  return v;
}

std::optional<GamePosition> Parameters::position(DatabasePool& databases) {
  const Variant v = variant().value_or(by_default_);
  const std::optional<std::string> usi = text("usi");
  const std::optional<std::string> sfen = text("sfen");
  const std::optional<std::string> game = text("game");
  if (usi.has_value() + sfen.has_value() + game.has_value() > 1)
    throw RequestError(usi && sfen ? "sfen" : "game", "give one of usi, sfen and game");
  if (game) return stored_position(*game, databases);
  if (usi) return read_usi_position(*usi, v);
  if (sfen) return read_sfen_position(*sfen, v);
  return std::nullopt;
}

GamePosition Parameters::position_or_start(DatabasePool& databases) {
  const Variant v = variant().value_or(by_default_);
  return position(databases).value_or(GamePosition{start_setup(v), {}, {}});
}

std::optional<Color> Parameters::side() {
  const std::optional<std::string> typed = text("side");
  if (!typed) return std::nullopt;
  const std::optional<Color> side = side_named(*typed);
  if (!side) throw RequestError("side", "expected black or white");
  return side;
}

void Parameters::read_side(GameFilter& filter) {
  const std::optional<Color> side = this->side();
  if (!side) return;
  if (!filter.player) throw RequestError("side", "needs a player");
  std::optional<std::string>& field = side == Color::black ? filter.black : filter.white;
  if (field) throw RequestError("side", "there is another name for that side");
  field = std::exchange(filter.player, std::nullopt);
}

GameFilter Parameters::filter(bool with_variant) {
  GameFilter filter;
  for (const Condition& condition : conditions()) {
    if (!with_variant && condition.name == "variant") continue;
    const std::string name = with_underscores(condition.name);
    const std::optional<std::string> value = typed(name);
    if (!value) continue;
    if (const auto expected = condition.read(filter, *value))
      throw RequestError(name, "expected " + *expected);
  }
  read_side(filter);
  return filter;
}

ListOptions Parameters::order(std::int64_t default_limit, std::int64_t most, bool* by_rating) {
  ListOptions order;
  const auto typed = text("sort");
  const bool rated = by_rating != nullptr && typed == "rating";
  if (by_rating != nullptr) *by_rating = rated;
  if (typed && !rated) {
    const std::optional<SortBy> sort = sort_named(*typed);
    if (!sort)
      throw RequestError("sort", fmt::format("expected one of {}{}", fmt::join(sort_names, ", "),
                                             by_rating != nullptr ? ", rating" : ""));
    order.sort = *sort;
  }
  order.descending = flag("reverse");
  order.limit = number("limit", default_limit, 0, most);
  order.offset = number("offset", 0, 0, last_game_id);
  if (const std::int64_t after = number("after", 0, 0, last_game_id); after > 0)
    order.after = after;
  // In order of number the place of every game is known; in others the offset is where to go on if
  // that of the game is not.
  if (order.after && order.sort == SortBy::id && !rated) order.offset = 0;
  return order;
}

query::Query Parameters::question(Variant meant) {
  const std::string typed = required("query");
  Result<query::Query> query = read_query(typed, meant);
  if (!query) refuse_query(typed, query.error());
  return std::move(*query);
}

void Parameters::check_kept_question() {
  const std::optional<std::string> typed = text("query");
  if (!typed) return;
  if (const auto kept = check_kept_query(*typed, variant()); !kept)
    refuse_query(*typed, kept.error());
}

void Parameters::finish() const {
  for (const auto& [name, value] : request_.params)
    if (!known_.contains(name)) throw RequestError(name, "is no parameter here");
}

}  // namespace yari::web
