// First the spellings whose keys are equal are grouped, then groups one letter or an initial apart.
#include "db/people/suggest.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "db/people/groups.h"

namespace yari::people {

namespace {

/// So many names share a key only where it says nothing: comparing them costs more than it finds.
constexpr std::size_t largest_block = 60;

double odds(double chance) { return chance / (1 - chance); }
double chance(double odds) { return odds / (1 + odds); }

double chance_by_name(Reason reason) {
  switch (reason) {
    case Reason::rank:
      return 0.99;
    case Reason::letters:
      return 0.98;
    case Reason::order:
      return 0.97;
    case Reason::romanisation:
      return 0.9;
    case Reason::slip:
      return 0.4;
    case Reason::initial:
      return 0.3;
    case Reason::part:
      return 0.1;
  }
  return 0;
}

/// Of two names that share a key. One that is given by an initial says less than a full one.
double chance_by_names(const NameKeys& a, const NameKeys& b) {
  double all = has_initial(a) ? 0.8 : 1;
  for (const Reason reason : reasons_between(a, b)) all *= chance_by_name(reason);
  return std::min(all, 0.995);
}

/// Two groups that may be one for a weaker reason than equal keys.
struct Candidate {
  std::size_t weak = 0, strong = 0;
  Reason reason = Reason::slip;
  double odds = 0;
};

class Suggester {
 public:
  Suggester(const std::vector<Spelling>& spellings, NameKind kind, double least_score)
      : spellings_(spellings),
        kind_(kind),
        least_score_(least_score),
        groups_(spellings, kind),
        links_(spellings.size()) {
    keys_.reserve(spellings.size());
    for (const Spelling& s : spellings) keys_.push_back(name_keys(s.text, kind));
  }

  std::vector<Suggestion> run() {
    join_equal_keys();
    join_candidates();
    return suggestions();
  }

 private:
  using Blocks = std::unordered_map<std::string, std::vector<std::size_t>>;

  /// How the spelling's group came to the one it is in now.
  struct Link {
    std::vector<Reason> reasons;
    double chance = 1;
  };

  void join_equal_keys() {
    Blocks blocks;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (keys_[i].full.empty()) continue;
      blocks[keys_[i].full].push_back(i);
      for (const std::string& key : keys_[i].also) blocks[key].push_back(i);
    }
    for (auto& [key, spellings] : blocks) {
      std::ranges::sort(spellings, [&](std::size_t a, std::size_t b) {
        return std::pair(-spellings_[a].games, a) < std::pair(-spellings_[b].games, b);
      });
      join_block(spellings);
    }
  }

  /// The most frequent spelling begins a group; each other joins the first that it fits into.
  void join_block(const std::vector<std::size_t>& block) {
    std::vector<std::size_t> firsts;
    for (const std::size_t spelling : block) {
      const bool joined = std::ranges::any_of(firsts, [&](std::size_t first) {
        const std::size_t a = groups_.of(first), b = groups_.of(spelling);
        if (a == b) return true;
        if (groups_.met(a, b)) return false;
        const double by_name = chance_by_names(keys_[first], keys_[spelling]);
        const double all = chance(odds(by_name) * std::exp(groups_.evidence(a, b).weight()));
        if (all < least_score_) return false;
        groups_.join(a, b);
        return true;
      });
      if (!joined && firsts.size() < largest_block) firsts.push_back(spelling);
    }
  }

  void join_candidates() {
    std::vector<Candidate> candidates = slips();
    if (kind_ == NameKind::player) add_shortened(candidates);
    std::vector<double> total(spellings_.size(), 1);
    for (const Candidate& c : candidates) total[c.weak] += c.odds;
    for (Candidate& c : candidates) c.odds /= total[c.weak];
    std::ranges::stable_sort(candidates, std::ranges::greater(), &Candidate::odds);
    for (const Candidate& c : candidates) {
      if (c.odds < least_score_) break;
      const std::size_t a = groups_.of(c.weak), b = groups_.of(c.strong);
      if (a == b || groups_.met(a, b)) continue;
      for (const std::size_t member : groups_.members(a)) {
        links_[member].chance *= c.odds;
        links_[member].reasons.push_back(c.reason);
      }
      groups_.join(a, b);
    }
  }

  /// Adds the pair when the players did not meet; `weak` is the group that has to choose.
  void add(std::vector<Candidate>& list, std::size_t weak, std::size_t strong, Reason reason,
           double by_name) const {
    if (groups_.met(weak, strong)) return;
    const double all = odds(by_name) * std::exp(groups_.evidence(weak, strong).weight());
    list.push_back({weak, strong, reason, all});
  }

  std::vector<Candidate> slips() const {
    using Keyed = std::pair<std::uint64_t, std::size_t>;
    std::vector<Keyed> keyed;
    for (std::size_t i = 0; i < keys_.size(); ++i)
      for (const std::uint64_t key : slip_keys(keys_[i])) keyed.emplace_back(key, i);
    std::ranges::sort(keyed);
    std::map<std::pair<std::size_t, std::size_t>, double> pairs;
    for (auto first = keyed.begin(), end = first; first != keyed.end(); first = end) {
      end = std::ranges::upper_bound(first, keyed.end(), first->first, {}, &Keyed::first);
      if (static_cast<std::size_t>(end - first) > largest_block) continue;
      for (auto i = first; i != end; ++i)
        for (auto j = i + 1; j != end; ++j) note_slip(i->second, j->second, pairs);
    }
    std::vector<Candidate> candidates;
    for (const auto& [pair, by_name] : pairs)
      add(candidates, pair.first, pair.second, Reason::slip, by_name);
    return candidates;
  }

