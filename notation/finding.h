/// \file
/// What can be said about a record: each kind of finding has a code, by which people ignore it and
/// programs know it, and a sentence in each language.
///
/// The kinds are the rows of notation/finding_rows.h; docs/findings.md lists them.
#pragma once

#include <bitset>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yari {

enum class Severity : std::uint8_t { note, warning, error };
constexpr std::string_view name(Severity severity) {
  constexpr std::string_view names[] = {"note", "warning", "error"};
  return names[static_cast<std::size_t>(severity)];
}

enum class Language : std::uint8_t { english, japanese };

/// The kinds of findings, in the order of finding_rows.
enum class FindingCode : std::uint8_t {
  // The file.
  unreadable_file,
  no_game_in_file,
  no_record,
  empty_record,
  not_the_format,
  jkf_without_moves,
  json_slip,
  unknown_member,
  record_too_long,
  record_too_large,
  more_findings,
  lost_characters,
  encoding_guessed,
  encoding_declared,
  nul_bytes,
  // Before the moves.
  unknown_header,
  tag_without_name,
  tag_without_quotes,
  tag_not_closed,
  tag_value,
  date_as_text,
  name_on_next_line,
  game_guessed,
  game_assumed,
  bad_position,
  no_king,
  king_in_hand,
  side_missing,
  hands_missing,
  hand_by_custom,
  side_against_position,
  side_by_first_move,
  side_by_handicap,
  text_after_position,
  foreign_fen,
  foreign_fen_guessed,
  board_in_remarks,
  board_missing,
  board_incomplete,
  start_assumed,
  unknown_handicap,
  unknown_handicap_name,
  unclear_handicap,
  handicap_against_position,
  handicap_by_moves,
  handicap_by_first_move,
  second_start,
  // The moves.
  unreadable_move,
  illegal_move,
  illegal_last_move,
  ambiguous_move,
  ambiguous_move_settled,
  ambiguous_move_undecided,
  unusual_move,
  moves_in_usi,
  moves_word_missing,
  move_number,
  move_count,
  piece_name,
  move_contradicted,
  move_captures,
  nothing_to_take,
  text_among_moves,
  stray_text,
  stray_bracket,
  time_without_move,
  glyph_number,
  glyph_before_move,
  glyph_without_move,
  second_bookmark,
  comment_not_closed,
  svp_repetition,
  cut_before,
  // Variations.
  variation_without_move,
  variation_too_deep,
  forks_too_deep,
  variation_not_closed,
  variation_not_open,
  variation_continues,
  branch_unknown,
  branch_of_earlier_line,
  branch_by_number,
  fork_of_no_move,
  // The end.
  unknown_ending,
  ending_from_comment,
  result_text,
  second_result,
  second_ending,
  result_contradicted,
  result_replaced,
  result_against_tags,
  summary_contradicted,
  ending_beside_illegal_move,
  result_against_board,
  result_from_board,
  declaration_refuted,
  impasse_refuted,
  moves_after_end,
  play_after_end,
  offender_unnamed,
  winner_unnamed,
  // Of an import.
  duplicate_tag,
  duplicate_move,
  duplicate_notes,
  duplicate_size,
  // An opening book.
  book_line,
};

/// A kind, and what its sentence names: parts of the record in quotes, numbers, names.
struct FindingText {
  FindingCode code{};
  std::vector<std::string> values = {};

  auto operator<=>(const FindingText&) const = default;
};

/// "unknown-header".
std::string_view name(FindingCode code);
std::optional<FindingCode> finding_code_named(std::string_view name);
/// As the reader gives it when it is not strict.
Severity severity_of(FindingCode code);
/// "expected a header, found 'abc', which is kept as a comment".
std::string sentence(const FindingText& text, Language language = Language::english);
/// What it has in common with others: "..." for what it names, but for what tells kinds of one code
/// apart (the name of a tag, what was expected).
FindingText kind_of(const FindingText& text);
/// What is done about it, or can be: a sentence or two.
std::string_view help(FindingCode code);
/// Every kind, in the order of the table.
std::vector<FindingCode> finding_codes();

/// Kinds that are ignored: notes and warnings alone.
class IgnoredFindings {
 public:
  /// False for an unknown name, and for an error, which cannot be ignored.
  bool add(std::string_view name);
  bool has(FindingCode code) const { return codes_[static_cast<std::size_t>(code)]; }

 private:
  std::bitset<256> codes_;
};

/// One finding about a record, with its place, as a compiler gives it.
struct Diagnostic {
  Severity severity = Severity::error;
  /// 1-based, in the file (ReadOptions::first_line says where the record begins). Line and column
  /// are 0 where the finding is about the whole file.
  std::size_t line = 1;
  /// 1-based, in characters (not bytes).
  std::size_t column = 1;
  FindingText text = {};
  /// The sentence of `text` in English: "expected a rank a..i, found 'k'"; no newline.
  std::string message = {};
  /// The line of text it is about, without line end, cut to a sensible length, and the caret's
  /// column in it (1-based); empty when there is nothing to show.
  std::string excerpt = {};
  std::size_t caret = 0;

  void set_whole_file() { line = column = 0; }
  /// Sets the text and its message.
  void say(FindingText said);
};

/// A finding about a whole file, with the usual severity.
Diagnostic finding_about_file(FindingText text);

}  // namespace yari
