// Each test says the same as query::holds, on numbers in place of names; never NULL.
#include "db/store/sqlite/header_sql.h"

#include <fmt/format.h>

#include <optional>

#include "db/query/names.h"
#include "db/store/sqlite/date_sql.h"
#include "db/store/sqlite/ratings_function.h"
#include "rules/date.h"

namespace yari {

namespace {

/// With more names than this, a list of their games would save nothing.
constexpr std::size_t max_names = 1000;

class Writer {
 public:
  explicit Writer(Connection& connection) : connection_(connection) {}

  /// No value where SQL cannot tell, or it does not pay.
  std::optional<std::string> write(const query::HeaderCondition& condition) {
    exact_ = true;
    std::optional<std::string> sql = std::visit(*this, condition.test);
    if (!sql || !condition.negated) return sql;
    // The opposite of what is true too often would be true too seldom.
    if (!exact_) return std::nullopt;
    return fmt::format("NOT {}", *sql);
  }

  std::optional<std::string> operator()(const query::NameIs& test) {
    using Field = query::NameIs::Field;
    const bool event = test.field == Field::event, site = test.field == Field::site;
    const auto ids = matching(event ? "events" : site ? "sites" : "players", test.text);
    if (!ids) return std::nullopt;
    const auto in = [&](std::string_view column) {
      return fmt::format("({0} IS NOT NULL AND {0} IN ({1}))", column, *ids);
    };
    switch (test.field) {
      case Field::player:
        return fmt::format("({} OR {})", in("black"), in("white"));
      case Field::black:
        return in("black");
      case Field::white:
        return in("white");
      case Field::event:
        return in("event");
      case Field::site:
        return in("site");
    }
    return std::nullopt;
  }
  std::optional<std::string> operator()(const query::DateIs& test) const {
    return fmt::format("(date IS NOT NULL AND {} >= {} AND {} <= {})", latest_sql("date"),
                       test.from, earliest_sql("date"), test.to);
  }
  std::optional<std::string> operator()(GameResult result) const {
    return fmt::format("(result = {})", static_cast<int>(result));
  }
  std::optional<std::string> operator()(Ending ending) const {
    return fmt::format("(ending = {})", static_cast<int>(ending));
  }
  std::optional<std::string> operator()(const query::HandicapIs& test) {
    if (test.name == "even") return "(start IS NULL)";
    exact_ = false;
    return "(start IS NOT NULL)";
  }
  std::optional<std::string> operator()(const query::PliesAre& test) const {
    return fmt::format("(plies BETWEEN {} AND {})", test.range.low, test.range.high);
  }
  std::optional<std::string> operator()(const query::RatingsAre& test) const {
    return ratings_sql("tag_layout", "tag_values",
                       fmt::format("{}, {}", test.range.low, test.range.high));
  }

 private:
  /// The numbers of the names that the text fits, as a list.
  std::optional<std::string> matching(const std::string& table, const std::string& text) {
    std::vector<std::int64_t> ids;
    query::NameTest names(text);
    Statement rows(connection_, "SELECT id, name FROM " + table);
    for (rows.start({}); rows.step() && ids.size() <= max_names;) {
      if (names.matches(rows.text(1))) ids.push_back(rows.integer(0));
    }
    if (ids.size() > max_names) return std::nullopt;
    return fmt::format("{}", fmt::join(ids, ","));
  }

  Connection& connection_;
  bool exact_ = true;
};

}  // namespace

std::string header_sql(Connection& connection,
                       const std::vector<query::HeaderCondition>& conditions) {
  Writer writer(connection);
  std::string all;
  for (const query::HeaderCondition& condition : conditions) {
    if (const auto sql = writer.write(condition)) all += (all.empty() ? "" : " AND ") + *sql;
  }
  return all.empty() ? "1" : all;
}

}  // namespace yari
