#include "answers/move_groups.h"

#include <fmt/format.h>

#include "answers/json.h"
#include "rules/variant.h"

namespace yari {

namespace {

Value percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? Value()
                    : rounded(100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string time_text(int seconds) {
  return seconds < 60 ? fmt::format("{} s", seconds) : fmt::format("{} min", seconds / 60);
}

}  // namespace

std::vector<std::vector<Value>> piece_rows(const std::map<Variant, VariantCounts>& counts) {
  std::vector<std::vector<Value>> rows;
  for (const auto& [variant, all] : counts) {
    const VariantInfo& about = info(variant);
    for (int i = 0; i < kind_count; ++i) {
      const Kind kind{static_cast<std::uint8_t>(i)};
      if (!about[kind].exists || all.kinds[kind].moves == 0) continue;
      const KindCounts& n = all.kinds[kind];
      rows.push_back({about.id, std::string(about[kind].name), n.moves, percent(n.moves, all.moves),
                      n.drops, percent(n.drops, n.moves), n.captures, percent(n.captures, n.moves),
                      n.promotions, percent(n.promotions, n.promotions + n.declined)});
    }
  }
  return rows;
}

std::string clock_name(const ClockGroup& group) {
  return group.to == 0 ? time_text(group.from) + " or more"
                       : fmt::format("{} to {}", time_text(group.from), time_text(group.to));
}

std::vector<Value> clock_row(const ClockGroup& group) {
  const auto& [inaccuracies, mistakes, blunders] = group.judged;
  return {clock_name(group), group.moves, inaccuracies,
          mistakes,          blunders,    percent(inaccuracies + mistakes + blunders, group.moves)};
}

}  // namespace yari
