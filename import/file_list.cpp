// Listing is done before reading, so that progress has a total and the order is always the same.
#include "import/file_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "platform/file_names.h"

namespace yari {
namespace {

namespace fs = std::filesystem;

std::string fault_text(const std::error_code& why) {
  return fmt::format("cannot be read: {}", why.message());
}

void list_folder(const fs::path& folder, std::vector<ListedFile>& files) {
  std::error_code why;
  if (fs::absolute(folder, why).native().size() > platform::longest_folder) {
    why = std::make_error_code(std::errc::filename_too_long);
    files.push_back({folder.generic_string(), true, 0, fault_text(why)});
    return;
  }
  std::vector<fs::directory_entry> entries;
  for (fs::directory_iterator i(folder, why), end; !why && i != end; i.increment(why)) {
    if (i->path().filename().native().front() != '.') entries.push_back(*i);
  }
  if (why) files.push_back({folder.generic_string(), true, 0, fault_text(why)});
  std::sort(entries.begin(), entries.end());
  for (const fs::directory_entry& entry : entries) {
    std::error_code ignored;
    if (entry.is_directory(ignored) && !entry.is_symlink(ignored)) {
      list_folder(entry.path(), files);
    } else if (entry.is_regular_file(ignored)) {
      files.push_back({entry.path().generic_string(), true, entry.file_size(ignored), {}});
    }
  }
}

void list_path(const std::string& typed, std::vector<ListedFile>& files) {
  const std::string path = fs::path(typed).generic_string();
  std::error_code why;
  const fs::file_status status = path == "-" ? fs::file_status() : fs::status(path, why);
  if (path == "-") {
    files.push_back({path, false, 0, {}});
  } else if (!fs::exists(status)) {
    const bool missing = status.type() == fs::file_type::not_found;
    files.push_back(
        {path, false, 0, missing ? "there is no such file or folder" : fault_text(why)});
  } else if (fs::is_directory(status)) {
    const std::size_t before = files.size();
    list_folder(path, files);
    if (files.size() == before) files.push_back({path, false, 0, "the folder contains no files"});
  } else {
    // Pipes and devices have no size, and that is no fault.
    const std::uint64_t size = fs::is_regular_file(status) ? fs::file_size(path, why) : 0;
    files.push_back({path, false, size, {}});
  }
}

}  // namespace

std::vector<ListedFile> list_files(const std::vector<std::string>& paths) {
  std::vector<ListedFile> files;
  for (const std::string& path : paths) list_path(path, files);
  return files;
}

}  // namespace yari
