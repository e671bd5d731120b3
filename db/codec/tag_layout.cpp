// Tags <-> columns, layout and values.
#include "db/codec/tag_layout.h"

#include <fmt/format.h>

#include <array>

#include "db/codec/bytes.h"
#include "db/codec/utf8.h"
#include "text/ascii.h"

namespace yari {

namespace {

enum Code : std::uint8_t { verbatim, black, white, event, site, first_date_style };

/// The spellings of a date that need no storing: between the parts, and how unknown parts look.
struct DateStyle {
  std::string_view separator;
  bool question_marks;
};
constexpr std::array<DateStyle, 7> date_styles{
    {{".", true}, {"-", true}, {"/", true}, {".", false}, {"-", false}, {"/", false}, {"", false}}};

std::string spell(DateNumber date, const DateStyle& style) {
  std::string text = fmt::format("{:04}", date / 10000);
  for (const int part : {date / 100 % 100, date % 100}) {
    if (part != 0) {
      text += fmt::format("{}{:02}", style.separator, part);
    } else if (style.question_marks) {
      text += fmt::format("{}??", style.separator);
    }
  }
  return text;
}

/// The code of a tag whose value goes into a column, which it then fills.
Code file_tag(const Tag& tag, StoredTags& stored) {
  struct Column {
    std::string_view name;
    std::optional<std::string>* value;
    Code code;
  };
  const std::array columns{
      Column{tags::black, &stored.black, black}, Column{tags::white, &stored.white, white},
      Column{tags::event, &stored.event, event}, Column{tags::site, &stored.site, site}};
  for (const Column& column : columns) {
    if (column.value->has_value() || tag.value.empty() ||
        !same_ignoring_case(tag.name, column.name)) {
      continue;
    }
    *column.value = tag.value;
    return column.code;
  }
  if (stored.date || !same_ignoring_case(tag.name, tags::date)) return verbatim;
  stored.date = read_date(tag.value);
  if (!stored.date) return verbatim;
  for (std::size_t s = 0; s < date_styles.size(); ++s) {
    if (spell(*stored.date, date_styles[s]) == tag.value) {
      return static_cast<Code>(first_date_style + s);
    }
  }
  return verbatim;
}

/// The value that a code stands for; no value when there is none.
std::optional<std::string> value_of(unsigned code, const StoredTags& stored, ByteReader& values) {
  switch (code) {
    case verbatim:
      return to_valid_utf8(values.text());
    case black:
      return stored.black;
    case white:
      return stored.white;
    case event:
      return stored.event;
    case site:
      return stored.site;
    default:
      break;
  }
  const std::size_t style = code - first_date_style;
  if (!stored.date || style >= date_styles.size()) return std::nullopt;
  return spell(*stored.date, date_styles[style]);
}

}  // namespace

StoredTags take_apart(const std::vector<Tag>& tags) {
  StoredTags stored;
  ByteWriter layout(stored.layout), values(stored.values);
  for (const Tag& tag : tags) {
    const Code code = file_tag(tag, stored);
    layout.byte(code);
    layout.text(tag.name);
    if (code == verbatim) values.text(tag.value);
  }
  return stored;
}

std::optional<std::vector<Tag>> put_together(const StoredTags& stored) {
  std::vector<Tag> tags;
  ByteReader layout(stored.layout), values(stored.values);
  std::uint64_t columns_used = 0;
  while (!layout.at_end()) {
    const unsigned code = layout.byte();
    // Each column once: a damaged layout must not multiply a long name.
    if (code >= 64 || (code != verbatim && (columns_used >> code & 1) != 0)) return std::nullopt;
    columns_used |= std::uint64_t{1} << code;
    std::string name = to_valid_utf8(layout.text());
    std::optional<std::string> value = value_of(code, stored, values);
    if (!value) return std::nullopt;
    tags.push_back({std::move(name), std::move(*value)});
  }
  if (!layout.ok() || !values.ok() || !values.at_end()) return std::nullopt;
  return tags;
}

namespace {

/// Calls `see(name, value)` for every tag that no column holds. False where layout and values do
/// not fit together.
template <class See>
bool see_verbatim(ByteView layout, ByteView values, See see) {
  ByteReader names(layout), texts(values);
  while (!names.at_end()) {
    const unsigned code = names.byte();
    const std::string_view name = names.text();
    if (code == verbatim) see(name, texts.text());
  }
  return names.ok() && texts.ok() && texts.at_end();
}

}  // namespace

// No column holds a rating.
Ratings ratings_in(ByteView layout, ByteView values) {
  RatingTags seen;
  const bool fits =
      see_verbatim(layout, values,
                   [&](std::string_view name, std::string_view value) { seen.see(name, value); });
  return fits ? seen.ratings() : Ratings{};
}

std::string_view tag_in(ByteView layout, ByteView values, std::string_view name) {
  std::optional<std::string_view> found;
  const bool fits =
      see_verbatim(layout, values, [&](std::string_view here, std::string_view value) {
        if (here == name && !found) found = value;
      });
  return fits ? found.value_or(std::string_view()) : std::string_view();
}

}  // namespace yari
