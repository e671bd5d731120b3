// Commands and requests at random on one database, in one process, for as long as is wanted:
// memory, open files and the time that each takes do not grow.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "analysis/engine/builtin.h"
#include "cli/run.h"
#include "notation/format.h"
#include "tests/harden/scenarios.h"
#include "tests/harden/visitor.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"
#include "tests/support/leave.h"
#include "web/web_server.h"

namespace yari::test {

namespace {

using Clock = std::chrono::steady_clock;

double resident_megabytes() {
  std::ifstream in("/proc/self/statm");
  long all = 0, resident = 0;
  in >> all >> resident;
  return static_cast<double>(resident * sysconf(_SC_PAGESIZE)) / 1e6;
}

double open_files() {
  double n = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++n;
  return n;
}

std::string some_games(Rng& rng) {
  std::string all;
  for (int i = 0; i < 10; ++i)
    all +=
        format_named("hodges")
            ->write(random_record(i % 2 == 0 ? Variant::yari : Variant::shogi, rng, 30, true), {})
            .text +
        '\n';
  return all;
}

/// What always does the same, whatever the database has become: where it takes longer, the machine
/// has become slower.
constexpr const char* same_work = "check";

/// Something to do: its name in the figures, and whether it went as it should.
struct Step {
  std::string name;
  std::function<bool()> run;
};

/// Some command; what it changes is taken away again by others, so that the database does not grow.
Step any_command(Rng& rng, const std::string& low) {
  const std::vector<std::vector<std::string>> commands = {
      {"import", "in.psn"},
      {"import", "in.psn"},
      {"duplicates"},
      {"undo"},
      {"tag", low, "--set", fmt::format("Site=place {}", rng() % 5)},
      {"annotate", low, "--nodes", "20", "--hash", "1", "--force"},
      {"db", "compact"},
      {"find", "--query", "check and ply > 10"},
      {"list", "--json"},
      {"tree", "--variant", "shogi", "--depth", "2"},
      {"export", "--plies", "0..", "-o", "out.psn"},
      {"stats"},
      {same_work, "same.psn"},
      {"delete", "--plies", "20.."}};
  const std::vector<std::string>& words = commands[rng() % commands.size()];
  if (words.front() == "import") std::ofstream("in.psn", std::ios::binary) << some_games(rng);
  // Nothing found or nothing to undo is 1; 2 would be a fault.
  return {words.front(), [words] { return cli::run(words) <= 1; }};
}

/// `yari serve` over the database, and somebody who uses it.
class Served {
 public:
  Served() {
    web::ServeOptions options;
    options.database = "soak.db";
    options.port = 0;
    options.version = "soak";
    options.engines = {{"builtin", [] {
                          return std::make_unique<BuiltinEngine>(BuiltinOptions{1, 1});
                        }}};
    server_ = std::make_unique<web::WebServer>(std::move(options));
    thread_ = std::jthread([this](const std::stop_token& stop) { server_->run(stop); });
    visitor_ = std::make_unique<Visitor>(server_->address_with_code());
  }
  bool is_there() const { return visitor_->is_let_in(); }

  /// Some request. A game that is not there and nothing to undo are refused; no answer, or one that
  /// says that the fault is the server's, would be a fault.
  Step any_request(Rng& rng, const std::string& low) {
    const std::string game = "/api/games/" + low;
    const auto get = [this](std::string name, std::string path) {
      return Step{std::move(name), [this, path] { return is_right(client().Get(path)); }};
    };
    const auto post = [this](std::string name, std::string path, std::string body) {
      return Step{std::move(name), [this, path, body] {
                    return is_right(client().Post(path, body, "application/json"));
                  }};
    };
    switch (rng() % 12) {
      case 0:
        return post("POST import", "/api/import?name=in.psn", some_games(rng));
      case 1:
        return get("GET explorer", "/api/explorer?variant=shogi");
      case 2:
        return get("GET games", "/api/games?limit=50&sort=date");
      case 3:
        return get("GET game", game);
      case 4:
        return get("GET query", "/api/query?variant=shogi&query=check");
      case 5:
        return get("GET analysis", "/api/analysis?variant=yari&nodes=200");
      case 6:
        return post("POST tags", game + "/tags", R"({"Site": "a server"})");
      case 7:
        return post("POST annotate", game + "/annotate?nodes=20&force=1", "");
      case 8:
        return post("POST undo", "/api/undo", "");
      case 9:
        return get("GET export", "/api/export?format=kif&variant=shogi");
      case 10:
        return get("GET statistics", "/api/statistics?positions=1");
      default:
        // A visitor who goes away in the middle of an answer.
        return {"GET and go", [this] {
                  client().Get("/api/analysis?variant=shogi&seconds=300",
                               [](const char*, std::size_t) { return false; });
                  return is_right(client().Get("/api/about"));
                }};
    }
  }

 private:
  httplib::Client& client() { return visitor_->client(); }
  static bool is_right(const httplib::Result& answer) { return answer && answer->status < 500; }

