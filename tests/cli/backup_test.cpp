// `yari db backup`: a copy that is whole, or none.
#include <sys/stat.h>

#include <filesystem>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace fs = std::filesystem;

namespace {

struct StoredSamples : ProgramFolder {
  StoredSamples() {
    REQUIRE(run({"import", (fs::path(YARI_SOURCE_DIR) / "samples").string()}).code == 0);
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path()))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
};

}  // namespace

TEST_CASE("a backup has the games of the database, and is checked") {
  const StoredSamples f;
  chmod((f.folder / "yari.db").c_str(), 0640);
  const Outcome made = f.run({"db", "backup", "copy.db"});
  CHECK(made.err.empty());
  CHECK(made.out == "copy.db: 14 games, sound\n");
  CHECK(f.files() == std::vector<std::string>{"copy.db", "yari.db"});
  struct stat about {};
  REQUIRE(stat((f.folder / "copy.db").c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0640);
  CHECK(f.run({"list", "--db", "copy.db"}).out == f.run({"list"}).out);
  CHECK(f.run({"db", "verify", "--db", "copy.db"}).code == 0);
  const auto object = f.run({"db", "backup", "other.db", "--json"}).object();
  CHECK(object["games"] == 14);
  CHECK(object["ok"] == true);
  CHECK(object["bytes"] == fs::file_size(f.folder / "other.db"));
}

TEST_CASE("a backup writes over nothing") {
  const StoredSamples f;
  f.folder.file("there.db", "mine");
  fs::create_symlink("nowhere.db", f.folder / "link.db");
  f.folder.file("log.db-wal", "of another");
  for (const char* name : {"there.db", "yari.db", "link.db", "log.db", "."}) {
    const Outcome refused = f.run({"db", "backup", name});
    INFO(name);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("already exists; give the backup a new name"));
  }
  // Another program of SQLite would read it with the database.
  for (const char* name : {"yari.db-wal", "yari.db-journal", "there.db-shm"}) {
    const Outcome refused = f.run({"db", "backup", name});
    INFO(name);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("would be taken for a part of"));
    CHECK_FALSE(fs::exists(f.folder / name));
  }
  CHECK(f.run({"db", "backup", "free-wal"}).code == 0);
  CHECK(read_file(f.folder / "there.db") == "mine");
  CHECK_FALSE(fs::exists(f.folder / "nowhere.db"));
  CHECK(f.run({"db", "verify"}).code == 0);
}

TEST_CASE("a backup that fails leaves nothing") {
  const StoredSamples f;
  const std::string sound = read_file(f.folder / "yari.db");
  const auto before = f.files();
  SECTION("of a page that is not as it was written") {
    std::string bytes = sound;
    bytes[bytes.size() - 3000] = static_cast<char>(bytes[bytes.size() - 3000] + 1);
    f.folder.file("yari.db", bytes);
    const Outcome refused = f.run({"db", "backup", "copy.db"});
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("yari.db: is damaged"));
  }
  SECTION("to a folder that is not there") {
    const Outcome refused = f.run({"db", "backup", "no/copy.db"});
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("cannot write no/copy.db: No such file or directory"));
  }
  SECTION("of a file that is no database") {
    f.folder.file("yari.db", std::string(5000, 'x'));
    CHECK(f.run({"db", "backup", "copy.db"}).code == 2);
  }
  SECTION("to a file that may not be so large") {
    RunOptions options = f.here;
    options.environment = {{"PATH", path_with_yari()}};
    const Outcome limited =
        run_program("bash", {"-c", "ulimit -f 64; yari db backup copy.db --db yari.db"}, options);
    CHECK(limited.code == 2);
    CHECK_THAT(limited.err, Contains("copy.db: ") && !Contains(".yari-backup"));
  }
  SECTION("to a file without a name") {
    const Outcome refused = f.run({"db", "backup", ""});
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("expected the new file, found ''"));
  }
  SECTION("of a server") {
    const Outcome refused = f.run({"db", "backup", "copy.db", "--db", "postgresql://localhost/x"});
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("pg_dump"));
  }
  CHECK(f.files() == before);
}

}  // namespace yari::test
