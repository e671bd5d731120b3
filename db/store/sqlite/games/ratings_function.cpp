// The tags are read where they lie: neither they nor the header are made for it.
#include "db/store/sqlite/games/ratings_function.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "db/codec/tag_layout.h"
#include "db/query/header.h"
#include "db/store/sqlite/file/sqlite_error.h"

namespace yari {

namespace {

ByteView blob_of(sqlite3_value* value) {
  const auto* data = static_cast<const std::uint8_t*>(sqlite3_value_blob(value));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

void answer_ratings_between(sqlite3_context* context, int, sqlite3_value** values) {
  query::HeaderView header;
  header.ratings = ratings_in(blob_of(values[0]), blob_of(values[1]));
  const query::RatingsAre test{{sqlite3_value_int(values[2]), sqlite3_value_int(values[3])}};
  sqlite3_result_int(context, query::holds(test, header) ? 1 : 0);
}

}  // namespace

void register_ratings_between(Connection& connection) {
  const int code =
      sqlite3_create_function_v2(connection.handle(), "ratings_between", 4,
                                 SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nullptr,
                                 answer_ratings_between, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw_sqlite_error(connection.handle(), code, connection.file());
}

std::string ratings_sql(std::string_view layout_column, std::string_view values_column,
                        std::string_view range) {
  return fmt::format(
      "EXISTS (SELECT 1 FROM tag_layouts l WHERE l.id = {} AND ratings_between(l.layout, {}, {}))",
      layout_column, values_column, range);
}

}  // namespace yari
