// Which files are named by what a user types.
#include "import/file_list.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "tests/import/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

namespace fs = std::filesystem;

/// A line for each file: its name below the folder, "*" where it was found in one, its size, its
/// fault.
std::vector<std::string> listed(const ScratchFolder& folder,
                                const std::vector<std::string>& paths) {
  std::vector<std::string> lines;
  for (const ListedFile& file : list_files(paths)) {
    const std::string root = folder.path().generic_string();
    const bool below = file.path.starts_with(root + '/');
    lines.push_back(fmt::format("{}{} {} {}", below ? file.path.substr(root.size() + 1) : file.path,
                                file.in_folder ? "*" : "", file.size, file.fault));
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a folder is listed by name and to its depth, without what is hidden or linked to") {
  const ScratchFolder folder;
  folder.write("d/b.kif", "12345");
  folder.write("d/a/z.kif", "1");
  folder.write("d/a/.hidden.kif", "1");
  folder.write("d/.git/x.kif", "1");
  folder.write("d/c.kif", "");
  folder.write("other/o.kif", "123");
  fs::create_directory(folder.path() / "d/empty");
  fs::create_directory_symlink(folder.path() / "other", folder.path() / "d/to_folder");
  fs::create_symlink(folder.path() / "other/o.kif", folder.path() / "d/link.kif");
  REQUIRE(::mkfifo(folder.name("d/pipe").c_str(), 0600) == 0);
  CHECK(listed(folder, {folder.name("d")}) ==
        Lines{"d/a/z.kif* 1 ", "d/b.kif* 5 ", "d/c.kif* 0 ", "d/link.kif* 3 "});
  // A link that is named is followed, and so is a hidden file that is.
  CHECK(listed(folder, {folder.name("d/to_folder"), folder.name("d/a/.hidden.kif")}) ==
        Lines{"d/to_folder/o.kif* 3 ", "d/a/.hidden.kif 1 "});
  CHECK(listed(folder, {folder.name("d/empty")}) ==
        Lines{"d/empty 0 the folder contains no files"});
}

TEST_CASE("what is named is listed in the order of the names, with what is wrong with it") {
  const ScratchFolder folder;
  folder.write("b.kif", "12345");
  folder.write("a.kif", "1");
  fs::create_directory(folder.path() / "empty");
  REQUIRE(::mkfifo(folder.name("pipe").c_str(), 0600) == 0);
  CHECK(listed(folder, {folder.name("b.kif"), "-", folder.name("a.kif"), folder.name("none.kif"),
                        folder.name("pipe"), folder.name("b.kif"), folder.name("empty")}) ==
        Lines{"b.kif 5 ", "- 0 ", "a.kif 1 ", "none.kif 0 there is no such file or folder",
              "pipe 0 ", "b.kif 5 ", "empty 0 the folder contains no files"});
  // A name below a file, and a name that no system takes.
  CHECK(listed(folder, {folder.name("a.kif/x")}) ==
        Lines{"a.kif/x 0 there is no such file or folder"});
  const std::vector<ListedFile> long_name = list_files({folder.name(std::string(300, 'x'))});
  REQUIRE(long_name.size() == 1);
  CHECK(long_name[0].fault == "cannot be read: File name too long");
  CHECK(list_files({}).empty());
}

}  // namespace yari::test
