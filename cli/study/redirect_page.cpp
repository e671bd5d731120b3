#include "cli/study/redirect_page.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "cli/options/command.h"
#include "platform/file_names.h"
#include "platform/open_file.h"
#include "platform/user.h"

namespace yari::cli {

namespace {

std::filesystem::path made_folder() {
  for (const std::filesystem::path& parent :
       {platform::runtime_folder(), std::filesystem::temp_directory_path()}) {
    if (!parent.is_absolute()) continue;
    std::filesystem::path folder = platform::make_temporary_folder(parent / "yari-serve-");
    if (!folder.empty()) return folder;
  }
  throw Failure(fmt::format("--open: cannot make a folder: {}", std::strerror(errno)));
}

}  // namespace

RedirectPage::RedirectPage() : folder_(made_folder()) {}

RedirectPage::~RedirectPage() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void RedirectPage::write(const std::string& address) const {
  const std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Yaribase</title>\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta http-equiv=\"refresh\" content=\"0; url={0}\">\n<p><a href=\"{0}\">Open the "
      "database</a></p>\n",
      address);
  const int file = platform::open_new(path(), platform::Access::owner_alone);
  const bool written = file >= 0 && platform::write_all(file, page);
  const int error = errno;
  if (file >= 0) platform::close(file);
  if (!written)
    throw Failure(
        fmt::format("--open: cannot write {}: {}", path().string(), std::strerror(error)));
}

}  // namespace yari::cli
