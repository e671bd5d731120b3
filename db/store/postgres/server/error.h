/// \file
/// What fails in libpq and in the server, as the errors of db/store/error.h.
#pragma once

#include <string>

#include "db/store/shared/connection_lost.h"

struct pg_conn;
struct pg_result;

namespace yari::pg {

/// A transaction that was open is lost; Connection::begin_now connects again.
using yari::ConnectionLost;

/// Throws what a result that is no success stands for; `name` is that of the connection.
[[noreturn]] void throw_result(const pg_result* result, const std::string& name);
/// Throws what keeps a connection from being made, or broke it.
[[noreturn]] void throw_connection(pg_conn* connection, const std::string& name);

}  // namespace yari::pg
