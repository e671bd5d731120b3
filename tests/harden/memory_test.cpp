// Every command runs out of memory at any allocation: a sentence and exit code 2, never a crash,
// and no file is left behind.
#include <fcntl.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "cli/options/command.h"
#include "platform/signals.h"
#include "tests/harden/child.h"
#include "tests/harden/failing_calls.h"
#include "tests/harden/scenarios.h"
#include "tests/harden/visitor.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// One way to call a command.
struct MemoryScenario {
  std::string command;
  Words words;
  /// What it reads from standard input.
  std::string input = {};
  /// Somebody asks the server while it runs, and ends it.
  bool is_server = false;
};

Words with_json(Words words) {
  words.emplace_back("--json");
  return words;
}

/// All commands of the table, each in the ways in which it writes its results. The database is
/// w.db, the records are in.psn.
std::vector<MemoryScenario> memory_scenarios() {
  std::vector<MemoryScenario> all;
  const auto add = [&](std::string command, const std::vector<Words>& calls) {
    for (const Words& call : calls) {
      Words words;
      for (std::size_t at = 0; at < command.size();) {
        const std::size_t end = std::min(command.find(' ', at), command.size());
        words.push_back(command.substr(at, end - at));
        at = end + 1;
      }
      words.insert(words.end(), call.begin(), call.end());
      all.push_back({command, words});
    }
  };
  const auto add_both = [&](const std::string& command, const std::vector<Words>& calls) {
    add(command, calls);
    for (const Words& call : calls) add(command, {with_json(call)});
  };
  add("import", {{"in.psn", "--db", "new.db"},
                 {"in.psn", "--db", "w.db", "--json"},
                 {"--update", "in.psn", "--db", "w.db"}});
  add_both("check", {{"in.psn"}});
  add("convert", {{"in.psn", "--to", "kif"},
                  {"in.psn", "--to", "csa", "-o", "out.csa"},
                  {"in.psn", "--to", "jkf", "-o", "out.json"},
                  {"in.psn", "--to", "ki2", "-o", "out.ki2.gz"}});
  add("export", {{"--plies", "0.."},
                 {"--plies", "0..", "-o", "out.psn"},
                 {"--plies", "0..", "--to", "jkf", "-o", "out.json"},
                 {"--plies", "0..", "--to", "json"},
                 {"--plies", "0..", "--to", "csv"},
                 {"--plies", "0..", "--files", "files/{id}.kif"},
                 {"--plies", "0..", "-o", "out.psn.xz"}});
  add("export", {{"--plies", "0..", "--to", "csv", "--games"}});
  add_both("list", {{}, {"--player", "a"}});
  for (const char* table : {"list", "tree", "duplicates"}) add(table, {{"--csv"}});
  add_both("find", {{"--variant", "shogi", "--moves", "7g7f"}, {"--query", "plies > 5"}});
  add_both("tree", {{"--variant", "shogi"}});
  add_both("show", {{"1"}, {"1", "--ply", "3"}});
  add("show", {{"1", "--to", "text", "--evals", "--board-every", "5"}});
  add_both("stats", {{}, {"--by", "year"}});
  add_both("query save", {{"long", "--plies", "20.."}});
  add_both("query list", {{}});
  add_both("query delete", {{"kept"}});
  add("sql", {{"SELECT * FROM games_view"},
              {"SELECT * FROM games_view", "--csv"},
              {"SELECT * FROM players_list JOIN game_plies(1)", "--json"},
              {".schema", "--json"}});
  for (const char* names : {"players", "events", "sites", "ratings"}) {
    add_both(names, {{}});
    add(names, {{"--csv"}});
  }
  add_both("event", {{"Open"}, {"Open", "--results"}});
  add_both("pair", {{"Club", "--players", "players.csv"},
                    {"Club", "--players", "players.csv", "--store", "--system", "round-robin"}});
  add("annotate", {{"1", "--nodes", "50", "--jobs", "1", "--hash", "1", "--force"},
                   {"2", "--nodes", "50", "--jobs", "2", "--hash", "1", "--force", "--json"},
                   {"--queue", "--all", "--nodes", "50"},
                   {"--clear", "--all"},
                   {"in.psn", "--nodes", "20", "--hash", "1", "--to", "kif", "-o", "out.kif"}});
  add("work", {{"--jobs", "1", "--hash", "1"}});
  add_both("queue", {{}});
  add_both("profile", {{"Opponent 1"}});
  add_both("puzzles", {{"--nodes", "50"}});
  add("report", {{"1", "2", "-o", "out.html"}, {"--plies", "0..", "-o", "out.html"}});
  add("graph", {{"1", "-o", "out.svg"}});
  add_both("analyze", {{"--nodes", "200", "--hash", "1"}});
  add_both("mate", {{"--sfen", "3k3/7/3+B3/7/7/7/7/7/3K3 b R 1", "--nodes", "200", "--hash", "1"}});
  add("match",
      {{"--games", "2", "--nodes", "5", "--hash", "1", "--max-plies", "8", "-o", "out.psn"}});
  add("engine fit", {{"--positions", "50", "--nodes", "5", "--hash", "1"}});
  all.push_back({"usi", {"usi"}, "usi\nisready\nposition startpos\ngo nodes 100\nquit\n"});
  add_both("board", {{}, {"--moves", "P-7f P-3d"}, {"--game", "1:2"}});
  add_both("new", {{"--black", "Aoki", "--moves", "P-7f P-3d"}});
  add_both("move", {{"1", "P-2f", "--at", "0"}, {"--from", "in.psn"}});
  add_both("moves", {{}});
  add_both("book make", {{"-o", "made.book", "--variant", "yari"}});
  add_both("book show", {{"a.book"}});
  add_both("book repertoire", {{"a.book", "--side", "black"}});
  add_both("drill", {{}, {"--due"}});
  add_both("drill add",
           {{"--book", "a.book"}, {"--mistakes", "--side", "white"}, {"--right", "P-7f"}});
  add_both("drill remove", {{"--all"}});
  add_both("book mine", {{"--variant", "yari", "--positions", "3", "--nodes", "50", "--jobs", "1",
                          "--hash", "1", "-o", "mined.book"}});
  add_both("book convert", {{"a.book", "--sort", "--to", "db", "-o", "out.book"}});
  add_both("book merge", {{"a.book", "a.book", "-o", "out.book"}});
  add_both("book edit", {{"a.book", "--set", "P-7f", "--score", "3"}});
  add_both("book check", {{"a.book"}});
  add_both("book stats", {{"a.book"}});
  add("tag", {{"--plies", "0..", "--set", "Site=Nara"}});
  add("rename", {{"Opponent 1", "Opponent 2"}});
  add_both("delete", {{"1", "2"}});
  add_both("undo", {{}, {"--list"}});
  add_both("duplicates", {{}});
  add_both("db merge", {{"other.db"}});
  add_both("db verify", {{}});
  add_both("db compact", {{}, {"--reindex"}});
  add_both("db backup", {{"copy.db"}});
  for (const char* name : {"cluster status", "cluster add", "cluster move"})
    add(name, {{"postgresql://127.0.0.1:1/x"}});
  add("cluster create", {{"postgresql://127.0.0.1:1/x"}});
  add("cluster roles", {{}});
  add("completion", {{"bash"}, {"zsh"}, {"fish"}});
  add("debug perft", {{"--depth", "2"}});
  add("debug bench", {{"--depth", "1"}});
  all.push_back({"serve", {"serve", "--db", "w.db", "--port", "0", "--json"}, "", true});
  // What is in no table.
  all.push_back({"", {"--help"}});
  all.push_back({"", {"--version"}});
  all.push_back({"", {"list", "--help"}});
  all.push_back({"", {"nonsense"}});
  all.push_back({"", {"debug", "man", "pages"}});
  all.push_back({"", {"debug", "options"}});
  all.push_back({"", {"__complete", "list", "--player", "O"}});
  return all;
}

