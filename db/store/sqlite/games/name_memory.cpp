#include "db/store/sqlite/games/name_memory.h"

#include <functional>
#include <utility>

namespace yari {

/// The slot of the name, or the empty one where it would be. Requires: there are slots.
std::size_t NameMemory::place_of(std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = std::hash<std::string_view>()(name) & mask;
  for (;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.number == 0) return at;
    if (slot.length == name.size() &&
        name == std::string_view(names_).substr(slot.begin, slot.length))
      return at;
  }
}

std::int64_t NameMemory::find(std::string_view name) const {
  return slots_.empty() ? 0 : slots_[place_of(name)].number;
}

void NameMemory::add(std::string_view name, std::int64_t number) {
  if ((size_ + 1) * 3 > slots_.size() * 2) grow();
  slots_[place_of(name)] = {number, static_cast<std::uint32_t>(names_.size()),
                            static_cast<std::uint32_t>(name.size())};
  names_ += name;
  ++size_;
}

void NameMemory::grow() {
  constexpr std::size_t fewest = 1024;
  const std::vector<Slot> old =
      std::exchange(slots_, std::vector<Slot>(slots_.empty() ? fewest : 2 * slots_.size()));
  for (const Slot& slot : old) {
    if (slot.number == 0) continue;
    slots_[place_of(std::string_view(names_).substr(slot.begin, slot.length))] = slot;
  }
}

void NameMemory::clear() {
  names_ = {};
  slots_ = {};
  size_ = 0;
}

}  // namespace yari
