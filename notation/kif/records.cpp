// Cutting files of KIF and KI2 records, and telling them by their looks.
#include <algorithm>

#include "notation/kif/kif.h"
#include "notation/kif_board.h"
#include "notation/kif/header.h"
#include "notation/kif_words.h"
#include "notation/text.h"

namespace yari {

namespace {

// "  12 ７六歩(77)"
bool is_numbered_move(std::string_view t) {
  std::size_t n = 0;
  while (n < t.size() && is_digit(t[n])) ++n;
  if (n == 0 || n >= t.size() || (t[n] != ' ' && t[n] != '\t')) return false;
  t.remove_prefix(n);
  take_blanks(t);
  return t.starts_with("同") || (take_digit(t) != 0 && take_digit(t) != 0);
}

bool is_known_header(std::string_view t) {
  for (const std::string_view name :
       {"手合割", "開始日時", "先手", "後手", "下手", "上手", "棋戦", "表題", "対局日", "棋種",
        "後手の持駒", "上手の持駒", "先手の持駒", "下手の持駒", "作者", "対局ID", "記録ID"}) {
    std::string_view rest = t;
    if (take(rest, name) && (rest.starts_with("：") || rest.starts_with(":"))) return true;
  }
  return false;
}

struct Looks {
  int numbered = 0, marked = 0, headers = 0, boards = 0, titles = 0, colons = 0;
};

Looks looks_of(std::string_view head) {
  Looks looks;
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    std::string_view t = head.substr(at, end - at);
    at = end + 1;
    take(t, "\xEF\xBB\xBF");
    t = trimmed_wide(t);
    if (t.starts_with("#KIF") || t.starts_with("手数---")) {
      ++looks.titles;
    } else if (is_numbered_move(t)) {
      ++looks.numbered;
    } else if (starts_with_player_mark(t)) {
      ++looks.marked;
    } else if (is_known_header(t)) {
      ++looks.headers;
    } else if (is_kif_board_row(t)) {
      ++looks.boards;
    } else if (t.find("：") != std::string_view::npos) {
      ++looks.colons;
    }
  }
  return looks;
}

}  // namespace

std::size_t kif_record_length(std::string_view text, bool at_end) {
  bool seen_moves = false;
  bool seen_numbers = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find('\n', at);
    const bool whole = end != std::string_view::npos;
    if (!whole) end = text.size();
    std::string_view t = text.substr(at, end - at);
    while (t.starts_with(' ')) t.remove_prefix(1);
    // Most lines are moves or comments, told by one byte.
    if (!t.empty() && is_digit(t[0])) {
      seen_numbers = seen_numbers || is_numbered_move(t);
      seen_moves = seen_moves || seen_numbers;
    } else if (!t.empty() && t[0] != '*' && t[0] != '&') {
      take_blanks(t);
      if (seen_moves && (t.starts_with("#KIF") || is_known_header(t))) return at;
      if (seen_numbers && t.starts_with("手数---")) return at;
      if (starts_with_player_mark(t) || t.starts_with("まで") || t.starts_with("手数---")) {
        seen_moves = true;
      }
    }
    at = end + 1;
  }
  return at_end ? text.size() : 0;
}

int kif_likeness(std::string_view head) {
  const Looks l = looks_of(head);
  if (l.titles > 0 && l.marked == 0) return 98;
  if (l.numbered > 0) return 95;
  if (l.headers > 0 && l.marked == 0) return 80;
  if (l.boards > 0) return 60;
  return l.colons > 1 ? 30 : 0;
}

int ki2_likeness(std::string_view head) {
  const Looks l = looks_of(head);
  if (l.marked == 0 || l.numbered > 0) return l.headers > 0 ? 70 : 0;
  return 95;
}

bool is_blank_kif(std::string_view record) {
  for (std::size_t at = 0; at < record.size();) {
    const std::size_t end = std::min(record.find('\n', at), record.size());
    const std::string_view line = trimmed_wide(record.substr(at, end - at));
    if (!line.empty() && line[0] != '#' && line[0] != '\0') return false;
    at = end + 1;
  }
  return true;
}

}  // namespace yari
