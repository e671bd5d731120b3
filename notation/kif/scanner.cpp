// Most lines are moves and comments, which their first byte shows.
#include "notation/kif/scanner.h"

#include <algorithm>

#include "notation/board/kanji_board.h"
#include "notation/words/japanese.h"
#include "text/text.h"

namespace yari {

namespace {

struct PlayerMark {
  std::string_view sign;
  Color color;
};
constexpr PlayerMark player_marks[] = {{"▲", Color::black}, {"△", Color::white},
                                       {"▼", Color::black}, {"▽", Color::white},
                                       {"☗", Color::black}, {"☖", Color::white}};

bool starts_with_player_mark(std::string_view text) { return take_player_mark(text).has_value(); }

// "９ ８ ７ ６ ５ ４ ３ ２ １"
bool is_file_numbers(std::string_view t) {
  int digits = 0;
  for (take_blanks(t); take_digit(t) != 0; take_blanks(t)) ++digits;
  return t.empty() && (digits == YariShogi::files || digits == Shogi::files);
}

bool is_wide_colon(std::string_view t, std::size_t at) {
  return t[at] == '\xEF' && t.substr(at).starts_with("：");
}

// The common form of a move: "  12 ７六歩(77)". A wide blank begins with E3.
bool is_plain_move(std::string_view t) {
  std::size_t at = 0;
  while (at < t.size() && is_digit(t[at])) ++at;
  const std::size_t digits = at;
  while (at < t.size() && t[at] == ' ') ++at;
  return digits > 0 && at > digits && at < t.size() && !is_ascii(t[at]) && t[at] != '\xE3';
}

// After the number comes a blank, a mark or a square: "10:30" and "2014年" are no moves.
bool is_numbered(std::string_view t) {
  std::string_view rest = t;
  while (!rest.empty() && is_digit(rest[0])) rest.remove_prefix(1);
  std::string_view after = rest;
  take(after, '.');
  take_blanks(after);
  if (after.empty()) return false;
  if (after.size() != rest.size()) return !is_digit(after[0]) || !is_file_numbers(t);
  return starts_with_player_mark(rest) || rest.starts_with("同") || take_digit(rest) != 0;
}

KifLineKind kind_of_word(std::string_view t, KifLine& line) {
  const bool japanese = !is_ascii(t[0]);
  if (japanese) {
    if (starts_with_player_mark(t)) return KifLineKind::marked;
    if (t.starts_with("変化")) return KifLineKind::branch;
    if (t.starts_with("まで")) return KifLineKind::footer;
    if (t.starts_with("手数＝") || t.starts_with("手数=")) return KifLineKind::move_count;
    if (kif_side_to_move(t)) return KifLineKind::side_to_move;
  }
  if (split_kif_header(t, line.name, line.value)) return KifLineKind::header;
  if (t.starts_with("手数")) return KifLineKind::title;
  return is_file_numbers(t) ? KifLineKind::board_edge : KifLineKind::other;
}

// Sets the name and value of a header in `line`.
KifLineKind kind_of(std::string_view t, KifLine& line) {
  if (t.empty()) return KifLineKind::blank;
  switch (t[0]) {
    case '*':
      return KifLineKind::comment;
    case '&':
      return KifLineKind::bookmark;
    case '#':
      return KifLineKind::remark;
    case '+':
      return KifLineKind::board_edge;
    case '|':
      return is_kif_board_row(t) ? KifLineKind::board_row : kind_of_word(t, line);
    default:
      return is_digit(t[0]) && is_numbered(t) ? KifLineKind::numbered : kind_of_word(t, line);
  }
}

}  // namespace

void read_kif_line(std::string_view text, KifLine& line) {
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (const std::size_t blanks = text.find_first_not_of(' ');
      blanks != text.npos && is_plain_move(text.substr(blanks))) {
    line.kind = KifLineKind::numbered;
    line.text = text.substr(blanks);
    return;
  }
  if (text.starts_with('\xEF')) take(text, "\xEF\xBB\xBF");
  take_blanks(text);
  line.kind = kind_of(text, line);
  const bool has_sign = line.kind == KifLineKind::comment || line.kind == KifLineKind::bookmark ||
                        line.kind == KifLineKind::remark;
  if (has_sign) text.remove_prefix(1);
  line.text = text;
}

bool KifScanner::next(KifLine& line) {
  if (at_ >= text_.size()) return false;
  line.begin = at_;
  const std::string_view rest(text_.data() + at_, text_.size() - at_);
  const std::size_t length = std::min(rest.find('\n'), rest.size());
  read_kif_line(std::string_view(rest.data(), length), line);
  at_ = std::min(at_ + length + 1, text_.size());
  return true;
}

bool KifScanner::skip_numbers() {
  const std::size_t before = at_;
  while (true) {
    std::size_t first = at_;
    while (first < text_.size() && (text_[first] == ' ' || text_[first] == '\t')) ++first;
    if (first == text_.size() || !is_digit(text_[first])) return at_ != before;
    at_ = std::min(text_.find('\n', first), text_.size() - 1) + 1;
  }
}

std::optional<std::size_t> take_kif_number(std::string_view& text) {
  constexpr std::size_t most = 1'000'000;
  if (text.empty() || !is_digit(text[0])) return std::nullopt;
  std::size_t n = 0;
  for (; !text.empty() && is_digit(text[0]); text.remove_prefix(1)) {
    n = std::min(n * 10 + static_cast<std::size_t>(text[0] - '0'), most);
  }
  take(text, '.');
  take_blanks(text);
  return n;
}

std::optional<Color> take_player_mark(std::string_view& text) {
  if (!text.starts_with('\xE2')) return std::nullopt;
  for (const PlayerMark& mark : player_marks) {
    if (take(text, mark.sign)) return mark.color;
  }
  return std::nullopt;
}

bool split_kif_header(std::string_view line, std::string_view& name, std::string_view& value) {
  constexpr std::size_t longest_name = 255;
  std::size_t at = 0;
  while (at < line.size() && line[at] != ':' && !is_wide_colon(line, at)) ++at;
  if (at == line.size() || at == 0 || at > longest_name) return false;
  name = trimmed_wide(line.substr(0, at));
  value = trimmed_wide(line.substr(at + (line[at] == ':' ? 1 : 3)));
  return !name.empty();
}

std::optional<Color> kif_side_to_move(std::string_view text) {
  text = trimmed_wide(text);
  if (text == "先手番" || text == "下手番") return Color::black;
  if (text == "後手番" || text == "上手番") return Color::white;
  return std::nullopt;
}

bool shows_kif_move(const KifLine& line) {
  if (line.kind == KifLineKind::marked) return true;
  std::string_view t = line.text;
  if (line.kind != KifLineKind::numbered || !take_kif_number(t)) return false;
  if (t.starts_with("同") || starts_with_player_mark(t)) return true;
  for (int digit = 0; digit < 2; ++digit) {
    if (take_digit(t) == 0) return false;
  }
  take_blanks(t);
  // A piece in kanji: "1.34,7" is a number.
  return !t.empty() && static_cast<unsigned char>(t[0]) >= 0x80;
}

bool is_kif_format_mark(std::string_view remark) {
  remark = trimmed_wide(remark);
  return remark.starts_with("KIF") || remark.starts_with("KI2") ||
         remark.find("棋譜ファイル") != std::string_view::npos;
}

}  // namespace yari
