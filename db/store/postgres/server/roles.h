/// \file
/// Who may do what: the roles yari_reader, yari_worker, yari_writer and yari_owner.
#pragma once

#include <string>

#include "db/store/postgres/server/connection.h"

namespace yari::pg {

/// SQL that makes the roles and gives them their rights, and nobody else any: one text for all
/// servers, since it looks for the schemas that are there. It can be run again.
std::string sql_of_roles();

/// Gives the roles their rights where they have been made; does nothing on a server without them.
/// Requires: the user owns the tables.
void apply_rights(Connection& server);

}  // namespace yari::pg
