#include "tests/support/data.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/support/catch.h"

namespace yari::test {

std::optional<std::filesystem::path> shared_data(std::string_view name) {
  const char* folder = std::getenv("YARI_DATA");
  const std::filesystem::path root =
      folder ? folder : std::filesystem::path(YARI_SOURCE_DIR) / ".." / "shared" / "data";
  std::filesystem::path path = root / name;
  if (std::filesystem::exists(path)) return path;
  WARN("skipped: " << path.string() << " is missing");
  return std::nullopt;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

std::vector<std::vector<std::string>> read_tsv(const std::filesystem::path& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string>& row = rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
  }
  return rows;
}

}  // namespace yari::test
