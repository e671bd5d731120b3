// Phrases are tried from the longest: "illegal" ends a game as "illegal move" does.
#include "notation/hodges/ending.h"

#include "notation/words.h"

namespace yari {

std::optional<EndingPhrase> ending_phrase(const ScannedMoves& moves, std::size_t i) {
  constexpr std::size_t most_words = 5;
  const auto& tokens = moves.tokens;
  std::size_t end = i + 1;
  while (end < tokens.size() && end - i < most_words &&
         tokens[end].type == HodgesToken::Type::word) {
    ++end;
  }
  for (; end > i; --end) {
    const Span span{tokens[i].span.begin, tokens[end - 1].span.end};
    const std::string_view words = moves.text.substr(span.begin, span.end - span.begin);
    if (const auto said = outcome_said(words)) return EndingPhrase{end - 1, span, *said};
  }
  return std::nullopt;
}

}  // namespace yari
