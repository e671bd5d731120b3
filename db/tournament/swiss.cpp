// A score group at a time, from the top. A pairing of a group is searched for in the order of the
// rules, so that of equally good ones the first stands.
#include "db/tournament/swiss.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "db/tournament/exchanges.h"
#include "db/tournament/matching.h"
#include "db/tournament/pairing_record.h"

namespace yari::tournament {

namespace {

/// Steps of the search in one group.
constexpr int most_tried = 200'000;
/// What a pairing of a group costs, the weightiest first; the smallest is the best.
using Cost = std::vector<int>;
using Pair = std::pair<std::size_t, std::size_t>;

class Round {
 public:
  /// `top_score`: players with more are top scorers.
  Round(std::vector<PairingRecord> records, bool first_is_black, const std::vector<bool>& present,
        int top_score)
      : records_(std::move(records)), first_is_black_(first_is_black), top_score_(top_score) {
    for (std::size_t p = 0; p < records_.size(); ++p)
      if (present[p]) order_.push_back(p);
    std::ranges::stable_sort(order_, std::ranges::greater(),
                             [&](std::size_t p) { return records_[p].score; });
  }

  std::optional<Pairing> pair() {
    if (!choose_bye_score()) return std::nullopt;
    Numbers moved_down;
    for (std::size_t at = 0; at < order_.size();) {
      std::size_t end = at;
      while (end < order_.size() && score(order_[end]) == score(order_[at])) ++end;
      residents_.assign(order_.begin() + static_cast<std::ptrdiff_t>(at),
                        order_.begin() + static_cast<std::ptrdiff_t>(end));
      below_.assign(order_.begin() + static_cast<std::ptrdiff_t>(end), order_.end());
      if (!pair_group(moved_down)) return std::nullopt;
      for (const Pair& pair : best_pairs_) pairs_.push_back(pair);
      moved_down = best_unpaired_;
      at = end;
    }
    return with_colors(moved_down);
  }

 private:
  int score(std::size_t p) const { return records_[p].score; }

  bool may_meet(std::size_t a, std::size_t b) const {
    const PairingRecord& x = records_[a];
    const PairingRecord& y = records_[b];
    if (std::ranges::find(x.opponents, b) != x.opponents.end()) return false;
    return x.strength() != Strength::absolute || y.strength() != Strength::absolute ||
           x.preference() != y.preference() || is_top(a) || is_top(b);
  }
  bool is_top(std::size_t p) const { return score(p) > top_score_; }
  bool may_have_bye(std::size_t p) const {
    return !records_[p].scored_unplayed && score(p) <= bye_score_;
  }

  /// Who may meet whom; where the number is odd, the last one is the bye.
  Meetings meetings_of(const Numbers& players) const {
    const std::size_t n = players.size() + players.size() % 2;
    Meetings meetings(n, std::vector<bool>(n, false));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        meetings[i][j] = meetings[j][i] =
            i < players.size() ? may_meet(players[i], players[j]) : may_have_bye(players[j]);
    return meetings;
  }
  bool can_complete(const Numbers& players) const {
    const Meetings meetings = meetings_of(players);
    return 2 * most_pairs(meetings) == meetings.size();
  }

  /// C5. False where the round cannot be paired.
  bool choose_bye_score() {
    if (order_.size() % 2 == 0) return can_complete(order_);
    for (auto p = order_.rbegin(); p != order_.rend(); ++p) {
      bye_score_ = score(*p);
      if (can_complete(order_)) return true;
    }
    return false;
  }

  /// Whether the rest of the round can be paired when these are moved down (C4).
  bool completes(Numbers unpaired) {
    std::ranges::sort(unpaired);
    const auto [at, is_new] = completes_.try_emplace(unpaired, false);
    if (is_new) {
      Numbers rest = unpaired;
      rest.insert(rest.end(), below_.begin(), below_.end());
      at->second = can_complete(rest);
    }
    return at->second;
  }

