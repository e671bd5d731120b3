#include "db/tournament/exchanges.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace yari::tournament {

namespace {

constexpr std::size_t largest_exchanged = 12;
constexpr std::size_t most_choices = 5000;

}  // namespace

std::vector<std::pair<Numbers, Numbers>> exchanges(std::size_t upper, std::size_t lower) {
  struct Exchange {
    Numbers out, in;
    int difference = 0;
  };
  std::vector<Exchange> all;
  const std::size_t most = upper + lower > largest_exchanged ? 1 : std::min(upper, lower);
  const auto subsets = [](std::size_t n, std::size_t k) {
    std::vector<Numbers> found;
    std::vector<bool> taken(n, false);
    std::fill_n(taken.begin(), k, true);
    do {
      Numbers one;
      for (std::size_t i = 0; i < n; ++i)
        if (taken[i]) one.push_back(i);
      found.push_back(one);
    } while (std::prev_permutation(taken.begin(), taken.end()));
    return found;
  };
  const auto sum = [](const Numbers& n) {
    return static_cast<int>(std::accumulate(n.begin(), n.end(), std::size_t{0}));
  };
  for (std::size_t k = 1; k <= most; ++k)
    for (const Numbers& out : subsets(upper, k))
      for (const Numbers& in : subsets(lower, k)) all.push_back({out, in, sum(in) - sum(out)});
  std::ranges::stable_sort(all, [](const Exchange& a, const Exchange& b) {
    if (a.out.size() != b.out.size()) return a.out.size() < b.out.size();
    if (a.difference != b.difference) return a.difference < b.difference;
    if (a.out != b.out)
      return std::lexicographical_compare(b.out.rbegin(), b.out.rend(), a.out.rbegin(),
                                          a.out.rend());
    return a.in < b.in;
  });
  std::vector<std::pair<Numbers, Numbers>> result;
  for (Exchange& e : all) result.emplace_back(std::move(e.out), std::move(e.in));
  return result;
}

std::vector<std::vector<Numbers>> best_choices(const Numbers& players,
                                               const std::vector<int>& scores, std::size_t n) {
  // By the scores that are left out, in the order of the players, whose scores fall.
  std::map<std::vector<int>, std::vector<Numbers>> choices;
  std::vector<bool> taken(players.size(), false);
  std::fill_n(taken.begin(), n, true);
  std::size_t tried = 0;
  do {
    std::vector<int> left;
    Numbers chosen;
    for (std::size_t i = 0; i < players.size(); ++i)
      taken[i] ? chosen.push_back(players[i]) : left.push_back(scores[i]);
    choices[left].push_back(std::move(chosen));
  } while (++tried < most_choices && std::prev_permutation(taken.begin(), taken.end()));
  std::vector<std::vector<Numbers>> groups;
  for (auto& [left, group] : choices) groups.push_back(std::move(group));
  return groups;
}

}  // namespace yari::tournament
