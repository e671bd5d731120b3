// The store finds the words; the text itself decides.
#include "db/explore/name_prefix.h"

#include <algorithm>

#include "db/database_impl.h"

namespace yari {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool begins_with(std::string_view name, std::string_view typed) {
  return name.size() >= typed.size() &&
         std::ranges::equal(name.substr(0, typed.size()), typed, {}, lower, lower);
}

}  // namespace

std::vector<std::string> names_beginning(Database& database, NameKind kind, std::string_view typed,
                                         int most) {
  const auto table = kind;
  std::vector<std::string> names =
      store_of(database).snapshot()->names().beginning(table, typed, most);
  std::erase_if(names, [&](const std::string& name) { return !begins_with(name, typed); });
  return names;
}

}  // namespace yari
