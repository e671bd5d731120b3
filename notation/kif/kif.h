/// \file
/// KIF and KI2, the formats of Japanese programs and books, for both games.
///
/// Yari Shogi has a header "棋種：槍将棋", and the pieces 歩 桂 角 飛 玉, promoted と 成桂 馬 龍.
#pragma once

#include "notation/format.h"

namespace yari {

/// A record ends before a header line that follows moves.
std::size_t kif_record_length(std::string_view text, bool at_end);
/// Reads both formats: numbered moves with origins, and moves after ▲ and △.
ReadResult read_kif(std::string_view record, const ReadOptions& options);
WriteResult write_kif(const Game& game, const WriteOptions& options);
WriteResult write_ki2(const Game& game, const WriteOptions& options);
int kif_likeness(std::string_view head);
int ki2_likeness(std::string_view head);
/// Nothing but white space and lines that begin with '#'.
bool is_blank_kif(std::string_view record);

}  // namespace yari
