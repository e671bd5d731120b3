// A scanner by first character; nothing here knows what is legal.
#include "notation/hodges/lexer.h"

#include <algorithm>
#include <array>

#include "notation/text.h"

namespace yari {

namespace {

using Type = HodgesToken::Type;

constexpr std::string_view results[] = {"1-0", "0-1", "1/2-1/2", "½-½", "1/2"};

// Characters that end a move or a word.
constexpr std::array<bool, 256> delimiters() {
  std::array<bool, 256> table{};
  for (const char c : std::string_view(" \t\n\r\f\v\0~{}()[];!?$,.", 20)) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}
constexpr std::array<bool, 256> is_delimiter = delimiters();

bool delimits(char c) { return is_delimiter[static_cast<unsigned char>(c)]; }

bool is_blank(char c) { return is_space(c) || c == '~'; }

// "K-2b", "+Px7g", "xS6": an optional sign or cross and a capital letter, then a place.
bool looks_like_move(std::string_view word) {
  std::size_t i = 0;
  if (word.starts_with("×")) {
    i = 2;
  } else if (word[0] == 'x') {
    i = 1;
  }
  if (i < word.size() && word[i] == '+') ++i;
  if (i >= word.size() || word[i] < 'A' || word[i] > 'Z') return false;
  if (i > 0 && i + 1 >= word.size()) return true;
  const bool second_letter = word.size() > i + 2 && word[i] == 'Y';
  const std::size_t rest = i + (second_letter ? 2 : 1);
  if (rest >= word.size()) return false;
  const char c = word[rest];
  const bool lone_rank = c >= 'a' && c <= 'i' && rest + 2 < word.size() && is_digit(word[rest + 1]);
  return is_digit(c) || lone_rank || c == '-' || c == 'x' || c == '*' || c == '\'' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

bool is_result_word(std::string_view word) {
  return word == "*" || std::ranges::find(results, word) != std::end(results);
}

std::size_t end_of_brace_comment(std::string_view text, std::size_t at) {
  std::size_t first_close = std::string_view::npos;
  std::size_t depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      ++i;
    } else if (c == '{') {
      ++depth;
      // A comment inside a comment that is never closed costs a scan of the rest; deeper ones are
      // taken for broken.
      if (depth > 64) break;
    } else if (c == '}') {
      if (first_close == std::string_view::npos) first_close = i + 1;
      if (--depth == 0) return i + 1;
    } else if (c == '\n' && first_close != std::string_view::npos &&
               text.substr(i + 1, 1) == "\n") {
      // Nested braces are taken only within a paragraph.
      break;
    }
  }
  return first_close;
}

HodgesToken HodgesLexer::token(Type type, std::size_t length) {
  HodgesToken t;
  t.type = type;
  t.offset = at_;
  t.text = text_.substr(at_, length);
  at_ += t.text.size();
  return t;
}

HodgesToken HodgesLexer::next() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  if (at_ >= text_.size()) return token(Type::end, 0);
  const char c = text_[at_];
  switch (c) {
    case '{':
      return brace_comment();
    case '[':
      return enclosed(']');
    case ';':
      return enclosed('\n');
    case '(':
      return token(Type::open, 1);
    case ')':
      return token(Type::close, 1);
    case '!':
    case '?': {
      const char d = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
      return token(Type::glyph, d == '!' || d == '?' ? 2 : 1);
    }
    case '$': {
      std::size_t n = 1;
      while (at_ + n < text_.size() && is_digit(text_[at_ + n])) ++n;
      return token(n > 1 ? Type::glyph : Type::stray, n);
    }
    case '.': {
      const std::size_t n = std::min(text_.find_first_not_of('.', at_), text_.size()) - at_;
      return token(n > 1 ? Type::ellipsis : Type::stray, n);
    }
    case '*':
      if (at_ + 1 >= text_.size() || delimits(text_[at_ + 1])) return token(Type::result, 1);
      return word();
    default:
      break;
  }
  if (text_.substr(at_).starts_with("…")) return token(Type::ellipsis, 3);
  if (const std::size_t n = result_length(); n != 0) return token(Type::result, n);
  return is_digit(c) ? number() : word();
}

std::size_t HodgesLexer::result_length() const {
  const std::string_view rest = text_.substr(at_, 8);
  if (!is_digit(rest[0]) && static_cast<unsigned char>(rest[0]) < 0x80) return 0;
  for (const std::string_view r : results) {
    if (rest.starts_with(r) && (rest.size() == r.size() || delimits(rest[r.size()]))) {
      return r.size();
    }
  }
  return 0;
}

HodgesToken HodgesLexer::number() {
  std::size_t n = 0;
  while (at_ + n < text_.size() && is_digit(text_[at_ + n])) ++n;
  const char after = at_ + n < text_.size() ? text_[at_ + n] : ' ';
  if (after == '.') {
    // "12..." is a number and an ellipsis.
    return token(Type::number, text_.substr(at_ + n).starts_with("..") ? n : n + 1);
  }
  if (delimits(after)) return token(Type::number, n);
  return word();
}

HodgesToken HodgesLexer::word() {
  std::size_t n = 0;
  while (at_ + n < text_.size() && !delimits(text_[at_ + n])) ++n;
  if (n == 0) return token(Type::stray, 1);
  const std::string_view w = text_.substr(at_, n);
  if (looks_like_move(w)) return token(Type::move, n);
  return token(is_letter(w[0]) || w[0] == '#' ? Type::word : Type::stray, n);
}

HodgesToken HodgesLexer::brace_comment() {
  const std::size_t end = end_of_brace_comment(text_, at_);
  const bool closed = end != std::string_view::npos;
  HodgesToken t = token(Type::comment, closed ? end - at_ : text_.size() - at_);
  t.inside = t.text.substr(1, t.text.size() - (closed ? 2 : 1));
  t.braces = true;
  return t;
}

HodgesToken HodgesLexer::enclosed(char close) {
  const std::size_t end = text_.find(close, at_ + 1);
  const bool closed = end != std::string_view::npos;
  HodgesToken t = token(Type::comment, closed ? end + 1 - at_ : text_.size() - at_);
  t.inside = t.text.substr(1, t.text.size() - (closed ? 2 : 1));
  return t;
}

bool HodgesLexer::skip_variation() {
  for (std::size_t depth = 1; depth > 0;) {
    const Type type = next().type;
    if (type == Type::end) return false;
    if (type == Type::open) ++depth;
    if (type == Type::close) --depth;
  }
  return true;
}

}  // namespace yari
