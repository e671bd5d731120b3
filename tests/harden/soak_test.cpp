// Commands at random on one database, in one process, for as long as is wanted: memory, open files
// and the time that a command takes do not grow.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>

#include "cli/run.h"
#include "notation/format.h"
#include "tests/harden/scenarios.h"

namespace yari::test {

namespace {

using Clock = std::chrono::steady_clock;

double resident_megabytes() {
  std::ifstream in("/proc/self/statm");
  long all = 0, resident = 0;
  in >> all >> resident;
  return static_cast<double>(resident * sysconf(_SC_PAGESIZE)) / 1e6;
}

long open_files() {
  long n = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++n;
  return n;
}

void write_games(Rng& rng) {
  std::ofstream out("in.psn", std::ios::binary | std::ios::trunc);
  for (int i = 0; i < 10; ++i)
    out << format_named("hodges")
               ->write(random_record(i % 2 == 0 ? Variant::yari : Variant::shogi, rng, 30, true),
                       {})
               .text
        << '\n';
}

/// The words of some command; what it changes is taken away again by others, so that the database
/// does not grow.
std::vector<std::string> any_command(Rng& rng, const std::string& low) {
  switch (rng() % 14) {
    case 0:
    case 1:
    case 2:
      write_games(rng);
      return {"import", "in.psn"};
    case 3:
      return {"duplicates"};
    case 4:
      return {"undo"};
    case 5:
      return {"tag", low, "--set", fmt::format("Site=place {}", rng() % 5)};
    case 6:
      return {"annotate", low, "--nodes", "20", "--hash", "1", "--force"};
    case 7:
      return {"db", "compact"};
    case 8:
      return {"find", "--query", "check and ply > 10"};
    case 9:
      return {"list", "--json"};
    case 10:
      return {"tree", "--variant", "shogi", "--depth", "2"};
    case 11:
      return {"export", "--plies", "0..", "-o", "out.psn"};
    case 12:
      return {"stats"};
    default:
      return {"delete", "--plies", "20.."};
  }
}

struct Sample {
  double memory = 0;
  long files = 0;
};

/// Runs commands until the time is over and prints what was measured. In a process of its own.
int soak(long seconds, std::uint64_t seed, const std::string& report) {
  setenv("YARI_CONFIG", "", 1);
  setenv("YARI_DB", "soak.db", 1);
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  Rng rng(seed);
  write_games(rng);
  cli::run({"import", "in.psn"});
  const auto begun = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
  std::vector<Sample> samples;
  std::map<std::string, std::vector<double>> times;
  long bad = 0;
  while (elapsed() < static_cast<double>(seconds) || samples.size() < 60) {
    const std::vector<std::string> words = any_command(rng, std::to_string(1 + rng() % 40));
    timespec from{}, to{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    const int code = cli::run(words);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    // Nothing found or nothing to undo is 1; 2 would be a fault.
    bad += code > 1 ? 1 : 0;
    times[words.front()].push_back(static_cast<double>(to.tv_sec - from.tv_sec) +
                                   static_cast<double>(to.tv_nsec - from.tv_nsec) / 1e9);
    samples.push_back({resident_megabytes(), open_files()});
  }
  double worst = 0;
  const auto median = [](std::vector<double> v) {
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
  };
  for (const auto& [command, t] : times) {
    if (t.size() < 60) continue;
    const auto third = static_cast<std::ptrdiff_t>(t.size() / 3);
    worst = std::max(worst, median({t.end() - third, t.end()}) /
                                median({t.begin() + third, t.begin() + 2 * third}));
  }
  const Sample middle = samples[samples.size() / 2], last = samples.back();
  std::ofstream(report) << samples.size() << ' ' << bad << ' ' << middle.memory << ' '
                        << last.memory << ' ' << middle.files << ' ' << last.files << ' ' << worst
                        << ' ' << elapsed();
  return cli::run({"db", "verify"});
}

}  // namespace

// YARI_SOAK=S goes on for S seconds.
TEST_CASE("many commands in one process need no more memory or files in the end", "[soak]") {
  TempFolder folder;
  std::filesystem::create_directories(folder / "work");
  const std::string report = folder / "report";
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::filesystem::current_path(folder / "work");
    _exit(soak(number_from("YARI_SOAK", 1), static_cast<std::uint64_t>(number_from("YARI_SEED", 1)),
               report));
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  long commands = 0, bad = -1, files_middle = 0, files_last = 0;
  double memory_middle = 0, memory_last = 0, slower = 0, seconds = 0;
  std::ifstream(report) >> commands >> bad >> memory_middle >> memory_last >> files_middle >>
      files_last >> slower >> seconds;
  print_figure("soak.seconds", seconds);
  print_figure("soak.commands", static_cast<double>(commands));
  print_figure("soak.megabytes_in_the_middle", memory_middle);
  print_figure("soak.megabytes_at_the_end", memory_last);
  print_figure("soak.files_at_the_end", static_cast<double>(files_last));
  print_figure("soak.time_last_third_by_second", slower);
  CHECK(commands >= 60);
  CHECK(bad == 0);
  CHECK(files_last <= files_middle);
  CHECK(memory_last < memory_middle * 1.1 + 8);
}

}  // namespace yari::test
