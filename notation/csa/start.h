/// \file
/// The start position of a CSA record.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "notation/finding.h"
#include "rules/setup.h"
#include "text/result.h"

namespace yari {

/// Collects what the statements about the start say.
class CsaStart {
 public:
  CsaStart();
  /// Takes "PI82HI", "P1-KY...", "P+99KY", "+" or "-". The offset of an error is one in
  /// `statement`.
  Result<void> take(std::string_view statement);
  /// Takes another item of the list that the last statement began: "22KA" after "PI,82HI". False
  /// if there is no such list, or this is no item of it.
  bool take_more(std::string_view item);
  /// What was guessed in the last statement; it is given once.
  std::optional<FindingText> take_slip() { return std::exchange(slip_, {}); }
  /// A statement has come.
  bool said() const { return said_; }
  /// Pieces were taken off the even start, and nothing else was said of the board.
  bool takes_off() const { return takes_off_; }
  void set_side(Color c) { setup_.side_to_move = c; }
  /// The even start where no pieces were named. It may not be a legal position.
  Setup setup() const;

 private:
  Result<void> items(std::string_view statement);
  /// Of the list that was begun; false where it is none.
  bool take_item(std::string_view item);
  bool take_off(std::string_view item);
  bool add(std::string_view item, Color c);
  void set_row(char digit, const std::array<Piece, 9>& squares);
  bool loose_row(std::string_view statement);
  Result<void> row(std::string_view statement);
  void give_the_rest(Color c);
  bool kanji_row(std::string_view statement);

  Setup setup_;
  /// "PI", "P+" or "P-" while its list may go on.
  std::string_view list_;
  bool said_ = false;
  bool named_pieces_ = false;
  bool takes_off_ = false;
  std::optional<FindingText> slip_;
};

}  // namespace yari
