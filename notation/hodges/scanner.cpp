// A scanner by first character, over the whole text once.
#include "notation/hodges/scanner.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "notation/findings.h"
#include "notation/hodges/spelled_move.h"
#include "notation/words/branch.h"
#include "notation/words/comment.h"
#include "notation/words/japanese.h"
#include "notation/words/outcome_words.h"
#include "record/glyph.h"

namespace yari {

namespace {

using Type = HodgesToken::Type;

enum class Ends : std::uint8_t { nothing, word, perhaps };

// Characters that end a move or a word, and bytes with which a blank of another width may begin.
constexpr std::array<Ends, 256> delimiters() {
  std::array<Ends, 256> table{};
  for (const char c : std::string_view(" \t\n\r\f\v\0~{}()[];!?$,.", 20))
    table[octet(c)] = Ends::word;
  for (const char c : {'\xC2', '\xE2', '\xE3'}) table[octet(c)] = Ends::perhaps;
  return table;
}
constexpr std::array<Ends, 256> ends_of = delimiters();

bool delimits(char c) { return ends_of[octet(c)] == Ends::word; }

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t at) : text_(text), at_(at) {
    constexpr std::size_t usual_bytes_per_token = 6;
    moves_.tokens.reserve(std::min<std::size_t>((text.size() - at) / usual_bytes_per_token, 4096));
  }

  ScannedMoves run() {
    for (;;) {
      while (at_ < text_.size() && is_hodges_blank(text_[at_])) ++at_;
      if (at_ >= text_.size()) break;
      if (moves_.tokens.size() == record_limits::words.most) {
        moves_.rest = text_.substr(at_);
        break;
      }
      next();
    }
    const auto end = static_cast<std::uint32_t>(moves_.tokens.size());
    for (const std::size_t i : open_) moves_.tokens[i].value = end;
    return std::move(moves_);
  }

 private:
  HodgesToken& add(Type type, std::size_t length) {
    HodgesToken& t = moves_.tokens.emplace_back();
    t.type = type;
    t.text = {text_.data() + at_, std::min(length, text_.size() - at_)};
    at_ += t.text.size();
    if (type == Type::move) t.value = number_;
    if (type != Type::ellipsis) number_ = 0;
    return t;
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : ' ';
  }

  void next() {
    switch (peek()) {
      case '{':
      case '[':
        return comment();
      case ';':
        return line_comment();
      case '#':
        return starts_line() || starts_remark() ? line_comment() : word();
      case '(':
        return parenthesis();
      case ')':
        return close();
      case '!':
      case '?':
        return glyph();
      case '$':
        return numbered_glyph();
      case '.':
        return dots();
      default:
        return number_or_word();
    }
  }

  void comment() {
    const CommentEnd end = *end_of_comment(text_, at_, true);
    add(peek() == '{' ? Type::braces : Type::comment, end.at - at_).closed = end.closed;
  }

  void line_comment() {
    if (moves_.tokens.empty() && peek() == '#') is_book_ = true;
    add(Type::comment, std::min(text_.find('\n', at_), text_.size()) - at_);
  }

  // Nothing but blanks stands before it on its line.
  bool starts_line() const {
    const std::size_t before = at_ == 0 ? npos : text_.find_last_not_of(" \t", at_ - 1);
    return before == npos || text_[before] == '\n' || text_[before] == '~';
  }

  // GNU Shogi's books have remarks after moves, too: "R2f #rd". Elsewhere a "#" alone is a mate.
  bool starts_remark() const {
    const bool apart = at_ == 0 || is_hodges_blank(text_[at_ - 1]);
    return apart && (is_book_ || is_letter(peek(1)) || (peek(1) == ' ' && is_letter(peek(2))));
  }

  // "(75)", "(A)" and "( 0:05/00:01:30)" are no variations.
  void parenthesis() {
    constexpr std::size_t longest_time = 40;
    const std::string_view rest = text_.substr(at_ + 1, longest_time);
    const std::size_t n = std::min(rest.find(')'), rest.size());
    const std::string_view inside = n < rest.size() ? trimmed(rest.substr(0, n)) : "";
    const bool letter = inside.size() == 1 && is_letter(inside[0]);
    const bool number = !inside.empty() && inside.find_first_not_of("0123456789") == npos;
    if (letter || number) return void(add(Type::comment, n + 2));
    if (inside.find(':') != npos && is_digit(inside[0])) {
      if (const auto ms = read_time(trimmed(inside.substr(0, inside.find('/'))))) {
        add(Type::time, n + 2).value = *ms;
        return;
      }
    }
    if (const std::size_t prose = prose_length()) return void(add(Type::comment, prose));
    open_.push_back(moves_.tokens.size());
    add(Type::open, 1);
  }

