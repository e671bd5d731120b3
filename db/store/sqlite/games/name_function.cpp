// A statement asks about one condition for many names: it is folded once and kept with the
// statement.
#include "db/store/sqlite/games/name_function.h"

#include <sqlite3.h>

#include <exception>
#include <new>
#include <string_view>

#include "db/query/names.h"
#include "db/query/words.h"
#include "db/store/sqlite/file/sqlite_error.h"

namespace yari {

namespace {

std::string_view text_of(sqlite3_value* value) {
  const auto* data = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

bool holds(query::NameTest& test, std::string_view name) { return test.matches(name); }
bool holds(query::TextTest& test, std::string_view name) { return test.in_name(name); }

template <class Test>
void delete_test(void* test) {
  delete static_cast<Test*>(test);
}

// Nothing is thrown through SQLite's C interface.
template <class Test>
void answer_test(sqlite3_context* context, int, sqlite3_value** values) {
  try {
    auto* test = static_cast<Test*>(sqlite3_get_auxdata(context, 0));
    if (test == nullptr) {
      sqlite3_set_auxdata(context, 0, new Test(text_of(values[0])), delete_test<Test>);
      // Where there is no memory for it, it is gone again.
      test = static_cast<Test*>(sqlite3_get_auxdata(context, 0));
      if (test == nullptr) return sqlite3_result_error_nomem(context);
    }
    sqlite3_result_int(context, holds(*test, text_of(values[1])) ? 1 : 0);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  } catch (const std::exception& error) {
    sqlite3_result_error(context, error.what(), -1);
  }
}

}  // namespace

void register_name_matches(Connection& connection) {
  using Answer = void (*)(sqlite3_context*, int, sqlite3_value**);
  const auto add = [&](const char* name, Answer answer) {
    const int code = sqlite3_create_function_v2(
        connection.handle(), name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
        nullptr, answer, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) throw_sqlite_error(connection.handle(), code, connection.file());
  };
  add("name_matches", answer_test<query::NameTest>);
  add("has_words", answer_test<query::TextTest>);
}

}  // namespace yari
