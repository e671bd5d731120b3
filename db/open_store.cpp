// The only file of db/ that knows the back ends.
#include "db/open_store.h"

#include "db/store/place.h"
#include "db/store/sqlite/sqlite_store.h"
#ifdef YARI_POSTGRES
#include "db/store/postgres/postgres_store.h"
#endif

namespace yari {

std::unique_ptr<store::Store> open_store(const std::filesystem::path& place, OpenMode mode) {
  if (!is_server_url(place)) return std::make_unique<SqliteStore>(place, mode);
#ifdef YARI_POSTGRES
  return std::make_unique<pg::PostgresStore>(place.native(), mode);
#else
  throw DatabaseError("this program was built without libpq and knows no postgresql://");
#endif
}

}  // namespace yari
