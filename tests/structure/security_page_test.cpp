// docs/security.md names a test for each thing that it promises: they are there.
#include <filesystem>
#include <regex>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

namespace fs = std::filesystem;

/// Everything in the files of tests/, with names that are written on several lines put together.
std::string all_tests() {
  std::string text;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(YARI_SOURCE_DIR) / "tests")) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".cpp" || ending == ".mjs") text += read_file(entry.path()) + '\n';
  }
  for (std::size_t mark = text.find('"'); mark != text.npos;) {
    const std::size_t next = text.find_first_not_of(" \n", mark + 1);
    if (next != text.npos && next > mark + 1 && text[next] == '"')
      text.erase(mark, next + 1 - mark);
    else
      mark = text.find('"', mark + 1);
  }
  return text;
}

}  // namespace

TEST_CASE("each test that docs/security.md names is there") {
  const std::string page = read_file(fs::path(YARI_SOURCE_DIR) / "docs/security.md");
  const std::string tests = all_tests();
  const std::regex name("\"([^\"]+)\"");
  int names = 0;
  for (std::sregex_iterator found(page.begin(), page.end(), name), end; found != end; ++found) {
    const std::string title = (*found)[1].str();
    INFO(title);
    CHECK((tests.find('"' + title + '"') != tests.npos ||
           tests.find("'" + title + "'") != tests.npos));
    ++names;
  }
  CHECK(names > 50);
}

}  // namespace yari::test
