// The words that other programs and people write before a variation, beside those of KIF.
#include "notation/words/branch.h"

#include <algorithm>
#include <span>

#include "notation/words/japanese.h"
#include "text/text.h"

namespace yari {

namespace {

bool take_any(std::string_view& text, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return take(text, word); });
}

constexpr std::string_view colons[] = {"：", ":", "；", ";", "＝", "="};

// "１：" in "変化１：2手", "A：", "①："
void take_label(std::string_view& text) {
  constexpr std::size_t longest = 8;
  const std::string_view front = text.substr(0, longest);
  const std::size_t end = std::min(front.find("："), front.find(':'));
  std::string_view rest = text.substr(std::min(end, text.size()));
  if (end == front.npos || end == 0 || !take_any(rest, colons)) return;
  take_blanks(rest);
  take(rest, "第");
  std::string_view number = rest;
  if (take_number(number) != 0) text = rest;
}

}  // namespace

std::optional<std::size_t> take_branch(std::string_view& text) {
  // Nearly no line begins with a byte of these; after a sign of ASCII comes kanji.
  constexpr std::string_view first_bytes = "\xE2\xE3\xE5\xEF([<";
  if (text.size() < 2 || first_bytes.find(text[0]) == first_bytes.npos) return std::nullopt;
  if (is_ascii(text[0]) && is_ascii(text[1])) return std::nullopt;
  // 変, 分 and 参 of the kanji that begin so.
  constexpr std::string_view second_bytes = "\xA4\x88\x8F";
  if (text[0] == '\xE5' && second_bytes.find(text[1]) == second_bytes.npos) return std::nullopt;
  constexpr std::string_view before[] = {"【", "（", "(", "[", "［", "＜", "<", "〈",
                                         "《", "◆",  "■", "●", "○",  "◇",  "□", "※"};
  constexpr std::string_view after[] = {"】", "）", ")", "]", "］", "＞", ">", "〉", "》"};
  constexpr std::string_view words[] = {"変化手順", "変化図",   "変化",   "変 化", "変　化",
                                        "分岐",     "参考手順", "参考図", "参考"};
  std::string_view rest = text;
  while (take_any(rest, before)) {
  }
  const bool usual = rest.starts_with("変化");
  if (!take_any(rest, words)) return std::nullopt;
  take_any(rest, after);
  take_label(rest);
  take_blanks(rest);
  take_any(rest, colons);
  take_blanks(rest);
  take(rest, "第");
  const int number = take_number(rest);
  if (number == 0) return std::nullopt;
  take(rest, "手");
  if (!usual) {
    // Words that begin other lines, too.
    take(rest, "目");
    take_any(rest, after);
    if (!trimmed_wide(rest).empty()) return std::nullopt;
  }
  text = rest;
  return static_cast<std::size_t>(number);
}

bool names_main_line(std::string_view line) {
  constexpr std::string_view signs[] = {"【", "】", "（", "）", "[", "]", "：", ":", " ", "　"};
  const auto skip = [&] {
    while (take_any(line, signs)) {
    }
  };
  skip();
  if (!take(line, "本譜")) return false;
  skip();
  take_number(line);
  take(line, "手目") || take(line, "手");
  skip();
  return line.empty();
}

}  // namespace yari