bool is_of_database(const std::string& command) {
  const cli::Command* const found = cli::command_named(command);
  if (found == nullptr) return false;
  // Whatever knows the option.
  cli::OptionSet options;
  const auto task = found->make();
  task->declare(options);
  return options.find("db") != nullptr;
}

/// The folder that the commands run in, filled anew for each of them.
class MemoryFolder {
 public:
  MemoryFolder() {
    fs::create_directories(folder_ / "base");
    fs::create_directories(folder_ / "work");
    fs::current_path(folder_ / "base");
    {
      std::ofstream out("in.psn", std::ios::binary);
      Rng rng(3);
      for (int i = 0; i < 6; ++i) {
        Game game = random_record(i % 2 == 0 ? Variant::yari : Variant::shogi, rng, 24, false);
        game.set_tag(tags::white, fmt::format("Opponent {}", i % 3));
        game.set_tag(tags::event, "Open");
        out << format_named("hodges")->write(game, {}).text << '\n';
      }
    }
    std::ofstream("players.csv") << "player,rating\nA,1900\nB,1800\nC,1700\n";
    run({"import", "in.psn", "--db", "w.db"});
    run({"import", (fs::path(YARI_SOURCE_DIR) / "samples").string(), "--db", "other.db"});
    run({"annotate", "--all", "--nodes", "50", "--jobs", "1", "--hash", "1", "--db", "w.db"});
    run({"book", "make", "--variant", "yari", "-o", "a.book", "--db", "w.db"});
    run({"drill", "add", "--book", "a.book", "--db", "w.db"});
    run({"query", "save", "kept", "--plies", "5..", "--db", "w.db"});
    run({"annotate", "--queue", "--force", "3", "4", "--nodes", "30", "--db", "w.db"});
  }
  ~MemoryFolder() { fs::current_path("/"); }
  MemoryFolder(const MemoryFolder&) = delete;
  MemoryFolder& operator=(const MemoryFolder&) = delete;

