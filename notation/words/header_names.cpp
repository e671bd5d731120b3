// One table for both formats; dates and start times are the only ones that depend on each other.
#include "notation/words/header_names.h"

#include <algorithm>

#include "notation/words/comment.h"
#include "notation/words/japanese.h"
#include "record/date.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr std::string_view start_time = "StartTime";

struct Name {
  std::string_view tag;
  std::string_view csa;
  std::string_view kif;
};

constexpr Name names[] = {
    {tags::event, "EVENT", "棋戦"},
    {tags::site, "SITE", "場所"},
    {start_time, "START_TIME", "開始日時"},
    {"EndTime", "END_TIME", "終了日時"},
    {"TimeControl", "TIME_LIMIT", "持ち時間"},
    {"TimeSetting", "TIME", "秒読み"},
    {"Opening", "OPENING", "戦型"},
    {tags::round, "ROUND", "回戦"},
    {tags::date, "DATE", "対局日"},
    {"Title", "TITLE", "表題"},
    {"Remarks", "NOTE", "備考"},
    {"Author", "AUTHOR", "作者"},
    {"Publication", "PUBLICATION", "発表誌"},
    {"Published", "PUBLISHED", "発表年月"},
    {"Work", "WORK", "作品名"},
    {"TimesSpent", "TIMES_SPENT", "消費時間"},
};

// What other programs call the same.
struct OtherName {
  std::string_view tag;
  std::string_view kif;
};

constexpr OtherName other_names[] = {
    {tags::event, "棋戦名"},     {tags::event, "大会"},     {tags::event, "大会名"},
    {tags::site, "対局場"},      {tags::site, "対局場所"},  {tags::site, "会場"},
    {start_time, "開始時刻"},    {start_time, "対局日時"},  {start_time, "対局開始日時"},
    {start_time, "日時"},        {start_time, "開始日"},    {"EndTime", "終了時刻"},
    {"EndTime", "対局終了日時"}, {"TimeControl", "持時間"}, {tags::date, "日付"},
    {tags::date, "対局年月日"},  {tags::date, "対局日付"},
};

bool is_only_date(std::string_view time) { return time.find(':') == std::string_view::npos; }

// The tag of that name, or null.
template <class Tags>
auto find(Tags& tags, std::string_view name) {
  const auto it =
      std::find_if(tags.begin(), tags.end(), [&](const Tag& t) { return same_word(t.name, name); });
  return it == tags.end() ? nullptr : &*it;
}

std::string with_slashes(std::string date) {
  std::replace(date.begin(), date.end(), '.', '/');
  return date;
}

using Finding = std::optional<FindingText>;

FindingText date_finding(std::string_view value, const NoDate& why) {
  return {FindingCode::date_as_text, {in_quotes(value), why.message}};
}

// A start time in full gives the date too; one that is a date and nothing else is the date.
Finding add_start_time(std::vector<Tag>& tags, std::string_view value) {
  const auto read = read_dated_text(value);
  const bool known = read && read->date != Date{};
  Finding finding = read ? std::nullopt : Finding(date_finding(value, read.error()));
  if (!find(tags, tags::date) && (known || is_only_date(value))) {
    const bool whole = !known || !read->has_more;
    tags.push_back(
        {std::string(tags::date), known ? write_tag_date(read->date) : std::string(value)});
    if (whole) return finding;
  }
  tags.push_back({std::string(start_time), std::string(value)});
  // "15:35:06" says no date, and so no wrong one.
  if (!read && read.error().why == NoDate::Why::unreadable) return std::nullopt;
  return finding;
}

// `known` is the tag for the header in the table; where it is empty, the tag is called `other`.
Finding add(std::vector<Tag>& tags, std::string_view known, std::string_view other,
            std::string_view value) {
  if (known == start_time) return add_start_time(tags, value);
  Tag tag{std::string(known.empty() ? other : known), std::string(value)};
  if (!same_word(tag.name, tags::date)) {
    tags.push_back(std::move(tag));
    return std::nullopt;
  }
  Finding finding = settle_date(tag.value);
  if (Tag* const old = find(tags, tags::date)) {
    *old = std::move(tag);
  } else {
    tags.push_back(std::move(tag));
  }
  return finding;
}

