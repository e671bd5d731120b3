#include "answers/event_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "record/tag_value.h"
#include "rules/color_name.h"

namespace yari {

namespace {

using tournament::PlayedGame;
using tournament::Standing;

/// Cells. Of a larger one nobody could see anything, and a file from anywhere may ask for it.
constexpr std::size_t largest_grid = 250'000;

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

char colour(const PlayedGame& game, Color side) {
  if (!game.was_played()) return 'f';
  return side == Color::black ? 'b' : 'w';
}

const char* bye_text(const PlayedGame& game) {
  if (game.result == GameResult::draw) return "bye=";
  return game.result == GameResult::white_wins ? "bye-" : "bye";
}

/// Fills the grid: `places` gives each player's row.
class Grid {
 public:
  explicit Grid(EventTable& table) : table_(table), rows_(table.standings.size()) {
    for (std::size_t row = 0; row < rows_.size(); ++row) rows_[table.standings[row].player] = row;
  }

  void fill(EventGrid grid) {
    const EventGames& event = table_.event;
    if (grid != EventGrid::crosstable) table_.headings = tournament::rounds(event.games);
    table_.by_round = !table_.headings.empty() || grid == EventGrid::rounds;
    if (!table_.by_round)
      for (std::size_t i = 0; i < rows_.size(); ++i)
        table_.headings.push_back(std::to_string(i + 1));
    if (rows_.size() * table_.headings.size() > largest_grid) table_.headings.clear();
    table_.cells.assign(rows_.size(), std::vector<std::string>(table_.headings.size()));
    if (table_.headings.empty()) return;
    for (std::size_t i = 0; i < table_.headings.size(); ++i) columns_[table_.headings[i]] = i;
    if (!table_.by_round)
      for (std::size_t i = 0; i < rows_.size(); ++i) table_.cells[i][i] = "×";
    for (std::size_t i = 0; i < event.games.size(); ++i)
      for (const Color side : {Color::black, Color::white})
        if (!event.games[i].bye || (side == Color::black && table_.by_round))
          add(event.games[i], side, i);
  }

 private:
  void add(const PlayedGame& game, Color side, std::size_t number) {
    const std::size_t own = rows_[side == Color::black ? game.black : game.white];
    const std::size_t other = rows_[side == Color::black ? game.white : game.black];
    std::string text;
    std::size_t column = other;
    if (table_.by_round) {
      text = game.bye ? bye_text(game)
                      : fmt::format("{}{}{}", other + 1, sign(game, side), colour(game, side));
      column = columns_.at(round_name(game.round));
    } else {
      text = point(game, side);
      if (!game.was_played()) text += 'f';
    }
    if (!game.handicap.empty()) text += '*';
    if (table_.replayed[number]) text = '(' + text + ')';
    std::string& cell = table_.cells[own][column];
    if (table_.by_round && !cell.empty()) cell += ' ';
    cell += text;
  }

  EventTable& table_;
  std::vector<std::size_t> rows_;
  std::unordered_map<std::string, std::size_t> columns_;
};

const std::string& name_of(const EventTable& table, std::size_t player) {
  return table.event.players[player];
}

}  // namespace

EventTable event_table(EventGames event, EventGrid grid) {
  EventTable table;
  table.standings = tournament::standings(event.games, event.players.size());
  table.replayed = tournament::replayed(event.games);
  table.event = std::move(event);
  Grid(table).fill(grid);
  return table;
}

std::vector<Json> standings_json(const EventTable& table) {
  std::vector<Json> objects;
  for (const Standing& s : table.standings) {
    Json games = Json::array();
    for (std::size_t i = 0; i < table.event.games.size(); ++i) {
      const PlayedGame& game = table.event.games[i];
      if (game.black != s.player && game.white != s.player) continue;
      const Color side = game.black == s.player ? Color::black : Color::white;
      games.push_back(object(
          {{"game", game.id},
           {"opponent",
            game.bye ? Value() : name_of(table, side == Color::black ? game.white : game.black)},
           {"side", game.bye ? Value() : name(side)},
           {"points", if_known(game.counts(), game.points(side))},
           {"round", text_value(game.round)},
           {"handicap", text_value(game.handicap)},
           {"replayed", static_cast<bool>(table.replayed[i])},
           {"played", game.was_played()}}));
    }
    objects.push_back(object({{"place", s.place},
                              {"player", name_of(table, s.player)},
                              {"points", s.points},
                              {"games", s.games},
                              {"wins", s.wins},
                              {"draws", s.draws},
                              {"losses", s.losses},
                              {"buchholz", s.buchholz},
                              {"sonneborn_berger", s.sonneborn_berger},
                              {"mutual", s.mutual}}));
    objects.back()["played"] = std::move(games);
  }
  return objects;
}

Json event_json(const EventTable& table) {
  Json players = Json::array();
  const std::vector<Json> standings = standings_json(table);
  for (std::size_t i = 0; i < standings.size(); ++i) {
    players.push_back(standings[i]);
    players.back()["cells"] = table.cells[i];
  }
  return {{"games", table.event.games.size()}, {"without_players", table.event.without_players},
          {"events", table.event.events},      {"by_round", table.by_round},
          {"headings", table.headings},        {"handicaps", handicap_notes(table)},
          {"players", std::move(players)}};
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

}  // namespace yari
