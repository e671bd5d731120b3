#include "cli/upkeep/change_stop.h"

#include <cstdlib>

#include "cli/terminal/failure.h"
#include "db/change/upkeep.h"

namespace yari::cli {

namespace {

constexpr const char* nothing_changed = "interrupted: nothing was changed";

}  // namespace

ChangeStop::ChangeStop(Terminal& terminal)
    : terminal_(terminal), signals_([this](int signal) { stop(signal); }) {}

void ChangeStop::watch(Database& database) {
  watch_changes(database, [this] { step(); });
}

void ChangeStop::stop(int signal) {
  // With the mutex, no change begins any more.
  const std::lock_guard lock(mutex_);
  if (is_changing_) return;
  terminal_.message(nothing_changed);
  std::_Exit(128 + signal);
}

void ChangeStop::step() {
  const std::lock_guard lock(mutex_);
  is_changing_ = true;
  if (signals_.flag()) throw Failure(nothing_changed);
}

}  // namespace yari::cli