  // The length of "(equal)" or "(time 7:07 - 7:21)", words without anything like a move; else 0.
  std::size_t prose_length() const {
    constexpr std::size_t longest = 300;
    const std::string_view text = text_.substr(at_, longest);
    const std::size_t end = text.find_first_of("(){}[];$!?", 1);
    if (end == text.npos || text[end] != ')') return 0;
    bool letters = false;
    for (std::size_t at = 1; at < end;) {
      const std::size_t next = std::min(text.find_first_of(" \t\r\n,.", at), end);
      const std::string_view word = text.substr(at, next - at);
      const bool digit = word.find_first_of("0123456789") != word.npos;
      const bool letter = std::any_of(word.begin(), word.end(), is_letter);
      MoveText move;
      const std::size_t length = word.empty() ? 0 : read_move_text(word, move);
      if ((digit && letter) || (length != 0 && length == word.size() && !may_be_word(word)))
        return 0;
      // "７六歩" and the like may be moves.
      if (std::any_of(word.begin(), word.end(), [](char c) { return !is_ascii(c); })) return 0;
      letters = letters || letter;
      at = next + 1;
    }
    return letters ? end + 1 : 0;
  }

  void close() {
    const auto here = static_cast<std::uint32_t>(moves_.tokens.size());
    add(Type::close, 1);
    if (open_.empty()) return;
    moves_.tokens[open_.back()].value = here;
    open_.pop_back();
  }

  void glyph() {
    const bool two = peek(1) == '!' || peek(1) == '?';
    HodgesToken& t = add(Type::glyph, two ? 2 : 1);
    t.value = *read_glyph(t.text);
  }

  void numbered_glyph() {
    const std::size_t n = digits(1);
    HodgesToken& t = add(n > 0 ? Type::glyph : Type::stray, n + 1);
    for (const char c : t.text.substr(1)) {
      t.value = std::min<std::uint32_t>(t.value * 10 + static_cast<std::uint32_t>(c - '0'), 256);
    }
  }

  void dots() {
    const std::size_t n = std::min(text_.find_first_not_of('.', at_), text_.size()) - at_;
    add(n > 1 ? Type::ellipsis : Type::stray, n);
  }

  std::size_t digits(std::size_t from) const {
    std::size_t n = from;
    while (is_digit(peek(n))) ++n;
    return n - from;
  }

  void number_or_word() {
    if (peek() == '\xE2' && text_.substr(at_).starts_with("…")) return void(add(Type::ellipsis, 3));
    if (!is_ascii(peek()) && wide_blank_or_number()) return;
    GameResult result{};
    const char c = peek();
    const bool like_result = c == '0' || c == '1' || c == '*' || c == '\xC2';
    if (const std::size_t n = like_result ? result_at(text_, at_, result) : 0; n != 0) {
      add(Type::result, n).value = static_cast<std::uint32_t>(result);
      return;
    }
    const std::size_t n = digits(0);
    // "12..." is a number and an ellipsis.
    const bool dot = n != 0 && peek(n) == '.' && peek(n + 1) != '.';
    // "7776" is no number of a move.
    constexpr std::size_t squares = 4;
    const bool closed = n != 0 && closes_number(n);
    const bool signed_number = closed || (n != 0 && peek(n) == '.');
    // A number without a sign may say something else than which move comes.
    if (signed_number) number_ = whole_number<std::uint32_t>(text_.substr(at_, n)).value_or(0);
    if (dot || closed) {
      at_ += n + 1;
    } else if (n != 0 && delimits(peek(n)) && (n < squares || signed_number)) {
      at_ += n;
    } else {
      word();
    }
  }

  bool wide_blank_or_number() {
    const std::string_view rest = text_.substr(at_);
    std::size_t n = blank_at(rest);
    if (n == 0) n = wide_number_length(rest);
    at_ += n;
    return n != 0;
  }

  // "1: P-7f", "1) P-7f", "1- P-7f".
  bool closes_number(std::size_t n) const {
    const char sign = peek(n), next = peek(n + 1);
    if (sign == ')') return open_.empty();
    if (sign == ':') return !is_digit(next);
    return sign == '-' && (is_letter(next) || is_hodges_blank(next));
  }

