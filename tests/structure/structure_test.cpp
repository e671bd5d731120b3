// Who includes whom: the picture in docs/architecture.md, held against every #include.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

namespace fs = std::filesystem;
using Picture = std::map<std::string, std::set<std::string>>;

const fs::path source(YARI_SOURCE_DIR);

/// The rows of docs/architecture.md that look like `row`: what stands first, a folder, and the
/// names that stand second.
std::map<std::string, std::vector<std::string>> rows_like(const char* row) {
  std::map<std::string, std::vector<std::string>> rows;
  std::istringstream text(read_file(source / "docs/architecture.md"));
  const std::regex form(row);
  std::smatch match;
  for (std::string line; std::getline(text, line);) {
    if (!std::regex_match(line, match, form)) continue;
    std::istringstream names(match[2]);
    std::vector<std::string>& all = rows[match[1]];
    for (std::string name; names >> name;) all.push_back(name);
  }
  return rows;
}

/// Rows like "db/  level 1  rules db/codec": a folder and what it may include.
Picture picture() {
  Picture picture;
  for (const auto& [folder, names] : rows_like(R"(^([a-z/]+)/ +level \d(.*)$)"))
    picture[folder].insert(names.begin(), names.end());
  return picture;
}

/// Rows like "db/  rooms . import change": the folders inside a folder, each of which may include
/// those before it; "." is the files of the folder itself.
using Rooms = std::map<std::string, std::vector<std::string>>;

Rooms rooms() { return rows_like(R"(^([a-z/]+)/ +rooms (.*)$)"); }

/// How many rooms of `folder` stand before the one of `file`, which lies somewhere in it.
std::size_t floor_of(const Rooms& rooms, const std::string& folder, const std::string& file) {
  const auto row = rooms.find(folder);
  if (row == rooms.end()) return 0;
  const std::string rest = file.substr(folder.size() + 1);
  const std::size_t slash = rest.find('/');
  const std::string room = slash == rest.npos ? "." : rest.substr(0, slash);
  const auto found = std::find(row->second.begin(), row->second.end(), room);
  INFO(file << " lies in a room that the picture does not name");
  CHECK(found != row->second.end());
  return static_cast<std::size_t>(found - row->second.begin());
}

/// Rows like "analysis/mate/  mate.h": the headers that all folders may include.
std::set<std::string> public_headers() {
  std::set<std::string> headers;
  for (const auto& [folder, names] : rows_like(R"(^([a-z/]+/)((?: +[a-z_]+\.h)+)$)"))
    for (const std::string& name : names) headers.insert(folder + name);
  return headers;
}

/// The row that a file belongs to: the innermost folder of the picture that it lies in.
std::string row_of(const Picture& picture, const std::string& file) {
  std::string row;
  for (const auto& [folder, may] : picture)
    if (file.starts_with(folder + '/') && folder.size() > row.size()) row = folder;
  return row;
}

/// The files of a row.
std::vector<fs::path> sources_of(const std::string& folder) {
  static const Picture all = picture();
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(source / folder)) {
    const fs::path& file = entry.path();
    if (file.extension() != ".h" && file.extension() != ".cpp") continue;
    if (row_of(all, fs::relative(file, source).generic_string()) == folder) files.push_back(file);
  }
  return files;
}

/// What stands between quotes or angle brackets after #include.
std::vector<std::string> includes_of(const fs::path& file) {
  static const std::regex include(R"(^\s*#\s*include\s*([<"][^>"]+)[>"].*$)");
  std::vector<std::string> found;
  std::ifstream text(file);
  std::smatch match;
  for (std::string line; std::getline(text, line);)
    if (std::regex_match(line, match, include)) found.push_back(match[1]);
  return found;
}

/// The six files that the text below the picture names.
bool knows_families(const fs::path& file) {
  const std::string name = fs::relative(file, source).generic_string();
  return name == "notation/format.cpp" || name == "notation/read/engine_lines.cpp" ||
         name == "notation/board/diagram_reader.cpp" || name == "notation/moves/typed_moves.cpp" ||
         name == "notation/moves/nearest_move.cpp" || name == "notation/json/position_json.cpp";
}

bool is_standard(const std::string& header) {
  return header.find_first_of("/.") == std::string::npos;
}

/// The lines of a source file without their comments.
std::vector<std::string> code_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream text(file);
  for (std::string line; std::getline(text, line);)
    lines.push_back(line.substr(0, line.find("//")));
  return lines;
}

}  // namespace