  /// Pairs that the next group cannot have because of these (C8).
  int next_group_lacks(Numbers unpaired) {
    std::ranges::sort(unpaired);
    const auto [at, is_new] = lacks_.try_emplace(unpaired, 0);
    if (!is_new || below_.empty()) return at->second;
    Numbers group = unpaired, rest;
    for (const std::size_t p : below_)
      (score(p) == score(below_.front()) ? group : rest).push_back(p);
    return at->second = fewest_moved_down(group, rest);
  }

  /// How few of a group must be moved down so that the others can be paired with each other, and
  /// the rest of the round, too.
  int fewest_moved_down(const Numbers& group, const Numbers& rest) const {
    constexpr std::size_t most_sets = 2000;
    std::size_t sets = 0;
    for (std::size_t n = group.size() % 2; n <= group.size(); n += 2) {
      std::vector<bool> moved(group.size(), false);
      std::fill_n(moved.rbegin(), n, true);
      do {
        if (++sets > most_sets) return static_cast<int>(n);
        Numbers stay, down = rest;
        for (std::size_t i = 0; i < group.size(); ++i) (moved[i] ? down : stay).push_back(group[i]);
        if (can_complete(stay) && can_complete(down)) return static_cast<int>(n);
      } while (std::next_permutation(moved.begin(), moved.end()));
    }
    return static_cast<int>(group.size());
  }

  bool pair_group(const Numbers& moved_down) {
    completes_.clear();
    lacks_.clear();
    moved_down_ = moved_down;
    const std::size_t all = moved_down.size() + residents_.size();
    for (std::size_t pairs = all / 2 + 1; pairs-- > 0;) {
      best_.reset();
      tried_ = 0;
      const std::size_t most = std::min({moved_down.size(), residents_.size(), pairs});
      for (std::size_t from_above = most + 1; from_above-- > 0 && !best_;)
        choose_from_above(from_above, pairs);
      if (best_) return true;
    }
    return false;
  }

  /// The moved-down players who are paired, those of the highest scores first (C7).
  void choose_from_above(std::size_t n, std::size_t pairs) {
    std::vector<int> scores;
    for (const std::size_t p : moved_down_) scores.push_back(score(p));
    for (const std::vector<Numbers>& choices : best_choices(moved_down_, scores, n)) {
      try_choices(choices, n, pairs);
      if (best_) return;
    }
  }

  /// Choices that are equally good. As few preferences as can be are disregarded.
  void try_choices(const std::vector<Numbers>& choices, std::size_t n, std::size_t pairs) {
    Numbers all = moved_down_;
    all.insert(all.end(), residents_.begin(), residents_.end());
    const int least = least_disregarded(all, pairs);
    for (allowed_ = least; allowed_ <= static_cast<int>(pairs) && !is_done(); ++allowed_) {
      if (best_ && (*best_)[next_lacks] == 0 && (*best_)[unplayed_by_bye] == 0) return;
      try_allowed(choices, n, pairs);
    }
  }

  void try_allowed(const std::vector<Numbers>& choices, std::size_t n, std::size_t pairs) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
      above_ = choices[i];
      limbo_.clear();
      for (const std::size_t p : moved_down_)
        if (std::ranges::find(above_, p) == above_.end()) limbo_.push_back(p);
      used_.assign(records_.size(), false);
      tentative_.clear();
      remaining_pairs_ = pairs - n;
      cost_ = Cost(criteria, 0);
      pair_above(0);
      if (is_ideal()) return;
    }
  }

  void pair_above(std::size_t i) {
    ++tried_;
    if (is_done()) return;
    if (i == above_.size()) return pair_rest();
    for (const std::size_t p : residents_) {
      if (used_[p] || !may_meet(above_[i], p)) continue;
      const Cost before = cost_;
      add_pair(above_[i], p);
      if (records_[p].float_before(1) == 1) ++cost_[up_before];
      if (records_[p].float_before(2) == 1) ++cost_[up_two_before];
      if (!is_worse()) {
        used_[p] = true;
        pair_above(i + 1);
        used_[p] = false;
      }
      tentative_.pop_back();
      cost_ = before;
    }
  }

