// Every name is compared: the tables of names are in memory.
#include "db/store/postgres/name_search.h"

#include <algorithm>

#include "db/query/names.h"

namespace yari::pg {

// The words of what was typed begin the name, and the beginning of the last is enough.
std::vector<std::string> NameSearch::beginning(NameKind kind, std::string_view typed, int most) {
  NumberedTexts& table = kind == NameKind::player ? names_.players : names_.events;
  const std::string folded = query::fold(typed);
  const std::vector<std::string_view> wanted = query::words_in(folded);
  std::vector<std::string> found;
  if (wanted.empty() && !typed.empty()) return found;
  table.each([&](std::int64_t, const std::string& name) {
    const std::string folded_name = query::fold(name);
    const std::vector<std::string_view> words = query::words_in(folded_name);
    if (words.size() < wanted.size()) return;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const bool last = i + 1 == wanted.size();
      if (last ? !words[i].starts_with(wanted[i]) : words[i] != wanted[i]) return;
    }
    found.push_back(name);
  });
  std::ranges::sort(found);
  if (std::ssize(found) > most) found.resize(static_cast<std::size_t>(std::max(0, most)));
  return found;
}

std::optional<std::string> NameSearch::player(std::int64_t number) {
  const std::string* const name = names_.players.text(number);
  return name == nullptr ? std::nullopt : std::optional(*name);
}

}  // namespace yari::pg
