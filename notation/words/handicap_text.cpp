// The handicaps of Shogi in kanji.
#include "notation/words/handicap_text.h"

#include <algorithm>
#include <array>
#include <string>

#include "notation/words/japanese.h"
#include "rules/start.h"
#include "text/ascii.h"
#include "text/text.h"

namespace yari {
namespace {

struct Word {
  std::string_view kif;
  std::string_view jkf;
  std::string_view english;
};

constexpr std::array<Word, 16> words{{
    {"平手", "HIRATE", "even"},
    {"香落ち", "KY", "Left lance"},
    {"右香落ち", "KY_R", "Right lance"},
    {"角落ち", "KA", "Bishop"},
    {"飛車落ち", "HI", "Rook"},
    {"飛香落ち", "HIKY", "Rook and left lance"},
    {"二枚落ち", "2", "Two pieces"},
    {"三枚落ち", "3", "Three pieces"},
    {"四枚落ち", "4", "Four pieces"},
    {"五枚落ち", "5", "Five pieces"},
    {"左五枚落ち", "5_L", "Five pieces, left knight"},
    {"六枚落ち", "6", "Six pieces"},
    {"左七枚落ち", "7_L", "Seven pieces, left silver"},
    {"右七枚落ち", "7_R", "Seven pieces, right silver"},
    {"八枚落ち", "8", "Eight pieces"},
    {"十枚落ち", "10", "Ten pieces"},
}};

// Names that say more than one start, or that KIF has no word for.
constexpr HandicapNames more_names[] = {{"Rook and right lance", "飛右香落ち"},
                                        {"Bishop and left lance", "角左香落ち"},
                                        {"Two lances", "両香落ち"},
                                        {"Two knights", "両桂落ち"},
                                        {"Seven pieces", "七枚落ち"},
                                        {"Nine pieces", "九枚落ち"},
                                        {"Nine pieces, left gold", "左九枚落ち"}};
constexpr HandicapNames yari_names[] = {
    {"Left yari knight", "左桂落ち"}, {"Right yari knight", "右桂落ち"},
    {"Left yari bishop", "左角落ち"}, {"Right yari bishop", "右角落ち"},
    {"Left yari rook", "左飛車落ち"}, {"Right yari rook", "右飛車落ち"},
    {"Two yari knights", "両桂落ち"}, {"Two yari bishops", "両角落ち"},
    {"Two yari rooks", "両飛車落ち"}};

constexpr std::string_view end_of_names = "落ち";

const Word* word_of(const Setup& setup) {
  Setup first = setup;
  first.move_number = 1;
  const std::string name =
      first == start_setup(setup.variant) ? "even" : handicap_name(first).value_or("");
  const auto* word =
      std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.english == name; });
  return word == words.end() ? nullptr : word;
}

struct PieceWord {
  std::string_view kanji;
  std::string_view english;
};
constexpr PieceWord handicap_sides[] = {{"左", "left "}, {"右", "right "}, {"両", "both "}};

// "落ち", "落", "おち" at the end, which must be there.
bool drop_end(std::string_view& text) {
  for (const std::string_view end : {"落ち", "落", "おち"}) {
    if (!text.ends_with(end)) continue;
    text = trimmed_wide(text.substr(0, text.size() - end.size()));
    return true;
  }
  return false;
}

// Takes "飛車" or "飛" and returns "rook"; empty if there is no piece that a handicap takes off.
std::string_view take_handicap_piece(std::string_view& text) {
  for (const KindInfo& piece : Shogi::info.kinds) {
    if (piece.handicap_kanji.empty()) continue;
    // The longer word first.
    if (take(text, piece.handicap_kanji) || take(text, piece.kif[0])) return piece.name;
  }
  return {};
}

// "飛香", "両香", "右香": the pieces one by one; empty for anything else.
std::string pieces_in_english(std::string_view text) {
  std::string english;
  while (!text.empty()) {
    if (!english.empty()) english += '+';
    for (const PieceWord& side : handicap_sides) {
      if (take(text, side.kanji)) english += side.english;
    }
    const std::string_view piece = take_handicap_piece(text);
    if (piece.empty()) return {};
    english += piece;
    take(text, "と") || take(text, "・");
  }
  return english;
}

// "二枚", "2枚", "２枚", "左５枚" as the table spells it; empty for anything else.
std::string counted_pieces(std::string_view text) {
  std::string side;
  for (const PieceWord& word : handicap_sides) {
    if (take(text, word.kanji)) side = word.kanji;
  }
  const int n = take_number(text);
  if (n < 2 || n > 10 || text != "枚") return {};
  return side + kanji_count(n) + "枚";
}

