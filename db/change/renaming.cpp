// The games are found by their headers, so that a thousand renamings take one walk.
#include "db/change/renaming.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "db/people/rank.h"
#include "record/tag_value.h"

namespace yari {

namespace {

/// What each name becomes, by kind.
using Names = std::map<std::pair<NameKind, std::string>, std::string>;

std::string sentence(const std::vector<Renaming>& list) {
  if (list.size() != 1) return fmt::format("rename {} names", list.size());
  return fmt::format("rename {} \"{}\" to \"{}\"", name(list[0].kind), list[0].from, list[0].to);
}

/// Sets a tag to its new name; false where it has none.
bool rename_tag(Game& game, std::string_view tag, NameKind kind, const Names& names) {
  const auto found = names.find({kind, std::string(game.tag(tag))});
  if (found == names.end()) return false;
  game.set_tag(tag, found->second);
  return true;
}

/// Keeps what stood with the old name and does not stand with the new one.
void keep_honours(Game& game, std::string_view tag, const std::string& from,
                  const std::string& to) {
  const std::string honours = people::part_name(from).honours();
  if (honours.empty() || people::part_name(to).honours() == honours) return;
  const std::string name = std::string(tag) + "Title";
  const std::string before(game.tag(name));
  if (before.find(honours) != before.npos) return;
  game.set_tag(name, before.empty() ? honours : before + ", " + honours);
}

bool rename_in(Game& game, const Names& names) {
  bool changed = false;
  for (const std::string_view side : {tags::black, tags::white}) {
    const std::string from(game.tag(side));
    if (!rename_tag(game, side, NameKind::player, names)) continue;
    keep_honours(game, side, from, std::string(game.tag(side)));
    changed = true;
  }
  changed = rename_tag(game, tags::event, NameKind::event, names) || changed;
  return rename_tag(game, tags::site, NameKind::site, names) || changed;
}

/// What a name becomes in the end; no value where that is a name on the way. `ends` has what is
/// known already, so that a long chain is followed once.
std::optional<std::string> end_of(Names::key_type name, const Names& names, Names& ends) {
  std::set<std::string> seen;
  std::optional<std::string> end;
  while (!end) {
    const auto known = ends.find(name);
    const auto next = names.find(name);
    if (known != ends.end()) {
      end = known->second;
    } else if (next == names.end()) {
      end = name.second;
    } else {
      if (!seen.insert(name.second).second) return std::nullopt;
      name.second = next->second;
    }
  }
  for (const std::string& passed : seen) ends.try_emplace({name.first, passed}, *end);
  return end;
}

}  // namespace

Result<std::vector<Renaming>, BadRenaming> resolve(const std::vector<Renaming>& list) {
  const auto refuse = [](std::size_t at, std::string message) {
    return tl::unexpected(BadRenaming{at, std::move(message)});
  };
  Names names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto& [kind, from, to] = list[i];
    if (from.empty() || to.empty()) return refuse(i, "expected two names");
    if (const std::string_view fault = fault_of_value(to); !fault.empty())
      return refuse(i, "the new name " + std::string(fault));
    const auto [known, is_new] = names.try_emplace({kind, from}, to);
    if (!is_new && known->second != to)
      return refuse(i,
                    fmt::format("'{}' is given two names: '{}' and '{}'", from, known->second, to));
  }
  Names ends;
  std::vector<Renaming> resolved;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::optional<std::string> end = end_of({list[i].kind, list[i].from}, names, ends);
    if (!end) return refuse(i, fmt::format("'{}' would be given its own name", list[i].from));
    resolved.push_back({list[i].kind, list[i].from, *end});
  }
  return resolved;
}

RenameResult rename(Database& database, const std::vector<Renaming>& list) {
  Names names;
  for (const Renaming& r : list) names[{r.kind, r.from}] = r.to;
  std::set<std::pair<NameKind, std::string>> met;
  std::vector<GameId> ids;
  const auto is_renamed = [&](NameKind kind, const std::string& name) {
    const bool found = names.contains({kind, name});
    if (found) met.insert({kind, name});
    return found;
  };
  database.list({}, {}, [&](const GameHeader& h) {
    const bool black = is_renamed(NameKind::player, h.black);
    const bool white = is_renamed(NameKind::player, h.white);
    const bool event = is_renamed(NameKind::event, h.event);
    const bool site = is_renamed(NameKind::site, h.site);
    if (black || white || event || site) ids.push_back(h.id);
    return true;
  });
  RenameResult result;
  for (const Renaming& r : list)
    if (!met.contains({r.kind, r.from})) result.unknown.push_back(r);
  result.edit = edit_games(database, sentence(list), ids,
                           [&](GameId, Game& game) { return rename_in(game, names); });
  return result;
}

}  // namespace yari
