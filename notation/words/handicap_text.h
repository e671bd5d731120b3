/// \file
/// Handicaps as records and people write them: in kanji, as KIF does, or in English.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/finding.h"
#include "rules/handicap.h"

namespace yari {

/// A handicap's names, each of which read_recorded_handicap() reads.
struct HandicapNames {
  std::string_view english, kanji;
};
/// Every handicap that has a name, from the smallest; others are named by their pieces.
std::vector<HandicapNames> handicap_names(Variant v);

/// The English name of a handicap that `text` names in kanji ("飛車落ち", "角落", "平手",
/// "２枚落ち"), or the pieces that it names ("角香落ち": "bishop+lance"), or counts ("4-piece":
/// "Four pieces"), else `text` itself; without the blanks around it, wide ones included.
std::string handicap_in_english(std::string_view text);

/// Reads a handicap in kanji, or in English as read_handicap does.
Result<Setup> read_handicap_text(std::string_view text, Variant v);

/// Reads what a record calls its handicap: in Yari Shogi "rook" and "飛車" are the yari rook there,
/// for White has no other at the start.
Result<Setup> read_recorded_handicap(std::string_view text, Variant v);

/// Reads a handicap that was typed for a game that is certain: in kanji, "飛車落ち" takes the yari
/// rook in Yari Shogi, where nobody can mean the other game; in English, as read_handicap does.
Result<Setup> read_typed_handicap(std::string_view text, Variant v);

/// "その他", "Other": the start has no name, and a board shows it.
bool is_other_start(std::string_view text);

/// "詰将棋", "次の一手": the board of a problem follows.
bool is_problem_start(std::string_view text);

/// How an ambiguous name was read ("yari bishop", "七枚落ち"); no value if the name is clear.
std::optional<FindingText> unclear_handicap(std::string_view text, Variant v);

/// The word for the start of a KIF record: "平手", "飛車落ち"; "その他" for a position that has
/// none.
std::string_view kif_handicap(const Setup& setup);

/// JKF's short name for the start: "HIRATE", "HI"; "OTHER" for a position that has none.
std::string_view jkf_preset(const Setup& setup);
/// The English name of the handicap of a preset; no value for unknown ones.
std::optional<std::string_view> handicap_of_preset(std::string_view preset);

}  // namespace yari