TEST_CASE("the picture names every library and only lower folders") {
  const Picture may = picture();
  const std::vector<std::string> levels{"platform",
                                        "text",
                                        "rules",
                                        "record",
                                        "notation",
                                        "notation/hodges",
                                        "notation/kif",
                                        "notation/csa",
                                        "notation/usi",
                                        "notation/jkf",
                                        "db/codec",
                                        "db/openings",
                                        "db/people",
                                        "db/tournament",
                                        "db/query",
                                        "db/store",
                                        "db/store/sqlite",
                                        "db/store/postgres",
                                        "db",
                                        "analysis/engine",
                                        "analysis/mate",
                                        "analysis/book",
                                        "analysis/usi",
                                        "analysis/match",
                                        "analysis/annotate",
                                        "analysis/report",
                                        "analysis/training",
                                        "import",
                                        "import/annotation",
                                        "wasm",
                                        "answers",
                                        "web",
                                        "python",
                                        "cli"};
  REQUIRE(may.size() == levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i) {
    REQUIRE(may.contains(levels[i]));
    for (const std::string& used : may.at(levels[i])) {
      INFO(levels[i] << " -> " << used);
      CHECK(std::find(levels.begin(), levels.begin() + static_cast<long>(i), used) !=
            levels.begin() + static_cast<long>(i));
    }
  }
  CHECK(may.at("platform").empty());
  CHECK(may.at("text").empty());
  CHECK(may.at("rules") == std::set<std::string>{"text"});
  CHECK(may.at("db/query") == std::set<std::string>{"text", "rules", "record"});
  CHECK(may.at("db/codec") == std::set<std::string>{"platform", "text", "rules", "record"});
  CHECK(!may.at("db/store").contains("db/store/sqlite"));
  CHECK(!may.at("db/store").contains("db/store/postgres"));
  CHECK(!may.at("db").contains("notation"));
  CHECK(!may.at("notation").contains("db"));
  for (const auto& [folder, used] : may)
    if (folder.starts_with("analysis/")) CHECK(!used.contains("db"));
}

TEST_CASE("every folder includes what the picture allows, written from the root") {
  const Picture all = picture();
  const Rooms inside = rooms();
  for (const auto& [folder, may] : all) {
    for (const fs::path& file : sources_of(folder)) {
      for (const std::string& include : includes_of(file)) {
        INFO(file.string() << " includes " << include.substr(1));
        if (include[0] == '<') continue;
        const std::string used = row_of(all, include.substr(1));
        const bool family = knows_families(file) && used.starts_with("notation/");
        CHECK((used == folder || may.contains(used) || family));
        CHECK(fs::exists(source / include.substr(1)));
        if (used != folder || family) continue;
        const std::string name = fs::relative(file, source).generic_string();
        CHECK(floor_of(inside, folder, include.substr(1)) <= floor_of(inside, folder, name));
      }
    }
  }
}

TEST_CASE("no folder has more than 25 files, a header and its source counted as one") {
  std::map<std::string, std::set<std::string>> files;
  std::vector<std::string> folders{"tests"};
  for (const auto& [folder, may] : picture()) folders.push_back(folder);
  for (const std::string& folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(source / folder))
      if (entry.is_regular_file()) {
        const fs::path file = fs::relative(entry.path(), source);
        const bool code = file.extension() == ".h" || file.extension() == ".cpp";
        // Running tests leaves caches there.
        if (folder == "tests" && !code) continue;
        files[file.parent_path().generic_string()].insert(
            (code ? file.stem() : file.filename()).string());
      }
  for (const auto& [folder, names] : files) {
    INFO(folder);
    CHECK(names.size() <= 25);
  }
}

TEST_CASE("folders outside analysis/ include its public headers alone, and each of these is used") {
  const std::set<std::string> allowed = public_headers();
  REQUIRE(!allowed.empty());
  std::set<std::string> unused = allowed;
  for (const auto& [folder, may] : picture()) {
    if (folder.starts_with("analysis/")) continue;
    for (const fs::path& file : sources_of(folder))
      for (const std::string& include : includes_of(file)) {
        if (!include.starts_with("\"analysis/")) continue;
        INFO(file.string() << " includes " << include.substr(1));
        CHECK(allowed.contains(include.substr(1)));
        unused.erase(include.substr(1));
      }
  }
  CHECK(unused.empty());
}

TEST_CASE(
    "text/, rules/ and record/ use the standard library alone, and tl::expected for results") {
  for (const char* folder : {"text", "rules", "record"})
    for (const fs::path& file : sources_of(folder))
      for (const std::string& include : includes_of(file)) {
        if (include[0] != '<') continue;
        INFO(file.string() << " includes " << include.substr(1));
        CHECK((is_standard(include) ||
               (include == "<tl/expected.hpp" && file.filename() == "result.h")));
      }
}

