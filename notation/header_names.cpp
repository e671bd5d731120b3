// One table for both formats; dates and start times are the only ones that depend on each other.
#include "notation/header_names.h"

#include <algorithm>

#include "notation/comment.h"
#include "notation/japanese.h"
#include "notation/text.h"
#include "notation/words.h"

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

bool is_only_date(std::string_view time) { return time.find(':') == std::string_view::npos; }

const Tag* find(const std::vector<Tag>& tags, std::string_view name) {
  const auto it =
      std::find_if(tags.begin(), tags.end(), [&](const Tag& t) { return same_word(t.name, name); });
  return it == tags.end() ? nullptr : &*it;
}

std::string with_slashes(std::string date) {
  std::replace(date.begin(), date.end(), '.', '/');
  return date;
}

using Finding = std::optional<std::string>;

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

Finding add(std::vector<Tag>& tags, const Name* known, std::string_view other,
            std::string_view value) {
  if (known && known->tag == start_time) return add_start_time(tags, value);
  Tag tag{std::string(known ? known->tag : other), std::string(value)};
  if (!same_word(tag.name, tags::date)) {
    tags.push_back(std::move(tag));
    return std::nullopt;
  }
  Finding finding = settle_date(tag.value);
  const auto old = std::find_if(tags.begin(), tags.end(),
                                [](const Tag& t) { return same_word(t.name, tags::date); });
  if (old == tags.end()) {
    tags.push_back(std::move(tag));
  } else {
    *old = std::move(tag);
  }
  return finding;
}

bool is_ascii_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_name_char);
}

// The header for a date that a start time does not say already; empty: no line is needed.
enum class DateLine { none, as_start, own };
DateLine date_line(const std::vector<Tag>& tags, const Tag& date) {
  const Tag* start = find(tags, start_time);
  const auto read = read_dated_text(start ? start->value : date.value);
  const bool says_it = read && read->date != Date{} && write_tag_date(read->date) == date.value;
  if (!says_it) return DateLine::own;
  return start ? DateLine::none : DateLine::as_start;
}

}  // namespace

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
  const auto it = std::find_if(std::begin(names), std::end(names),
                               [&](const Name& n) { return n.csa == name; });
  return add(tags, it == std::end(names) ? nullptr : &*it, name, value);
}

Finding add_kif_header(std::vector<Tag>& tags, std::string_view name, std::string_view value) {
  const auto it = std::find_if(std::begin(names), std::end(names),
                               [&](const Name& n) { return n.kif == name; });
  if (it != std::end(names)) return add(tags, &*it, {}, value);
  if (is_ascii_name(name)) return add(tags, nullptr, name, value);
  tags.push_back({"KIF", std::string(name) + "：" + std::string(value)});
  return std::nullopt;
}

namespace {

std::vector<HeaderLine> headers(const std::vector<Tag>& tags, std::string_view Name::*column,
                                std::size_t& broken) {
  std::vector<HeaderLine> lines;
  for (const Tag& t : tags) {
    HeaderLine line{t.name, one_line(t.value, broken)};
    for (const Name& n : names) {
      if (same_word(t.name, n.tag)) line.name = n.*column;
    }
    if (same_word(t.name, tags::date)) {
      const DateLine kind = date_line(tags, t);
      if (kind == DateLine::none) continue;
      if (kind == DateLine::as_start) {
        line = {std::string(names[2].*column), with_slashes(line.value)};
      }
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::vector<HeaderLine> csa_headers(const std::vector<Tag>& tags, std::size_t& broken) {
  std::vector<HeaderLine> lines = headers(tags, &Name::csa, broken);
  std::erase_if(lines, [](const HeaderLine& line) {
    return same_word(line.name, tags::black) || same_word(line.name, tags::white);
  });
  return lines;
}

namespace {

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
  constexpr std::string_view own[] = {"手合割", "手合", "棋種", "手番",
                                      "先手",   "後手", "下手", "上手"};
  return std::find(std::begin(own), std::end(own), name) == std::end(own) &&
         std::none_of(std::begin(names), std::end(names),
                      [&](const Name& n) { return n.kif == name; });
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

}  // namespace

std::vector<HeaderLine> kif_headers(const std::vector<Tag>& tags, std::string_view black,
                                    std::string_view white, std::size_t& broken) {
  std::vector<HeaderLine> lines = headers(tags, &Name::kif, broken);
  std::erase_if(lines, [](const HeaderLine& line) {
    return line.value.empty() &&
           (same_word(line.name, tags::black) || same_word(line.name, tags::white));
  });
  for (HeaderLine& line : lines) {
    if (same_word(line.name, tags::black)) line.name = black;
    if (same_word(line.name, tags::white)) line.name = white;
    if (line.name == "KIF") unwrap(line);
  }
  return lines;
}

}  // namespace yari