  void pair_rest() {
    Numbers rest;
    for (const std::size_t p : residents_)
      if (!used_[p]) rest.push_back(p);
    const std::size_t half = remaining_pairs_;
    if (rest.size() < 2 * half) return;
    upper_.assign(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(half));
    lower_.assign(rest.begin() + static_cast<std::ptrdiff_t>(half), rest.end());
    const Numbers upper = upper_, lower = lower_;
    pair_upper(0);
    if (is_ideal()) return;
    for (const auto& [out, in] : exchanges(half, rest.size() - half)) {
      if (is_done() || is_ideal()) return;
      upper_ = upper;
      lower_ = lower;
      for (std::size_t k = 0; k < out.size(); ++k) std::swap(upper_[out[k]], lower_[in[k]]);
      by_order(upper_);
      by_order(lower_);
      pair_upper(0);
    }
  }

  void by_order(Numbers& players) const {
    std::ranges::sort(players, {}, [&](std::size_t p) { return std::pair(-score(p), p); });
  }

  void pair_upper(std::size_t i) {
    ++tried_;
    if (is_done() || is_hopeless(i)) return;
    if (i == upper_.size()) return judge();
    for (const std::size_t p : lower_) {
      if (used_[p] || !may_meet(upper_[i], p)) continue;
      const Cost before = cost_;
      add_pair(upper_[i], p);
      if (!is_worse()) {
        used_[p] = true;
        pair_upper(i + 1);
        used_[p] = false;
      }
      tentative_.pop_back();
      cost_ = before;
      if (is_ideal()) return;
    }
  }

  void add_pair(std::size_t a, std::size_t b) {
    tentative_.emplace_back(a, b);
    const PairingRecord& x = records_[a];
    const PairingRecord& y = records_[b];
    if (x.strength() == Strength::none || y.strength() == Strength::none) return;
    if (x.preference() != y.preference()) return;
    if (is_top(a) || is_top(b)) {
      // Who does not get what both want.
      const bool a_loses =
          has_black(records_, a, b, first_is_black_) != (x.preference() == Color::black);
      const PairingRecord& loser = a_loses ? x : y;
      const std::size_t n = loser.colors.size();
      if (std::abs(loser.color_difference()) > 1) ++cost_[top_difference];
      if (n > 1 && loser.colors[n - 1] == loser.colors[n - 2]) ++cost_[top_three_times];
    }
    ++cost_[disregarded];
    if (std::min(x.strength(), y.strength()) >= Strength::strong) ++cost_[strong_disregarded];
  }

  bool is_worse() const { return (best_ && cost_ >= *best_) || cost_[disregarded] > allowed_; }
  /// Too few of the rest want the other colour.
  bool is_hopeless(std::size_t i) const {
    Numbers rest(upper_.begin() + static_cast<std::ptrdiff_t>(i), upper_.end());
    for (const std::size_t p : lower_)
      if (!used_[p]) rest.push_back(p);
    return cost_[disregarded] + least_disregarded(rest, upper_.size() - i) > allowed_;
  }

  /// A pairing that is complete but for those who are moved down.
  void judge() {
    Numbers unpaired = limbo_;
    for (const std::size_t p : lower_)
      if (!used_[p]) unpaired.push_back(p);
    Cost cost = cost_;
    for (const std::size_t p : unpaired) {
      // Those who came down have floated already.
      if (score(p) != score(residents_.front())) continue;
      if (records_[p].float_before(1) == -1) ++cost[down_before];
      if (records_[p].float_before(2) == -1) ++cost[down_two_before];
    }
    if (below_.empty() && !unpaired.empty()) cost[unplayed_by_bye] = records_[unpaired[0]].unplayed;
    if (best_ && cost >= *best_) return;
    if (!completes(unpaired)) return;
    cost[next_lacks] = next_group_lacks(unpaired);
    if (best_ && cost >= *best_) return;
    best_ = cost;
    best_pairs_ = tentative_;
    best_unpaired_ = unpaired;
  }

