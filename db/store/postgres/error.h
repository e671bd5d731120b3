/// \file
/// What fails in libpq and in the server, as the errors of db/store/error.h.
#pragma once

#include <string>

#include "db/store/error.h"

struct pg_conn;
struct pg_result;

namespace yari::pg {

/// The connection has broken, or the server is starting or stopping. A transaction that was open is
/// lost; Connection::begin connects again.
class ConnectionLost : public IoError {
 public:
  using IoError::IoError;
};

/// Throws what a result that is no success stands for; `name` is that of the connection.
[[noreturn]] void throw_result(const pg_result* result, const std::string& name);
/// Throws what keeps a connection from being made, or broke it.
[[noreturn]] void throw_connection(pg_conn* connection, const std::string& name);

}  // namespace yari::pg
