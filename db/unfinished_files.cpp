#include "db/unfinished_files.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>

namespace yari {

namespace {

struct Known {
  std::atomic<bool> is_taken = false, is_named = false;
  std::array<char, 1001> name{};
};
constexpr std::size_t most = 16;
std::array<Known, most> known_files;

}  // namespace

UnfinishedFile::UnfinishedFile(const char* name) noexcept : place_(0) {
  const std::size_t size = std::strlen(name);
  while (place_ < most && known_files[place_].is_taken.exchange(true)) ++place_;
  if (place_ == most) return;
  Known& known = known_files[place_];
  if (size >= known.name.size()) return;
  std::memcpy(known.name.data(), name, size + 1);
  known.is_named = true;
}

UnfinishedFile::~UnfinishedFile() {
  if (place_ == most) return;
  known_files[place_].is_named = false;
  known_files[place_].is_taken = false;
}

void remove_unfinished_files() noexcept {
  for (const Known& known : known_files)
    if (known.is_named) ::unlink(known.name.data());
}

}  // namespace yari
