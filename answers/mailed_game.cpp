// Games of the two players are few: each is compared move by move.
#include "answers/mailed_game.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "db/import/same_game.h"
#include "record/tag_value.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// How many of event, site, date and round the message and the game name alike; no value where
/// they name one differently.
std::optional<int> agreement(const Game& game, const Game& score) {
  int same = 0;
  for (const std::string_view tag : {tags::event, tags::site, tags::date, tags::round}) {
    const std::string a = known_value(game.tag(tag)), b = known_value(score.tag(tag));
    if (a.empty() || b.empty()) continue;
    if (a != b) return std::nullopt;
    ++same;
  }
  return same;
}

/// No value for a damaged game.
std::optional<Game> readable_game(Database& database, GameId id) {
  try {
    return database.load_game(id);
  } catch (const DamagedGame&) {
    return std::nullopt;
  }
}

bool same_players(const Game& game, const Game& score) {
  return known_value(game.tag(tags::black)) == known_value(score.tag(tags::black)) &&
         known_value(game.tag(tags::white)) == known_value(score.tag(tags::white));
}

/// How many moves from the start on are the same.
std::size_t common_moves(const std::vector<Move>& a, const std::vector<Move>& b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

std::string names_of(const Game& score) {
  return fmt::format("{} - {}", score.tag(tags::black), score.tag(tags::white));
}

}  // namespace

std::string why_other_game(const Game& game, GameId id, const Game& score) {
  if (game.variant != score.variant)
    return fmt::format("game {} is a game of {}, and the message has one of {}", id,
                       info(game.variant).name, info(score.variant).name);
  if (!game.start.same_position(score.start) || game.rules != score.rules)
    return fmt::format("game {} has another start or rule set than the message", id);
  const std::vector<Move> stored = game.moves.main_moves(), sent = score.moves.main_moves();
  const std::size_t common = common_moves(stored, sent);
  if (common == stored.size()) return {};
  if (common == sent.size())
    return fmt::format("game {} has all moves of the message, and {} more", id,
                       stored.size() - common);
  return fmt::format("move {} is {} in game {}, and {} in the message", common + 1,
                     write_usi_move(stored[common], game.variant), id,
                     write_usi_move(sent[common], game.variant));
}

MailedGames mailed_games(Database& database, const Game& score) {
  GameFilter filter;
  filter.variant = score.variant;
  filter.black = score.tag(tags::black);
  filter.white = score.tag(tags::white);
  if (known_value(*filter.black).empty() || known_value(*filter.white).empty())
    return {{}, "the message does not name both players: say which game it is"};
  // Moves in common, then tags in common.
  using Nearness = std::pair<std::size_t, int>;
  MailedGames result;
  std::vector<MailedGame>& found = result.games;
  Nearness nearest{}, nearest_other{};
  result.why_none = fmt::format("no game {} goes as the message does", names_of(score));
  for (const GameId id : database.ids(filter)) {
    std::optional<Game> game = readable_game(database, id);
    const std::optional<int> tags = game ? agreement(*game, score) : std::nullopt;
    if (!tags || !same_players(*game, score)) continue;
    const Nearness nearness{common_moves(game->moves.main_moves(), score.moves.main_moves()),
                            *tags};
    std::string why = why_other_game(*game, id, score);
    if (why.empty() && game->result != GameResult::unknown)
      why = fmt::format("game {} is over: {}", id, name(game->result));
    if (!why.empty()) {
      if (nearness >= nearest_other) result.why_none = why;
      nearest_other = std::max(nearest_other, nearness);
      continue;
    }
    if (nearness > nearest) found.clear();
    if (!found.empty() && nearness < nearest) continue;
    nearest = nearness;
    found.push_back({id, *std::move(game)});
  }
  return result;
}

Result<MailedGame> find_mailed_game(Database& database, const Game& score) {
  MailedGames found = mailed_games(database, score);
  if (found.games.empty()) return fail(found.why_none);
  if (found.games.size() == 1) return std::move(found.games.front());
  std::vector<GameId> ids;
  for (const MailedGame& game : found.games) ids.push_back(game.id);
  return fail(
      fmt::format("games {} go as the message does: say which it is", fmt::join(ids, ", ")));
}

}  // namespace yari
