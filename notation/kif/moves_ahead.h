/// \file
/// The moves of a record in KIF or KI2 that come later, for look-aheads.
#pragma once

#include "notation/kif/move_text.h"
#include "notation/kif/scanner.h"
#include "notation/words/japanese.h"
#include "text/text.h"

namespace yari {

/// The moves of a line in KIF or KI2 one after the other, for look_ahead: up to its end, a branch,
/// an ending or damage.
template <class V>
class KifMovesAhead {
 public:
  /// Begins at `at`, where a move of `text` ends.
  KifMovesAhead(std::string_view text, std::size_t at)
      : rest_(text.substr(at, std::min(text.find('\n', at), text.size()) - at)),
        lines_(text, at + rest_.size()) {}

  /// Takes from `budget` how many lines were read. Null at the end, or where nothing is left of it.
  const KifMove* next(long long& budget) {
    take_kif_time(rest_);
    if (take_mark()) return take_move();
    for (KifLine line; budget > 0 && lines_.next(line); --budget) {
      rest_ = line.text;
      switch (line.kind) {
        case KifLineKind::blank:
        case KifLineKind::title:
        case KifLineKind::comment:
        case KifLineKind::bookmark:
        case KifLineKind::remark:
          break;
        case KifLineKind::numbered:
        case KifLineKind::marked:
          if (!take_mark() && line.kind == KifLineKind::numbered) take_kif_number(rest_);
          return take_move();
        default:
          return nullptr;
      }
    }
    return nullptr;
  }

 private:
  // "△", "2 △"
  bool take_mark() {
    std::string_view rest = rest_;
    take_blanks(rest);
    take_kif_number(rest);
    if (!take_player_mark(rest)) return false;
    take_blanks(rest);
    rest_ = rest;
    return true;
  }

  const KifMove* take_move() { return take_kif_move<V>(rest_, move_) ? &move_ : nullptr; }

  /// What is left of the line.
  std::string_view rest_;
  KifScanner lines_;
  KifMove move_{};
};

/// The number of the next move, looked for once for all lines before it: a text of any length is
/// read in one pass.
class KifNumberAhead {
 public:
  /// As take_next_number has it. Requires: `lines` goes on.
  std::optional<std::size_t> of(const KifScanner& lines) {
    if (lines.rest().size() <= left_) {
      KifScanner ahead = lines;
      number_ = take_next_number(ahead);
      left_ = number_ ? ahead.rest().size() : 0;
    }
    return number_;
  }

 private:
  std::optional<std::size_t> number_;
  /// Of the text, after that move.
  std::size_t left_ = std::string_view::npos;
};

}  // namespace yari
