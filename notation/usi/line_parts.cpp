// What stands where on a line.
#include "notation/usi/line_parts.h"

#include <algorithm>

#include "notation/board/side_words.h"
#include "notation/words/japanese.h"
#include "record/glyph.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

bool begins_with_board(std::string_view word) {
  const std::string_view board = word.substr(0, word.find_first_of("[_"));
  return std::ranges::count(board, '/') == rank_count - 1 && std::ranges::all_of(board, [](char c) {
           return is_digit(c) || is_letter(c) || c == '/' || c == '+';
         });
}

bool begins_remark(std::string_view text) {
  return text.starts_with('#') || text.starts_with(';') || text.starts_with("//");
}

std::size_t find_remark(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool at_word = at == 0 || is_space(text[at - 1]);
    if (at_word && begins_remark(text.substr(at))) return at;
  }
  return text.size();
}

std::string_view without_mark(std::string_view remark) {
  if (begins_remark(remark))
    remark.remove_prefix(std::min(remark.find_first_not_of("#;/"), remark.size()));
  return trimmed(remark);
}

bool is_number(std::string_view before) {
  return before.find_first_not_of("0123456789.:)(#- \tNo") == std::string_view::npos;
}

std::optional<Color> side_in_words(std::string_view words) {
  std::string_view rest;
  const std::optional<Color> side = side_to_move_in_words(words, rest);
  return side && (rest.empty() || rest == ".") ? side : japanese_side_to_move(words);
}

namespace {

bool is_start_word(std::string_view word) {
  constexpr std::string_view words[] = {"position", "startpos", "sfen", "fen"};
  const auto is_word = [&](std::string_view w) { return same_word(w, word); };
  return std::ranges::any_of(words, is_word) || begins_with_board(word);
}

// What may stand around a move.
constexpr std::string_view punctuation = ",;\"'[](){}\\";

// "7g7f", "P*5e" for "7G7F", "p*5e", "７ｇ７ｆ".
std::string usual_usi(std::string_view word) {
  std::string usual;
  while (!word.empty()) {
    const char32_t c = code_point_at(word, 0).value;
    constexpr char32_t wide = 0xFF01, last_wide = 0xFF5E;
    const bool is_wide = c >= wide && c <= last_wide;
    usual += is_wide ? static_cast<char>(c - wide + '!') : ascii_lower(word[0]);
    word.remove_prefix(is_wide ? 3 : 1);
  }
  usual = ascii_lower(usual);
  if (usual.size() > 1 && usual[1] == '@') usual[1] = '*';
  return usual.size() > 1 && usual[1] == '*' ? capitalized(usual) : usual;
}

}  // namespace

std::string_view from_start_word(std::string_view line) {
  for (std::string_view rest = line; !rest.empty();) {
    const std::string_view word = take_word(rest);
    const std::size_t glued = word.find_last_of(">:\"") + 1;
    if (!word.empty() && is_start_word(word.substr(glued)))
      return {word.begin() + static_cast<std::ptrdiff_t>(glued), line.end()};
  }
  return line.substr(line.size());
}

bool is_even_start(const UsiLineParts& line) {
  return line.no_start || same_word(line.start, "startpos");
}

bool continues_moves(std::string_view line) {
  line = trimmed_front(line);
  std::string_view rest = line;
  // Nearly always the next line has its own start.
  const bool may_be = !line.empty() && (!is_letter(line[0]) || line[0] == 'm' || line[0] == 'M' ||
                                        line.substr(1, 1) == "*");
  return may_be && (same_word(take_word(rest), "moves") ||
                    take_usi_word(line, Variant::shogi).move.has_value());
}

