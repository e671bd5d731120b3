// Files moved in one step, under names that nothing else has, told apart.
#include "platform/file_names.h"

#include <cerrno>
#include <string>

#include "tests/platform/scratch.h"
#include "tests/support/catch.h"

namespace yari::platform {

namespace fs = std::filesystem;
using test::Scratch;

TEST_CASE("a file replaces another in one step, and what had the name is gone") {
  const Scratch scratch;
  const fs::path from = scratch.file("from", "new"), to = scratch.file("to", "old");
  const FileIdentity moved = identity_of(from);
  CHECK(replace(from, to));
  CHECK(identity_of(to) == moved);
  CHECK(identity_of(from) == FileIdentity());
  CHECK_FALSE(replace(from, to));
  CHECK(errno == ENOENT);
}

TEST_CASE("a name that is taken, also by a link to nothing, is not taken away") {
  const Scratch scratch;
  const fs::path from = scratch.file("from", "new"), to = scratch.file("to", "old");
  CHECK_FALSE(rename_to_free(from, to));
  CHECK(errno == EEXIST);
  CHECK(fs::file_size(from) == 3);
#ifndef _WIN32
  fs::create_symlink("nowhere", scratch / "link");
  CHECK_FALSE(rename_to_free(from, scratch / "link"));
  CHECK(errno == EEXIST);
#endif
  CHECK(rename_to_free(from, scratch / "free"));
  CHECK(fs::exists(scratch / "free"));
}

TEST_CASE("two names of one file have one identity, and a copy has another") {
  const Scratch scratch;
  const fs::path file = scratch.file("file", "text"), copy = scratch.file("copy", "text");
  fs::create_hard_link(file, scratch / "twin");
  CHECK(identity_of(file).number != 0);
  CHECK(identity_of(file) == identity_of(scratch / "twin"));
  CHECK_FALSE(identity_of(file) == identity_of(copy));
}

TEST_CASE("temporary folders have the prefix, differ, and are there for their owner alone") {
  const Scratch scratch;
  const fs::path one = make_temporary_folder(scratch / ".yari-");
  const fs::path two = make_temporary_folder(scratch / ".yari-");
  CHECK(one != two);
  for (const fs::path& folder : {one, two}) {
    CHECK(fs::is_directory(folder));
    CHECK(folder.filename().string().starts_with(".yari-"));
  }
#ifndef _WIN32
  CHECK((fs::status(one).permissions() & fs::perms::all) == fs::perms::owner_all);
#endif
  CHECK(make_temporary_folder(scratch / "no folder" / "a").empty());
  CHECK(errno == ENOENT);
}

TEST_CASE("a file and its folder can be written, synchronised and removed") {
  const Scratch scratch;
  const fs::path file = scratch.file("file", "text");
  CHECK(is_writable(file));
  CHECK(is_writable(scratch.folder()));
  CHECK(sync_file(file));
  CHECK(sync_folder(scratch.folder()));
  CHECK(remove_file(file.c_str()));
  CHECK_FALSE(is_writable(file));
  CHECK(errno == ENOENT);
  CHECK_FALSE(sync_file(file));
}

}  // namespace yari::platform
