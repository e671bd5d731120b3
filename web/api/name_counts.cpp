#include "web/api/name_counts.h"

#include <algorithm>
#include <unordered_map>

#include "db/change/upkeep.h"
#include "db/reports/name_records.h"

namespace yari::web {

namespace {

constexpr std::int64_t games_between_looks = 4096;

std::vector<CountedName> counted(Database& games, NameKind kind,
                                 const std::function<bool()>& is_wanted) {
  std::unordered_map<std::string, std::int64_t> counts;
  std::int64_t seen = 0;
  bool wanted = true;
  games.list({}, {}, [&](const GameHeader& header) {
    const auto [first, second] = counted_names(header, kind);
    for (const std::string_view name : {first, second})
      if (!name.empty()) ++counts[std::string(name)];
    if (++seen % games_between_looks == 0) wanted = is_wanted();
    return wanted;
  });
  std::vector<CountedName> names;
  if (!wanted) return names;
  for (const auto& [name, n] : counts) names.push_back({name, n});
  std::ranges::sort(names, [](const CountedName& a, const CountedName& b) {
    return a.games != b.games ? a.games > b.games : a.name < b.name;
  });
  return names;
}

}  // namespace

NameCounts::Names NameCounts::of(Database& games, NameKind kind,
                                 const std::function<bool()>& is_wanted) {
  const std::lock_guard lock(mutex_);
  Kept& kept = kind == NameKind::event ? events_ : players_;
  const Stamp now = stamp_of(games);
  if (kept.stamp == now) return kept.names;
  auto names = std::make_shared<const std::vector<CountedName>>(counted(games, kind, is_wanted));
  if (!names->empty()) kept = {now, names};
  return names;
}

NameCounts::Stamp NameCounts::stamp_of(Database& games) {
  ListOptions last;
  last.descending = true;
  last.limit = 1;
  const std::vector<GameId> ids = games.ids({}, last);
  const std::vector<JournalEntry> changes = journal(games);
  return {games.count(), ids.empty() ? 0 : ids.front(), changes.empty() ? 0 : changes.front().id};
}

}  // namespace yari::web
