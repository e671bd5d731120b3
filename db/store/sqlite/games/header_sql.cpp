// Each test says the same as query::holds, on numbers in place of names; never NULL.
#include "db/store/sqlite/games/header_sql.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "db/query/names.h"
#include "db/store/sqlite/games/date_sql.h"
#include "db/store/sqlite/games/filter_functions.h"
#include "record/date.h"

namespace yari {

namespace {

/// SQLite looks a short list up faster than whoever steps through the games does. But it makes a
/// table of it whenever a statement starts, which is once for some games.
constexpr std::size_t longest_list = 1000;

const char* table_of(query::NameIs::Field field) {
  using Field = query::NameIs::Field;
  return field == Field::event ? "events" : field == Field::site ? "sites" : "players";
}

class Writer {
 public:
  explicit Writer(Connection& connection) : connection_(connection) {}

  void add(const query::HeaderCondition& condition) {
    exact_ = true;
    negated_ = condition.negated;
    const std::optional<std::string> sql = std::visit(*this, condition.test);
    // The opposite of what is true too often would be true too seldom.
    if (!sql || (negated_ && !exact_)) return;
    if (!condition_.empty()) condition_ += " AND ";
    condition_ += negated_ ? "NOT " + *sql : *sql;
  }
  HeaderSql take() && {
    return {condition_.empty() ? "1" : std::move(condition_), std::move(among_)};
  }

  /// No value, as of all tests, where the condition says nothing of it.
  std::optional<std::string> operator()(const query::NameIs& test) {
    using Field = query::NameIs::Field;
    std::vector<std::int64_t> names = matching(table_of(test.field), test.text);
    if (names.size() > longest_list) {
      among_.push_back({test.field, std::move(names), negated_});
      return std::nullopt;
    }
    const auto in = [&](std::string_view column) {
      return fmt::format("(+{0} IS NOT NULL AND +{0} IN ({1}))", column, fmt::join(names, ","));
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
    return fmt::format("(+date IS NOT NULL AND {} >= {} AND {} <= {})", latest_sql("date"),
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
  /// The numbers of the names that the text fits, sorted.
  std::vector<std::int64_t> matching(const std::string& table, const std::string& text) {
    std::vector<std::int64_t> found;
    query::NameTest names(text);
    Statement rows(connection_, "SELECT id, name FROM " + table);
    for (rows.start({}); rows.step();) {
      if (names.matches(rows.text(1))) found.push_back(rows.integer(0));
    }
    std::ranges::sort(found);
    return found;
  }

  Connection& connection_;
  std::string condition_;
  std::vector<AmongNames> among_;
  bool exact_ = true, negated_ = false;
};

}  // namespace

HeaderSql narrowed_by(Connection& connection,
                      const std::vector<query::HeaderCondition>& conditions) {
  Writer writer(connection);
  for (const query::HeaderCondition& condition : conditions) writer.add(condition);
  return std::move(writer).take();
}

}  // namespace yari
