// `yari queue`: what waits for workers, what they do, and what failed.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/output/data_table.h"
#include "cli/terminal/text.h"
#include "db/work_queue.h"

namespace yari::cli {

namespace {

/// Rows of one state that are shown to people.
constexpr std::size_t most_shown = 20;

constexpr std::array state_names{"waiting", "running", "done", "failed"};
static_assert(state_names.size() == store::work_state_count);

std::uint64_t games_in(const WorkGroup& group, WorkState state) {
  return static_cast<std::uint64_t>(group.games[static_cast<std::size_t>(state)]);
}

std::uint64_t games_in(const std::vector<WorkGroup>& groups, WorkState state) {
  std::uint64_t all = 0;
  for (const WorkGroup& group : groups) all += games_in(group, state);
  return all;
}

double seconds_of(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

/// What is left to do, at the pace of the games that are done and with the workers of now. No value
/// when nothing is done or nobody works.
std::optional<double> seconds_left(const std::vector<WorkGroup>& groups) {
  const std::uint64_t running = games_in(groups, WorkState::running);
  const std::uint64_t done = games_in(groups, WorkState::done);
  if (running == 0 || done == 0) return std::nullopt;
  double spent = 0;
  for (const WorkGroup& group : groups) spent += seconds_of(group.spent);
  double work = 0;
  for (const WorkGroup& group : groups) {
    const std::uint64_t own = games_in(group, WorkState::done);
    const double pace = own > 0 ? seconds_of(group.spent) / static_cast<double>(own)
                                : spent / static_cast<double>(done);
    // Of those that run, half is done.
    work += pace * (static_cast<double>(games_in(group, WorkState::waiting)) +
                    0.5 * static_cast<double>(games_in(group, WorkState::running)));
  }
  return work / static_cast<double>(running);
}

Json counts_json(const std::vector<WorkGroup>& groups) {
  Json json;
  for (std::size_t i = 0; i < state_names.size(); ++i)
    json[state_names[i]] = games_in(groups, static_cast<WorkState>(i));
  return json;
}

Json row_json(const WorkRow& row) {
  const bool is_running = row.state == WorkState::running;
  return object({{"game", row.work.game},
                 {"state", state_names[static_cast<std::size_t>(row.state)]},
                 {"priority", row.work.priority},
                 {"attempts", row.attempts},
                 {"worker", text_value(row.worker)},
                 {"seconds_left", is_running ? seconds_of(row.left) : Value()},
                 {"reason", text_value(row.reason)}});
}

struct Queue final : Task {
  DatabaseOption database;
  TableForm form;
  bool retry = false, clear = false, cancel = false;

  void declare(OptionSet& options) override {
    options.flag("retry", retry, "put the games that failed into the queue again");
    options.flag("clear", clear, "remove the games that are done or have failed from the list");
    options.flag("cancel", cancel,
                 "remove the games that wait or are worked on; workers drop those");
    form.declare(options);
    database.declare(options);
  }

  Exit run(Terminal& terminal) override {
    if (int{retry} + int{clear} + int{cancel} > 1)
      throw UsageError("give one of --retry, --clear and --cancel");
    form.begin(terminal);
    if (retry || clear || cancel) return change(terminal);
    Database games = database.open(OpenMode::read_only);
    const Snapshot one_moment(games);
    WorkQueue queue(games);
    const std::vector<WorkGroup> groups = queue.groups();
    if (form.csv)
      for (const Json& row : games_json(queue)) terminal.json(row);
    else if (terminal.wants_json())
      print_json(terminal, queue, groups);
    else
      print_text(terminal, queue, groups);
    return groups.empty() ? Exit::nothing : Exit::done;
  }

  Exit change(Terminal& terminal) {
    Database games = database.open(OpenMode::read_write);
    WorkQueue queue(games);
    std::int64_t changed = 0;
    if (retry) changed = queue.retry();
    if (clear) changed = queue.clear(WorkState::done) + queue.clear(WorkState::failed);
    if (cancel) changed = queue.clear(WorkState::waiting) + queue.clear(WorkState::running);
    const auto count = static_cast<std::uint64_t>(changed);
    if (terminal.wants_json())
      terminal.object({{retry ? "retried" : "removed", count}});
    else
      terminal.print("{} {}\n", counted(count, "game"),
                     retry ? "put into the queue again" : "removed from the queue");
    return changed > 0 ? Exit::done : Exit::nothing;
  }

  static void print_json(Terminal& terminal, WorkQueue& queue,
                         const std::vector<WorkGroup>& groups) {
    Json json = counts_json(groups);
    add_fields(json, {{"seconds_left", seconds_left(groups)}});
    json["groups"] = Json::array();
    for (const WorkGroup& group : groups) {
      Json one = object({{"engine", group.engine}, {"settings", group.settings}});
      one.update(counts_json({group}));
      json["groups"].push_back(one);
    }
    json["games"] = games_json(queue);
    terminal.json(json);
  }

  /// Those that are worked on or have failed.
  static Json games_json(WorkQueue& queue) {
    Json games = Json::array();
    for (const WorkState state : {WorkState::running, WorkState::failed})
      for (const WorkRow& row : queue.rows(state, SIZE_MAX)) games.push_back(row_json(row));
    return games;
  }

  static void print_text(Terminal& terminal, WorkQueue& queue,
                         const std::vector<WorkGroup>& groups) {
    if (groups.empty()) {
      terminal.print("the queue is empty\n");
      return;
    }
    const std::optional<double> left = seconds_left(groups);
    terminal.print("{} waiting, {} running, {} done, {} failed{}\n",
                   grouped(games_in(groups, WorkState::waiting)),
                   grouped(games_in(groups, WorkState::running)),
                   grouped(games_in(groups, WorkState::done)),
                   grouped(games_in(groups, WorkState::failed)),
                   left ? fmt::format("; about {} left", rough_duration(*left)) : "");
    for (const WorkGroup& group : groups) {
      const std::uint64_t open =
          games_in(group, WorkState::waiting) + games_in(group, WorkState::running);
      if (open > 0)
        terminal.print("{} for {}: {}\n", grouped(open), printable(group.engine),
                       printable(group.settings));
    }
    for (const WorkRow& row : queue.rows(WorkState::running, most_shown))
      terminal.print("game {}: {}, lease ends in {:.0f} s\n", row.work.game, printable(row.worker),
                     std::max(0.0, seconds_of(row.left)));
    for (const WorkRow& row : queue.rows(WorkState::failed, most_shown))
      terminal.print("game {} failed, {}: {}\n", row.work.game,
                     counted(static_cast<std::uint64_t>(row.attempts), "attempt"),
                     printable(row.reason));
  }
};

}  // namespace

extern const Command queue_command{
    "queue", "", "show the queue of games that wait for workers",
    R"(Shows how many games wait, are worked on, are done and have failed, how long the rest will take
with the workers of now, who works on what, and why games failed. A game fails when its workers
died or its engine failed three times, or when it is damaged.
--csv prints the games that are worked on or have failed.

  yari annotate --queue --all
  yari queue
  yari queue --retry)",
    make_task<Queue>};

}  // namespace yari::cli