  void fill() const {
    fs::current_path(folder_ / "base");
    fs::remove_all(folder_ / "work");
    fs::copy(folder_ / "base", folder_ / "work", fs::copy_options::recursive);
    fs::current_path(folder_ / "work");
  }

  /// Files of a name that no user gave.
  std::vector<std::string> strays() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "work"))
      if (const std::string name = entry.path().filename(); name.starts_with(".yari"))
        names.push_back(name);
    return names;
  }

 private:
  static void run(const Words& words) {
    const ChildEnd end = run_child({.words = words});
    INFO(fmt::format("{}: {}", fmt::join(words, " "), end.err));
    REQUIRE(end.code == 0);
  }
  TempFolder folder_;
};

void give_input(const std::string& text) {
  const int fd = memfd_create("in", 0);
  static_cast<void>(!write(fd, text.data(), text.size()));
  lseek(fd, 0, SEEK_SET);
  dup2(fd, STDIN_FILENO);
  close(fd);
}

/// What the server has printed, read where it was written; empty when the server ended.
std::string address_of(pid_t server) {
  for (int i = 0; i < 2000 && getppid() == server; ++i) {
    std::string text(1000, '\0');
    const ssize_t size = pread(STDOUT_FILENO, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    const auto line = nlohmann::json::parse(text, nullptr, false);
    if (line.contains("address")) return line["address"];
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return {};
}

/// Starts a process that asks this one, which becomes a server, and ends it.
void send_visitor() {
  const pid_t server = getpid();
  if (fork() != 0) return;
  // A server without memory closes connections: the next request on one must not end the visitor.
  platform::prefer_errors_to_signals();
  if (const std::string address = address_of(server); !address.empty()) {
    Visitor visitor(address);
    if (visitor.is_let_in()) {
      visitor.client().set_read_timeout(std::chrono::seconds(2));
      for (const char* path : {"/", "/api/games", "/api/games/1", "/api/stats", "/api/none"})
        visitor.client().Get(path);
      visitor.client().Post("/api/games/1/tags", R"({"Site":"Nara"})", "application/json");
    }
  }
  if (getppid() == server) kill(server, SIGTERM);
  _exit(0);
}

ChildEnd run_with(const MemoryScenario& scenario, const CallFault& fault) {
  return run_child({.words = scenario.words, .before = [&] {
                      give_input(scenario.input);
                      if (scenario.is_server) send_visitor();
                      let_calls_fail(fault);
                    }});
}

/// How the faults of a command ended.
struct Endings {
  long faults = 0, done = 0, failed = 0, others = 0;
};

/// What is wrong with an end; empty when nothing is.
std::string judge(const ChildEnd& end, const std::vector<std::string>& strays, int sound_code) {
  if (end.code == timed_out) return "it did not end";
  if (end.code > 2 && end.code != 128 + SIGTERM) return "it crashed";
  if (end.code != sound_code && end.err.empty()) return "nothing was said";
  if (!strays.empty()) return "it left " + strays.front();
  return "";
}

}  // namespace

TEST_CASE("each command has a scenario in which it runs out of memory", "[memory]") {
  std::set<std::string> tried;
  for (const MemoryScenario& scenario : memory_scenarios()) tried.insert(scenario.command);
  for (const cli::Command* command : cli::commands()) {
    INFO(command->name);
    CHECK(tried.contains(std::string(command->name)));
  }
}

// YARI_FAULTS=N tries N allocations of each scenario in each way; 0 tries all.
// YARI_FAULT_COMMAND=TEXT tries the commands that are called so.
TEST_CASE("a command that runs out of memory says so and leaves nothing behind", "[memory][slow]") {
  const MemoryFolder folder;
  const long most = number_from<long>("YARI_FAULTS", effort(2, 1));
  const char* const only = std::getenv("YARI_FAULT_COMMAND");
  std::map<std::string, Endings> endings;
  for (MemoryScenario& scenario : memory_scenarios()) {
    if (only != nullptr && scenario.command.find(only) == std::string::npos) continue;
    if (!scenario.is_server && is_of_database(scenario.command) &&
        std::find(scenario.words.begin(), scenario.words.end(), "--db") == scenario.words.end())
      scenario.words.insert(scenario.words.end(), {"--db", "w.db"});
    const std::string called = fmt::format("{}", fmt::join(scenario.words, " "));
    folder.fill();
    const ChildEnd sound = run_with(scenario, {.call = Call::memory});
    const long calls = calls_counted();
    INFO(called << ": " << sound.err);
    CHECK(sound.code != timed_out);
    const bool is_usual = sound.code <= 2 || (scenario.is_server && sound.code == 128 + SIGTERM);
    CHECK(is_usual);
    if (sound.code == 2 && std::getenv("YARI_FAULTS_SHOW") != nullptr)
      fmt::print("{}: {}\n", called, sound.err);
    Endings& ends = endings[scenario.command.empty() ? "others" : scenario.command];
    for (CallFault fault : {CallFault{.call = Call::memory},
                            {.call = Call::memory, .in_a_row = 2},
                            {.call = Call::memory, .for_good = true}}) {
      const long step = most == 0 ? 1 : std::max(1L, calls / most);
      for (fault.nth = 1 + (step > 1 ? step / 2 : 0); fault.nth <= calls; fault.nth += step) {
        folder.fill();
        const ChildEnd end = run_with(scenario, fault);
        if (calls_counted() < fault.nth) break;
        ++ends.faults;
        ++(end.code == sound.code ? ends.done : end.code == 2 ? ends.failed : ends.others);
        const std::string wrong = judge(end, folder.strays(), sound.code);
        INFO(fmt::format("{}: allocation {} of {} fails{}: exit {}: {}: {}", called, fault.nth,
                         calls,
                         fault.for_good       ? " for good"
                         : fault.in_a_row > 1 ? " twice"
                                              : "",
                         end.code, wrong, end.err));
        CHECK(wrong.empty());
      }
    }
  }
  long sum = 0;
  for (const auto& [name, ends] : endings) {
    fmt::print("memory: {:16} {:6} faults, {:6} done, {:6} exit 2, {:4} others\n", name,
               ends.faults, ends.done, ends.failed, ends.others);
    sum += ends.faults;
  }
  print_figure("faults.memory", static_cast<double>(sum));
  CHECK(sum > 0);
}

}  // namespace yari::test
