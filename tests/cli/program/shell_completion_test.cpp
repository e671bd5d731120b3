// TAB in real shells, with names that a stranger chose: nothing runs, and what is completed is the
// name.
#include <algorithm>
#include <memory>

#include "tests/cli/program.h"
#include "tests/cli/program/shell_session.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

namespace fs = std::filesystem;

struct Bash {
  static constexpr const char* name = "bash";
};
struct Zsh {
  static constexpr const char* name = "zsh";
};
struct Fish {
  static constexpr const char* name = "fish";
};

/// Each would make a file `ran`, or become another word, if a shell read it.
const std::vector<std::string> hostile_names{
    "Ito ${x:=$(touch ran)}",
    "$(touch ran)",
    "`touch ran`",
    "${x:=`touch ran`}",
    "a[$(touch ran)]",
    "<(touch ran)",
    "It's $(touch ran); 'x'",
    "say \"$(touch ran)\" and 'go'",
    "\"",
    "'",
    "\\",
    "a\\",
    "a\\$(touch ran)",
    "x; touch ran",
    "x & touch ran &",
    "x | touch ran",
    "x > ran",
    "x || touch ran",
    "*",
    "?? [a-z]* {a,b}",
    "~",
    "~root/x",
    "a=~root",
    "#comment",
    "a #comment",
    "!!",
    "hey !$ !touch you!",
    "^a^b^",
    "=yari",
    "a=b:c=d",
    "x:y",
    "%1 %self %n%{x%}",
    "a  b   c",
    "羽生 善治",
    "羽生　$(touch ran)",
    "あ$(touch ran)",
    "$'\\x41'",
    "$HOME",
    "--player",
    "-x",
};

/// A folder with a database for each name, and a `yari` that writes down what it is asked to do.
class HostileNames {
 public:
  HostileNames() {
    const std::string remember = folder.file(
        "bin/yari", std::string("#!/bin/sh\ncase $1 in __complete*|completion) exec '" YARI_PROGRAM
                                "' \"$@\";; esac\nprintf '%s\\0' \"$@\" > new && mv new typed\n"));
    fs::permissions(remember, fs::perms::owner_all);
  }
  void add(const std::string& database, const std::vector<std::string>& names) const {
    std::string games;
    for (const std::string& name : names) games += "先手：" + name + "\n1 ７六歩(77)\n2 中断\n\n";
    const std::string file = folder.file("games.kif", games);
    REQUIRE(yari({"import", "--db", database, file}, {.folder = folder.path()}).code == 0);
    fs::remove(file);
  }
  bool ran() const { return fs::exists(folder / "ran"); }
  fs::path typed() const { return folder / "typed"; }
  /// The words that the shell gave to `yari`, the last time.
  std::vector<std::string> words() const {
    const std::string text = read_file(typed());
    fs::remove(typed());
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size(); at = text.find('\0', at) + 1)
      words.emplace_back(text.c_str() + at);
    return words;
  }
  /// A shell that completes; null where this machine has none.
  std::unique_ptr<ShellSession> shell(const std::string& name) const {
    if (!fs::exists("/usr/bin/" + name)) return nullptr;
    auto session = std::make_unique<ShellSession>(
        name, folder.path(), (folder / "bin") + ":/usr/local/bin:/usr/bin:/bin");
    if (name == "bash") session->type("eval \"$(yari completion bash)\"");
    if (name == "zsh")
      session->type("autoload -Uz compinit; compinit -u -D; source <(yari completion zsh)");
    if (name == "fish") session->type("yari completion fish | source");
    session->type("; echo com''plete\r");
    REQUIRE(session->shows("complete"));
    return session;
  }
  TemporaryFolder folder;
};

/// Types `line`, and waits until the shell has run it.
std::vector<std::string> entered(const HostileNames& names, ShellSession& shell,
                                 const std::string& line) {
  shell.type(line + "\r");
  INFO(line);
  const bool done = shell.waits_for(names.typed());
  INFO(shell.screen());
  REQUIRE(done);
  return names.words();
}

}  // namespace

