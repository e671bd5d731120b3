#include "web/api/database_pool.h"

#include "db/store/error.h"

namespace yari::web {

DatabasePool::DatabasePool(std::filesystem::path file, OpenMode mode, std::size_t most)
    : pool_([file = std::move(file), mode] { return std::make_unique<Database>(file, mode); },
            most) {
  // A file that cannot be opened is reported now, and not to the first client.
  lend();
}

DatabasePool::Lease DatabasePool::lend() {
  constexpr std::chrono::seconds patience{10};
  if (std::optional<Lease> lease = pool_.lend(patience)) return *std::move(lease);
  throw Busy("too many searches are running");
}

}  // namespace yari::web
