#include "cli/search/stats_table.h"

#include "answers/json.h"
#include "answers/result_groups.h"
#include "cli/terminal/text.h"

namespace yari::cli {

std::vector<std::string> stats_fields() {
  std::vector<std::string> fields = result_fields();
  fields.insert(fields.end(), {"piece", "clock"});
  return fields;
}

ChartedTable stats_by(Database& database, const std::string& field, const GameFilter& filter,
                      const openings::OpeningList& names) {
  if (field == "piece") return moves_by_piece(database, filter);
  if (field == "clock") return mistakes_by_clock(database, filter);
  return results_by(database, field, filter, names);
}

ChartedTable results_by(Database& database, const std::string& field, const GameFilter& filter,
                        const openings::OpeningList& names) {
  ChartedTable result{DataTable({{field, field},
                                 {"games", "games", true},
                                 {"black", "black", true},
                                 {"draws", "drawn", true},
                                 {"white", "white", true},
                                 {"score", "black %", true},
                                 {"plies", "plies", true}}),
                      {"Results by " + field, {"Black", "drawn", "White"}, {}, true}};
  for (const ResultGroup& group : result_groups(database, field, filter, names)) {
    result.table.add(result_row(group));
    result.chart.bars.push_back({group.name,
                                 {static_cast<double>(group.wins), static_cast<double>(group.draws),
                                  static_cast<double>(group.losses)},
                                 counted(static_cast<std::uint64_t>(group.games), "game")});
  }
  return result;
}

}  // namespace yari::cli