TEST_CASE("only cli/ prints, exits, and reads the command line or the environment") {
  const std::regex forbidden(
      R"((std::(cout|cerr|clog|printf|fprintf|puts|exit|quick_exit|abort|getenv)|fmt::print|platform::(variable|set_missing_variable|home_folder|config_folder|runtime_folder))\b)");
  const std::regex only_environment(R"(std::getenv\b)");
  for (const auto& [folder, may] : picture()) {
    if (folder == "cli") continue;
    for (const fs::path& file : sources_of(folder)) {
      const std::vector<std::string> code = code_of(file);
      // Programs of their own, for making the engine's networks.
      if (std::ranges::any_of(code, [](const auto& line) { return line.starts_with("int main("); }))
        continue;
      for (const std::string& line : code) {
        INFO(file.string() << ": " << line);
        // Where a user's folders are is asked for by cli/ alone.
        if (folder == "platform" && std::regex_search(line, only_environment)) continue;
        CHECK(!std::regex_search(line, forbidden));
      }
    }
  }
}

TEST_CASE("only platform/ includes the headers of an operating system") {
  const std::regex systems(
      R"((sys|netinet|arpa|net|linux|mach|asm|bits)/.*|)"
      R"((unistd|fcntl|poll|spawn|signal|pthread|semaphore|sched|pwd|grp)\.h|)"
      R"((termios|dirent|netdb|dlfcn|utmpx|mntent)\.h|)"
      R"((ftw|glob|fnmatch|wordexp|syslog|execinfo|ucontext|langinfo|utime|libgen|strings)\.h|)"
      R"((stdlib|stdio|string|time|errno|locale|malloc)\.h|csignal|)"
      R"((windows|winsock2|ws2tcpip|io|process|direct|conio|share|shlobj|shellapi|winbase)\.h)");
  CHECK(std::regex_match("sys/mman.h", systems));
  CHECK(!std::regex_match("span", systems));
  const auto names_system = [&](const std::string& include) {
    return include[0] == '<' && std::regex_match(include.substr(1), systems);
  };
  for (const auto& [folder, may] : picture())
    for (const fs::path& file : sources_of(folder))
      for (const std::string& include : includes_of(file)) {
        INFO(file.string() << " includes " << include.substr(1));
        if (folder == "platform")
          CHECK((file.extension() == ".cpp" || !names_system(include)));
        else
          CHECK(!names_system(include));
      }
}

