#include "cli/terminal/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "cli/terminal/table.h"

namespace yari::cli {

std::string hanging(std::string_view left, std::size_t column, std::string_view text,
                    std::size_t width) {
  std::string out(left);
  std::size_t at = left.size();
  const auto break_line = [&] {
    out += '\n';
    out.append(column, ' ');
    at = column;
  };
  if (at + 2 > column) {
    break_line();
  } else {
    out.append(column - at, ' ');
    at = column;
  }
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (at > column && at + 1 + word.size() > width) break_line();
    if (at > column) out += ' ', ++at;
    out += word;
    at += word.size();
  }
  return out + '\n';
}

std::string folded(const std::string& line, std::size_t width) {
  std::string out;
  std::size_t used = 0;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = std::min(line.find(' ', at), line.size());
    if (line[at] == '\'' || line[at] == '"') {
      const std::size_t closed = line.find(line[at], at + 1);
      const std::size_t whole = std::min(line.find(' ', closed), line.size());
      if (closed != line.npos && display_width(line.substr(at, whole - at)) <= width) end = whole;
    }
    const std::string word = line.substr(at, end - at);
    const std::size_t wide = display_width(word);
    if (used > 0 && used + 1 + wide > width) {
      out += '\n';
      used = 0;
    } else if (at > 0) {
      out += ' ';
      ++used;
    }
    out += word;
    used += wide;
    at = end + 1;
  }
  return out;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain = "-=./:@_,+";
  const bool bare =
      !word.empty() && word.front() != '=' && std::ranges::all_of(word, [&](unsigned char c) {
        return std::isalnum(c) != 0 || c >= 0x80 || plain.find(static_cast<char>(c)) != plain.npos;
      });
  if (bare) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string alternatives(std::span<const std::string> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

std::string duration(double seconds) {
  if (seconds < 59.5) return fmt::format("{:.{}f} s", seconds, seconds < 9.95 ? 2 : 0);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string rough_duration(double seconds) {
  constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
  if (seconds < 1.5 * minute) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  if (seconds < 1.5 * hour) return fmt::format("{:.0f} min", seconds / minute);
  if (seconds < 2 * day) return fmt::format("{:.0f} h", seconds / hour);
  return fmt::format("{:.0f} days", seconds / day);
}

}  // namespace yari::cli