const Word* table_handicap(std::string_view text) {
  const auto* word = std::find_if(words.begin(), words.end(), [&](const Word& w) {
    return text == w.kif || (w.kif.ends_with(end_of_names) &&
                             text == w.kif.substr(0, w.kif.size() - end_of_names.size()));
  });
  return word == words.end() ? nullptr : word;
}

// Counts that the table has no row for.
constexpr PieceWord other_counts[] = {{"七枚", "Seven pieces"},
                                      {"九枚", "Nine pieces"},
                                      {"右五枚", "Five pieces"},
                                      {"右九枚", "Nine pieces"},
                                      {"左九枚", "Nine pieces, left gold"}};

// Of a name without its end.
std::string kanji_in_english(std::string_view name) {
  if (const Word* word = table_handicap(name)) return std::string(word->english);
  const std::string count = counted_pieces(name);
  if (count.empty()) return pieces_in_english(name);
  if (const Word* word = table_handicap(count)) return std::string(word->english);
  for (const PieceWord& other : other_counts) {
    if (count == other.kanji) return std::string(other.english);
  }
  return {};
}

bool is_even_word(std::string_view text) {
  constexpr std::string_view even[] = {"平手", "なし", "無し", "平手戦"};
  return std::ranges::find(even, text) != std::end(even);
}

}  // namespace

std::vector<HandicapNames> handicap_names(Variant v) {
  if (v == Variant::yari) return {std::begin(yari_names), std::end(yari_names)};
  std::vector<HandicapNames> names;
  for (const Word& word : words)
    if (word.english != "even") names.push_back({word.english, word.kif});
  names.insert(names.end(), std::begin(more_names), std::end(more_names));
  return names;
}

std::string handicap_in_english(std::string_view text) {
  text = trimmed_wide(text);
  if (is_even_word(text)) return "even";
  if (std::string counted = counted_handicap(text); !counted.empty()) return counted;
  // After a count the end may be missing: "２枚".
  std::string_view name = text;
  if (drop_end(name) || !counted_pieces(name).empty()) {
    if (std::string english = kanji_in_english(name); !english.empty()) return english;
  }
  return std::string(text);
}

namespace {

std::string recorded_in_english(std::string_view text, Variant v) {
  // Where nothing but a handicap can stand, the end may be missing: "左香".
  std::string english = kanji_in_english(trimmed_wide(text));
  if (english.empty()) english = handicap_in_english(text);
  if (v != Variant::yari) return english;
  english = ascii_lower(english);
  for (const std::string_view piece : {"rook", "bishop", "knight"}) {
    constexpr std::string_view yari = "yari ";
    for (std::size_t at = 0; (at = english.find(piece, at)) != english.npos; at += piece.size()) {
      if (english.substr(0, at).ends_with(yari)) continue;
      english.insert(at, yari);
      at += yari.size();
    }
  }
  return english;
}

// A fault of the English words has no place of its own in others.
Result<Setup> read_in_english(const std::string& english, std::string_view text, Variant v) {
  Result<Setup> setup = read_handicap(english, v);
  if (!setup && english != text) setup.error().offset = 0;
  return setup;
}

}  // namespace

Result<Setup> read_handicap_text(std::string_view text, Variant v) {
  return read_in_english(handicap_in_english(text), text, v);
}

Result<Setup> read_recorded_handicap(std::string_view text, Variant v) {
  return read_in_english(recorded_in_english(text, v), text, v);
}

Result<Setup> read_typed_handicap(std::string_view text, Variant v) {
  return std::ranges::all_of(text, is_ascii) ? read_handicap_text(text, v)
                                             : read_recorded_handicap(text, v);
}

std::optional<FindingText> unclear_handicap(std::string_view text, Variant v) {
  const std::string english = recorded_in_english(text, v);
  const Result<Setup> setup = read_handicap(english, v);
  if (!setup || !is_open_handicap(english, v)) return std::nullopt;
  return FindingText{FindingCode::unclear_handicap,
                     {in_quotes(trimmed_wide(text)), handicap_name(*setup).value_or("even")}};
}

std::string_view kif_handicap(const Setup& setup) {
  const Word* word = word_of(setup);
  return word ? word->kif : "その他";
}

std::string_view jkf_preset(const Setup& setup) {
  const Word* word = word_of(setup);
  return word ? word->jkf : "OTHER";
}

std::optional<std::string_view> handicap_of_preset(std::string_view preset) {
  for (const Word& word : words) {
    if (word.jkf == preset) return word.english;
  }
  return std::nullopt;
}

}  // namespace yari
