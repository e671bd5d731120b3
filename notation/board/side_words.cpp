// Words are compared without regard to case.
#include "notation/board/side_words.h"

#include <algorithm>
#include <string>

#include "text/text.h"

namespace yari {

namespace {

// Takes a word, or several with any blanks between them, and the blanks after it.
bool take_phrase(std::string_view& text, std::string_view phrase) {
  std::string_view rest = text;
  while (!phrase.empty()) {
    const std::size_t n = std::min(phrase.find(' '), phrase.size());
    if (!same_word(rest.substr(0, n), phrase.substr(0, n))) return false;
    rest.remove_prefix(n);
    phrase.remove_prefix(std::min(n + 1, phrase.size()));
    if (!rest.empty() && is_letter(rest[0])) return false;
    take_blanks(rest);
  }
  text = rest;
  return true;
}

template <std::size_t n>
bool take_one_of(std::string_view& text, const std::string_view (&phrases)[n]) {
  return std::any_of(std::begin(phrases), std::end(phrases),
                     [&text](std::string_view phrase) { return take_phrase(text, phrase); });
}

std::optional<Color> take_side(std::string_view& text) {
  if (take_one_of(text, {"black", "sente", "shitate"})) return Color::black;
  if (take_one_of(text, {"white", "gote", "uwate"})) return Color::white;
  return std::nullopt;
}

bool take_possessive(std::string_view& text) {
  std::string_view rest = text;
  if (!take(rest, "'s") && !take(rest, "’s")) return false;
  take_blanks(rest);
  text = rest;
  return true;
}

bool take_sign(std::string_view& text) {
  const bool taken = take(text, ':') || take(text, "：") || take(text, '=');
  if (taken) take_blanks(text);
  return taken;
}

// A number in digits or words; 0 where there is none.
int take_count(std::string_view& text) {
  constexpr std::string_view words[] = {"",      "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  for (int n = 1; n < static_cast<int>(std::size(words)); ++n)
    if (take_phrase(text, words[n])) return n;
  if (take_one_of(text, {"a", "an"})) return 1;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const int n = whole_number<int>(text.substr(0, digits)).value_or(0);
  if (n < 1 || n > 99) return 0;
  text.remove_prefix(digits);
  return n;
}

// A piece that can be in hand, by letters or by its name in either number.
std::optional<Kind> take_piece(std::string_view& text, Variant v) {
  const VariantInfo& game = info(v);
  for (const Kind kind : all_kinds) {
    const KindInfo& piece = game[kind];
    if (!piece.exists || index(kind) >= hand_kind_count) continue;
    const std::string name(piece.name);
    if (take_phrase(text, name + 's') || take_phrase(text, name)) return kind;
    // In Yari Shogi nothing else in hand is a rook.
    constexpr std::string_view yari = "yari ";
    if (name.starts_with(yari)) {
      const std::string plain = name.substr(yari.size());
      if (take_phrase(text, plain + 's') || take_phrase(text, plain)) return kind;
    }
    if (take(text, piece.kanji)) return kind;
  }
  // "YR" before "R".
  for (const bool by_name : {true, false}) {
    for (const Kind kind : all_kinds) {
      const KindInfo& piece = game[kind];
      if (!piece.exists || index(kind) >= hand_kind_count) continue;
      if (by_name ? take(text, piece.hodges) : take(text, piece.letter)) return kind;
    }
  }
  return std::nullopt;
}

// "x2", "2", "*2" after a piece.
int take_count_after(std::string_view& text) {
  std::string_view rest = text;
  take(rest, 'x') || take(rest, "×") || take(rest, '*');
  const int n = !rest.empty() && is_digit(rest[0]) ? take_count(rest) : 0;
  if (n != 0) text = rest;
  return n;
}

}  // namespace

std::optional<Color> side_to_move_in_words(std::string_view text, std::string_view& rest) {
  rest = trimmed_wide(text);
  constexpr std::string_view before[] = {"turn", "side to move", "to move", "to play", "next"};
  if (take_one_of(rest, before)) {
    if (!take_sign(rest)) return std::nullopt;
    return take_side(rest);
  }
  const std::optional<Color> side = take_side(rest);
  if (!side) return std::nullopt;
  const bool after =
      take_possessive(rest)
          ? take_one_of(rest, {"turn", "move", "play"})
          : take_one_of(rest, {"to move", "to play", "moves", "plays", "on move", "next"});
  // "White moves: 12" is a count.
  return after && !rest.starts_with(':') ? side : std::nullopt;
}

std::optional<HandWords> hand_in_words(std::string_view text) {
  text = trimmed_wide(text);
  if (take_one_of(text, {"in hand", "hand", "pieces in hand"})) {
    take_phrase(text, "of");
    take(text, '(');
    const std::optional<Color> owner = take_side(text);
    take(text, ')');
    take_blanks(text);
    if (!owner || !take_sign(text)) return std::nullopt;
    return HandWords{*owner, text, true};
  }
  const std::optional<Color> owner = take_side(text);
  if (!owner) return std::nullopt;
  take_possessive(text);
  if (take(text, '(')) take_blanks(text);
  bool sure = take_one_of(text, {"has in hand", "in hand", "pieces in hand", "holds", "hand",
                                 "captures", "captured", "captured pieces"});
  const bool has = !sure && take_phrase(text, "has");
  if (take(text, ')')) take_blanks(text);
  const bool sign = take_sign(text);
  if (!sure && !has && !sign) return std::nullopt;
  for (const std::string_view end : {" in hand", "."}) {
    if (text.size() > end.size() && same_word(text.substr(text.size() - end.size()), end)) {
      text = trimmed_wide(text.substr(0, text.size() - end.size()));
      sure = sure || end != ".";
    }
  }
  return HandWords{*owner, text, sure};
}

std::optional<Hand> read_hand_words(std::string_view list, Variant v, std::string_view& bad) {
  Hand hand;
  list = trimmed_wide(list);
  std::string_view whole = list;
  if (list.empty() ||
      (take_one_of(whole, {"nothing", "none", "no pieces", "empty", "-", "–"}) && whole.empty()))
    return hand;
  // From the last blank or comma on.
  std::string_view item = list;
  while (!list.empty()) {
    const int count = take_count(list);
    take_blanks(list);
    const std::optional<Kind> kind = take_piece(list, v);
    const int after = kind && count == 0 ? take_count_after(list) : 0;
    const int n = count != 0 ? count : std::max(after, 1);
    if (!kind || n > 99 - hand.count(*kind)) {
      bad = item.substr(0, item.find_first_of(" \t,;"));
      return std::nullopt;
    }
    hand.add(*kind, n);
    const std::size_t left = list.size();
    take_blanks(list);
    while (take(list, ',') || take(list, ';') || take(list, '+') || take_phrase(list, "and"))
      take_blanks(list);
    if (list.size() != left) item = list;
  }
  return hand;
}

}  // namespace yari