  std::unique_ptr<web::WebServer> server_;
  std::jthread thread_;
  std::unique_ptr<Visitor> visitor_;
};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

double median(std::vector<double> v) {
  const auto middle = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), middle, v.end());
  return *middle;
}

/// What the process held after each step, and how long each took. Kept in a file: in memory it
/// would be what grows.
struct Samples {
  std::vector<double> megabytes;
  std::vector<double> files;
  std::map<std::string, std::vector<double>> times;

  static void add(std::ostream& out, double seconds, const std::string& name) {
    out << resident_megabytes() << ' ' << open_files() << ' ' << seconds << ' ' << name << '\n';
  }
  explicit Samples(const std::string& file) {
    std::ifstream in(file);
    double held = 0, open = 0, seconds = 0;
    for (std::string name; in >> held >> open >> seconds && std::getline(in >> std::ws, name);) {
      megabytes.push_back(held);
      files.push_back(open);
      times[name].push_back(seconds);
    }
  }
};

/// The tenth of the values before `end`: a connection that is just closing, or a search that is
/// just ending, is not growth.
std::vector<double> tenth_before(const std::vector<double>& values, std::size_t end) {
  const auto last = values.begin() + static_cast<std::ptrdiff_t>(end);
  return {last - static_cast<std::ptrdiff_t>(values.size() / 10), last};
}

/// The time of steps in the last third by that in the second.
double slowing(const std::vector<double>& t) {
  const auto third = static_cast<std::ptrdiff_t>(t.size() / 3);
  return median({t.end() - third, t.end()}) / median({t.begin() + third, t.begin() + 2 * third});
}

/// The same for the steps of one name, the worst of all, compared with what always does the same.
double worst_slowing(const std::map<std::string, std::vector<double>>& times) {
  constexpr std::size_t enough = 60;
  const auto machine = times.find(same_work);
  if (machine == times.end() || machine->second.size() < enough) return 0;
  double worst = 0;
  for (const auto& [name, t] : times)
    if (t.size() >= enough) worst = std::max(worst, slowing(t) / slowing(machine->second));
  return worst;
}

/// Runs steps until the time is over and writes what was measured. In a process of its own.
int soak(long seconds, std::uint64_t seed, const std::string& report) {
  setenv("YARI_CONFIG", "", 1);
  setenv("YARI_DB", "soak.db", 1);
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  Rng rng(seed);
  std::ofstream("in.psn", std::ios::binary) << some_games(rng);
  std::filesystem::copy_file("in.psn", "same.psn");
  cli::run({"import", "in.psn"});
  std::map<std::string, long> bad;
  {
    std::ofstream samples("samples");
    Served served;
    if (!served.is_there()) return 3;
    const auto begun = Clock::now();
    const auto is_over = [&] { return Clock::now() - begun >= std::chrono::seconds(seconds); };
    for (long steps = 0; !is_over() || steps < 60; ++steps) {
      const std::string low = std::to_string(1 + rng() % 40);
      const Step step = rng() % 2 == 0 ? any_command(rng, low) : served.any_request(rng, low);
      const double from = processor_seconds();
      if (!step.run()) ++bad[step.name];
      Samples::add(samples, processor_seconds() - from, step.name);
    }
  }
  const Samples samples("samples");
  const std::size_t n = samples.files.size();
  const auto least = [](const std::vector<double>& v) {
    return *std::min_element(v.begin(), v.end());
  };
  nlohmann::json figures = {
      {"steps", n},
      {"bad", bad},
      {"megabytes_in_the_middle", median(tenth_before(samples.megabytes, n / 2))},
      {"megabytes_at_the_end", median(tenth_before(samples.megabytes, n))},
      {"files_in_the_middle", least(tenth_before(samples.files, n / 2))},
      {"files_at_the_end", least(tenth_before(samples.files, n))},
      {"time_last_third_by_second", worst_slowing(samples.times)}};
  std::ofstream(report) << figures;
  return cli::run({"db", "verify"});
}

}  // namespace

// YARI_SOAK=S goes on for S seconds. With one a busy machine is still filling its caches at the
// end.
TEST_CASE("many commands and requests in one process need no more memory or files in the end",
          "[soak]") {
  TempFolder folder;
  std::filesystem::create_directories(folder / "work");
  const std::string report = folder / "report";
  const long seconds = number_from("YARI_SOAK", 4L);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::filesystem::current_path(folder / "work");
    leave(soak(seconds, static_cast<std::uint64_t>(number_from("YARI_SEED", 1L)), report));
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  std::ifstream in(report);
  const nlohmann::json figures = nlohmann::json::parse(in);
  print_figure("soak.seconds", static_cast<double>(seconds));
  for (const auto& [name, value] : figures.items())
    if (value.is_number()) print_figure("soak." + name, value);
  CHECK(figures["steps"] >= 60);
  CHECK(figures["bad"] == nlohmann::json::object());
  CHECK(figures["files_at_the_end"] <= figures["files_in_the_middle"]);
  CHECK(figures["megabytes_at_the_end"] <
        figures["megabytes_in_the_middle"].get<double>() * 1.1 + 8);
}

}  // namespace yari::test