// The tag for a header; empty where the table has none.
std::string_view tag_of(std::string_view header, std::string_view Name::*column) {
  const auto* it = std::find_if(std::begin(names), std::end(names),
                                [&](const Name& n) { return n.*column == header; });
  return it == std::end(names) ? std::string_view() : it->tag;
}

std::string_view tag_of_kif(std::string_view header) {
  const std::string_view tag = tag_of(header, &Name::kif);
  if (!tag.empty()) return tag;
  const auto* it =
      std::ranges::find_if(other_names, [&](const OtherName& n) { return n.kif == header; });
  return it == std::end(other_names) ? std::string_view() : it->tag;
}

bool is_ascii_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_name_char);
}

// The header for a tag; its own name where the table has none.
std::string_view header_of(std::string_view tag, std::string_view Name::*column) {
  const auto* it = std::find_if(std::begin(names), std::end(names),
                                [&](const Name& n) { return same_word(n.tag, tag); });
  return it == std::end(names) ? tag : it->*column;
}

bool says_date(std::string_view text, std::string_view date) {
  const auto read = read_dated_text(text);
  return read && read->date != Date{} && write_tag_date(read->date) == date;
}

}  // namespace

std::optional<FindingText> settle_date(std::string& value) {
  const std::optional<NoDate> why = make_canonical(value);
  return why ? std::optional(date_finding(value, *why)) : std::nullopt;
}

std::string one_line(std::string_view value, std::size_t& broken) {
  std::string_view inner = value;
  for (std::size_t before = inner.size() + 1; inner.size() < before;) {
    before = inner.size();
    inner = trimmed_wide(trimmed(inner));
  }
  std::string out(inner);
  bool changed = out != value;
  for (char& c : out) {
    if (c == '\n' || c == '\r' || c == '\0') {
      c = ' ';
      changed = true;
    }
  }
  if (changed) ++broken;
  return out;
}

void add_ending_spent(std::vector<Tag>& tags, std::uint32_t ms) {
  if (ms != 0) tags.push_back({std::string(ending_spent_tag), write_time(ms)});
}

std::optional<std::uint32_t> ending_spent(const std::vector<Tag>& tags, std::uint32_t unit_ms) {
  const Tag* tag = find(tags, ending_spent_tag);
  if (!tag || tag != &tags.back() || tag->name != ending_spent_tag) return std::nullopt;
  const std::optional<std::uint32_t> ms = read_time(tag->value);
  if (!ms || *ms == 0 || *ms % unit_ms != 0 || write_time(*ms) != tag->value) return std::nullopt;
  return ms;
}

Finding add_csa_header(std::vector<Tag>& tags, std::string_view name, std::string_view value) {
  return add(tags, tag_of(name, &Name::csa), name, value);
}

Finding add_kif_header(std::vector<Tag>& tags, std::string_view name, std::string_view value) {
  const std::string_view tag = tag_of_kif(name);
  if (!tag.empty() || is_ascii_name(name)) return add(tags, tag, name, value);
  tags.push_back({std::string(kif_tag), std::string(name) + "：" + std::string(value)});
  return std::nullopt;
}

bool is_kif_header(std::string_view name) {
  return !player_tag(name).empty() || !tag_of_kif(name).empty();
}

std::string_view player_tag(std::string_view kif_name) {
  constexpr std::string_view black[] = {"先手", "下手", "先手名", "下手名", "先手番"};
  constexpr std::string_view white[] = {"後手", "上手", "後手名", "上手名", "後手番"};
  if (std::ranges::find(black, kif_name) != std::end(black)) return tags::black;
  return std::ranges::find(white, kif_name) != std::end(white) ? tags::white : std::string_view();
}

bool is_kif_handicap(std::string_view name) {
  constexpr std::string_view names[] = {"手合割",   "手合",       "手合い割",
                                        "手合割り", "手合い割り", "手合い"};
  return std::ranges::find(names, name) != std::end(names);
}