  void word() {
    // Before the length of a word that it is no part of is looked for.
    if (text_[at_] == '"') return void(add(Type::stray, 1));
    const std::size_t n = word_length();
    const std::string_view w = text_.substr(at_, std::max<std::size_t>(n, 1));
    MoveText move;
    if (n != 0 && read_move_text(w, move) == n) {
      add(Type::move, n).move = move;
    } else {
      other_word(w);
    }
  }

  // The word at hand, or what is left of it where a part has been taken: its end is looked for
  // once.
  std::size_t word_length() {
    if (at_ >= word_end_) word_end_ = at_ + length_of_word();
    return word_end_ - at_;
  }

  std::size_t length_of_word() const {
    const char* const begin = text_.data() + at_;
    const char* const stop = text_.data() + text_.size();
    for (const char* end = begin;; ++end) {
      while (end != stop && ends_of[octet(*end)] == Ends::nothing) ++end;
      if (end == stop || ends_of[octet(*end)] == Ends::word ||
          blank_at({end, static_cast<std::size_t>(stop - end)}) != 0)
        return static_cast<std::size_t>(end - begin);
    }
  }

  // What no record of the usual form has.
  void other_word(std::string_view w) {
    const std::string_view rest = text_.substr(at_);
    std::uint32_t number = 0;
    if (const std::size_t n = branch_at(text_, at_, number)) {
      add(Type::branch, n).value = number;
      return;
    }
    MoveText move;
    constexpr std::size_t longest_move = 80;
    if (const std::size_t n = read_spelled_move(rest.substr(0, longest_move), move)) {
      HodgesToken& t = add(Type::move, n);
      t.move = move;
      t.spelled = true;
      return;
    }
    add(is_letter(w[0]) || w[0] == '#' ? Type::word : Type::stray, w.size());
  }

  static constexpr std::size_t npos = std::string_view::npos;

  std::string_view text_;
  std::size_t at_;
  std::size_t word_end_ = 0;
  ScannedMoves moves_;
  /// That of the next move, where one has been read.
  std::uint32_t number_ = 0;
  /// The variations that are open.
  std::vector<std::size_t> open_;
  /// The text begins with a remark that begins with '#'.
  bool is_book_ = false;
};

}  // namespace

std::string_view HodgesToken::inside() const {
  if (text[0] == '(') return text;
  const bool line = text[0] == ';' || text[0] == '#';
  return text.substr(1, text.size() - (line || !closed ? 1 : 2));
}

std::string_view HodgesToken::place_of_number() const {
  const char* end = text.data();
  while (!is_digit(end[-1])) --end;
  const char* begin = end;
  for (auto n = value; n != 0; n /= 10) --begin;
  return {begin, static_cast<std::size_t>(end - begin)};
}

ScannedMoves scan_moves(std::string_view text, std::size_t at) { return Scanner(text, at).run(); }

std::size_t branch_at(std::string_view text, std::size_t at, std::uint32_t& number) {
  constexpr std::string_view name = "variation";
  const std::string_view whole = text.substr(at);
  std::string_view rest = whole;
  if (const auto japanese = take_branch(rest)) {
    number = static_cast<std::uint32_t>(*japanese);
  } else {
    if (!same_word(rest.substr(0, name.size()), name)) return 0;
    rest.remove_prefix(name.size());
    if (!take(rest, ':') && !take(rest, "：")) return 0;
    take_blanks(rest);
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc{}) return 0;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    take(rest, "手");
  }
  const bool apart = rest.empty() || delimits(rest[0]) || blank_at(rest) != 0;
  return apart ? whole.size() - rest.size() : 0;
}

std::size_t result_at(std::string_view text, std::size_t at, GameResult& result) {
  // Most of what begins like a result is the number of a move: "1.", "12.".
  const char next = at + 1 < text.size() ? text[at + 1] : ' ';
  if (is_digit(next) || (next == '.' && text[at] == '1')) return 0;
  constexpr std::size_t longest = 24;
  const std::string_view whole = text.substr(at, longest);
  std::string_view rest = whole;
  const std::optional<GameResult> said = take_score(rest);
  if (!said || !(rest.empty() || delimits(rest[0]))) return 0;
  const std::size_t length = whole.size() - rest.size();
  // A lone "0.5" is a number.
  if (whole.substr(0, length) == "0.5") return 0;
  result = *said;
  return length;
}

}  // namespace yari
