// Knows the form of statements, and nothing of what they mean.
#include "notation/csa/statements.h"

#include <algorithm>

#include "text/text.h"

namespace yari {

namespace {

// "+7776FU" and a line end, as nearly all statements are.
bool is_move_line(std::string_view text) {
  return text.size() > 7 && text[7] == '\n' && (text[0] == '+' || text[0] == '-') &&
         is_digit(text[1]) && is_digit(text[2]) && is_digit(text[3]) && is_digit(text[4]) &&
         is_letter(text[5]) && is_letter(text[6]);
}

}  // namespace

bool CsaStatements::next(CsaStatement& s) {
  if (at_ >= text_.size()) return false;
  const std::string_view rest(text_.data() + at_, text_.size() - at_);
  if (is_move_line(rest)) {
    s = {{rest.data(), 7}, at_, at_ + 8, true};
    at_ = s.end;
    return true;
  }
  const char first = text_[at_];
  const bool starts_line = at_ == 0 || text_[at_ - 1] == '\n';
  const bool free = starts_line && (first == '\'' || first == 'N' || first == '$' || first == 'V');
  const auto closes = [free](char c) { return c == '\n' || (c == ',' && !free); };
  const char* const stop = std::find_if(text_.data() + at_, text_.data() + text_.size(), closes);
  const auto end = static_cast<std::size_t>(stop - text_.data());
  s = {text_.substr(at_, end - at_), at_, std::min(end + 1, text_.size()), end < text_.size()};
  if (s.text.ends_with('\r')) s.text.remove_suffix(1);
  // Blanks at the end of a comment are its own.
  while (first != '\'' && !s.text.empty() && is_space(s.text.back())) s.text.remove_suffix(1);
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
