// Joining keeps the larger group's sets, so that all joins together cost little.
#include "db/people/groups.h"

#include <algorithm>
#include <cmath>

namespace yari::people {

namespace {

int common(const std::unordered_set<std::uint32_t>& a, const std::unordered_set<std::uint32_t>& b) {
  const auto& small = a.size() < b.size() ? a : b;
  const auto& large = a.size() < b.size() ? b : a;
  return static_cast<int>(
      std::ranges::count_if(small, [&](std::uint32_t x) { return large.contains(x); }));
}

double share(int common, std::size_t a, std::size_t b) {
  const std::size_t least = std::min(a, b);
  return least == 0 ? 0 : common / static_cast<double>(least);
}

int years_between(int last, int first) {
  return last == 0 || first == 0 ? 0 : std::max(0, first / 10000 - last / 10000);
}

int earlier(int a, int b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

}  // namespace

double Evidence::weight() const {
  constexpr std::size_t enough_to_tell = 6;
  constexpr int usual_pause = 5;
  double weight = 3.0 * company_share + 0.15 * std::min(common_company, 6) + settings_share;
  if (met >= enough_to_tell && common_company == 0) weight -= 2;
  if (years_apart > usual_pause) weight -= 0.1 * std::min(years_apart - usual_pause, 50);
  return weight;
}

Groups::Groups(const std::vector<Spelling>& spellings, NameKind kind)
    : players_(kind == NameKind::player), groups_(spellings.size()), group_of_(spellings.size()) {
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    const Spelling& s = spellings[i];
    groups_[i] = {{i},
                  {s.company.begin(), s.company.end()},
                  {s.settings.begin(), s.settings.end()},
                  s.games,
                  s.first_date,
                  s.last_date};
    group_of_[i] = i;
  }
}

std::size_t Groups::of(std::size_t spelling) const { return group_of_[spelling]; }

bool Groups::met(std::size_t a, std::size_t b) const {
  if (!players_) return false;
  const Group& x = groups_[a];
  const Group& y = groups_[b];
  const auto meets = [](const Group& of, const Group& members) {
    return std::ranges::any_of(members.members, [&](std::size_t m) {
      return of.company.contains(static_cast<std::uint32_t>(m));
    });
  };
  return x.members.size() < y.members.size() ? meets(y, x) : meets(x, y);
}

std::unordered_set<std::uint32_t> Groups::company_groups(const Group& group) const {
  if (!players_) return group.company;
  std::unordered_set<std::uint32_t> met;
  for (const std::uint32_t other : group.company)
    met.insert(static_cast<std::uint32_t>(group_of_[other]));
  return met;
}

Evidence Groups::evidence(std::size_t a, std::size_t b) const {
  const Group& x = groups_[a];
  const Group& y = groups_[b];
  const auto of_x = company_groups(x), of_y = company_groups(y);
  Evidence e;
  e.common_company = common(of_x, of_y);
  e.company_share = share(e.common_company, of_x.size(), of_y.size());
  e.common_settings = common(x.settings, y.settings);
  e.settings_share = share(e.common_settings, x.settings.size(), y.settings.size());
  e.met = std::min(of_x.size(), of_y.size());
  e.years_apart =
      std::max(years_between(x.last_date, y.first_date), years_between(y.last_date, x.first_date));
  return e;
}

std::size_t Groups::join(std::size_t a, std::size_t b) {
  if (groups_[a].members.size() + groups_[a].company.size() <
      groups_[b].members.size() + groups_[b].company.size())
    std::swap(a, b);
  Group& into = groups_[a];
  Group& from = groups_[b];
  for (const std::size_t m : from.members) group_of_[m] = a;
  into.members.insert(into.members.end(), from.members.begin(), from.members.end());
  into.company.merge(from.company);
  into.settings.merge(from.settings);
  into.games += from.games;
  into.first_date = earlier(into.first_date, from.first_date);
  into.last_date = std::max(into.last_date, from.last_date);
  from = {};
  return a;
}

}  // namespace yari::people
