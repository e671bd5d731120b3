#include "web/http/key_file.h"

#include <algorithm>
#include <array>

#include "platform/open_file.h"
#include "web/http/sessions.h"

namespace yari::web {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t digits = 64;

/// Empty where the file is not as this program wrote it for this user.
std::string read_secret(const fs::path& name) {
  const int file = platform::open_to_read(name);
  if (file < 0) return {};
  std::array<char, digits + 1> text{};
  const bool is_ours =
      platform::is_private(file) && platform::read_some(file, text.data(), text.size()) == digits;
  platform::close(file);
  const std::string secret(text.data(), digits);
  const bool is_whole = std::ranges::all_of(
      secret, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
  return is_ours && is_whole ? secret : "";
}

bool write_secret(const fs::path& name) {
  const int file = platform::open_new(name, platform::Access::owner_alone);
  if (file < 0) return false;
  const bool written = platform::write_all(file, random_secret());
  platform::close(file);
  if (!written) {
    std::error_code ignored;
    fs::remove(name, ignored);
  }
  return written;
}

}  // namespace

std::string secret_beside(const fs::path& database, bool may_make) {
  std::error_code unknown;
  if (!fs::is_regular_file(database, unknown)) return {};
  fs::path name = database;
  name += "-key";
  if (may_make && !fs::exists(fs::symlink_status(name, unknown))) write_secret(name);
  return read_secret(name);
}

}  // namespace yari::web
