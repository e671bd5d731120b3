// Groups of moves, where cli/search/stats_table.cpp has groups of games.
#include <fmt/format.h>

#include <array>

#include "answers/move_groups.h"
#include "cli/search/stats_table.h"
#include "cli/terminal/text.h"
#include "rules/variant.h"

namespace yari::cli {

namespace {

void add_bar(BarChart& chart, const VariantInfo& about, Kind kind, const KindCounts& n) {
  if (n.moves == 0) return;
  chart.bars.push_back({fmt::format("{}: {}", about.name, about[kind].name),
                        {static_cast<double>(n.moves - n.drops), static_cast<double>(n.drops)},
                        counted(static_cast<std::uint64_t>(n.moves), "move")});
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
  const std::map<Variant, VariantCounts> all = count_moves(database, filter);
  for (std::vector<Value>& row : piece_rows(all)) result.table.add(std::move(row));
  for (const auto& [variant, counts] : all) {
    const VariantInfo& about = info(variant);
    for (int i = 0; i < kind_count; ++i)
      if (const Kind kind{static_cast<std::uint8_t>(i)}; about[kind].exists)
        add_bar(result.chart, about, kind, counts.kinds[kind]);
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
    result.table.add(clock_row(group));
    const auto& [inaccuracies, mistakes, blunders] = group.judged;
    const auto rate = [&](std::int64_t n) {
      return 100 * static_cast<double>(n) / static_cast<double>(group.moves);
    };
    result.chart.bars.push_back({clock_name(group),
                                 {rate(inaccuracies), rate(mistakes), rate(blunders)},
                                 counted(static_cast<std::uint64_t>(group.moves), "move")});
  }
  return result;
}

}  // namespace yari::cli