UsiWord take_usi_word(std::string_view& rest, Variant variant) {
  // A move and its marks are shorter: of a text without blanks no more is looked at for each.
  constexpr std::size_t longest = 64;
  while (true) {
    std::string_view after = trimmed_front(rest);
    const std::string_view begin = after.substr(0, longest);
    std::string_view window = begin;
    const std::string_view whole = take_word(window);
    if (const Result<Move> move = read_usi_move(whole, variant)) {
      rest = after.substr(whole.size());
      return {.text = whole, .move = *move};
    }
    std::string_view word =
        whole.substr(std::min(whole.find_first_not_of(punctuation), whole.size()));
    after.remove_prefix(whole.size() - word.size());
    word = word.substr(0, word.find_first_of(punctuation));
    const std::size_t marks = std::min(word.find_first_of("!?"), word.size());
    const auto glyph = read_glyph(word.substr(marks));
    std::string usual = usual_usi(word.substr(0, marks));
    if (const Result<Move> move = read_usi_move(usual, variant);
        move && (glyph || marks == word.size())) {
      const std::size_t end =
          std::min(after.find_first_not_of(punctuation, word.size()), after.size());
      rest = after.substr(end);
      return {up_to(begin, rest), std::move(usual), *move, glyph.value_or(0)};
    }
    // The number of a move, or a sign that stands alone.
    const bool says_nothing =
        word.empty() || (is_number(whole) && (whole.ends_with('.') || whole.ends_with(')')));
    if (whole.empty() || !says_nothing) return {.text = take_word(rest)};
    rest = trimmed_front(rest).substr(whole.size());
  }
}

bool may_be_usi_line(std::string_view line) {
  constexpr std::size_t shortest_board = 2 * rank_count - 1;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    const bool like_move = (word.size() == 4 || word.size() == 5) && is_digit(word[2]) &&
                           (is_digit(word[0]) || word[1] == '*');
    const bool like_board = word.size() >= shortest_board && word.find('/') != word.npos;
    if (like_move || like_board || is_start_word(word.substr(word.find_last_of(">:\"") + 1)))
      return true;
  }
  return false;
}

namespace {

bool is_hand(std::string_view word) {
  return word == "-" || (!word.empty() && word.find_first_not_of("0123456789KRBGSNLPkrbgsnlp") ==
                                              std::string_view::npos);
}

bool may_follow_start(std::string_view rest) {
  rest = trimmed(rest);
  std::string_view after = rest;
  return rest.empty() || begins_remark(rest) || side_in_words(rest) ||
         same_word(take_word(after), "moves");
}

// A word, or what stands before '_', which is the blank of links.
std::string_view take_sfen_field(std::string_view& rest) {
  std::string_view after = rest;
  const std::string_view word = take_word(after);
  const std::string_view field = word.substr(0, word.find('_'));
  rest = field.size() == word.size() ? after : std::string_view(field.end() + 1, rest.end());
  return field;
}

// Takes the fields of an SFEN, of which those after the board may be missing; false, and nothing
// taken, where something else stands there: it is damaged.
bool take_sfen(std::string_view& rest) {
  std::string_view at = rest;
  take_sfen_field(at);
  std::string_view next = at;
  const std::string_view side = take_sfen_field(next);
  if (side == "b" || side == "w") {
    at = next;
    if (is_hand(take_sfen_field(next))) {
      at = next;
      const std::string_view number = take_sfen_field(next);
      if (!number.empty() && std::ranges::all_of(number, is_digit)) at = next;
      rest = at;
      return true;
    }
  }
  if (!may_follow_start(at)) return false;
  rest = at;
  return true;
}

// Takes a FEN, which says by brackets or by two counters that it is one; no value, and nothing
// taken, where none stands there.
std::optional<ForeignFen> take_fen(std::string_view& rest) {
  std::string_view at = rest;
  take_sfen_field(at);
  take_sfen_field(at);
  for (std::string_view next = at;; at = next) {
    const std::string_view field = take_sfen_field(next);
    if (field.empty() || (field != "-" && !std::ranges::all_of(field, is_digit))) break;
  }
  std::string spelled(up_to(rest, at));
  std::ranges::replace(spelled, '_', ' ');
  std::optional<ForeignFen> fen = read_foreign_fen(spelled);
  if (fen) rest = at;
  return fen;
}

// The words up to "moves".
void take_to_moves(std::string_view& rest) {
  std::string_view after = rest;
  std::string_view word;
  do {
    rest = after;
    word = take_word(after);
  } while (!word.empty() && !same_word(word, "moves"));
}

}  // namespace

