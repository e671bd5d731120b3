// Where a record of CSA ends, and whether a text is one.
#include <algorithm>

#include "notation/csa/csa.h"
#include "notation/text.h"

namespace yari {

namespace {

// "P1-KY", "P+99KY", "PI", "+7776FU", "T12", "%TORYO", headers and remarks.
bool is_csa_line(std::string_view line) {
  const char c = line[0];
  const char second = line.size() > 1 ? line[1] : '\0';
  const char third = line.size() > 2 ? line[2] : '\0';
  switch (c) {
    case '\'':
    case '/':
      return true;
    case '%':
      return !is_space(second);
    case '$':
      return is_letter(second);
    case 'V':
      return is_digit(second);
    case 'T':
      return is_digit(second);
    case 'N':
      return second == '+' || second == '-';
    case '+':
    case '-':
      return line.size() == 1 || (line.size() >= 7 && is_digit(second) && is_digit(third));
    case 'P':
      if (second == 'I') return true;
      if (is_digit(second)) return third == '+' || third == '-' || third == ' ' || third == '*';
      // Not "P-7f" or "P-76", moves in Hodges notation.
      return (second == '+' || second == '-') && line.size() >= 6 && is_digit(third) &&
             is_digit(line[3]) && is_letter(line[4]) && is_letter(line[5]);
    default:
      return false;
  }
}

bool is_csa_move(std::string_view line) {
  return (line.starts_with('+') || line.starts_with('-')) && line.size() >= 7 && is_csa_line(line);
}

// What comes before the moves of a game, and nowhere else.
bool begins_csa_game(std::string_view line) {
  return line.starts_with("'CSA encoding") ||
         ((line.starts_with('V') || line.starts_with('N') || line.starts_with('P')) &&
          is_csa_line(line));
}

}  // namespace

std::size_t csa_record_length(std::string_view text, bool at_end) {
  bool seen_moves = false;
  // Where headers stand behind the moves: the next game's, if its other lines follow.
  std::size_t headers_at = std::string_view::npos;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line == "/") return end + 1;
    if (seen_moves && begins_csa_game(line)) return std::min(at, headers_at);
    if (line.starts_with('%') || is_csa_move(line)) {
      seen_moves = true;
      headers_at = std::string_view::npos;
    } else if (seen_moves && line.starts_with('$')) {
      headers_at = std::min(at, headers_at);
    }
    at = end + 1;
  }
  return at_end ? text.size() : 0;
}

int csa_likeness(std::string_view head) {
  int lines = 0;
  int fitting = 0;
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    const std::string_view line = trimmed(head.substr(at, end - at));
    const bool cut = end == head.size() && lines > 0;
    at = end + 1;
    if (line.empty() || cut) continue;
    ++lines;
    if (is_csa_line(line)) ++fitting;
  }
  if (lines == 0 || fitting * 10 < lines * 9) return 0;
  return head.starts_with("'CSA encoding") ? 100 : 92;
}

bool is_blank_csa(std::string_view record) {
  for (std::size_t at = 0; at < record.size();) {
    const std::size_t end = std::min(record.find('\n', at), record.size());
    const std::string_view line = trimmed(record.substr(at, end - at));
    if (!line.empty() && line != "/" && line[0] != '\'') return false;
    at = end + 1;
  }
  return true;
}

}  // namespace yari
