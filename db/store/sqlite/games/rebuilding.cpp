// The mark is a random number in meta, so that nobody takes another rebuilding for its own.
#include "db/store/sqlite/games/rebuilding.h"

#include "db/store/error.h"
#include "db/store/sqlite/file/meta.h"

namespace yari {

Rebuilding::Rebuilding(Connection& connection)
    : connection_(connection),
      mark_(connection, "SELECT value FROM meta WHERE name = 'rebuilding'") {}

void Rebuilding::begin() {
  own_ = connection_.integer("SELECT random() | 1");
  meta::set(connection_, "rebuilding", own_);
}

void Rebuilding::finish() {
  connection_.execute("DELETE FROM meta WHERE name = 'rebuilding'");
  own_ = 0;
}

bool Rebuilding::is_by_others() {
  const std::int64_t mark = mark_->first({}) ? mark_->integer(0) : 0;
  mark_->reset();
  return mark != own_;
}

void Rebuilding::refuse_others() {
  if (!is_by_others()) return;
  const std::string file = connection_.file().string();
  if (own_ != 0) throw Busy(file + ": another program has begun to rebuild the indexes, too");
  throw DamagedFile(file +
                    ": the indexes are being rebuilt; if no program is doing that, run "
                    "'yari db compact --reindex' to complete it");
}

}  // namespace yari
