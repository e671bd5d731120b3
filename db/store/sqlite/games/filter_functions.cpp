// Tags and notes are read where they lie: neither they nor the header are made for it.
#include "db/store/sqlite/games/filter_functions.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "db/codec/notes_blob.h"
#include "db/codec/tag_layout.h"
#include "db/query/header.h"
#include "db/store/shared/filter_test.h"
#include "db/store/sqlite/file/sqlite_error.h"
#include "record/tag_value.h"

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

void answer_is_round(sqlite3_context* context, int, sqlite3_value** values) {
  const std::string_view tag = tag_in(blob_of(values[0]), blob_of(values[1]), tags::round);
  const auto* const asked = reinterpret_cast<const char*>(sqlite3_value_text(values[2]));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[2]));
  sqlite3_result_int(context, asked != nullptr && is_round(tag, {asked, size}) ? 1 : 0);
}

void answer_has_evaluations(sqlite3_context* context, int, sqlite3_value** values) {
  sqlite3_result_int(context, has_evaluations(blob_of(values[0])) ? 1 : 0);
}

/// That `function` holds of a game's tags.
std::string tags_sql(std::string_view function, std::string_view layout_column,
                     std::string_view values_column, std::string_view arguments) {
  return fmt::format(
      "EXISTS (SELECT 1 FROM tag_layouts l WHERE l.id = {} AND {}(l.layout, {}, {}))",
      layout_column, function, values_column, arguments);
}

}  // namespace

void register_filter_functions(Connection& connection) {
  using Answer = void (*)(sqlite3_context*, int, sqlite3_value**);
  struct Function {
    const char* name;
    int arguments;
    Answer answer;
  };
  constexpr Function functions[] = {{"ratings_between", 4, answer_ratings_between},
                                    {"is_round", 3, answer_is_round},
                                    {"has_evaluations", 1, answer_has_evaluations}};
  for (const Function& f : functions) {
    const int code =
        sqlite3_create_function_v2(connection.handle(), f.name, f.arguments,
                                   SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nullptr,
                                   f.answer, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) throw_sqlite_error(connection.handle(), code, connection.file());
  }
}

std::string ratings_sql(std::string_view layout_column, std::string_view values_column,
                        std::string_view range) {
  return tags_sql("ratings_between", layout_column, values_column, range);
}

std::string round_sql(std::string_view layout_column, std::string_view values_column) {
  return tags_sql("is_round", layout_column, values_column, "?");
}

}  // namespace yari
