// Files are taken as records by the endings of their names, as an import does.
#include "tests/notation/real_records.h"

#include <algorithm>

#include "notation/encoding/encoding.h"
#include "tests/notation/records.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

void add_file(std::vector<RealRecord>& to, const std::filesystem::path& path,
              const std::string& name) {
  const Format* by_name = format_for_extension(path.filename().string());
  if (!by_name) return;
  const std::string text = to_utf8(read_file(path));
  const Format* by_head = detect_format(std::string_view(text).substr(0, 4096));
  const Format& format = by_head ? *by_head : *by_name;
  int number = 0;
  for (const std::string_view record : records_of(text, format)) {
    to.push_back({name + ", record " + std::to_string(++number), &format, std::string(record)});
  }
}

void add_folder(std::vector<RealRecord>& to, const std::filesystem::path& root) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    add_file(to, path, std::filesystem::relative(path, root).generic_string());
  }
}

}  // namespace

std::vector<RealRecord> real_records() {
  std::vector<RealRecord> records;
  add_folder(records, std::filesystem::path(YARI_SOURCE_DIR) / "samples");
  for (const char* folder : {"shogi", "yari"}) {
    if (const auto root = shared_data(folder)) add_folder(records, *root);
  }
  return records;
}

}  // namespace yari::test
