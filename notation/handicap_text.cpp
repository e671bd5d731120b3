// The handicaps of Shogi in kanji.
#include "notation/handicap_text.h"

#include <algorithm>
#include <array>
#include <string>

#include "notation/japanese.h"

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

constexpr std::string_view last_kana = "ち";  // 飛車落 is read too

const Word* word_of(const Setup& setup) {
  Setup first = setup;
  first.move_number = 1;
  const std::string name =
      first == start_setup(setup.variant) ? "even" : handicap_name(first).value_or("");
  const auto* word =
      std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.english == name; });
  return word == words.end() ? nullptr : word;
}

// "4-piece" and "4 pieces", as servers say.
bool counts_pieces(std::string_view text, std::string_view number) {
  if (!is_digit(number[0]) || !text.starts_with(number)) return false;
  text.remove_prefix(number.size());
  return text == "-piece" || text == " pieces";
}

}  // namespace

std::string_view handicap_in_english(std::string_view text) {
  text = trimmed_wide(text);
  for (const Word& word : words) {
    if (text == word.kif || counts_pieces(text, word.jkf)) return word.english;
    if (word.kif.ends_with(last_kana) &&
        text == word.kif.substr(0, word.kif.size() - last_kana.size())) {
      return word.english;
    }
  }
  return text;
}

Result<Setup> read_handicap_text(std::string_view text, Variant v) {
  return read_handicap(handicap_in_english(text), v);
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
