// Names are found by the index of words.
#include "db/store/sqlite/name_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "db/codec/utf8.h"

namespace yari {

namespace {

/// A phrase at the beginning of the text, of whose last word the beginning is enough.
std::string beginning_of_text(std::string_view typed) {
  std::string text = "^ \"";
  for (const char c : typed) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\" *";
}

bool has_word(std::string_view typed) {
  return std::ranges::any_of(typed, [](unsigned char c) { return std::isalnum(c) || c >= 0x80; });
}

}  // namespace

std::vector<std::string> NameSearch::beginning(NameKind kind, std::string_view typed, int most) {
  const char* table = kind == NameKind::player ? "players" : "events";
  const bool by_word = has_word(typed);
  Statement find(
      connection_,
      by_word ? fmt::format("SELECT name FROM {0} WHERE id IN (SELECT rowid FROM {0}_text "
                            "WHERE {0}_text MATCH ? LIMIT ?) ORDER BY name",
                            table)
              : fmt::format("SELECT name FROM {} WHERE ? = '' ORDER BY name LIMIT ?", table));
  std::vector<std::string> names;
  const std::string words = by_word ? beginning_of_text(typed) : std::string(typed);
  for (find.start({words, std::int64_t{most}}); find.step();) names.emplace_back(find.text(0));
  return names;
}

std::optional<std::string> NameSearch::player(std::int64_t number) {
  if (!player_->first({number})) return std::nullopt;
  const ResetAtEnd open(*player_);
  return to_valid_utf8(player_->text(0));
}

}  // namespace yari
