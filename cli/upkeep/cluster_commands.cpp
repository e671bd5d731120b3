// `yari cluster`: a database that is spread over several PostgreSQL servers.
#include <fmt/ranges.h>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/output/data_table.h"
#include "cli/terminal/paragraph.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "db/cluster.h"
#include "db/store/place.h"

namespace yari::cli {

namespace {

std::uint64_t natural_number(std::int64_t n) { return static_cast<std::uint64_t>(n); }

/// The URL of the cluster that --db names.
std::string cluster_url(const DatabaseOption& database) {
  const std::filesystem::path place = database.path();
  if (!is_server_url(place))
    throw UsageError(
        fmt::format("{} is a file: --db must name the first server of a cluster, "
                    "postgresql://HOST/DATABASE",
                    printable(place.string())));
  return place.string();
}

void check_urls(const std::vector<std::string>& urls) {
  for (const std::string& url : urls)
    if (!is_server_url(std::string_view(url)))
      throw UsageError(fmt::format("expected postgresql://HOST/DATABASE, got {}",
                                   printable(without_password(url))));
}

struct ClusterCreate final : Task {
  std::vector<std::string> urls;

  void declare(OptionSet& options) override { options.arguments(urls, "a server", 1); }
  Exit run(Terminal& terminal) override {
    check_urls(urls);
    create_cluster(urls);
    if (terminal.wants_json())
      terminal.object({{"servers", urls.size()}});
    else
      terminal.print("a cluster of {}; its URL is that of the first: {}\n",
                     counted(urls.size(), "server"), printable(without_password(urls.front())));
    return Exit::done;
  }
};

struct ClusterStatus final : Task {
  DatabaseOption database;
  TableForm form;

  void declare(OptionSet& options) override {
    form.declare(options);
    database.declare(options);
  }
  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    bool all_answer = true;
    for (const ServerStatus& s : cluster_status(cluster_url(database))) {
      all_answer = all_answer && s.fault.empty();
      if (terminal.wants_json()) {
        terminal.object({{"server", s.url},
                         {"shards", s.shards},
                         {"games", s.games},
                         {"bytes", s.bytes},
                         {"fault", text_value(s.fault)}});
        continue;
      }
      terminal.print("{}\n", printable(s.url));
      write_folded(terminal,
                   fmt::format("{}, {}, {} bytes: {}", counted(s.shards.size(), "shard"),
                               counted(natural_number(s.games), "game"),
                               grouped(natural_number(s.bytes)), fmt::join(s.shards, " ")),
                   2);
      if (!s.fault.empty()) terminal.message(s.fault);
    }
    return all_answer ? Exit::done : Exit::nothing;
  }
};

struct ClusterMove final : Task {
  DatabaseOption database;
  std::vector<std::string> words;

  void declare(OptionSet& options) override {
    database.declare(options);
    options.arguments(words, "a shard and a server", 2, 2);
  }
  Exit run(Terminal& terminal) override {
    const int shard = read_number<int>("the shard's number", words[0], 0, 63);
    const bool moved = move_shard(cluster_url(database), shard, words[1]);
    if (terminal.wants_json())
      terminal.object({{"shard", shard}, {"moved", moved}});
    else
      terminal.print("shard {} {}\n", shard, moved ? "moved" : "is there already");
    return Exit::done;
  }
};

struct ClusterAdd final : Task {
  DatabaseOption database;
  std::vector<std::string> urls;

  void declare(OptionSet& options) override {
    database.declare(options);
    options.arguments(urls, "a server", 1, 1);
  }
  Exit run(Terminal& terminal) override {
    check_urls(urls);
    std::vector<int> moved;
    add_server(cluster_url(database), urls.front(), [&](int shard) { moved.push_back(shard); });
    if (terminal.wants_json())
      terminal.object({{"moved", moved}});
    else
      terminal.print("{} moved to {}: {}\n", counted(moved.size(), "shard"),
                     printable(without_password(urls.front())), fmt::join(moved, " "));
    return Exit::done;
  }
};

struct ClusterRoles final : Task {
  void declare(OptionSet&) override {}
  Exit run(Terminal& terminal) override {
    terminal.print("{}", cluster_roles());
    return Exit::done;
  }
};

}  // namespace

extern const Command cluster_create_command{
    "cluster create", "URL...", "spread a new database over PostgreSQL servers",
    R"(Makes an empty database whose games are spread over the servers. The first server keeps the map
and the names; its URL is what --db takes from then on. 'yari db merge' fills it from a file.
Passwords belong in PGPASSFILE: none is stored. docs/cluster.md explains the rest.

  yari cluster create postgresql://a/games postgresql://b/games postgresql://c/games)",
    make_task<ClusterCreate>};
extern const Command cluster_status_command{
    "cluster status", "", "show the servers of a cluster and what lies on them",
    R"(Exit code 1 if a server does not answer.)", make_task<ClusterStatus>};
extern const Command cluster_add_command{
    "cluster add", "URL", "add a server to a cluster and move its share of games there",
    R"(The same command goes on where it was interrupted.

  yari cluster add --db postgresql://a/games postgresql://d/games)",
    make_task<ClusterAdd>};
extern const Command cluster_move_command{
    "cluster move", "SHARD URL", "move a shard of a cluster to another of its servers",
    R"(Whoever writes waits meanwhile. Programs that have the database open must open it again.

  yari cluster move --db postgresql://a/games 17 postgresql://b/games)",
    make_task<ClusterMove>};
extern const Command cluster_roles_command{
    "cluster roles", "", "print the SQL that makes roles with just their rights",
    R"(The roles are yari_reader, yari_worker, yari_writer and yari_owner; grant them to users.

  yari cluster roles | psql postgresql://a/games)",
    make_task<ClusterRoles>};

}  // namespace yari::cli