  /// How many colour preferences must go unmet when these players make `pairs` pairs: a pair meets
  /// both only if one of its players does not want the colour that most want.
  int least_disregarded(const Numbers& players, std::size_t pairs) const {
    std::array<std::size_t, 2> wanted{};
    for (const std::size_t p : players)
      if (records_[p].strength() != Strength::none)
        ++wanted[records_[p].preference() == Color::black ? 0 : 1];
    const std::size_t others = players.size() - std::max(wanted[0], wanted[1]);
    return pairs > others ? static_cast<int>(pairs - others) : 0;
  }

  /// No other can be better.
  bool is_ideal() const {
    if (!best_) return false;
    Cost ideal(criteria, 0);
    ideal[disregarded] = allowed_;
    return *best_ <= ideal;
  }
  bool is_done() const { return tried_ > most_tried; }

  /// Colours of all pairs, which are sorted by their scores.
  Pairing with_colors(const Numbers& unpaired) {
    std::ranges::stable_sort(pairs_, [&](const Pair& x, const Pair& y) {
      const auto key = [&](const Pair& p) {
        const int high = std::max(score(p.first), score(p.second));
        return std::tuple(-high, -(score(p.first) + score(p.second)), std::min(p.first, p.second));
      };
      return key(x) < key(y);
    });
    Pairing pairing;
    for (const Pair& pair : pairs_)
      has_black(records_, pair.first, pair.second, first_is_black_)
          ? pairing.games.emplace_back(pair.first, pair.second)
          : pairing.games.emplace_back(pair.second, pair.first);
    if (!unpaired.empty()) pairing.bye = unpaired.front();
    return pairing;
  }

  /// Places in a Cost.
  enum Criterion : std::uint8_t {
    next_lacks,
    unplayed_by_bye,
    top_difference,
    top_three_times,
    disregarded,
    strong_disregarded,
    down_before,
    up_before,
    down_two_before,
    up_two_before,
    criteria
  };

  std::vector<PairingRecord> records_;
  bool first_is_black_;
  int top_score_;
  Numbers order_;
  std::vector<Pair> pairs_;
  /// The bye goes to nobody with more.
  int bye_score_ = 1 << 20;

  // Of the group that is being paired.
  Numbers residents_, below_, moved_down_;
  std::map<Numbers, bool> completes_;
  std::map<Numbers, int> lacks_;
  Numbers above_, limbo_, upper_, lower_;
  std::vector<bool> used_;
  std::vector<Pair> tentative_;
  std::size_t remaining_pairs_ = 0;
  Cost cost_;
  /// Preferences that may be disregarded.
  int allowed_ = 0;
  int tried_ = 0;
  std::optional<Cost> best_;
  std::vector<Pair> best_pairs_;
  Numbers best_unpaired_;
};

}  // namespace

Result<Pairing> swiss_round(const std::vector<PlayedGame>& games, const std::vector<bool>& present,
                            bool last) {
  if (std::optional<std::string> why = why_nothing_follows(games)) return fail(*std::move(why));
  // In half points, half of what could be won before the last round.
  const int top_score = last ? static_cast<int>(rounds(games).size()) : INT32_MAX;
  std::optional<Pairing> pairing =
      Round(pairing_records(games, present.size()), first_was_black(games), present, top_score)
          .pair();
  if (!pairing)
    return fail("the players who are left cannot be paired: all have met, or had the bye");
  return *std::move(pairing);
}

}  // namespace yari::tournament
