/// \file
/// Cuts CSA text into statements; records are cut and read with the same.
#pragma once

#include <string_view>

namespace yari {

/// "+7776FU", "T12", "N+name", a remark.
struct CsaStatement {
  /// Without its line end or comma; never has blanks at the end, unless it is a remark.
  std::string_view text;
  /// Where it begins.
  std::size_t offset = 0;
  /// Where the next one begins.
  std::size_t end = 0;
  /// A comma or a line end follows.
  bool closed = false;

  /// What comes before the moves of a game, and nowhere else.
  bool begins_game() const;
  bool is_move() const;
  /// It is a move, or what damage has left of one: "2726FU", "+27", "?+2726FU".
  bool looks_like_move() const;
  /// It is about the board, whatever is wrong with it then. Requires: it begins with P.
  bool names_pieces() const;
  /// It has the form of any statement.
  bool is_csa() const;
};

/// Goes over the statements of a text, empty ones included.
///
/// Statements end at line ends and commas. Remarks, names and headers hold free text, and so do
/// lines that begin with no statement: where one begins a line, it ends at the line's end alone.
class CsaStatements {
 public:
  explicit CsaStatements(std::string_view text) : text_(text) {}
  /// False at the end of the text.
  bool next(CsaStatement& s);

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace yari
