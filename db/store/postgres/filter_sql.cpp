// From conditions to SQL. Values are always bound, never pasted.
#include "db/store/postgres/filter_sql.h"

#include <fmt/format.h>

#include "db/codec/notes_blob.h"
#include "db/query/words.h"
#include "db/store/origins.h"
#include "db/store/postgres/game_reader.h"
#include "db/store/postgres/words.h"
#include "text/ascii.h"

namespace yari::pg {

namespace {

/// The conditions that SQL does not decide.
GameFilter left_open(const GameFilter& filter) {
  GameFilter rest = narrowed_only(filter);
  rest.min_rating = filter.min_rating;
  rest.max_rating = filter.max_rating;
  rest.round = filter.round;
  rest.evaluated = filter.evaluated;
  return rest;
}

std::string source_as_named(const std::string& source) {
  const std::size_t end = source.find(source_separator);
  if (end == source.npos) return source;
  Origin origin;
  origin.file = source.substr(0, end);
  origin.member = source.substr(end + 1);
  return source_name(origin);
}

}  // namespace

FilterSql::FilterSql(const GameFilter& f, Names& names, int first) : next_(first) {
  if (!f.ids.empty()) require(fmt::format("g.id = ANY({}::int8[])", mark(array_of(f.ids))));
  const auto name = [&](const std::optional<std::string>& text, const char* column,
                        NumberedTexts& table) {
    if (text) require(fmt::format("{} = ANY({})", column, matching(table, *text)));
  };
  name(f.black, "g.black", names.players);
  name(f.white, "g.white", names.players);
  name(f.event, "g.event", names.events);
  name(f.site, "g.site", names.sites);
  if (f.player && f.opponent) {
    const std::string one = matching(names.players, *f.player);
    const std::string other = matching(names.players, *f.opponent);
    require(
        fmt::format("((g.black = ANY({0}) AND g.white = ANY({1})) OR "
                    "(g.black = ANY({1}) AND g.white = ANY({0})))",
                    one, other));
  } else if (f.player || f.opponent) {
    const std::string any = matching(names.players, f.player ? *f.player : *f.opponent);
    require(fmt::format("(g.black = ANY({0}) OR g.white = ANY({0}))", any));
  }
  const auto number = [&](const char* column, auto value) {
    if (value) require_number(column, static_cast<std::int64_t>(*value));
  };
  number("g.result =", f.result);
  number("g.ending =", f.ending);
  number("g.variant =", f.variant);
  number("g.rules =", f.rules);
  number("g.plies >=", f.min_plies);
  number("g.plies <=", f.max_plies);
  if (f.annotated) require_annotated(*f.annotated);
  if (f.text) require_text(*f.text, names);
  if (f.from_file) {
    std::vector<std::int64_t> sources;
    const std::string part = ascii_lower(*f.from_file);
    names.sources.each([&](std::int64_t id, const std::string& source) {
      if (ascii_lower(source_as_named(source)).find(part) != std::string::npos)
        sources.push_back(id);
    });
    require(fmt::format("g.source = ANY({}::int4[])", mark(array_of(sources))));
  }
  if (condition_.empty()) condition_ = "true";
  if (const GameFilter rest = left_open(f); !rest.empty()) test_.emplace(rest);
  reads_ratings_ = f.min_rating || f.max_rating;
  reads_round_ = f.round.has_value();
  reads_notes_ = f.evaluated.has_value();
}

std::string FilterSql::tested_columns() const {
  std::string columns = "g.date, g.variant, g.start";
  if (reads_ratings_ || reads_round_) columns += ", g.tag_layout, g.tag_values";
  if (reads_notes_) columns += ", (SELECT r.notes FROM @.records r WHERE r.id = g.id)";
  return columns;
}

bool FilterSql::takes(const Statement& row, int column, Names& names) {
  if (!test_) return true;
  GameHeader h;
  h.date = store::date_in(row, column);
  h.variant = row.integer(column + 1) == 1 ? Variant::shogi : Variant::yari;
  if (const auto start = start_of(names, row.integer(column + 2))) {
    h.start = start->sfen;
    h.handicap = start->handicap;
  }
  FilterFacts facts;
  int next = column + 3;
  if (reads_ratings_) facts.ratings = ratings_of(row, next, names);
  if (reads_round_) facts.round = round_of(row, next, names);
  if (reads_ratings_ || reads_round_) next += 2;
  if (reads_notes_) facts.evaluated = has_evaluations(row.blob(next));
  return test_->holds(h, facts);
}

std::string FilterSql::mark(std::string value) {
  values_.push_back(std::move(value));
  return fmt::format("${}", next_++);
}

void FilterSql::require(const std::string& condition) {
  if (!condition_.empty()) condition_ += " AND ";
  condition_ += condition;
}

void FilterSql::require_number(const char* column, std::optional<std::int64_t> value) {
  if (value) require(fmt::format("{} {}::int8", column, mark(fmt::to_string(*value))));
}

/// A parameter with the numbers of the names that the test takes.
template <class Test>
std::string FilterSql::those_of(NumberedTexts& table, Test test) {
  std::vector<std::int64_t> ids;
  table.each([&](std::int64_t id, const std::string& name) {
    if (test(name)) ids.push_back(id);
  });
  return mark(array_of(ids)) + "::int4[]";
}

std::string FilterSql::matching(NumberedTexts& table, const std::string& text) {
  query::NameTest test(text);
  return those_of(table, [&](const std::string& name) { return test.matches(name); });
}

void FilterSql::require_annotated(const std::string& asked) {
  const std::string one = "EXISTS (SELECT 1 FROM @.annotations a WHERE a.game = g.id";
  if (asked == "yes") return require(one + ')');
  if (asked == "no") return require("NOT " + one + ')');
  // lower() of another collation would fold more than ASCII letters.
  require(fmt::format("{} AND position({} IN lower(a.engine COLLATE \"C\")) > 0)", one,
                      mark(ascii_lower(asked)) + "::text"));
}

void FilterSql::require_text(const std::string& text, Names& names) {
  refuse_old_words(names.home);
  query::TextTest test(text);
  const auto of = [&](NumberedTexts& table) {
    return those_of(table, [&](const std::string& name) { return test.in_name(name); });
  };
  std::string condition = fmt::format(
      "g.black = ANY({0}) OR g.white = ANY({0}) OR g.event = ANY({1}) OR g.site = ANY({2})",
      of(names.players), of(names.events), of(names.sites));
  if (const WordCondition words(text); !words.words.empty())
    condition += fmt::format(
        " OR EXISTS (SELECT 1 FROM @.games_text t WHERE t.id = g.id AND {})",
        fmt::format(WordCondition::sql, mark(words.words), mark(words.phrases), mark(words.all)));
  require(fmt::format("({})", condition));
}

std::vector<Parameter> FilterSql::parameters() const { return {values_.begin(), values_.end()}; }

}  // namespace yari::pg
