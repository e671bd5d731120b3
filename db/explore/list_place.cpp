#include "db/explore/list_place.h"

#include "db/database_impl.h"

namespace yari {

bool has_place(Database& database, GameId id) {
  return store_of(database).snapshot()->games().has_place(id);
}

}  // namespace yari
