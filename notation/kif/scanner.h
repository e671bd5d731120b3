/// \file
/// The lines of KIF and KI2, recognised by their form: the one grammar that cutting files and
/// reading records share.
#pragma once

#include <optional>
#include <string_view>

#include "rules/outcome.h"

namespace yari {

enum class KifLineKind : std::uint8_t {
  blank,         ///< also 変化： without a number, and 盤面回転, which say nothing
  comment,       ///< *text
  bookmark,      ///< &name
  remark,        ///< #text
  title,         ///< 手数----指手---------消費時間--
  numbered,      ///< 12 ７六歩(77), 12 投了, 1 ▲７六歩
  marked,        ///< ▲７六歩 △３四歩
  branch,        ///< 変化：12手
  footer,        ///< まで115手で先手の勝ち
  board_row,     ///< | ・v玉 ...|一
  board_edge,    ///< +---, ９ ８ ７ ...
  move_count,    ///< 手数＝12 △７一玉 まで
  side_to_move,  ///< 後手番
  header,        ///< name：value
  other
};

struct KifLine {
  KifLineKind kind = KifLineKind::blank;
  /// Without blanks in front, line end, and the sign of a comment, bookmark or remark.
  std::string_view text;
  /// Where the line begins.
  std::size_t begin = 0;
  /// Of a header, and of nothing else.
  std::string_view name, value;
};

/// Finds out what the line `text`, without its end, is; leaves `begin` as it is.
void read_kif_line(std::string_view text, KifLine& line);

/// Goes through a text line by line.
class KifScanner {
 public:
  /// Begins at `at`. Requires: at <= text.size().
  explicit KifScanner(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}
  /// False at the end.
  bool next(KifLine& line);
  /// Goes past lines that begin with a digit: moves, and what has a number in their place. False
  /// where there is none.
  bool skip_numbers();
  /// What has not been read yet.
  std::string_view rest() const { return text_.substr(at_); }
  /// Goes past `bytes` of the rest, whole lines, a newline that the last one lacks included.
  void skip(std::size_t bytes) { at_ = std::min(at_ + bytes, text_.size()); }

 private:
  std::string_view text_;
  /// At most the text's size.
  std::size_t at_;
};

/// Takes "12 ", "12. ", "12: ", "１２　", "12手目 " or "12" off the front; no value where there is
/// no number.
std::optional<std::size_t> take_kif_number(std::string_view& text);
/// Goes past the next move of `lines` to its number, 0 for a move or a variation without one; no
/// value, at the end, where none comes.
std::optional<std::size_t> take_next_number(KifScanner& lines);
/// Splits "name：value", both without blanks around them.
bool split_kif_header(std::string_view line, std::string_view& name, std::string_view& value);
/// A line where a move is tried, though it may be damaged: it begins with a number, a mark or 同.
bool tries_kif_move(const KifLine& line);
/// True for a marked line, and for a numbered one that holds a move and not an ending or damage.
bool shows_kif_move(const KifLine& line);
/// True for the remarks that only name the format: "KIF version=2.0", "---- ... 棋譜ファイル ----".
bool is_kif_format_mark(std::string_view remark);

}  // namespace yari
