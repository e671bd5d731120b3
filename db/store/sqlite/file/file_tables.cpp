// SQLite writes a parameter with a number as "?1", and has no schemas here.
#include "db/store/sqlite/file/file_tables.h"

namespace yari {

namespace {

std::string in_sqlite(std::string_view text) {
  std::string sql;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("@."))
      ++i;
    else
      sql += text[i] == '$' ? '?' : text[i];
  }
  return sql;
}

}  // namespace

std::unique_ptr<sql::Statement> FileTables::prepare(std::string_view text) {
  return std::make_unique<Statement>(connection_, in_sqlite(text));
}

std::unique_ptr<sql::Rows> FileTables::read(std::string_view text) {
  std::unique_ptr<sql::Statement> rows = prepare(text);
  rows->start({});
  return rows;
}

}  // namespace yari
