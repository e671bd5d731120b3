#include "cli/stats_table.h"

#include <nlohmann/json.hpp>

#include "cli/text.h"
#include "web/json.h"
#include "web/result_groups.h"

namespace yari::cli {

std::vector<std::string> stats_fields() {
  std::vector<std::string> fields = web::result_fields();
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
  for (const web::ResultGroup& group : web::result_groups(database, field, filter, names)) {
    const std::optional<double> score = group.score();
    result.table.add({group.name, group.games, group.black, group.draws, group.white,
                      score ? Json(web::rounded(*score)) : Json(),
                      web::rounded(group.mean_plies())});
    result.chart.bars.push_back(
        {group.name,
         {static_cast<double>(group.black), static_cast<double>(group.draws),
          static_cast<double>(group.white)},
         counted(static_cast<std::uint64_t>(group.games), "game")});
  }
  return result;
}

}  // namespace yari::cli
