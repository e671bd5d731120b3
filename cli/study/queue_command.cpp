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

/// Rows of one kind and state that are shown to people.
constexpr std::size_t most_shown = 20;

constexpr std::array state_names{"waiting", "running", "done", "failed"};
static_assert(state_names.size() == store::work_state_count);

std::uint64_t count_in(const WorkGroup& group, WorkState state) {
  return static_cast<std::uint64_t>(group.counts[static_cast<std::size_t>(state)]);
}

std::uint64_t count_in(const std::vector<WorkGroup>& groups, WorkState state) {
  std::uint64_t all = 0;
  for (const WorkGroup& group : groups) all += count_in(group, state);
  return all;
}

double seconds_of(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

/// What is left to do, at the pace of what is done and with the workers of now. No value when
/// nothing is done or nobody works.
std::optional<double> seconds_left(const std::vector<WorkGroup>& groups) {
  const std::uint64_t running = count_in(groups, WorkState::running);
  const std::uint64_t done = count_in(groups, WorkState::done);
  if (running == 0 || done == 0) return std::nullopt;
  double spent = 0;
  for (const WorkGroup& group : groups) spent += seconds_of(group.spent);
  double work = 0;
  for (const WorkGroup& group : groups) {
    const std::uint64_t own = count_in(group, WorkState::done);
    const double pace = own > 0 ? seconds_of(group.spent) / static_cast<double>(own)
                                : spent / static_cast<double>(done);
    // Of what is worked on, half is done.
    work += pace * (static_cast<double>(count_in(group, WorkState::waiting)) +
                    0.5 * static_cast<double>(count_in(group, WorkState::running)));
  }
  return work / static_cast<double>(running);
}

Json counts_json(const std::vector<WorkGroup>& groups) {
  Json json = Json::object();
  for (std::size_t i = 0; i < state_names.size(); ++i)
    json[state_names[i]] = count_in(groups, static_cast<WorkState>(i));
  return json;
}

struct Queue final : Task {
  DatabaseOption database;
  TableForm form;
  bool retry = false, clear = false, cancel = false;

  void declare(OptionSet& options) override {
    options.flag("retry", retry, "put what failed into the queue again");
    options.flag("clear", clear, "remove what is done or has failed from the list");
    options.flag("cancel", cancel, "remove what waits or is worked on; workers drop it");
    form.declare(options);
    database.declare(options);
  }

  Exit run(Terminal& terminal) override {
    if (int{retry} + int{clear} + int{cancel} > 1)
      throw UsageError("give one of --retry, --clear and --cancel");
    form.begin(terminal);
    if (retry || clear || cancel) return change(terminal);
    Database store = database.open(OpenMode::read_only);
    const Snapshot one_moment(store);
    GameQueue games(store);
    PositionQueue positions(store);
    const std::vector<WorkGroup> of_games = games.groups(), of_positions = positions.groups();
    if (form.csv) {
      for (const Json& row : rows_json(games)) terminal.json(row);
      for (const Json& row : rows_json(positions)) terminal.json(row);
    } else if (terminal.wants_json()) {
      Json json = queue_json(of_games);
      json["games"] = rows_json(games);
      Json& second = json["positions"] = queue_json(of_positions);
      second["rows"] = rows_json(positions);
      terminal.json(json);
    } else {
      if (of_games.empty() && of_positions.empty()) terminal.print("the queue is empty\n");
      if (!of_games.empty()) print_text(terminal, games, of_games, "game", "games");
      if (!of_positions.empty())
        print_text(terminal, positions, of_positions, "position", "positions");
    }
    return of_games.empty() && of_positions.empty() ? Exit::nothing : Exit::done;
  }

  Exit change(Terminal& terminal) {
    Database store = database.open(OpenMode::read_write);
    const std::uint64_t games = change(GameQueue(store));
    const std::uint64_t positions = change(PositionQueue(store));
    const char* const what = retry ? "retried" : "removed";
    if (terminal.wants_json()) {
      terminal.object({{what, games}, {"positions", positions}});
    } else {
      std::string changed = counted(games, "game");
      if (positions > 0) changed += " and " + counted(positions, "position");
      terminal.print("{} {}\n", changed,
                     retry ? "put into the queue again" : "removed from the queue");
    }
    return games + positions > 0 ? Exit::done : Exit::nothing;
  }

  std::uint64_t change(WorkQueue&& queue) const {
    std::int64_t changed = 0;
    if (retry) changed = queue.retry();
    if (clear) changed = queue.clear(WorkState::done) + queue.clear(WorkState::failed);
    if (cancel) changed = queue.clear(WorkState::waiting) + queue.clear(WorkState::running);
    return static_cast<std::uint64_t>(changed);
  }

  static Json queue_json(const std::vector<WorkGroup>& groups) {
    Json json = counts_json(groups);
    add_fields(json, {{"seconds_left", seconds_left(groups)}});
    Json& rows = json["groups"] = Json::array();
    for (const WorkGroup& group : groups) {
      Json one = object({{"engine", group.engine}, {"settings", group.settings}});
      one.update(counts_json({group}));
      rows.push_back(one);
    }
    return json;
  }

  /// What is worked on or has failed.
  static Json rows_json(WorkQueue& queue) {
    Json rows = Json::array();
    for (const WorkState state : {WorkState::running, WorkState::failed})
      for (const WorkRow& row : queue.rows(state, SIZE_MAX)) rows.push_back(row_json(row));
    return rows;
  }

  static Json row_json(const WorkRow& row) {
    const bool is_running = row.state == WorkState::running;
    const bool is_game = row.work.sfen.empty();
    return object({{"game", is_game ? Value(row.work.id) : Value()},
                   {"position", text_value(row.work.sfen)},
                   {"state", state_names[static_cast<std::size_t>(row.state)]},
                   {"priority", row.work.priority},
                   {"attempts", row.attempts},
                   {"worker", text_value(row.worker)},
                   {"seconds_left", is_running ? seconds_of(row.left) : Value()},
                   {"reason", text_value(row.reason)}});
  }

  static void print_text(Terminal& terminal, WorkQueue& queue, const std::vector<WorkGroup>& groups,
                         const char* one, const char* many) {
    const std::optional<double> left = seconds_left(groups);
    terminal.print("{}: {} waiting, {} running, {} done, {} failed{}\n", many,
                   grouped(count_in(groups, WorkState::waiting)),
                   grouped(count_in(groups, WorkState::running)),
                   grouped(count_in(groups, WorkState::done)),
                   grouped(count_in(groups, WorkState::failed)),
                   left ? fmt::format("; about {} left", rough_duration(*left)) : "");
    for (const WorkGroup& group : groups) {
      const std::uint64_t open =
          count_in(group, WorkState::waiting) + count_in(group, WorkState::running);
      if (open > 0)
        terminal.print("{} for {}: {}\n", grouped(open), printable(group.engine),
                       printable(group.settings));
    }
    const auto name = [&](const WorkRow& row) {
      return row.work.sfen.empty() ? fmt::format("{} {}", one, row.work.id)
                                   : fmt::format("{} {}", one, printable(row.work.sfen));
    };
    for (const WorkRow& row : queue.rows(WorkState::running, most_shown))
      terminal.print("{}: {}, lease ends in {:.0f} s\n", name(row), printable(row.worker),
                     std::max(0.0, seconds_of(row.left)));
    for (const WorkRow& row : queue.rows(WorkState::failed, most_shown))
      terminal.print("{} failed, {}: {}\n", name(row),
                     counted(static_cast<std::uint64_t>(row.attempts), "attempt"),
                     printable(row.reason));
  }
};

}  // namespace

extern const Command queue_command{
    "queue", "", "show the queue of games and positions that wait for workers",
    R"(Shows how many games wait for an annotation, and positions for an evaluation, how many are
worked on, are done and have failed, how long the rest will take with the workers of now, who works
on what, and why work failed: its workers died or its engine failed three times, or the game is
damaged.
--csv prints the games and positions that are worked on or have failed.

  yari annotate --queue --all
  yari queue
  yari queue --retry)",
    make_task<Queue>};

}  // namespace yari::cli
