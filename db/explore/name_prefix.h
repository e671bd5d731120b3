/// \file
/// Names that begin as somebody has begun to type them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/database.h"
#include "record/name_kind.h"

namespace yari {

/// At most `most` names whose text begins with `typed`, whatever the case of Latin letters, in
/// order; with an empty `typed` the first of all. Found by the index of words: the time does not
/// depend on the size of the table. Requires: `kind` is no site; sites have no such index.
std::vector<std::string> names_beginning(Database& database, NameKind kind, std::string_view typed,
                                         int most);

}  // namespace yari
