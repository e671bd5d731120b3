#include "cli/people/event_output.h"

#include <fmt/format.h>

#include "analysis/report/svg_text.h"

namespace yari::cli {

namespace {

using tournament::Standing;

std::string html_row(const char* cell, const std::vector<std::string>& texts) {
  std::string row = "<tr>";
  for (const std::string& text : texts)
    row += fmt::format("<{0}>{1}</{0}>", cell, escape_markup(text));
  return row + "</tr>\n";
}

std::string half_points(double points) {
  const int whole = static_cast<int>(points);
  const double rest = points - whole;
  if (rest == 0.5) return (whole == 0 ? "" : std::to_string(whole)) + "½";
  return rest == 0 ? std::to_string(whole) : fmt::format("{:.2f}", points);
}

constexpr const char* page_head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{0}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, "Noto Sans CJK JP", sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .3em .7em; text-align: center; white-space: nowrap; border-bottom: 1px solid #8884; }}
th:nth-child(2), td:nth-child(2) {{ text-align: left; }}
td:nth-child(3) {{ font-weight: bold; }}
tr:hover td {{ background: #8882; }}
footer {{ color: gray; font-size: .85em; margin-top: 1.5em; }}
</style>
</head>
<body>
<h1>{0}</h1>
)";

}  // namespace

DataTable standings_table(const EventTable& table, bool with_grid) {
  std::vector<TableColumn> columns{
      {"place", "#", true}, {"player", "player"}, {"points", "pts", true}, {"games", "games", true},
      {"wins", "", true},   {"draws", "", true},  {"losses", "", true}};
  for (const std::string& heading : table.headings)
    columns.push_back(
        {(table.by_round ? "round_" : "against_") + heading, with_grid ? heading : "", true});
  columns.push_back({"buchholz", "BH", true});
  columns.push_back({"sonneborn_berger", "SB", true, 2});
  columns.push_back({"mutual", "mutual", true});
  DataTable rows(columns);
  for (std::size_t i = 0; i < table.standings.size(); ++i) {
    const Standing& s = table.standings[i];
    std::vector<Value> row{
        s.place, table.event.players[s.player], s.points, s.games, s.wins, s.draws, s.losses};
    for (const std::string& cell : table.cells[i]) row.emplace_back(cell);
    row.insert(row.end(), {s.buchholz, s.sonneborn_berger, s.mutual});
    rows.add(std::move(row));
  }
  return rows;
}

std::string event_page(const EventTable& table, const std::string& title) {
  std::string page = fmt::format(fmt::runtime(page_head), escape_markup(title));
  std::vector<std::string> headings{"#", "Player", "Points", "Games"};
  for (const std::string& heading : table.headings) headings.push_back(heading);
  headings.insert(headings.end(), {"Buchholz", "Sonneborn-Berger", "Mutual"});
  page += "<div class=\"wide\"><table>\n<thead>" + html_row("th", headings) + "</thead>\n<tbody>\n";
  for (std::size_t i = 0; i < table.standings.size(); ++i) {
    const Standing& s = table.standings[i];
    std::vector<std::string> row{std::to_string(s.place), table.event.players[s.player],
                                 half_points(s.points), std::to_string(s.games)};
    row.insert(row.end(), table.cells[i].begin(), table.cells[i].end());
    for (const double x : {s.buchholz, s.sonneborn_berger, s.mutual}) row.push_back(half_points(x));
    page += html_row("td", row);
  }
  page += "</tbody>\n</table></div>\n";
  const std::vector<std::string> notes = handicap_notes(table);
  if (!notes.empty()) page += "<p>* Handicap games:</p>\n<ul>\n";
  for (const std::string& note : notes) page += "<li>" + escape_markup(note) + "</li>\n";
  if (!notes.empty()) page += "</ul>\n";
  return page +
         fmt::format("<footer>{} games. {}</footer>\n</body>\n</html>\n", table.event.games.size(),
                     table.by_round ? "3+b: beat the player in row 3 with Black; - lost, = drew."
                                    : "Columns are the opponents, by row.");
}

}  // namespace yari::cli