TEST_CASE("no name is one of the macros that the headers of Windows define") {
  const std::regex macro(R"(\b(near|far)( *[=;{\[(]|\.\w|->))"), text(R"("([^"\\]|\\.)*")");
  CHECK(std::regex_search("int near = 0;", macro));
  for (const auto& [folder, may] : picture())
    for (const fs::path& file : sources_of(folder))
      for (const std::string& line : code_of(file)) {
        INFO(file.string() << ": " << line);
        CHECK(!std::regex_search(std::regex_replace(line, text, ""), macro));
      }
}

TEST_CASE("what Catch2 2 and 3 call by different names stands in tests/support/catch.h alone") {
  const std::regex of_one(R"(Catch::Matchers::(Contains|VectorContains|Equals|Approx)\b|catch2/)");
  CHECK(std::regex_search("using Catch::Matchers::Contains;", of_one));
  for (const auto& entry : fs::recursive_directory_iterator(source / "tests")) {
    const fs::path& file = entry.path();
    if (file.extension() != ".cpp" && file.extension() != ".h") continue;
    if (file == source / "tests/support/catch.h" || file.filename() == "structure_test.cpp")
      continue;
    for (const std::string& line : code_of(file)) {
      INFO(file.string() << ": " << line);
      CHECK(!std::regex_search(line, of_one));
    }
  }
}

TEST_CASE("every header of platform/ has a form for POSIX and one for Windows") {
  for (const fs::path& file : sources_of("platform")) {
    if (file.extension() != ".h" || file.parent_path() != source / "platform") continue;
    const std::string name = file.stem().string() + ".cpp";
    INFO(file.string());
    CHECK(fs::exists(source / "platform/posix" / name));
    CHECK(fs::exists(source / "platform/windows" / name));
  }
}

TEST_CASE(
    "SQLite is spoken to in db/store/sqlite/ alone, and Boost.ProgramOptions in "
    "cli/options/options.cpp") {
  for (const auto& [folder, may] : picture())
    for (const fs::path& file : sources_of(folder))
      for (const std::string& include : includes_of(file)) {
        INFO(file.string() << " includes " << include.substr(1));
        if (include == "<sqlite3.h") CHECK(folder == "db/store/sqlite");
        if (include == "<libpq-fe.h") CHECK(folder == "db/store/postgres");
        if (folder == "cli" && include == "<nlohmann/json.hpp") CHECK(file.extension() == ".cpp");
        if (include.starts_with("<boost/")) CHECK(file == source / "cli/options/options.cpp");
      }
}

// nlohmann's JSON (3.11) calls a null an object before it has the memory for one, and then destroys
// what is not there.
TEST_CASE("JSON is written into what was made an object or a list, never into a null") {
  const std::regex null(R"(^\s*[Jj]son (\w+);)");
  const std::regex written(
      R"re(\["\w+"\](\.(push_back|emplace_back|emplace|update)\(|\[[^\]]*\] = ))re");
  CHECK(std::regex_search(R"(json["rows"].push_back(row);)", written));
  CHECK(std::regex_search(R"(json["a"]["b"] = 1;)", written));
  for (const auto& [folder, may] : picture())
    for (const fs::path& file : sources_of(folder)) {
      std::vector<std::string> nulls;
      for (const std::string& line : code_of(file)) {
        INFO(file.string() << ": " << line);
        CHECK(!std::regex_search(line, written));
        for (const std::string& name : nulls)
          CHECK(!std::regex_search(
              line,
              std::regex("\\b" + name + R"((\[|\.(push_back|emplace_back|emplace|update)\())")));
        std::smatch match;
        if (std::regex_search(line, match, null)) nulls.push_back(match[1]);
      }
    }
}

TEST_CASE("SQL stands in db/store/sql/, db/store/sqlite/ and db/store/postgres/ alone") {
  // A statement's first words, at the beginning of a text.
  const std::regex sql(
      R"re("\s*(SELECT|INSERT (INTO|OR)|UPDATE [a-z_]+ SET|DELETE FROM|CREATE (TEMP |VIRTUAL )?TABLE|ALTER TABLE|DROP TABLE|PRAGMA|BEGIN|COMMIT|ROLLBACK|VACUUM|ORDER BY|WHERE|LEFT JOIN)\b)re");
  CHECK(std::regex_search("(\"SELECT 1\")", sql));
  for (const auto& [folder, may] : picture())
    for (const fs::path& file : sources_of(folder)) {
      // The help of `yari sql` shows statements.
      if (folder.starts_with("db/store/") || file.parent_path() == source / "db/store/sql" ||
          file.filename() == "sql_command.cpp")
        continue;
      for (const std::string& line : code_of(file)) {
        INFO(file.string() << ": " << line);
        CHECK(!std::regex_search(line, sql));
      }
    }
}

TEST_CASE("a back end is named where a store is opened, and where SQL is asked for") {
  for (const fs::path& file : sources_of("db"))
    for (const std::string& include : includes_of(file)) {
      INFO(file.string() << " includes " << include.substr(1));
      const std::string name = file.filename().string();
      if (name == "open_store.cpp" || name == "sql_access.cpp" || name == "cluster.cpp" ||
          name == "backup.cpp")
        continue;
      CHECK(!include.substr(1).starts_with("db/store/sqlite/"));
      CHECK(!include.substr(1).starts_with("db/store/postgres/"));
    }
}

TEST_CASE("what others include of db/ never leads to SQLite") {
  std::set<std::string> seen;
  std::vector<std::string> open;
  for (const char* folder : {"import", "cli"})
    for (const fs::path& file : sources_of(folder))
      open.push_back(fs::relative(file, source).generic_string());
  while (!open.empty()) {
    const std::string file = open.back();
    open.pop_back();
    if (!seen.insert(file).second) continue;
    INFO(file);
    CHECK(!file.starts_with("db/store/sqlite/"));
    for (const std::string& include : includes_of(source / file))
      if (include[0] == '"') open.push_back(include.substr(1));
  }
  CHECK(seen.contains("db/database.h"));
}

TEST_CASE("docs/cpp.md lists the headers that are installed for others") {
  const std::regex header(R"(\b[a-z]+(/[a-z]+)?/[a-z_]+\.h\b)");
  const auto headers_in = [&](std::string text, const std::string& from, const std::string& to) {
    text = text.substr(text.find(from));
    text = text.substr(0, text.find(to));
    return std::set<std::string>(std::sregex_token_iterator(text.begin(), text.end(), header), {});
  };
  const auto listed = headers_in(read_file(source / "docs/cpp.md"), "| header", "\n\n");
  CHECK(listed ==
        headers_in(read_file(source / "cmake/library.cmake"), "set(YARI_PUBLIC_HEADERS", ")"));
  CHECK(listed.contains("rules/position.h"));
}

TEST_CASE("every file says first why it exists, and none is too long") {
  for (const auto& [folder, may] : picture())
    for (const fs::path& file : sources_of(folder)) {
      const std::string text = read_file(file);
      const auto lines = std::count(text.begin(), text.end(), '\n');
      INFO(file.string() << ": " << lines << " lines");
      CHECK(lines <= 400);
      if (file.extension() == ".h") CHECK(text.starts_with("/// \\file\n/// "));
    }
}

}  // namespace yari::test
