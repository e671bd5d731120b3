// Where a record of CSA ends, and whether a text is one.
#include <algorithm>

#include "notation/csa/csa.h"
#include "notation/csa/statements.h"
#include "text/text.h"

namespace yari {

std::size_t csa_record_length(std::string_view text, bool at_end) {
  constexpr std::size_t nowhere = std::string_view::npos;
  bool seen_moves = false;
  // Where headers stand after the moves: the next game's, if its other lines follow.
  std::size_t headers_at = nowhere;
  CsaStatements statements(text);
  for (CsaStatement s; statements.next(s) && (s.closed || at_end);) {
    const bool move = s.is_move() || s.text.starts_with('%');
    if (!move && s.text == "/") return s.end;
    if (!move && seen_moves && s.begins_game()) return std::min(s.offset, headers_at);
    if (move) {
      seen_moves = true;
      headers_at = nowhere;
    } else if (seen_moves && s.text.starts_with('$')) {
      headers_at = std::min(s.offset, headers_at);
    }
  }
  return at_end ? text.size() : 0;
}

int csa_likeness(std::string_view head) {
  int lines = 0;
  int fitting = 0;
  bool has_moves = false;
  bool name_follows = false;
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    const std::string_view line = trimmed(head.substr(at, end - at));
    const bool cut = end == head.size() && lines > 0;
    at = end + 1;
    if (line.empty() || cut) continue;
    ++lines;
    const CsaStatement s{.text = line};
    const bool fits = s.is_csa();
    if (fits || name_follows) ++fitting;
    has_moves = has_moves || (fits && s.is_move());
    name_follows = line == "N+" || line == "N-";
  }
  constexpr int loose = 75;  // lines that lost their apostrophe
  if (has_moves && fitting * 10 < lines * 9 && fitting * 2 >= lines) return loose;
  if (lines == 0 || fitting * 10 < lines * 9) return 0;
  return head.starts_with("'CSA encoding") ? 100 : 92;
}

bool is_blank_csa(std::string_view record) {
  CsaStatements statements(record);
  for (CsaStatement s; statements.next(s);) {
    const std::string_view text = trimmed(s.text);
    if (!text.empty() && text != "/" && text[0] != '\'') return false;
  }
  return true;
}

}  // namespace yari
