#include "answers/game_place.h"

#include <fmt/format.h>

#include "text/text.h"

namespace yari {

namespace {

/// Far beyond the longest game, and far from overflow.
constexpr int most_plies = most_plies_asked;

tl::unexpected<Error> expected_ply(std::string_view text) {
  return fail(fmt::format("expected a ply like 40, last or -2, found {}", in_quotes(text)));
}

}  // namespace

Result<PlyPlace> read_ply(std::string_view text) {
  if (same_word(text, "last")) return last_ply;
  const auto number = whole_number<int>(text);
  if (!number || *number > most_plies || *number < -most_plies) return expected_ply(text);
  // "-0" would be the start for one reader and the end for another.
  if (text.starts_with('-') && *number == 0) return expected_ply(text);
  return *number < 0 ? PlyPlace{-1 - *number, true} : PlyPlace{*number, false};
}

Result<int> ply_in(const PlyPlace& place, GameId game, int plies) {
  if (place.plies > plies) return fail(fmt::format("game {} has {} plies", game, plies));
  return place.from_end ? plies - place.plies : place.plies;
}

Result<GamePlace> read_game_place(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view number = text.substr(0, colon);
  const auto game = whole_number<GameId>(number);
  if (!game || *game < 1 || *game > last_game_id)
    return fail(fmt::format("expected a game like 12 or 12:40, found {}", in_quotes(text)));
  if (colon == text.size()) return GamePlace{*game};
  const Result<PlyPlace> ply = read_ply(text.substr(colon + 1));
  if (!ply) return fail(ply.error().message, colon + 1);
  return GamePlace{*game, *ply};
}

Result<GamePosition> position_at(const Game& game, const GamePlace& place) {
  const Result<int> ply = ply_in(place.ply, place.game, game.moves.main_plies());
  if (!ply) return tl::unexpected(ply.error());
  return position_at(game, *ply);
}

}  // namespace yari
