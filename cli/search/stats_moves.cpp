// Groups of moves, where cli/search/stats_table.cpp has groups of games.
#include <fmt/format.h>

#include <array>

#include "answers/json.h"
#include "cli/search/stats_table.h"
#include "cli/terminal/text.h"
#include "db/reports/clock_mistakes.h"
#include "db/reports/move_counts.h"
#include "rules/variant.h"

namespace yari::cli {

namespace {

Value percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? Value()
                    : rounded(100 * static_cast<double>(part) / static_cast<double>(whole));
}

void add_kind(ChartedTable& result, const VariantInfo& about, Kind kind,
              const VariantCounts& counts) {
  const KindCounts& n = counts.kinds[kind];
  const std::string name(about[kind].name);
  result.table.add({about.id, name, n.moves, percent(n.moves, counts.moves), n.drops,
                    percent(n.drops, n.moves), n.captures, percent(n.captures, n.moves),
                    n.promotions, percent(n.promotions, n.promotions + n.declined)});
  result.chart.bars.push_back(
      {fmt::format("{}: {}", about.name, name),
       {static_cast<double>(n.moves - n.drops), static_cast<double>(n.drops)},
       counted(static_cast<std::uint64_t>(n.moves), "move")});
}

std::string time_text(int seconds) {
  return seconds < 60 ? fmt::format("{} s", seconds) : fmt::format("{} min", seconds / 60);
}

}  // namespace

ChartedTable moves_by_piece(Database& database, const GameFilter& filter) {
  ChartedTable result{DataTable({{"variant", "game"},
                                 {"piece", "piece"},
                                 {"moves", "moves", true},
                                 {"share", "%", true},
                                 {"drops", "drops", true},
                                 {"drop_share", "%", true},
                                 {"captures", "takes", true},
                                 {"capture_share", "%", true},
                                 {"promotions", "promotes", true},
                                 {"promotion_share", "%", true}}),
                      {"Moves by piece", {"moves on the board", "drops"}, {}, false}};
  for (const auto& [variant, counts] : count_moves(database, filter)) {
    const VariantInfo& about = info(variant);
    for (int i = 0; i < kind_count; ++i)
      if (const Kind kind{static_cast<std::uint8_t>(i)};
          about[kind].exists && counts.kinds[kind].moves > 0)
        add_kind(result, about, kind, counts);
  }
  return result;
}

ChartedTable mistakes_by_clock(Database& database, const GameFilter& filter) {
  ChartedTable result{
      DataTable({{"left", "time left"},
                 {"moves", "moves", true},
                 {"inaccuracies", "inaccuracies", true},
                 {"mistakes", "mistakes", true},
                 {"blunders", "blunders", true},
                 {"rate", "of 100 moves", true}}),
      {"Of 100 moves, by time left", {"inaccuracies", "mistakes", "blunders"}, {}, false}};
  for (const ClockGroup& group : count_clock_mistakes(database, filter)) {
    if (group.moves == 0) continue;
    const std::string name =
        group.to == 0 ? time_text(group.from) + " or more"
                      : fmt::format("{} to {}", time_text(group.from), time_text(group.to));
    const auto& [inaccuracies, mistakes, blunders] = group.judged;
    result.table.add({name, group.moves, inaccuracies, mistakes, blunders,
                      percent(inaccuracies + mistakes + blunders, group.moves)});
    const auto rate = [&](std::int64_t n) {
      return 100 * static_cast<double>(n) / static_cast<double>(group.moves);
    };
    result.chart.bars.push_back({name,
                                 {rate(inaccuracies), rate(mistakes), rate(blunders)},
                                 counted(static_cast<std::uint64_t>(group.moves), "move")});
  }
  return result;
}

}  // namespace yari::cli