std::optional<UsiLineParts> read_usi_line_parts(std::string_view text, Findings& findings) {
  std::string_view rest = from_start_word(text);
  UsiLineParts line;
  if (rest.empty() && continues_moves(text)) {
    line.before = line.start = text.substr(0, 0);
    line.no_start = true;
    line.moves = text;
    if (std::string_view moves = text; same_word(take_word(moves), "moves")) line.moves = moves;
    findings.add(FindingCode::start_assumed, line.moves);
    return line;
  }
  line.before = trimmed(up_to(text, rest));
  std::string_view word = take_word(rest);
  if (same_word(word, "position")) word = take_word(rest);
  if (!is_start_word(word) || same_word(word, "position")) {
    if (word.empty()) word = take_word(text);
    findings.add(FindingCode::not_the_format, word, "'startpos' or 'sfen'", in_quotes(word));
    return std::nullopt;
  }
  line.start = word;
  if (!same_word(word, "startpos")) {
    std::string_view sfen =
        begins_with_board(word) ? std::string_view(word.begin(), rest.end()) : trimmed_front(rest);
    rest = sfen;
    line.has_board = begins_with_board(take_word(rest));
    rest = sfen;
    line.fen = take_fen(rest);
    if (!line.fen && (!line.has_board || !take_sfen(rest))) take_to_moves(rest);
    line.start = trimmed(up_to(sfen, rest));
  }
  std::string_view after = rest;
  word = take_word(after);
  if (same_word(word, "moves")) {
    line.moves = after;
  } else if (std::string_view moves = rest; take_usi_word(moves, Variant::shogi).move) {
    line.moves = rest;
    line.lacks_word = true;
  } else if (line.has_board || begins_remark(word) || word.empty()) {
    line.remark = trimmed(rest);
  } else {
    findings.add(FindingCode::not_the_format, word, "'moves'", in_quotes(word));
    return std::nullopt;
  }
  return line;
}

std::string mended_sfen(const UsiLineParts& line, Findings& findings) {
  std::string_view rest = line.start;
  std::string sfen(take_sfen_field(rest));
  std::string_view side = take_sfen_field(rest);
  std::string_view hands = take_sfen_field(rest);
  const std::string_view number = trimmed(rest);
  const std::optional<Color> said = side_in_words(without_mark(line.remark));
  if (side.empty()) {
    side = said == Color::white ? "w" : "b";
    if (!said) findings.add(FindingCode::side_missing, line.start);
  }
  if (hands.empty()) {
    hands = "-";
    findings.add(FindingCode::hands_missing, line.start);
  }
  std::string held;
  std::string count;
  bool kings = false;
  for (const char c : hands) {
    if (is_digit(c)) {
      count += c;
      continue;
    }
    const bool king = c == 'K' || c == 'k';
    kings = kings || king;
    if (!king) held += count + c;
    count.clear();
  }
  if (kings) findings.add(FindingCode::king_in_hand, hands);
  sfen += ' ' + std::string(side) + ' ' + (held.empty() ? "-" : held + count);
  if (!number.empty()) sfen += ' ' + std::string(number);
  return sfen;
}

bool needs_mending(const UsiLineParts& line) {
  if (!line.has_board || line.fen) return false;
  std::string_view rest = line.start;
  if (take_sfen_field(rest).find('[') != rest.npos) return false;
  take_sfen_field(rest);
  const std::string_view hands = take_sfen_field(rest);
  return hands.empty() || (is_hand(hands) && hands.find_first_of("Kk") != std::string_view::npos);
}

}  // namespace yari