  void note_slip(std::size_t i, std::size_t j,
                 std::map<std::pair<std::size_t, std::size_t>, double>& pairs) const {
    const std::size_t a = groups_.of(i), b = groups_.of(j);
    if (a == b || !one_slip_apart(keys_[i], keys_[j])) return;
    const bool a_is_weak = std::pair(groups_.games(a), a) < std::pair(groups_.games(b), b);
    pairs.emplace(a_is_weak ? std::pair(a, b) : std::pair(b, a), chance_by_name(Reason::slip));
  }

  /// Initials, and one name alone, each with the full names it may stand for.
  void add_shortened(std::vector<Candidate>& candidates) const {
    Blocks initials, parts;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (has_initial(keys_[i])) continue;
      for (std::string& key : initial_keys(keys_[i])) initials[std::move(key)].push_back(i);
      if (keys_[i].roman.size() > 1)
        for (const std::string& word : keys_[i].roman) parts[word].push_back(i);
    }
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const bool alone = keys_[i].roman.size() == 1;
      if (!alone && !has_initial(keys_[i])) continue;
      const Blocks& blocks = alone ? parts : initials;
      const std::vector<std::string> keys = alone ? keys_[i].roman : initial_keys(keys_[i]);
      add_full_names(i, keys, blocks, alone ? Reason::part : Reason::initial, candidates);
    }
  }

  void add_full_names(std::size_t spelling, const std::vector<std::string>& keys,
                      const Blocks& blocks, Reason reason,
                      std::vector<Candidate>& candidates) const {
    std::vector<std::size_t> groups;
    for (const std::string& key : keys)
      if (const auto block = blocks.find(key); block != blocks.end())
        for (const std::size_t i : block->second) groups.push_back(groups_.of(i));
    std::ranges::sort(groups);
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    const std::size_t weak = groups_.of(spelling);
    for (const std::size_t group : groups)
      if (group != weak) add(candidates, weak, group, reason, chance_by_name(reason));
  }

  /// The spelling that a group is given: a full name without a rank, the one of most games.
  std::size_t head_of(const std::vector<std::size_t>& members) const {
    const auto quality = [&](std::size_t m) {
      return std::tuple(!has_initial(keys_[m]) && keys_[m].words.size() > 1,
                        keys_[m].parted.honours().empty(), spellings_[m].games, spellings_[m].text);
    };
    return *std::ranges::max_element(members, {}, quality);
  }

  bool shares_key(std::size_t a, std::size_t b) const {
    const auto holds = [&](const NameKeys& keys, const std::string& key) {
      return keys.full == key || std::ranges::find(keys.also, key) != keys.also.end();
    };
    return holds(keys_[a], keys_[b].full) ||
           std::ranges::any_of(keys_[b].also, [&](const auto& k) { return holds(keys_[a], k); });
  }

  Suggestion suggestion(std::size_t from, std::size_t to, const Evidence& evidence) const {
    Suggestion s{from, to, 0, {}, evidence.common_company, evidence.common_settings};
    s.reasons = reasons_between(keys_[from], keys_[to]);
    if (!shares_key(from, to)) {
      // The words differ by what joined the groups; only a rank can be read off beside it.
      std::erase_if(s.reasons, [](Reason r) { return r != Reason::rank; });
      for (const std::size_t end : {from, to})
        for (const Reason reason : links_[end].reasons)
          if (std::ranges::find(s.reasons, reason) == s.reasons.end()) s.reasons.push_back(reason);
      s.score = links_[from].chance * links_[to].chance;
      return s;
    }
    const double by_name = chance_by_names(keys_[from], keys_[to]);
    s.score = chance(odds(by_name) * std::exp(evidence.weight()));
    return s;
  }

  std::vector<Suggestion> suggestions() {
    std::vector<Suggestion> all;
    const Groups single(spellings_, kind_);
    for (std::size_t g = 0; g < spellings_.size(); ++g) {
      const std::vector<std::size_t>& members = groups_.members(g);
      if (members.size() < 2) continue;
      const std::size_t head = head_of(members);
      for (const std::size_t m : members)
        if (m != head) all.push_back(suggestion(m, head, single.evidence(m, head)));
    }
    std::erase_if(all, [&](const Suggestion& s) { return s.score < least_score_; });
    std::ranges::stable_sort(all, std::ranges::greater(), &Suggestion::score);
    return all;
  }

  const std::vector<Spelling>& spellings_;
  NameKind kind_;
  double least_score_;
  std::vector<NameKeys> keys_;
  Groups groups_;
  std::vector<Link> links_;
};

}  // namespace

std::vector<Suggestion> suggest(const std::vector<Spelling>& spellings, NameKind kind,
                                double least_score) {
  return Suggester(spellings, kind, least_score).run();
}

}  // namespace yari::people
