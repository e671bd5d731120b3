// The handicaps of Shogi in kanji.
#include "notation/handicap_text.h"

#include <array>
#include <optional>
#include <string>

#include "notation/kif_words.h"

namespace yari {
namespace {

struct Word {
  std::string_view kif;
  std::string_view english;
};

constexpr std::array<Word, 16> words{{
    {"平手", "even"},
    {"香落ち", "Left lance"},
    {"右香落ち", "Right lance"},
    {"角落ち", "Bishop"},
    {"飛車落ち", "Rook"},
    {"飛香落ち", "Rook and left lance"},
    {"二枚落ち", "Two pieces"},
    {"三枚落ち", "Three pieces"},
    {"四枚落ち", "Four pieces"},
    {"五枚落ち", "Five pieces"},
    {"左五枚落ち", "Five pieces, left knight"},
    {"六枚落ち", "Six pieces"},
    {"左七枚落ち", "Seven pieces, left silver"},
    {"右七枚落ち", "Seven pieces, right silver"},
    {"八枚落ち", "Eight pieces"},
    {"十枚落ち", "Ten pieces"},
}};

constexpr std::string_view last_kana = "ち";  // 飛車落 is read too

}  // namespace

std::string_view handicap_in_english(std::string_view text) {
  text = trimmed_wide(text);
  for (const Word& word : words) {
    if (text == word.kif) return word.english;
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
  Setup first = setup;
  first.move_number = 1;
  const std::string name =
      first == start_setup(setup.variant) ? "even" : handicap_name(first).value_or("");
  for (const Word& word : words) {
    if (name == word.english) return word.kif;
  }
  return "その他";
}

}  // namespace yari
