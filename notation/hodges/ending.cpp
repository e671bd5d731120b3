// Phrases are tried from the longest: "illegal" ends a game as "illegal move" does.
#include "notation/hodges/ending.h"

#include <vector>

#include "notation/words.h"

namespace yari {

namespace {

using Type = HodgesToken::Type;

constexpr std::size_t most_words = 5;

std::optional<EndingPhrase> if_illegal(const std::optional<EndingPhrase>& phrase) {
  return phrase && phrase->outcome.ending == Ending::illegal_move ? phrase : std::nullopt;
}

}  // namespace

std::optional<EndingPhrase> ending_phrase(std::string_view text, const HodgesToken& word) {
  std::vector<std::size_t> ends{word.offset + word.text.size()};
  HodgesLexer ahead(text, ends[0]);
  while (ends.size() < most_words) {
    const HodgesToken next = ahead.next();
    if (next.type != Type::word) break;
    ends.push_back(next.offset + next.text.size());
  }
  for (std::size_t n = ends.size(); n-- > 0;) {
    const std::string_view phrase = text.substr(word.offset, ends[n] - word.offset);
    if (const std::optional<Outcome> o = outcome_in_words(phrase)) {
      return EndingPhrase{word.offset, ends[n], *o};
    }
    if (const std::optional<GameResult> r = result_in_words(phrase)) {
      return EndingPhrase{word.offset, ends[n], {*r, Ending::unknown}};
    }
  }
  return std::nullopt;
}

std::optional<EndingPhrase> illegal_move_phrase(std::string_view text, HodgesLexer lexer) {
  for (;;) {
    const HodgesToken t = lexer.next();
    switch (t.type) {
      case Type::number:
      case Type::ellipsis:
      case Type::glyph:
        break;
      case Type::comment:
        if (const std::optional<Outcome> o = outcome_in_words(t.inside)) {
          return if_illegal(EndingPhrase{t.offset, lexer.offset(), *o});
        }
        break;
      case Type::word:
        return if_illegal(ending_phrase(text, t));
      default:
        return std::nullopt;
    }
  }
}

}  // namespace yari