TEMPLATE_TEST_CASE("a name that TAB completes is the name and runs nothing", "[slow]", Bash, Zsh,
                   Fish) {
  const HostileNames names;
  const std::string shell_name = TestType::name;
  const auto shell = names.shell(shell_name);
  if (!shell) return;
  for (std::size_t i = 0; i < hostile_names.size(); ++i) {
    const std::string& name = hostile_names[i];
    const std::string database = "d" + std::to_string(i) + ".db";
    names.add(database, {name});
    if (shell_name == "fish" && name.starts_with('~')) {
      // fish would not quote it: the word stays as it was typed.
      const auto words = entered(names, *shell, "yari list --db " + database + " --player \t");
      CHECK(words == std::vector<std::string>{"list", "--db", database, "--player"});
      CHECK(!names.ran());
      continue;
    }
    for (const char* mark : {"", i % 2 == 0 ? "'" : "\""}) {
      INFO(shell_name << ", " << name << ", after the mark [" << mark << "]");
      const auto words =
          entered(names, *shell, "yari list --db " + database + " --player " + mark + "\t");
      CHECK(words == std::vector<std::string>{"list", "--db", database, "--player", name});
      CHECK(!names.ran());
    }
    if (i % 3 != 0) continue;
    const auto joined = entered(names, *shell, "yari list --db " + database + " --player=\t");
    INFO(shell_name << ", " << name);
    CHECK(joined == std::vector<std::string>{"list", "--db", database, "--player=" + name});
    CHECK(!names.ran());
  }
}

TEMPLATE_TEST_CASE(
    "what is typed already is not run by TAB, and files are completed as by any command", "[slow]",
    Bash, Zsh, Fish) {
  const HostileNames names;
  const std::string shell_name = TestType::name;
  const auto shell = names.shell(shell_name);
  if (!shell) return;
  names.add("two.db", {"Ito $(touch ran)", "Ito `touch ran`"});
  names.add("~$(touch ran).db", {"Sato"});
  const std::vector<std::string> lines{"yari list --db two.db --player \"\\$(touch ran)\t",
                                       "yari list --db two.db --player '$(touch ran)\t'",
                                       "yari list --db two.db --player It\t\t\t",
                                       "yari list --db two.db --player 'It\t\t\t'",
                                       "yari list --db two.db --player \"It\t\t\t\"",
                                       "yari list --player 'a[$(touch ran)]' --event \t",
                                       "yari list --db '~$(touch ran).db' --player Sa\t",
                                       "yari import '$(touch ran)/\t'",
                                       "yari list --player '%(?.$(touch ran).)' --sort \t"};
  for (const std::string& line : lines) {
    INFO(shell_name << ": " << line);
    // The line is given up: to its beginning, and away with it.
    shell->type(line + "\x01\vecho do''ne\r");
    REQUIRE(shell->shows("done"));
    CHECK(!names.ran());
  }
  for (const char* name : {"$(touch ran)", "${x:=$(touch ran)}", "`touch ran`", "it's; touch ran",
                           "a b", "~x", "-x", "\"q\"", "!!", "羽生"}) {
    const std::string file = std::string("f/") + name + ".kif";
    names.folder.file(file, "");
    for (const std::string mark : {"", "'", "\""}) {
      // Shells leave the mark open then, for any command: that is safe, and waits for the user.
      if (!mark.empty() && file.find(mark) != file.npos) continue;
      // fish offers no files there.
      if (!mark.empty() && shell_name == "fish") continue;
      const auto words = entered(names, *shell, "yari check " + mark + "f/\t");
      INFO(shell_name << ", " << name << ", after the mark [" << mark << "]");
      CHECK(words == std::vector<std::string>{"check", file});
      CHECK(!names.ran());
    }
    fs::remove(names.folder.path() / file);
  }
  names.folder.file("only folder/in/x", "");
  auto folder = entered(names, *shell, "yari import x --rejects only\t");
  // zsh takes the slash away again.
  while (folder.back().ends_with('/')) folder.back().pop_back();
  CHECK(folder == std::vector<std::string>{"import", "x", "--rejects", "only folder"});
}

TEMPLATE_TEST_CASE("TAB asks the program that is typed, and expands nothing in its name", "[slow]",
                   Bash, Zsh, Fish) {
  const HostileNames names;
  const std::string shell_name = TestType::name;
  const auto shell = names.shell(shell_name);
  if (!shell) return;
  names.add("one.db", {"Ito Ken"});
  for (const char* program : {"./bin/yari", "~/bin/yari", "yari"}) {
    INFO(shell_name << ": " << program);
    const std::string line = std::string(program) + " list --db one.db --player I\t";
    CHECK(entered(names, *shell, line).back() == "Ito Ken");
  }
  for (const char* program : {"./$(touch ran)/yari", "`touch ran`/yari", "\"$(touch ran)/yari\""}) {
    INFO(shell_name << ": " << program);
    shell->type(std::string(program) + " list --db one.db --player I\t\x01\vecho do''ne\r");
    REQUIRE(shell->shows("done"));
    CHECK(!names.ran());
  }
}

}  // namespace yari::test
