// What may be added is decided here; how it is stored, by db/change/tree_edits.h.
#include "answers/play_on.h"

#include <fmt/ranges.h>

#include "analysis/engine/replayed.h"
#include "db/change/tree_edits.h"
#include "notation/json/position_json.h"
#include "notation/words/comment.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// "1-0 (resignation)".
std::string in_words(const Outcome& outcome) {
  std::string text(name(outcome.result));
  if (outcome.ending != Ending::unknown) text += fmt::format(" ({})", name(outcome.ending));
  return text;
}

/// Why nothing can be added at the end of the game; empty when something can.
std::string why_over(const Game& game, GameId id) {
  if (game.result != GameResult::unknown || game.ending != Ending::unknown)
    return fmt::format("game {} is over: {}", id, in_words({game.result, game.ending}));
  if (game.was_cut())
    return fmt::format("the record of game {} goes on with text that was not understood", id);
  if (game.moves.ended_at())
    return fmt::format("game {} has variations in the place of its ending: --at adds another", id);
  return {};
}

/// Plays the moves. The error names the first that the rules forbid.
template <class V>
Result<std::optional<Outcome>> outcome_after(const GamePosition& before,
                                             const std::vector<Move>& moves) {
  Line<V> line = replayed<V>(before);
  for (const Move move : moves) {
    if (const std::optional<Outcome> over = line.outcome())
      return fail(fmt::format("the game is over before {}: {}",
                              write_usi_move(move, V::info.variant), in_words(*over)));
    if (!line.position().is_legal(move))
      return fail(fmt::format("{} is not legal", write_usi_move(move, V::info.variant)));
    if (!line.is_legal(move))
      return fail(fmt::format("{} is not legal: the position would occur for the third time",
                              write_usi_move(move, V::info.variant)));
    line.play(move);
  }
  return line.outcome();
}

Result<std::optional<Outcome>> outcome_after(const GamePosition& before,
                                             const std::vector<Move>& moves) {
  return with_variant(before.start.variant,
                      [&]<class V>(V) { return outcome_after<V>(before, moves); });
}

/// "game 3: 7g7f", "game 3: 12 moves, 1-0 (mate)", as `yari undo --list` shows the change.
std::string change_name(GameId id, const GamePosition& before, const Continuation& added) {
  std::vector<std::string> parts = usi_texts(before.start.variant, added.moves);
  constexpr std::size_t most_named = 4;
  if (parts.size() > most_named) parts = {fmt::format("{} moves", parts.size())};
  std::string text = fmt::format("{}", fmt::join(parts, " "));
  if (added.outcome) text += (text.empty() ? "" : ", ") + in_words(*added.outcome);
  return fmt::format("game {}: {}", id, text.empty() ? "a comment" : text);
}

}  // namespace

Result<GamePosition> place_to_play_on(const Game& game, GameId id,
                                      const std::optional<PlyPlace>& at) {
  if (!at) {
    if (std::string why = why_over(game, id); !why.empty()) return fail(std::move(why));
    GamePosition end = position_at(game, game.moves.main_plies());
    if (const auto over = *outcome_after(end, {}))
      return fail(fmt::format("game {} is over: {}", id, in_words(*over)));
    return end;
  }
  return position_at(game, {id, *at});
}

Outcome resignation(const GamePosition& place, const std::vector<Move>& moves) {
  GamePosition after = place;
  after.moves.insert(after.moves.end(), moves.begin(), moves.end());
  return {win_for(~side_to_move(after)), Ending::resignation};
}

Result<GamePosition> play_on(Database& database, GameId id, const Game& game,
                             const Continuation& continuation) {
  if (continuation.at && continuation.outcome) return fail("a variation does not end the game");
  const Result<GamePosition> place = place_to_play_on(game, id, continuation.at);
  if (!place) return tl::unexpected(place.error());
  const auto by_board = outcome_after(*place, continuation.moves);
  if (!by_board) return tl::unexpected(by_board.error());
  GamePosition after = *place;
  after.moves.insert(after.moves.end(), continuation.moves.begin(), continuation.moves.end());
  Continuation added = continuation;
  // A ply may name the end of the game.
  const bool at_end =
      !added.at || (place->moves == game.moves.main_moves() && why_over(game, id).empty());
  if (*by_board && at_end) added.outcome = *by_board;
  if (added.comment) {
    Result<std::string> comment = typed_comment(*added.comment);
    if (!comment) return fail("the comment: " + comment.error().message);
    added.comment = *std::move(comment);
  }
  TreeEdit edit{.kind = TreeEdit::Kind::add,
                .moves = after.moves,
                .comment = added.comment,
                .spent_ms = added.spent_ms,
                .outcome = added.outcome};
  const TreeEditResult result = edit_tree(database, id, change_name(id, *place, added), edit);
  if (!result.changed && result.refused.empty())
    return fail(fmt::format("game {} has these moves already", id));
  if (!result.refused.empty())
    return fail(fmt::format("game {} stays as it is: {}", id, result.refused));
  return after;
}

}  // namespace yari
