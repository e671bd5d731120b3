#include "db/unfinished_files.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <string>

#include "platform/file_names.h"

namespace yari {

namespace {

using Letter = std::filesystem::path::value_type;

struct Known {
  std::atomic<bool> is_taken = false, is_named = false;
  std::array<Letter, 1001> name{};
};
constexpr std::size_t most = 16;
std::array<Known, most> known_files;

}  // namespace

UnfinishedFile::UnfinishedFile(const std::filesystem::path& name) noexcept : place_(0) {
  while (place_ < most && known_files[place_].is_taken.exchange(true)) ++place_;
  if (place_ == most) return;
  Known& known = known_files[place_];
  const std::filesystem::path::string_type& letters = name.native();
  if (letters.size() >= known.name.size()) return;
  *std::copy(letters.begin(), letters.end(), known.name.begin()) = 0;
  known.is_named = true;
}

UnfinishedFile::~UnfinishedFile() {
  if (place_ == most) return;
  known_files[place_].is_named = false;
  known_files[place_].is_taken = false;
}

void remove_unfinished_files() noexcept {
  for (const Known& known : known_files)
    if (known.is_named) platform::remove_file(known.name.data());
}

}  // namespace yari
