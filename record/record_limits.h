/// \file
/// What a record may cost its reader.
#pragma once

#include <cstddef>
#include <string_view>

namespace yari {

/// How many of something a record may hold, whatever its size.
struct RecordLimit {
  std::size_t most;
  /// In the words of a message: "moves".
  std::string_view what;
};

/// Readers refuse a record beyond these, and changes of stored games stay within them
/// (record/game_size.h). Each thing counted takes tens of bytes of memory. The largest real records
/// reach a twentieth of these limits.
namespace record_limits {
inline constexpr std::size_t mebibyte = std::size_t{1} << 20;
/// What is kept apart from the text until it is understood.
inline constexpr RecordLimit words{500'000, "words, signs and comments"};
inline constexpr RecordLimit header_lines{100'000, "lines before the moves"};
inline constexpr RecordLimit drawn_lines{500'000, "lines that draw a board"};
/// Lines of a format that nothing knows, each of which becomes a comment.
inline constexpr RecordLimit other_lines{10'000, "lines that nothing knows"};
/// Moves of all variations together.
inline constexpr RecordLimit moves{200'000, "moves"};
inline constexpr RecordLimit tags{5'000, "tags"};
/// Tags that writers add for what stands beside a game's tags: variant, start, result and others. A
/// header may have so many more.
inline constexpr std::size_t tags_of_fields = 16;
/// Variations inside each other; deeper ones are kept as text.
inline constexpr std::size_t nesting = 1'000;
/// The text of a record.
inline constexpr std::size_t bytes = 16 * mebibyte;
/// Moves played again to go back to a line that is not the last one.
inline constexpr RecordLimit replayed{2'000'000, "moves to play again for its variations"};
/// Evaluations, those in comments included.
inline constexpr RecordLimit evaluations{200'000, "evaluations"};
/// Values of JSON.
inline constexpr RecordLimit json_values{500'000, "values"};
}  // namespace record_limits

}  // namespace yari
