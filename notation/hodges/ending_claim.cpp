// Nothing here knows whose turn it is.
#include "notation/hodges/ending_claim.h"

#include "notation/hodges/spelled_move.h"
#include "notation/read/game_builder.h"
#include "text/text.h"

namespace yari {

std::optional<Winner> declared(const ScannedMoves& moves, std::size_t next) {
  std::size_t i = next;
  while (i < moves.tokens.size() && moves.tokens[i].type == HodgesToken::Type::time) ++i;
  if (i == moves.tokens.size() || moves.tokens[i].type != HodgesToken::Type::braces)
    return std::nullopt;
  const std::string text = ascii_lower(moves.tokens[i].inside());
  const auto says = [&text](std::string_view word) { return text.find(word) != text.npos; };
  if (!says("宣言") && !says("declar")) return std::nullopt;
  if (says("負") || says("失敗") || says("lose") || says("lost")) return Winner::other;
  return says("勝") || says("win") || says("won") ? std::optional(Winner::mover) : std::nullopt;
}

bool is_unknown_ending(const ScannedMoves& moves, std::size_t next, std::string_view text) {
  const HodgesToken& t = moves.tokens[next - 1];
  constexpr std::size_t shortest = 4;
  if (t.text.size() < shortest || may_begin_spelled_move(t.text)) return false;
  const std::string_view before = up_to(text, t.text);
  const std::size_t point = before.find_last_not_of(" \t");
  if (point == before.npos || point == 0 || before[point] != '.' || !is_digit(before[point - 1]))
    return false;
  for (std::size_t i = next; i < moves.tokens.size(); ++i) {
    using Type = HodgesToken::Type;
    const Type type = moves.tokens[i].type;
    if (type == Type::close || type == Type::branch) break;
    if (type != Type::time && type != Type::result && type != Type::braces && type != Type::comment)
      return false;
  }
  return true;
}

bool ends_by_illegal_move(const ScannedMoves& moves, std::size_t next) {
  using Type = HodgesToken::Type;
  for (std::size_t i = next; i < moves.tokens.size(); ++i) {
    const HodgesToken& t = moves.tokens[i];
    if (t.type == Type::time || t.type == Type::glyph) continue;
    if (t.type == Type::word) return true;
    if (t.type != Type::braces && t.type != Type::comment) return false;
    const auto said = outcome_in_comment(trimmed(t.inside()));
    if (said && said->ending == Ending::illegal_move) return true;
  }
  return false;
}

}  // namespace yari
