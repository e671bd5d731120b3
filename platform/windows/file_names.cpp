#include "platform/file_names.h"

#include <windows.h>

#include <cerrno>
#include <random>
#include <string>
#include <string_view>

#include "platform/windows/wide.h"

namespace yari::platform {

namespace fs = std::filesystem;

namespace {

constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// False, with what the system said as `errno`.
bool failed() noexcept {
  errno = last_error();
  return false;
}

/// An open file or folder, closed in the end.
class Opened {
 public:
  Opened(const fs::path& name, DWORD rights) noexcept
      : handle_(CreateFileW(name.c_str(), rights, shared, nullptr, OPEN_EXISTING,
                            FILE_FLAG_BACKUP_SEMANTICS, nullptr)) {}
  ~Opened() {
    if (*this) CloseHandle(handle_);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  explicit operator bool() const noexcept { return handle_ != INVALID_HANDLE_VALUE; }
  HANDLE handle() const noexcept { return handle_; }

 private:
  HANDLE handle_;
};

std::string six_letters() {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device random;
  std::string six;
  for (int i = 0; i < 6; ++i) six += letters[random() % letters.size()];
  return six;
}

}  // namespace

FileIdentity identity_of(const fs::path& name) noexcept {
  const Opened file(name, FILE_READ_ATTRIBUTES);
  BY_HANDLE_FILE_INFORMATION about{};
  if (!file || GetFileInformationByHandle(file.handle(), &about) == 0) return {};
  return {about.dwVolumeSerialNumber,
          static_cast<std::uint64_t>(about.nFileIndexHigh) << 32 | about.nFileIndexLow};
}

bool is_writable(const fs::path& name) noexcept {
  const DWORD attributes = GetFileAttributesW(name.c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) return failed();
  // The attribute "read-only" of a folder says nothing; rights are known to who opens it so.
  const bool is_folder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  const Opened opened(name, is_folder ? FILE_ADD_FILE : FILE_WRITE_DATA);
  // Rights are looked at before what others have open.
  return opened || GetLastError() == ERROR_SHARING_VIOLATION || failed();
}

bool replace(const fs::path& from, const fs::path& to) noexcept {
  return MoveFileExW(from.c_str(), to.c_str(),
                     MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0 ||
         failed();
}

bool rename_to_free(const fs::path& from, const fs::path& to) noexcept {
  return MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_WRITE_THROUGH) != 0 || failed();
}

bool remove_file(const fs::path::value_type* name) noexcept {
  return DeleteFileW(name) != 0 || failed();
}

fs::path make_temporary_folder(const fs::path& prefix) {
  constexpr int tries = 100;
  for (int i = 0; i < tries; ++i) {
    fs::path name = prefix;
    name += six_letters();
    if (CreateDirectoryW(name.c_str(), nullptr) != 0) return name;
    failed();
    if (errno != EEXIST) break;
  }
  return {};
}

bool sync_file(const fs::path& name) noexcept {
  const Opened file(name, GENERIC_WRITE);
  return (file && FlushFileBuffers(file.handle()) != 0) || failed();
}

bool sync_folder(const fs::path&) noexcept { return true; }

int process_id() noexcept { return static_cast<int>(GetCurrentProcessId()); }

}  // namespace yari::platform
