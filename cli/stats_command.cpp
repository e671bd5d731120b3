// `yari stats`: what a database holds, in numbers.
#include "cli/command.h"
#include "cli/shared_options.h"
#include "cli/text.h"

namespace yari::cli {

namespace {

using Counts = std::map<std::string, std::int64_t>;

Json counts_json(const Counts& counts) {
  Json json = Json::object();
  for (const auto& [name, n] : counts) json[name] = n;
  return json;
}

void print_counts(Terminal& terminal, std::string_view title, const Counts& counts) {
  if (counts.empty()) return;
  terminal.print("\n{}\n", terminal.painted(Paint::bold, title));
  for (const auto& [name, n] : counts)
    terminal.print("  {:<20}{:>12}\n", name.empty() ? "unknown" : printable(name),
                   grouped(static_cast<std::uint64_t>(n)));
}

Counts years_by_name(const Statistics& s) {
  Counts named;
  for (const auto& [year, n] : s.years) named[year == 0 ? "unknown" : std::to_string(year)] = n;
  return named;
}

struct Stats final : Task {
  DatabaseOption database;

  void declare(OptionSet& options) override { database.declare(options); }

  Exit run(Terminal& terminal) override {
    const Statistics s = database.open(OpenMode::read_only).statistics();
    if (terminal.wants_json())
      print_json(s, terminal);
    else
      print_table(s, terminal);
    return Exit::done;
  }

  static void print_json(const Statistics& s, Terminal& terminal) {
    terminal.json({{"games", s.games},
                   {"plies", s.plies},
                   {"annotated", s.annotated},
                   {"players", s.players},
                   {"events", s.events},
                   {"sites", s.sites},
                   {"postings", s.postings},
                   {"index_bytes", s.index_bytes},
                   {"index_runs", s.index_runs},
                   {"evaluations", s.evaluations},
                   {"file_bytes", s.file_bytes},
                   {"variants", counts_json(s.variants)},
                   {"results", counts_json(s.results)},
                   {"endings", counts_json(s.endings)},
                   {"handicaps", counts_json(s.handicaps)},
                   {"years", counts_json(years_by_name(s))}});
  }

  static void print_table(const Statistics& s, Terminal& terminal) {
    const auto row = [&](std::string_view name, std::int64_t n) {
      terminal.print("{:<22}{:>12}\n", name, grouped(static_cast<std::uint64_t>(n)));
    };
    row("games", s.games);
    row("plies", s.plies);
    row("annotated games", s.annotated);
    row("players", s.players);
    row("events", s.events);
    row("sites", s.sites);
    row("indexed positions", s.postings);
    row("stored evaluations", s.evaluations);
    row("bytes", s.file_bytes);
    row("bytes of the index", s.index_bytes);
    print_counts(terminal, "Games", s.variants);
    print_counts(terminal, "Results", s.results);
    print_counts(terminal, "Endings", s.endings);
    print_counts(terminal, "Handicaps", s.handicaps);
    print_counts(terminal, "Years", years_by_name(s));
  }
};

}  // namespace

extern const Command stats_command{"stats", "", "count games, players, results, years", "",
                                   make_task<Stats>};

}  // namespace yari::cli
