#include "cli/program/bash_words.h"

namespace yari::cli {

namespace {

constexpr std::string_view line_blanks = " \t\n|&;()<>";

bool is_plain_in_bash(char c) {
  constexpr std::string_view plain = "_-.,:=/@+%";
  return static_cast<unsigned char>(c) >= 0x80 || (c >= '0' && c <= '9') ||
         ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || plain.find(c) != plain.npos;
}

std::string between(char mark, char c) { return {mark, c, mark}; }

/// A character that means something to bash. No backslash stands after a byte that is not ASCII:
/// together they are one letter in some locales (Big5, GBK).
std::string quoted_outside(char c, bool after_ascii) {
  if (after_ascii) return {'\\', c};
  return between(c == '\'' ? '"' : '\'', c);
}

/// Between double quotes: nothing keeps "!" but other quotes.
std::string quoted_inside(char c) {
  constexpr std::string_view special = "$`\"\\!";
  return special.find(c) == special.npos ? std::string(1, c) : '"' + between('\'', c) + '"';
}

}  // namespace

BashLine cut_bash_line(std::string_view line) {
  BashLine cut;
  cut.words.emplace_back();
  char& mark = cut.open_mark;
  bool in_word = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    const bool is_blank = mark == '\0' && line_blanks.find(c) != line_blanks.npos;
    if (is_blank) {
      if (in_word) cut.words.emplace_back();
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == mark) {
      mark = '\0';
    } else if (mark == '\0' && (c == '\'' || c == '"')) {
      mark = c;
    } else if (c == '\\' && mark != '\'') {
      // Between double quotes it stays before most characters.
      const bool stays = mark == '"' && at + 1 < line.size() &&
                         std::string_view("$`\"\\\n").find(line[at + 1]) == std::string_view::npos;
      if (stays) cut.words.back() += c;
      if (++at < line.size()) cut.words.back() += line[at];
    } else {
      cut.words.back() += c;
    }
  }
  return cut;
}

std::string quoted_for_bash(std::string_view text, char open_mark) {
  std::string out;
  for (const char c : text) {
    if (open_mark == '\'')
      out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    else if (open_mark == '"')
      out += quoted_inside(c);
    else if (is_plain_in_bash(c))
      out += c;
    else
      out += quoted_outside(c, out.empty() || static_cast<unsigned char>(out.back()) < 0x80);
  }
  if (open_mark == '\0') return out;
  out += open_mark;
  // readline takes a mark at the beginning for the one that is there already.
  return out.front() == open_mark ? open_mark + out : out;
}

}  // namespace yari::cli
