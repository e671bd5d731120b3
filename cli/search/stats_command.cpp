// `yari stats`: what a database holds, in numbers.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "answers/json.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/opening_options.h"
#include "cli/options/position_options.h"
#include "cli/output/game_text.h"
#include "cli/output/result_file.h"
#include "cli/output/sound_games.h"
#include "cli/search/stats_table.h"
#include "cli/terminal/paragraph.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"
#include "db/reports/collection.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

using Counts = std::map<std::string, std::int64_t>;

void print_title(Terminal& terminal, std::string_view title) {
  terminal.write("\n");
  terminal.write(Paint::bold, title);
  terminal.write("\n");
}

void print_counts(Terminal& terminal, std::string_view title, const Counts& counts) {
  if (counts.empty()) return;
  print_title(terminal, title);
  for (const auto& [name, n] : counts)
    terminal.print("  {:<20}{:>12}\n", name.empty() ? "unknown" : printable(name),
                   grouped(static_cast<std::uint64_t>(n)));
}

void print_lengths(Terminal& terminal, const Lengths& lengths) {
  if (lengths.games == 0) return;
  print_title(terminal, "Lengths");
  write_folded(terminal,
               fmt::format("from {} to {} plies, median {}, mean {:.1f}", lengths.min, lengths.max,
                           lengths.median, lengths.mean),
               2);
  // Bars get what a narrow terminal has left.
  constexpr std::int64_t longest = 40, before = 36;
  const auto width = static_cast<std::int64_t>(terminal.width());
  const std::int64_t room =
      width > 0 ? std::clamp(width - before, std::int64_t{1}, longest) : longest;
  std::int64_t most = 1;
  for (const auto& [from, n] : lengths.histogram) most = std::max(most, n);
  for (const auto& [from, n] : lengths.histogram)
    terminal.print("  {:<20}{:>12}  {}\n", fmt::format("{}..{}", from, from + Lengths::step - 1),
                   grouped(static_cast<std::uint64_t>(n)),
                   std::string(static_cast<std::size_t>(room * n / most), '#'));
}

/// In lines of `width`, broken after rows of the board; each but the first begins at `column`.
std::string broken_sfen(std::string_view sfen, std::size_t column, std::size_t width) {
  if (width == 0 || column + sfen.size() <= width) return std::string(sfen) + '\n';
  std::string out;
  for (std::size_t used = column; !sfen.empty();) {
    const std::string_view row = sfen.substr(0, std::min(sfen.find('/'), sfen.size() - 1) + 1);
    sfen.remove_prefix(row.size());
    if (used > column && used + row.size() > width) {
      out += '\n' + std::string(column, ' ');
      used = column;
    }
    out += row;
    used += row.size();
  }
  return out + '\n';
}

void print_positions(Terminal& terminal, const std::vector<CommonPosition>& positions) {
  if (positions.empty()) return;
  print_title(terminal, "Most common positions");
  const auto games = [](const CommonPosition& p) {
    return grouped(static_cast<std::uint64_t>(p.counts.games));
  };
  const std::size_t width = terminal.width() == 0 ? 12 : games(positions.front()).size();
  for (const CommonPosition& p : positions) {
    const std::string before = fmt::format("  {:>{}}  ", games(p), width);
    terminal.write(before + broken_sfen(write_sfen(p.position), before.size(), terminal.width()));
  }
}

/// The same numbers in three columns.
DataTable statistics_table(const PlayedGames& played,
                           const std::vector<CommonPosition>& positions) {
  DataTable table({{"table", "table"}, {"name", "name"}, {"value", "value", true}});
  const Json all = statistics_json(played, positions);
  const auto add = [&](const std::string& part, const std::string& name, const Json& value) {
    if (value.is_number_float())
      table.add({part, name, value.get<double>()});
    else if (value.is_number())
      table.add({part, name, value.get<std::int64_t>()});
  };
  for (const auto& [name, value] : all.items()) {
    add("", name, value);
    if (!value.is_object()) continue;
    for (const auto& [key, n] : value.items()) add(name, key, n);
  }
  return table;
}

struct Stats final : Task {
  DatabaseOption database;
  FilterOptions filters;
  TableForm form;
  std::size_t positions = 10;
  std::optional<std::string> by, file;
  bool svg = false;
  OpeningOptions openings;

  void declare(OptionSet& options) override {
    options.text("by", by, "FIELD", "games or moves in groups").one_of(stats_fields());
    form.declare(options);
    options.flag("svg", svg, "draw the groups as a chart");
    options.text("output,o", file, "FILE", "the file of the SVG")
        .is(ValueKind::file)
        .assumed("standard output");
    openings.declare_file(options);
    options.number("positions", positions, "the N most common positions", std::size_t{0},
                   std::size_t{1000});
    database.declare(options);
    filters.declare(options);
  }

  Exit run(Terminal& terminal) override {
    if (!by && (svg || !filters.filter.empty()))
      throw UsageError("--svg and conditions: --by is needed");
    if (svg && (form.csv || terminal.wants_json()))
      throw UsageError("--svg, --csv and --json: give one of them");
    if (file && !svg) throw UsageError("-o: goes with --svg");
    Database games = database.open(OpenMode::read_only);
    const Working working(terminal, "counting");
    if (by) return print_groups(games, terminal);
    const PlayedGames played = played_games(games);
    const std::vector<CommonPosition> common =
        positions > 0 ? common_positions(games, positions) : std::vector<CommonPosition>();
    terminal.page();
    if (terminal.wants_json()) {
      terminal.json(statistics_json(played, common));
    } else if (form.csv) {
      terminal.write_record(statistics_table(played, common).csv());
    } else {
      print_table(played.counts, terminal);
      print_lengths(terminal, played.lengths);
      print_positions(terminal, common);
    }
    return tell_skipped_games(terminal, games) ? Exit::done : Exit::nothing;
  }

  Exit print_groups(Database& games, Terminal& terminal) const {
    const ChartedTable groups = stats_by(games, *by, filters.filter, openings.list());
    if (svg) {
      ResultFile drawing(terminal, file);
      drawing.write(draw_chart_svg(groups.chart));
      drawing.finish();
    } else {
      terminal.page();
      groups.table.print(terminal, form);
    }
    if (groups.table.empty() && *by == "clock")
      terminal.hint("no annotated game has clocks: 'yari annotate --all' annotates them");
    else if (groups.table.empty())
      explain_nothing(terminal, games, filters.filter.variant);
    return tell_skipped_games(terminal, games) && !groups.table.empty() ? Exit::done
                                                                        : Exit::nothing;
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

extern const Command stats_command{
    "stats", "", "count games, players, results, years, lengths, common positions",
    R"(The most common positions are counted by reading the whole index. This is fastest after
'yari db compact'. --by prints groups instead, of the games that the conditions choose: results;
with 'piece' moves, drops and promotions; with 'clock' annotated mistakes by the time left.

  yari stats --positions 3
  yari stats --by opening --variant shogi --svg -o openings.svg
  yari stats --by handicap --csv)",
    make_task<Stats>};

}  // namespace yari::cli
