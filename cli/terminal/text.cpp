#include "cli/terminal/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

namespace yari::cli {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

std::optional<std::string> nearest(std::string_view typed,
                                   std::span<const std::string> candidates) {
  // What a person types by mistake is short; the table above grows with the product of lengths.
  constexpr std::size_t longest = 40;
  std::optional<std::string> best;
  std::size_t best_distance = 0;
  if (typed.size() > longest) return best;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(typed, candidate);
    if (distance > std::max<std::size_t>(1, candidate.size() / 3)) continue;
    if (best && distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string hanging(std::string_view left, std::size_t column, std::string_view text) {
  constexpr std::size_t width = 79;
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

std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string counted(std::uint64_t n, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", grouped(n), n == 1 ? singular : plural);
}

std::string counted(std::uint64_t n, std::string_view singular) {
  return counted(n, singular, std::string(singular) + 's');
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
