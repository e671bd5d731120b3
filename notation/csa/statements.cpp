// Knows the form of statements, and nothing of what they mean.
#include "notation/csa/statements.h"

#include "text/text.h"

namespace yari {

bool CsaStatements::next(CsaStatement& s) {
  if (at_ >= text_.size()) return false;
  const char first = text_[at_];
  const bool may_be_free = first == '\'' || first == 'N' || first == '$' || first == 'V';
  const bool free = may_be_free && (at_ == 0 || text_[at_ - 1] == '\n');
  const char* const begin = text_.data() + at_;
  const char* const stop = text_.data() + text_.size();
  const char* end = begin;
  const auto closes = [free](char c) { return c == '\n' || (c == ',' && !free); };
  // Nearly all characters come after both, and need one comparison.
  while (end != stop && (octet(*end) > ',' || !closes(*end))) ++end;
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
  switch (at(0)) {
    case '\'':
    case '/':
      return true;
    case '%':
      return !is_space(at(1));
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
      if (at(1) == 'I') return true;
      if (is_digit(at(1))) return at(2) == '+' || at(2) == '-' || at(2) == ' ' || at(2) == '*';
      // Not "P-7f" or "P-76", moves in Hodges notation.
      return (at(1) == '+' || at(1) == '-') && is_digit(at(2)) && is_digit(at(3)) &&
             is_letter(at(4)) && is_letter(at(5));
    default:
      return false;
  }
}

bool CsaStatement::is_move() const {
  return (text.starts_with('+') || text.starts_with('-')) && text.size() > 1 && is_csa();
}

bool CsaStatement::begins_game() const {
  return text.starts_with("'CSA encoding") ||
         ((text.starts_with('V') || text.starts_with('N') || text.starts_with('P')) && is_csa());
}

}  // namespace yari
