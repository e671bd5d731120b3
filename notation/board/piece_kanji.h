/// \file
/// The pieces in kanji, for drawn boards and diagrams.
#pragma once

#include <string_view>

#include "rules/variant.h"

namespace yari {

/// One or two kanji; empty for kinds that the game does not have.
constexpr std::string_view kanji_of(Kind k, Variant v) {
  constexpr ByKind<std::string_view> yari{"歩", "香桂", "香角", "香飛", "",     "",
                                          "",   "将",   "香銀", "成桂", "成角", "飛車"};
  constexpr ByKind<std::string_view> shogi{"歩", "香", "桂", "銀", "金", "角", "飛", "玉",
                                           "と", "杏", "圭", "全", "",   "馬", "龍"};
  return v == Variant::yari ? yari[k] : shogi[k];
}

}  // namespace yari
