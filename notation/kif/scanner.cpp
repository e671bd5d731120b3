// Most lines are moves in their common form, which is asked for first; the others are told by a
// table.
#include "notation/kif/scanner.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "notation/board/kanji_board.h"
#include "notation/kif/line_parts.h"
#include "notation/words/branch.h"
#include "notation/words/ending_words.h"
#include "notation/words/header_names.h"
#include "notation/words/japanese.h"
#include "text/text.h"

namespace yari {

namespace {

bool starts_with_player_mark(std::string_view text) {
  return text.starts_with('\xE2') && take_player_mark(text).has_value();
}

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

// "0".."9", "０".."９"
bool take_decimal(std::string_view& text, std::size_t& digit) {
  if (text.empty()) return false;
  if (is_digit(text[0])) {
    digit = static_cast<std::size_t>(text[0] - '0');
    text.remove_prefix(1);
    return true;
  }
  constexpr std::string_view wide = "\xEF\xBC";
  if (text.size() < 3 || !text.starts_with(wide) || text[2] < '\x90' || text[2] > '\x99')
    return false;
  digit = static_cast<std::size_t>(text[2] - '\x90');
  text.remove_prefix(3);
  return true;
}

// A square, 同 or a mark.
bool begins_kif_move(std::string_view t) {
  if (starts_with_player_mark(t) || t.starts_with("同")) return true;
  const bool file = take_digit(t) != 0;
  return file && take_digit(t) != 0;
}

bool names_ending(std::string_view t) {
  const std::string_view word = t.substr(0, t.find_first_of(" \t("));
  return outcome_of_word(Dialect::kif, word, Color::black).has_value();
}

bool take_one_of(std::string_view& text, std::initializer_list<std::string_view> signs) {
  return std::ranges::any_of(signs, [&](std::string_view sign) { return take(text, sign); });
}

// "第12手", "(12)", "[12]"
bool take_front_of_number(std::string_view& text) {
  return take_one_of(text, {"第", "(", "（", "["});
}

// Takes what may stand between the number of a move and the move: "." and blanks, "手目", ":", ")".
bool take_end_of_number(std::string_view& text) {
  std::string_view rest = text;
  const bool closed = take_one_of(rest, {")", "）", "]"});
  const bool counts = !closed && take_one_of(rest, {"手目", "手"});
  const bool colon = take_one_of(rest, {":", "：", ",", "、"});
  const bool point = !counts && !colon && take_one_of(rest, {".", "．"});
  const bool apart = blank_at(rest) != 0;
  take_blanks(rest);
  // "5手詰", "10:30", "1,000" and "1.34" are no numbers of moves.
  if (counts && !colon && !apart) return starts_with_player_mark(rest) && (text = rest, true);
  if ((colon || closed) && !begins_kif_move(rest) && !names_ending(rest)) return false;
  if (point && !apart && !rest.empty() && is_digit(rest[0])) return false;
  const bool taken = rest.size() != text.size();
  text = rest;
  return taken;
}

// After the number comes a blank, a mark or a square: "10:30" and "2014年" are no moves.
bool is_numbered(std::string_view t, KifLine&) {
  std::string_view rest = t;
  std::size_t digit = 0;
  const bool fronted = take_front_of_number(rest);
  const bool wide = !fronted && !is_ascii(t[0]);
  if (!take_decimal(rest, digit)) return false;
  while (take_decimal(rest, digit)) {
  }
  std::string_view after = rest;
  if (fronted) return (take_end_of_number(after) && begins_kif_move(after)) || names_ending(after);
  if (take_end_of_number(after))
    return !after.empty() && (!(wide || is_digit(after[0])) || !is_file_numbers(t));
  if (starts_with_player_mark(rest) || rest.starts_with("同")) return true;
  // "２六歩" has no number.
  return !wide && take_digit(rest) != 0;
}

// The wide form of an ASCII sign: ＊.
constexpr std::array<char, 3> wide_sign(char sign) {
  return {'\xEF', '\xBC', static_cast<char>(sign - ' ' + '\x80')};
}

template <char sign>
bool begins_with(std::string_view t, KifLine&) {
  static constexpr auto wide = wide_sign(sign);
  return t[0] == sign ||
         (t[0] == wide[0] && t.starts_with(std::string_view(wide.data(), wide.size())));
}

// Nearly every other line is told by its ends.
bool is_board_row(std::string_view t, KifLine&) {
  constexpr std::string_view wide = "｜";
  const auto ends = [t](std::string_view bar) {
    constexpr std::size_t rank = 3;
    return t.size() > rank && t.substr(0, t.size() - rank).ends_with(bar);
  };
  const bool may_be = t[0] == '|' || t[0] == wide[0] || ends("|") || ends(wide);
  return may_be && is_kif_board_row(t);
}

bool is_marked(std::string_view t, KifLine&) { return starts_with_player_mark(t); }

// "７六歩 ３四歩"
bool is_unmarked(std::string_view t, KifLine&) { return is_bare_moves(t); }

// "▲：A", "☖後手：B", "☗持駒：飛"
bool is_marked_header(std::string_view t, KifLine& line) {
  std::string_view rest = t;
  if (t[0] != '\xE2' || !take_player_mark(rest) || take_digit(rest) != 0) return false;
  if (!split_kif_header(t, line.name, line.value)) return false;
  const std::string plain = plain_kif_name(line.name);
  if (!player_tag(plain).empty() || kif_hand_owner(plain)) return true;
  line.name = line.value = {};
  return false;
}

// "先手の持駒 飛", whose colon is missing.
bool is_hand(std::string_view t, KifLine& line) {
  const std::size_t word = t.find("持駒");
  constexpr std::size_t longest_owner = 12;
  if (word > longest_owner) return false;  // or none at all
  const std::size_t end = word + std::string_view("持駒").size();
  if (end != t.size() && blank_at(t.substr(end)) == 0) return false;
  line.name = t.substr(0, end);
  line.value = trimmed_wide(t.substr(end));
  return line.name.starts_with("先手") || line.name.starts_with("下手") ||
         line.name.starts_with("後手") || line.name.starts_with("上手");
}

bool is_branch(std::string_view t, KifLine&) { return take_branch(t).has_value(); }

// ShogiHome wrote "変化：" among headers; others say that they showed the board turned round.
bool says_nothing(std::string_view t, KifLine&) {
  t = trimmed_wide(t);
  return t == "変化" || t == "変化：" || t == "変化:" || t == "盤面回転";
}

// "まで115手で先手の勝ち", "以上115手で先手の勝ち", "115手まで先手の勝ち"
bool is_footer(std::string_view t, KifLine&) {
  if (t.starts_with("まで")) return true;
  if (take(t, "以上")) take(t, "、") || take(t, "，");
  std::size_t digit = 0;
  if (!take_decimal(t, digit)) return false;
  while (take_decimal(t, digit)) {
  }
  return t.starts_with("手まで") || t.starts_with("手で") || t.starts_with("手にて");
}

bool is_move_count(std::string_view t, KifLine&) {
  return t.starts_with("手数＝") || t.starts_with("手数=");
}

bool is_side_to_move(std::string_view t, KifLine&) { return japanese_side_to_move(t).has_value(); }

// Most headers have one of these names, or begin with an ASCII letter, as no line of another kind
// below does.
bool is_usual_header(std::string_view t, KifLine& line) {
  constexpr std::string_view usual_names[] = {"先手", "後手", "開始日時", "手合割",
                                              "棋戦", "場所", "終了日時", "持ち時間",
                                              "戦型", "表題", "消費時間", "備考"};
  if (is_ascii(t[0])) return is_letter(t[0]) && split_kif_header(t, line.name, line.value);
  for (const std::string_view name : usual_names) {
    const std::size_t end = name.size();
    const bool may_be = t.size() > end && (t[end] == ':' || t[end] == '\xEF');
    if (may_be && t.starts_with(name)) return split_kif_header(t, line.name, line.value);
  }
  return false;
}

bool is_header(std::string_view t, KifLine& line) {
  return split_kif_header(t, line.name, line.value);
}

bool is_usual_title(std::string_view t, KifLine&) { return t.starts_with("手数--"); }

bool is_title(std::string_view t, KifLine&) { return t.starts_with("手数"); }

bool is_edge_of_numbers(std::string_view t, KifLine&) { return is_file_numbers(t); }

/// How a kind of line is recognised.
struct LineForm {
  KifLineKind kind;
  /// Sets the name and value of a header. Requires: the line is not empty.
  bool (*fits)(std::string_view line, KifLine&);
};

// The first that fits counts.
constexpr LineForm line_forms[] = {
    {KifLineKind::header, is_marked_header},
    {KifLineKind::marked, is_marked},
    {KifLineKind::comment, begins_with<'*'>},
    {KifLineKind::bookmark, begins_with<'&'>},
    {KifLineKind::remark, begins_with<'#'>},
    {KifLineKind::board_edge, begins_with<'+'>},
    {KifLineKind::board_row, is_board_row},
    {KifLineKind::header, is_usual_header},
    {KifLineKind::title, is_usual_title},
    {KifLineKind::numbered, is_numbered},
    {KifLineKind::branch, is_branch},
    {KifLineKind::blank, says_nothing},
    {KifLineKind::footer, is_footer},
    {KifLineKind::move_count, is_move_count},
    {KifLineKind::side_to_move, is_side_to_move},
    {KifLineKind::header, is_header},
    {KifLineKind::header, is_hand},
    {KifLineKind::title, is_title},
    {KifLineKind::board_edge, is_edge_of_numbers},
    {KifLineKind::marked, is_unmarked},
};

KifLineKind kind_of(std::string_view t, KifLine& line) {
  if (t.empty()) return KifLineKind::blank;
  for (const LineForm& form : line_forms)
    if (form.fits(t, line)) return form.kind;
  return KifLineKind::other;
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
  if (text.starts_with('\xEF')) take(text, "\uFEFF");
  take_blanks(text);
  // Copied from a page.
  if (take(text, "\u200B")) take_blanks(text);
  line.kind = kind_of(text, line);
  const bool has_sign = line.kind == KifLineKind::comment || line.kind == KifLineKind::bookmark ||
                        line.kind == KifLineKind::remark;
  if (has_sign) text.remove_prefix(is_ascii(text[0]) ? 1 : 3);
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
  std::size_t digit = 0;
  std::string_view rest = text;
  take_front_of_number(rest);
  if (!take_decimal(rest, digit)) return std::nullopt;
  text = rest;
  std::size_t n = digit;
  while (take_decimal(text, digit)) n = std::min(n * 10 + digit, most);
  take_end_of_number(text);
  return n;
}

std::optional<std::size_t> take_next_number(KifScanner& lines) {
  for (KifLine line; lines.next(line);) {
    std::string_view text = line.text;
    if (line.kind == KifLineKind::numbered) return take_kif_number(text).value_or(0);
    if (line.kind == KifLineKind::marked || line.kind == KifLineKind::branch) return 0;
    if (line.kind == KifLineKind::header && tries_kif_move(line)) return 0;
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

bool tries_kif_move(const KifLine& line) {
  if (line.kind == KifLineKind::numbered || line.kind == KifLineKind::marked) return true;
  std::string_view t = line.text;
  std::size_t digit = 0;
  return take_decimal(t, digit) || t.starts_with("同");
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
