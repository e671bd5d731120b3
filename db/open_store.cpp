// The only file of db/ that knows a back end.
#include "db/open_store.h"

#include "db/store/sqlite/sqlite_store.h"

namespace yari {

std::unique_ptr<store::Store> open_store(const std::filesystem::path& file, OpenMode mode) {
  return std::make_unique<SqliteStore>(file, mode);
}

}  // namespace yari
