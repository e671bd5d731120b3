// Failures are told apart by the classes of SQLSTATE (PostgreSQL 15, appendix A).
#include "db/store/postgres/server/error.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <new>
#include <string_view>

namespace yari::pg {

namespace {

/// libpq's sentences end with a line break; some have several lines.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += c == '\n' ? ' ' : c;
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace

void throw_result(const PGresult* result, const std::string& name) {
  const char* const field = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* const primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string_view state = field == nullptr ? "" : field;
  const std::string why =
      one_line(primary == nullptr ? PQresultErrorMessage(result) : std::string_view(primary));
  const std::string text = fmt::format("{}: {}", name, why);
  if (state.empty() || state.starts_with("08") || state.starts_with("57P"))
    throw ConnectionLost(text);
  if (state == "55P03" || state == "40P01" || state == "40001" || state == "57014")
    throw Busy(name + ": another program is writing the database; try again when it is done");
  if (state == "53300") throw Busy(text);
  if (state == "53200") throw std::bad_alloc();
  if (state == "53100" || state.starts_with("54")) throw Full(text);
  if (state.starts_with("XX001") || state.starts_with("XX002")) throw DamagedFile(text);
  if (state == "3D000" || state == "3F000" || state == "42P01") throw NotADatabase(text);
  if (state.starts_with("28") || state == "42501" || state == "25006" || state.starts_with("58"))
    throw IoError(text);
  throw DatabaseError(text);
}

void throw_connection(PGconn* connection, const std::string& name) {
  throw ConnectionLost(fmt::format("{}: {}", name, one_line(PQerrorMessage(connection))));
}

}  // namespace yari::pg
