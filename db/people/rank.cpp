// Cuts at the end of a name as long as a rank or a title stands there, then at its front.
#include "db/people/rank.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "db/people/letters.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace yari::people {

namespace {

using Words = std::vector<std::string>;

constexpr std::array<std::string_view, 11> dan_words{"shodan",   "nidan",   "sandan",  "yondan",
                                                     "godan",    "rokudan", "nanadan", "shichidan",
                                                     "hachidan", "kudan",   "judan"};
constexpr std::array<std::string_view, 8> qualifiers{"amateur", "ama",    "pro",     "professional",
                                                     "women",   "ladies", "ladies'", "lpsa"};
/// Folded, without hyphens. Nobody is called that.
constexpr std::array<std::string_view, 12> latin_titles{"meijin", "ryuo",  "ryuou",  "kisei",
                                                        "osho",   "ousho", "oushou", "eio",
                                                        "eiou",   "joo",   "seirei", "hakurei"};
/// Surnames, too.
constexpr std::array<std::string_view, 6> doubtful_titles{"oi",   "oui", "oza",
                                                          "ouza", "kio", "kiou"};
constexpr std::array<std::string_view, 21> kanji_titles{
    "名人",     "竜王", "龍王",     "王位",     "王座",     "棋王",     "王将",
    "棋聖",     "叡王", "女流名人", "女流王将", "女流王位", "女流王座", "女王",
    "倉敷藤花", "清麗", "白玲",     "新人王",   "アマ名人", "アマ竜王", "学生名人"};
constexpr std::array<std::string_view, 4> title_prefixes{"永世", "名誉", "前", "元"};
constexpr std::array<std::string_view, 5> rank_prefixes{"アマチュア", "アマ", "女流", "奨励会",
                                                        "プロ"};
constexpr std::u32string_view numerals = U"〇零一二三四五六七八九十初";

template <class List>
bool has(const List& list, std::string_view text) {
  return std::ranges::find(list, text) != list.end();
}

std::string joined_words(std::string_view text) {
  std::string all;
  for (const std::string& word : words_of(folded(text))) all += word;
  return all;
}

/// "6dan", "1stkyu", "12k".
bool is_short_rank(std::string_view text) {
  const std::size_t digits =
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
  if (digits == 0 || digits > 2) return false;
  text.remove_prefix(digits);
  for (const std::string_view ordinal : {"st", "nd", "rd", "th"})
    if (text.starts_with(ordinal)) {
      text.remove_prefix(2);
      break;
    }
  return text == "dan" || text == "kyu" || text == "d" || text == "k";
}

enum class Sort { none, rank, title, doubtful };

bool is_latin_rank(std::string text) {
  for (const std::string_view q : qualifiers)
    if (text.starts_with(q)) {
      text.erase(0, q.size());
      break;
    }
  return is_short_rank(text) || has(dan_words, text);
}

/// Bytes of a kanji rank at the end: "九段", "アマ六段", "１２級"; 0 where there is none.
std::size_t kanji_rank(std::string_view text) {
  std::string_view rest = text;
  const bool is_dan = rest.ends_with("段");
  if (!is_dan && !rest.ends_with("級")) return 0;
  rest.remove_suffix(std::string_view("段").size());
  int count = 0;
  while (!rest.empty() && count < 3) {
    const std::vector<char32_t> points = code_points(rest);
    const char32_t last = points.back();
    const bool digit = (last >= U'0' && last <= U'9') || (last >= U'０' && last <= U'９');
    if (!digit && numerals.find(last) == numerals.npos) break;
    // A dan is ten at most, one kanji; of 加藤一二三九段 the others are his name.
    if (!digit && is_dan && count > 0) break;
    rest.remove_suffix(utf8(last).size());
    ++count;
  }
  if (count == 0) return 0;
  for (const std::string_view prefix : rank_prefixes)
    if (rest.ends_with(prefix)) {
      rest.remove_suffix(prefix.size());
      break;
    }
  return text.size() - rest.size();
}

/// Bytes of a kanji title at the end: "永世名人", "二冠".
std::size_t kanji_title(std::string_view text) {
  std::size_t size = 0;
  for (const std::string_view title : kanji_titles)
    if (text.ends_with(title)) size = std::max(size, title.size());
  const std::vector<char32_t> points = code_points(text);
  if (size == 0 && points.size() > 1 && points.back() == U'冠' &&
      numerals.find(points[points.size() - 2]) != numerals.npos)
    size = 6;
  if (size == 0) return 0;
  const std::string_view rest = text.substr(0, text.size() - size);
  for (const std::string_view prefix : title_prefixes)
    if (rest.ends_with(prefix)) return size + prefix.size();
  return size;
}

Sort sort_of(std::string_view text) {
  const std::string latin = joined_words(text);
  if (latin.empty()) return Sort::none;
  if (is_latin_rank(latin) || kanji_rank(text) == text.size()) return Sort::rank;
  if (has(latin_titles, latin) || kanji_title(text) == text.size()) return Sort::title;
  return has(doubtful_titles, latin) ? Sort::doubtful : Sort::none;
}

/// Spaces, wide spaces and separators.
bool is_separator(char32_t c) {
  return c == U' ' || c == U'\t' || c == U'　' || c == U',' || c == U'、' || c == U'，' ||
         c == U';' || c == U'/' || c == U'・';
}

/// Bytes of the separator at the front; 0 where there is none.
std::size_t separator_in_front(std::string_view text) {
  if (text.empty()) return 0;
  const CodePoint c = code_point_at(text, 0);
  return is_separator(c.value) ? c.length : 0;
}

std::size_t separator_at_end(std::string_view text) {
  // The longest has three bytes.
  for (const std::size_t length : {std::size_t{1}, std::size_t{3}})
    if (length <= text.size() && separator_in_front(text.substr(text.size() - length)) == length)
      return length;
  return 0;
}

std::string_view trimmed(std::string_view text) {
  while (const std::size_t length = separator_in_front(text)) text.remove_prefix(length);
  while (const std::size_t length = separator_at_end(text)) text.remove_suffix(length);
  return text;
}

struct Cut {
  std::string_view name;
  std::string_view honour;
  Sort sort = Sort::none;
};

/// What stands in brackets at the end.
std::optional<Cut> bracketed(std::string_view text) {
  constexpr std::array<std::array<std::string_view, 2>, 5> brackets{
      {{"(", ")"}, {"[", "]"}, {"（", "）"}, {"【", "】"}, {"〔", "〕"}}};
  for (const auto& [open, close] : brackets) {
    if (!text.ends_with(close)) continue;
    const std::size_t at = text.rfind(open);
    if (at == text.npos || at == 0) continue;
    const std::string_view inside =
        text.substr(at + open.size(), text.size() - at - open.size() - close.size());
    const Sort sort = sort_of(inside);
    if (sort != Sort::none) return Cut{text.substr(0, at), inside, sort};
  }
  return std::nullopt;
}

std::size_t words_in(std::string_view text) { return words_of(folded(text)).size(); }

/// The last three, two or one words.
std::optional<Cut> last_words(std::string_view text) {
  std::vector<std::size_t> gaps;
  for (std::size_t at = text.size(); at-- > 1 && gaps.size() < 3;) {
    const bool wide = text.substr(at).starts_with("　") || text.substr(at).starts_with("、") ||
                      text.substr(at).starts_with("，");
    if (text[at] == ' ' || text[at] == ',' || wide) gaps.push_back(at);
  }
  for (auto gap = gaps.rbegin(); gap != gaps.rend(); ++gap) {
    const std::string_view honour = trimmed(text.substr(*gap)), name = text.substr(0, *gap);
    const Sort sort = sort_of(honour);
    const bool comma = text.substr(*gap).starts_with(',') || name.ends_with(',');
    if (sort == Sort::none || (sort == Sort::doubtful && !comma && words_in(name) < 2)) continue;
    return Cut{name, honour, sort};
  }
  return std::nullopt;
}

/// Kanji stand without a space. At least two characters remain, or what is left is no name.
std::optional<Cut> suffix(std::string_view text) {
  const std::size_t rank = kanji_rank(text), title = kanji_title(text);
  const std::size_t size = std::max(rank, title);
  if (size == 0 || code_points(text.substr(0, text.size() - size)).size() < 2) return std::nullopt;
  return Cut{text.substr(0, text.size() - size), text.substr(text.size() - size),
             rank > title ? Sort::rank : Sort::title};
}

/// "Meijin Habu Yoshiharu".
std::optional<Cut> first_word(std::string_view text) {
  const std::size_t gap = text.find(' ');
  if (gap == text.npos) return std::nullopt;
  const Sort sort = sort_of(text.substr(0, gap));
  if (sort != Sort::title && sort != Sort::rank) return std::nullopt;
  return Cut{text.substr(gap), text.substr(0, gap), sort};
}

void put_before(std::string& list, std::string_view text) {
  list = list.empty() ? std::string(text) : std::string(text) + ' ' + list;
}

}  // namespace

std::string PartedName::honours() const {
  if (title.empty() || rank.empty()) return title + rank;
  return title + ' ' + rank;
}

bool is_rank(std::string_view text) {
  return text.size() <= longest_parted && sort_of(trimmed(text)) == Sort::rank;
}

PartedName part_name(std::string_view text) {
  PartedName parted;
  std::string_view name = trimmed(text);
  for (bool more = name.size() <= longest_parted; more;) {
    more = false;
    for (const auto& find : {bracketed, last_words, suffix, first_word}) {
      const std::optional<Cut> cut = find(name);
      if (!cut) continue;
      put_before(cut->sort == Sort::rank ? parted.rank : parted.title, trimmed(cut->honour));
      name = trimmed(cut->name);
      more = true;
      break;
    }
  }
  parted.name = name;
  return parted;
}

}  // namespace yari::people
