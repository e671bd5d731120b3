#include "cli/event_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/report/svg_text.h"
#include "cli/game_text.h"
#include "web/json.h"

namespace yari::cli {

namespace {

using tournament::PlayedGame;
using tournament::Standing;

char sign(const PlayedGame& game, Color side) {
  if (game.result == GameResult::unknown) return '?';
  if (game.result == GameResult::draw) return '=';
  return game.result == win_for(side) ? '+' : '-';
}

std::string_view point(const PlayedGame& game, Color side) {
  if (game.result == GameResult::unknown) return "?";
  if (game.result == GameResult::draw) return "½";
  return game.result == win_for(side) ? "1" : "0";
}

/// Fills the grid: `places` gives each player's row.
class Grid {
 public:
  explicit Grid(EventTable& table) : table_(table), rows_(table.standings.size()) {
    for (std::size_t row = 0; row < rows_.size(); ++row) rows_[table.standings[row].player] = row;
  }

  void fill() {
    const EventGames& event = table_.event;
    table_.headings = tournament::rounds(event.games);
    table_.by_round = !table_.headings.empty();
    if (!table_.by_round)
      for (std::size_t i = 0; i < rows_.size(); ++i)
        table_.headings.push_back(std::to_string(i + 1));
    table_.cells.assign(rows_.size(), std::vector<std::string>(table_.headings.size()));
    if (!table_.by_round)
      for (std::size_t i = 0; i < rows_.size(); ++i) table_.cells[i][i] = "×";
    for (std::size_t i = 0; i < event.games.size(); ++i)
      for (const Color side : {Color::black, Color::white}) add(event.games[i], side, i);
  }

 private:
  void add(const PlayedGame& game, Color side, std::size_t number) {
    const std::size_t own = rows_[side == Color::black ? game.black : game.white];
    const std::size_t other = rows_[side == Color::black ? game.white : game.black];
    std::string text;
    std::size_t column = other;
    if (table_.by_round) {
      text = fmt::format("{}{}{}", other + 1, sign(game, side), side == Color::black ? 'b' : 'w');
      const auto round = std::ranges::find(table_.headings, tournament::round_name(game.round));
      column = static_cast<std::size_t>(round - table_.headings.begin());
    } else {
      text = point(game, side);
    }
    if (!game.handicap.empty()) text += '*';
    if (table_.replayed[number]) text = '(' + text + ')';
    std::string& cell = table_.cells[own][column];
    if (table_.by_round && !cell.empty()) cell += ' ';
    cell += text;
  }

  EventTable& table_;
  std::vector<std::size_t> rows_;
};

const std::string& name_of(const EventTable& table, std::size_t player) {
  return table.event.players[player];
}

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

EventTable event_table(EventGames event) {
  EventTable table;
  table.standings = tournament::standings(event.games, event.players.size());
  table.replayed = tournament::replayed(event.games);
  table.event = std::move(event);
  Grid(table).fill();
  return table;
}

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
    std::vector<Json> row{s.place, name_of(table, s.player), s.points, s.games, s.wins, s.draws,
                          s.losses};
    for (const std::string& cell : table.cells[i]) row.emplace_back(cell);
    row.insert(row.end(), {s.buchholz, s.sonneborn_berger, s.mutual});
    rows.add(std::move(row));
  }
  return rows;
}

std::vector<Json> standings_json(const EventTable& table) {
  std::vector<Json> objects;
  for (const Standing& s : table.standings) {
    Json games = Json::array();
    for (std::size_t i = 0; i < table.event.games.size(); ++i) {
      const PlayedGame& game = table.event.games[i];
      if (game.black != s.player && game.white != s.player) continue;
      const Color side = game.black == s.player ? Color::black : Color::white;
      games.push_back(
          {{"game", game.id},
           {"opponent", name_of(table, side == Color::black ? game.white : game.black)},
           {"side", side == Color::black ? "black" : "white"},
           {"points", game.result == GameResult::unknown ? Json() : Json(game.points(side))},
           {"round", web::text_json(game.round)},
           {"handicap", web::text_json(game.handicap)},
           {"replayed", static_cast<bool>(table.replayed[i])}});
    }
    objects.push_back({{"place", s.place},
                       {"player", name_of(table, s.player)},
                       {"points", s.points},
                       {"games", s.games},
                       {"wins", s.wins},
                       {"draws", s.draws},
                       {"losses", s.losses},
                       {"buchholz", s.buchholz},
                       {"sonneborn_berger", s.sonneborn_berger},
                       {"mutual", s.mutual},
                       {"played", std::move(games)}});
  }
  return objects;
}

std::vector<std::string> handicap_notes(const EventTable& table) {
  std::vector<std::string> notes;
  for (const PlayedGame& game : table.event.games) {
    if (game.handicap.empty()) continue;
    notes.push_back(
        fmt::format("{}{} - {}: {}", game.round.empty() ? "" : "round " + game.round + ", ",
                    name_of(table, game.black), name_of(table, game.white), game.handicap));
  }
  return notes;
}

std::string event_page(const EventTable& table, const std::string& title) {
  std::string page = fmt::format(fmt::runtime(page_head), escape_markup(title));
  std::vector<std::string> headings{"#", "Player", "Points", "Games"};
  for (const std::string& heading : table.headings) headings.push_back(heading);
  headings.insert(headings.end(), {"Buchholz", "Sonneborn-Berger", "Mutual"});
  page += "<div class=\"wide\"><table>\n<thead>" + html_row("th", headings) + "</thead>\n<tbody>\n";
  for (std::size_t i = 0; i < table.standings.size(); ++i) {
    const Standing& s = table.standings[i];
    std::vector<std::string> row{std::to_string(s.place), name_of(table, s.player),
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
