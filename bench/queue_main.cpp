// Measures a queue and its evaluations with many workers: claims a second, stored evaluations a
// second. The figures of docs/cluster.md.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

#include "db/database.h"
#include "db/evaluation_cache.h"
#include "db/work_queue.h"

namespace {

using namespace yari;
using Clock = std::chrono::steady_clock;

constexpr const char* usage =
    "usage: bench_queue DATABASE [WORKERS]\n"
    "\n"
    "Puts all games of the database into its queue; WORKERS processes (8) take them, and then "
    "store\n"
    "evaluations for five seconds.\n";

/// Runs `work` in `workers` processes at once. Prints the sum of what they return, and how long the
/// slowest took.
void in_processes(const char* what, int workers, const std::function<long(int)>& work) {
  std::vector<int> ends;
  const auto begun = Clock::now();
  for (int i = 0; i < workers; ++i) {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) std::exit(2);
    if (fork() == 0) {
      const long done = work(i);
      _exit(write(pipe_ends[1], &done, sizeof done) == sizeof done ? 0 : 2);
    }
    close(pipe_ends[1]);
    ends.push_back(pipe_ends[0]);
  }
  long sum = 0;
  for (const int end : ends) {
    long done = 0;
    if (read(end, &done, sizeof done) != sizeof done) std::exit(2);
    sum += done;
    close(end);
  }
  const std::chrono::duration<double> wall = Clock::now() - begun;
  while (wait(nullptr) > 0) continue;
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  fmt::print("{}: {} in {:.2f} s, {:.0f} a second; CPU of the workers {:.2f} s so far\n", what, sum,
             wall.count(), static_cast<double>(sum) / wall.count(),
             static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                 static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6);
}

long claim_all(const std::string& place, int worker) {
  Database database(place, OpenMode::read_write);
  GameQueue queue(database);
  long claims = 0;
  while (queue.claim("bench", std::to_string(worker), std::chrono::minutes(10))) ++claims;
  return claims;
}

long store_evaluations(const std::string& place, int worker) {
  Database database(place, OpenMode::read_write);
  EvaluationCache cache(database, Variant::shogi, "bench", "nodes 1");
  std::mt19937_64 random(static_cast<std::uint64_t>(worker));
  const std::vector<Evaluation> lines{{35, false, 12, 20000, "", {}}};
  long stored = 0;
  for (const auto end = Clock::now() + std::chrono::seconds(5); Clock::now() < end; ++stored)
    cache.store(random(), lines);
  return stored;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs(usage, stderr), 2;
  const std::string place = argv[1];
  const int workers = argc > 2 ? std::atoi(argv[2]) : 8;
  {
    Database database(place, OpenMode::read_write);
    GameQueue queue(database);
    for (const WorkState state : {WorkState::waiting, WorkState::running}) queue.clear(state);
    const std::int64_t put = queue.put(database.ids({}), "bench", "", 0);
    fmt::print("{} games in the queue\n", put);
  }
  in_processes("claims", workers, [&](int i) { return claim_all(place, i); });
  in_processes("evaluations", workers, [&](int i) { return store_evaluations(place, i); });
}
