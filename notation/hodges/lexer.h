/// \file
/// The text after the tags of a Hodges or PSN record, cut into tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace yari {

struct HodgesToken {
  enum class Type : std::uint8_t {
    end,
    number,    ///< "12." or "12"
    ellipsis,  ///< "...": the first player's move is left out
    move,      ///< looks like a move
    glyph,     ///< "!?" or "$14"
    comment,   ///< `inside` is what stands between the marks
    open,      ///< "("
    close,     ///< ")"
    result,    ///< "1-0", "*"
    word,      ///< letters: perhaps how the game ended
    stray      ///< anything else
  };
  Type type = Type::end;
  std::size_t offset = 0;
  std::string_view text;
  std::string_view inside;
  /// A comment in braces, which knows escapes and commands.
  bool braces = false;
};

/// A cursor over the moves of a record. A value: a copy looks ahead.
///
/// `~` is a line end, as PSN dumps write it; NULs are white space. Braces nest in comments where
/// they balance (`{a {b} c}`), and end at the first `}` where they do not.
class HodgesLexer {
 public:
  HodgesLexer(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  HodgesToken next();
  /// Skips to behind the parenthesis that closes the one just read; false: there is none, and the
  /// cursor is at the end.
  bool skip_variation();
  std::size_t offset() const { return at_; }

 private:
  HodgesToken token(HodgesToken::Type type, std::size_t length);
  HodgesToken number();
  HodgesToken word();
  HodgesToken brace_comment();
  HodgesToken enclosed(char close);
  std::size_t end_of_braces() const;
  std::size_t result_length() const;

  std::string_view text_;
  std::size_t at_;
};

/// Whether the word is a result: "1-0", "1/2-1/2", "*".
bool is_result_word(std::string_view word);

/// Where the brace comment that starts at `at` ends: behind its `}`, or npos. Escaped braces
/// (`\}`) do not count.
std::size_t end_of_brace_comment(std::string_view text, std::size_t at);

}  // namespace yari
