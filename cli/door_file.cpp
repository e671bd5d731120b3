#include "cli/door_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/command.h"
#include "cli/terminal.h"

namespace yari::cli {

namespace {

std::string made_folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  for (const std::filesystem::path& parent :
       {std::filesystem::path(runtime != nullptr ? runtime : ""),
        std::filesystem::temp_directory_path()}) {
    if (!parent.is_absolute()) continue;
    std::string folder = (parent / "yari-serve-XXXXXX").string();
    if (::mkdtemp(folder.data()) != nullptr) return folder;
  }
  throw Failure(fmt::format("--open: cannot make a folder: {}", std::strerror(errno)));
}

}  // namespace

DoorFile::DoorFile() : folder_(made_folder()) {}

DoorFile::~DoorFile() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void DoorFile::lead_to(const std::string& address) const {
  const std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Yaribase</title>\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta http-equiv=\"refresh\" content=\"0; url={0}\">\n<p><a href=\"{0}\">Open the "
      "database</a></p>\n",
      address);
  const int file = ::open(path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool written = file >= 0 && write_all(file, page);
  const int error = errno;
  if (file >= 0) ::close(file);
  if (!written)
    throw Failure(
        fmt::format("--open: cannot write {}: {}", path().string(), std::strerror(error)));
}

}  // namespace yari::cli