std::string plain_kif_name(std::string_view name) {
  // Nearly every name is plain: neither a blank of any width nor a mark is in it.
  const auto begins_other = [](char c) {
    return c == ' ' || c == '\t' || c == '\xC2' || c == '\xE2';
  };
  const bool is_plain = std::ranges::none_of(name, begins_other) && name.find("　") == name.npos;
  if (is_plain && !name.empty()) return std::string(name);
  std::string plain;
  std::optional<Color> mark;
  while (!name.empty()) {
    if (const std::size_t n = blank_at(name)) {
      name.remove_prefix(n);
    } else if (const auto color = take_player_mark(name)) {
      mark = color;
    } else {
      const std::size_t length = code_point_at(name, 0).length;
      plain += name.substr(0, length);
      name.remove_prefix(length);
    }
  }
  const bool owner_missing = plain.empty() || plain.starts_with("の") || plain.starts_with("持");
  return mark && owner_missing ? (*mark == Color::black ? "先手" : "後手") + plain : plain;
}

namespace {

std::vector<HeaderLine> headers(const std::vector<Tag>& tags, bool timed,
                                std::string_view Name::*column, std::size_t& broken) {
  const Tag* const start = find(tags, start_time);
  std::vector<HeaderLine> lines;
  for (const Tag& t : tags) {
    if (timed && t.name == ending_spent_tag) continue;
    HeaderLine line{std::string(header_of(t.name, column)), one_line(t.value, broken)};
    // A start time says the date too, and a date alone is written as one.
    if (same_word(t.name, tags::date) && says_date(start ? start->value : t.value, t.value)) {
      if (start) continue;
      line = {std::string(header_of(start_time, column)), with_slashes(line.value)};
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

// Whether the reader makes a tag "KIF" of a header of that name.
bool is_free_kif_name(std::string_view name) {
  constexpr std::size_t longest = 200;
  if (name.empty() || name.size() > longest || static_cast<unsigned char>(name[0]) < 0x80 ||
      trimmed_wide(name) != name || name.find(':') != std::string_view::npos ||
      name.ends_with("持駒") || name.ends_with("持ち駒")) {
    return false;
  }
  for (const std::string_view front : {"▲", "△", "▼", "▽", "☗", "☖", "手数", "まで", "変化"}) {
    if (name.starts_with(front)) return false;
  }
  constexpr std::string_view own[] = {"棋種", "手番", "結果", "対局結果", "勝敗"};
  return std::find(std::begin(own), std::end(own), name) == std::end(own) &&
         plain_kif_name(name) == name && !is_kif_handicap(name) && !is_kif_header(name);
}

// "KIF：記録ID：12" to "記録ID：12". A name that would mean something stays wrapped.
void unwrap(HeaderLine& line) {
  const std::size_t colon = line.value.find("：");
  if (colon == std::string::npos) return;
  const std::string value = line.value.substr(colon + std::string_view("：").size());
  if (!is_free_kif_name(line.value.substr(0, colon)) || trimmed_wide(value) != value) return;
  line.name = line.value.substr(0, colon);
  line.value = value;
}

bool is_player(const HeaderLine& line) {
  return same_word(line.name, tags::black) || same_word(line.name, tags::white);
}

}  // namespace

std::vector<HeaderLine> csa_headers(const std::vector<Tag>& tags, bool timed, std::size_t& broken) {
  std::vector<HeaderLine> lines = headers(tags, timed, &Name::csa, broken);
  std::erase_if(lines, is_player);
  return lines;
}

std::vector<HeaderLine> kif_headers(const std::vector<Tag>& tags, bool timed,
                                    std::string_view black, std::string_view white,
                                    std::size_t& broken) {
  std::vector<HeaderLine> lines = headers(tags, timed, &Name::kif, broken);
  std::erase_if(lines, [](const HeaderLine& l) { return l.value.empty() && is_player(l); });
  for (HeaderLine& line : lines) {
    if (is_player(line)) line.name = same_word(line.name, tags::black) ? black : white;
    if (line.name == kif_tag) unwrap(line);
  }
  return lines;
}

}  // namespace yari
