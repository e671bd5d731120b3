#include "tests/db/tools/ask.h"

#include <fmt/format.h>

#include "db/database.h"
#include "db/sql_access.h"

namespace yari::test {

namespace {

std::string text_of(const SqlValue& value) {
  return std::visit(
      [](const auto& known) -> std::string {
        if constexpr (std::is_same_v<std::decay_t<decltype(known)>, NoValue>)
          return {};
        else
          return fmt::format("{}", known);
      },
      value);
}

}  // namespace

std::string Reply::text() const {
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? " " : "") + text_of(row[i]);
    text += ';';
  }
  return text;
}

Reply ask(const std::filesystem::path& file, const std::string& sql) {
  Database database(file, OpenMode::read_only);
  SqlReader reader(database, {20, std::int64_t{64} << 20}, nullptr);
  Reply reply;
  const Result<void> ran = reader.run(sql, {.begin = [](const std::vector<std::string>&) {},
                                            .row =
                                                [&](const std::vector<SqlValue>& values) {
                                                  reply.rows.push_back(values);
                                                  return true;
                                                }});
  if (!ran) reply.error = ran.error().message;
  return reply;
}

}  // namespace yari::test
