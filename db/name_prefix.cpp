// The full-text index finds the words; the text itself decides.
#include "db/name_prefix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "db/store/sqlite/connection.h"

#include "db/database_impl.h"

namespace yari {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool begins_with(std::string_view name, std::string_view typed) {
  return name.size() >= typed.size() &&
         std::ranges::equal(name.substr(0, typed.size()), typed, {}, lower, lower);
}

/// A phrase at the beginning of the text, of whose last word the beginning is enough.
std::string beginning(std::string_view typed) {
  std::string text = "^ \"";
  for (const char c : typed) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\" *";
}

bool has_word(std::string_view typed) {
  return std::ranges::any_of(typed, [](unsigned char c) { return std::isalnum(c) || c >= 0x80; });
}

}  // namespace

std::vector<std::string> names_beginning(Database& database, NameKind kind, std::string_view typed,
                                         int most) {
  const char* table = kind == NameKind::player ? "players" : "events";
  const bool by_word = has_word(typed);
  Statement find(
      connection_of(database),
      by_word ? fmt::format("SELECT name FROM {0} WHERE id IN (SELECT rowid FROM {0}_text "
                            "WHERE {0}_text MATCH ? LIMIT ?) ORDER BY name",
                            table)
              : fmt::format("SELECT name FROM {} WHERE ? = '' ORDER BY name LIMIT ?", table));
  std::vector<std::string> names;
  const std::string words = by_word ? beginning(typed) : std::string(typed);
  for (find.start({words, std::int64_t{most}}); find.step();)
    if (begins_with(find.text(0), typed)) names.emplace_back(find.text(0));
  return names;
}

}  // namespace yari
