// Sentences about corrections, for every door that makes them.
#include "answers/tag_change.h"

#include <fmt/format.h>

#include <set>

#include "record/date.h"
#include "text/text.h"

namespace yari {

namespace {

bool hides_year(const std::string& date) {
  const bool unknown =
      date.find('?') != date.npos && date.find_first_not_of("?0123456789-./ ") == date.npos;
  return !date.empty() && !unknown && !read_date(date);
}

}  // namespace

std::string tag_change_name(const std::vector<Tag>& settings) {
  std::string name = "set ";
  for (const Tag& tag : settings) {
    if (&tag != &settings.front()) name += ", ";
    name += tag.name + '=' + tag.value;
  }
  return name;
}

std::vector<std::string> dates_without_year(
    const std::vector<std::pair<GameId, Correction>>& corrections) {
  std::set<std::string> seen;
  std::vector<std::string> sentences;
  for (const auto& [id, correction] : corrections)
    for (const Tag& tag : correction.tags)
      if (same_word(tag.name, tags::date) && hides_year(tag.value) && seen.insert(tag.value).second)
        sentences.push_back(
            fmt::format("no year is found in '{}': --date will not find it", tag.value));
  return sentences;
}

}  // namespace yari
