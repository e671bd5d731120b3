// Knows the form of statements, and nothing of what they mean.
#include "notation/csa/statements.h"

#include "text/text.h"

namespace yari {

bool CsaStatements::next(CsaStatement& s) {
  if (at_ >= text_.size()) return false;
  const char first = text_[at_];
  const bool may_be_free = first == '\'' || first == 'N' || first == '$' || first == 'V';
  const bool at_line = at_ == 0 || text_[at_ - 1] == '\n';
  const char* const begin = text_.data() + at_;
  const char* const stop = text_.data() + text_.size();
  const char* end = begin;
  const auto advance = [&](bool free) {
    // Nearly all characters come after both, and need one comparison.
    while (end != stop && (octet(*end) > ',' || !(*end == '\n' || (*end == ',' && !free)))) ++end;
  };
  advance(may_be_free && at_line);
  const std::string_view part(begin, static_cast<std::size_t>(end - begin));
  // A comma in a line of prose begins no move.
  const bool cuts_prose =
      at_line && end != stop && *end == ',' && end != begin && !CsaStatement{.text = part}.is_csa();
  if (cuts_prose) advance(true);
  const bool closed = end != stop;
  const char* last = end;
  if (last != begin && last[-1] == '\r') --last;
  // Blanks at the end of a comment are its own.
  while (first != '\'' && last != begin && is_space(last[-1])) --last;
  s = {{begin, static_cast<std::size_t>(last - begin)},
       at_,
       at_ + static_cast<std::size_t>(end - begin) + (closed ? 1 : 0),
       closed};
  at_ = s.end;
  return true;
}

bool CsaStatement::is_csa() const {
  const auto at = [this](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  switch (at(0)) {
    case '\'':
    case '/':
      return true;
    case '%':
      return !is_space(at(1));
    case '#':
      return at(1) >= 'A' && at(1) <= 'Z';
    case '$':
      return is_letter(at(1));
    case 'V':
    case 'T':
      return is_digit(at(1));
    case 'N':
      return at(1) == '+' || at(1) == '-';
    case '+':
    case '-':
      return text.size() == 1 || (text.size() >= 7 && is_digit(at(1)) && is_digit(at(2)));
    case 'P':
      if (at(1) == 'I') return text.size() == 2 || is_digit(at(2)) || is_blank(at(2));
      if (text.size() == 2 && at(1) != '0') return is_digit(at(1)) || at(1) == '+' || at(1) == '-';
      if (is_digit(at(1))) return at(2) == '+' || at(2) == '-' || is_blank(at(2)) || at(2) == '*';
      // Not "P-7f" or "P-76", moves in Hodges notation.
      return (at(1) == '+' || at(1) == '-') && is_digit(at(2)) && is_digit(at(3)) &&
             is_letter(at(4)) && is_letter(at(5));
    default:
      return false;
  }
}

bool CsaStatement::names_pieces() const {
  const char second = text.size() > 1 ? text[1] : '\0';
  if (second == 'I') return is_csa();
  return second == '\0' || second == '+' || second == '-' || is_digit(second);
}

bool CsaStatement::is_move() const {
  return (text.starts_with('+') || text.starts_with('-')) && text.size() > 1 && is_csa();
}

bool CsaStatement::looks_like_move() const {
  const auto at = [this](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  const auto is_capital = [&](std::size_t i) { return at(i) >= 'A' && at(i) <= 'Z'; };
  if ((at(0) == '+' || at(0) == '-') && is_digit(at(1))) return true;
  constexpr std::size_t longest = 12, latest = 4;
  if (text.size() > longest) return false;
  for (std::size_t i = 0; i <= latest; ++i) {
    const bool squares =
        is_digit(at(i)) && is_digit(at(i + 1)) && is_digit(at(i + 2)) && is_digit(at(i + 3));
    if (squares && is_capital(i + 4) && is_capital(i + 5)) return true;
  }
  return false;
}

bool CsaStatement::begins_game() const {
  return text.starts_with("'CSA encoding") ||
         ((text.starts_with('V') || text.starts_with('N') || text.starts_with('P')) && is_csa());
}

}  // namespace yari
