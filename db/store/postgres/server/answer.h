/// \file
/// What libpq answers; for the files that implement Connection and Statement.
#pragma once

#include <libpq-fe.h>

#include <memory>

#include "db/store/postgres/server/connection.h"

namespace yari::pg {

struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<PGresult, Clear>;

struct Connection::Answer {
  ResultPtr result;
  bool received = false;
};

}  // namespace yari::pg
