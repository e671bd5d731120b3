// What Unicode does not call the same, and people do.
#include "text/kanji_forms.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace yari {

namespace {

/// Old and other forms of kanji that stand in names, each followed by its common form.
constexpr std::u32string_view kanji_forms =
    U"澤沢髙高﨑崎嵜崎邊辺邉辺齋斎齊斉濱浜濵浜廣広國国圀国眞真惠恵龍竜櫻桜嶋島嶌島德徳條条瀨瀬淺浅"
    U"榮栄"
    U"學学實実彌弥顯顕曉暁澁渋瀧滝豐豊藏蔵鐵鉄槇槙壽寿應応圓円縣県關関黑黒與与萬万禮礼靜静";

using Pair = std::pair<char32_t, char32_t>;

constexpr auto sorted_forms = [] {
  std::array<Pair, kanji_forms.size() / 2> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i)
    pairs[i] = {kanji_forms[2 * i], kanji_forms[2 * i + 1]};
  std::ranges::sort(pairs);
  return pairs;
}();

}  // namespace

char32_t common_form(char32_t c) {
  if ((c >= U'ァ' && c <= U'ヶ') || c == U'ヽ' || c == U'ヾ') return c - 0x60;
  if (c < sorted_forms.front().first || c > sorted_forms.back().first) return c;
  const auto found = std::ranges::lower_bound(sorted_forms, c, {}, &Pair::first);
  return found != sorted_forms.end() && found->first == c ? found->second : c;
}

}  // namespace yari
