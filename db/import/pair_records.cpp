// First by what games of one name, date or line share, looked up; then by place.
#include "db/import/pair_records.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <string>
#include <unordered_map>

namespace yari {

namespace {

/// With how many old records of one key a new one is compared: those around the place that was
/// reached.
constexpr int compared_before = 8, compared_behind = 16;
/// How many beginnings of a line that old records have are tried.
constexpr int most_tried = 4;
/// Games that begin with so many moves in common are compared.
constexpr std::size_t compared_beginning = 20;

/// What records to be compared have in common; an empty key has none.
using KeyOf = std::string (*)(const RecordTraits&);

std::string joined(const RecordTraits& r, bool with_date) {
  std::string key = r.players[0] + '\n' + r.players[1];
  if (with_date)
    for (const std::string& part : r.date) key += '\n' + part;
  return key.find_first_not_of('\n') == std::string::npos ? std::string() : key;
}
std::string beginning_of(const RecordTraits& r, std::size_t plies) {
  std::string key;
  for (std::size_t i = 0; i < std::min(plies, r.moves.size()); ++i) {
    const std::uint16_t bits = r.moves[i].bits();
    key += static_cast<char>(bits & 0xFF);
    key += static_cast<char>(bits >> 8);
  }
  return key;
}

std::string key_of_header(const RecordTraits& r) { return joined(r, true); }
std::string key_of_players(const RecordTraits& r) { return joined(r, false); }
std::string key_of_line(const RecordTraits& r) { return beginning_of(r, r.moves.size()); }
std::string key_of_header_and_line(const RecordTraits& r) {
  const std::string header = key_of_header(r);
  return header.empty() ? header : header + '\n' + key_of_line(r);
}
std::string key_of_beginning(const RecordTraits& r) {
  return r.moves.size() < compared_beginning ? std::string() : beginning_of(r, compared_beginning);
}

/// A number for the header with each beginning of the line, the shortest first.
std::vector<std::uint64_t> beginnings_of(const RecordTraits& r) {
  std::vector<std::uint64_t> numbers;
  std::uint64_t number = std::hash<std::string>()(key_of_header(r));
  for (const Move move : r.moves) {
    number = (number ^ move.bits()) * 0x9E3779B97F4A7C15U;
    number ^= number >> 29;
    numbers.push_back(number);
  }
  return numbers;
}

class Pairing {
 public:
  Pairing(const std::vector<std::optional<RecordTraits>>& old, std::vector<NewRecordTraits>& now)
      : old_(old), now_(now), taken_(old.size()) {
    for (std::size_t i = 0; i < old.size(); ++i) taken_[i] = !old[i];
  }

  /// Pairs records with one key that are surely of one game.
  void by(KeyOf key) {
    std::unordered_map<std::string, Group> groups;
    for (std::size_t i = 0; i < old_.size(); ++i) {
      if (taken_[i]) continue;
      std::string k = key(*old_[i]);
      if (!k.empty()) groups[std::move(k)].old.push_back(i);
    }
    for (auto& [k, group] : groups) group.next = group.old.begin();
    for (NewRecordTraits& record : now_) {
      if (record.old) continue;
      const auto group = groups.find(key(*record.traits));
      if (group != groups.end()) pair_within(record, group->second);
    }
  }

  /// Pairs records with one header whose line begins with that of an old one.
  void by_beginning() {
    std::unordered_map<std::uint64_t, Group> groups;
    for (std::size_t i = 0; i < old_.size(); ++i)
      if (!taken_[i] && !old_[i]->moves.empty() && !key_of_header(*old_[i]).empty())
        groups[beginnings_of(*old_[i]).back()].old.push_back(i);
    for (auto& [k, group] : groups) group.next = group.old.begin();
    for (NewRecordTraits& record : now_) {
      if (record.old || key_of_header(*record.traits).empty()) continue;
      const std::vector<std::uint64_t> beginnings = beginnings_of(*record.traits);
      // Another header may share a number by chance.
      int tries = 0;
      for (std::size_t i = beginnings.size(); i-- > 0 && !record.old && tries < most_tried;) {
        const auto group = groups.find(beginnings[i]);
        if (group == groups.end() || group->second.old.empty()) continue;
        pair_within(record, group->second);
        ++tries;
      }
    }
  }

  /// Pairs what stands between two records that are paired.
  void by_place() {
    std::size_t begin = 0;  // of the old ones
    for (std::size_t i = 0; i < now_.size();) {
      if (now_[i].old) {
        begin = *now_[i++].old + 1;
        continue;
      }
      std::size_t end = i, old_end = begin;
      while (end < now_.size() && !now_[end].old) ++end;
      while (old_end < old_.size() && !taken_[old_end]) ++old_end;
      pair_gap(begin, old_end, i, end);
      i = end;
    }
  }

 private:
  struct Group {
    std::list<std::size_t> old;
    /// Behind the one that was paired last.
    std::list<std::size_t>::iterator next;
  };

  void take(NewRecordTraits& record, std::size_t old) {
    record.old = old;
    taken_[old] = true;
  }
  Likeness likeness_of(std::size_t old, std::size_t now) const {
    return likeness(*old_[old], *now_[now].traits);
  }

  /// Of those that are surely the game, the one with most moves in common, then the first.
  void pair_within(NewRecordTraits& record, Group& group) {
    auto candidate = group.next;
    for (int i = 0; i < compared_before && candidate != group.old.begin(); ++i) --candidate;
    auto best = group.old.end();
    std::size_t most = 0;
    int compared = 0;
    for (; candidate != group.old.end() && compared < compared_before + compared_behind;
         ++candidate, ++compared) {
      const RecordTraits& old = *old_[*candidate];
      if (likeness(old, *record.traits) != Likeness::anywhere) continue;
      const std::size_t common = common_beginning(old.moves, record.traits->moves);
      if (best != group.old.end() && common <= most) continue;
      best = candidate;
      most = common;
    }
    if (best == group.old.end()) return;
    take(record, *best);
    group.next = group.old.erase(best);
  }

  /// As many as there were are compared one by one; else those at both ends, as long as they fit.
  void pair_gap(std::size_t old, std::size_t old_end, std::size_t now, std::size_t now_end) {
    if (old_end - old == now_end - now) {
      for (; now < now_end; ++now, ++old)
        if (likeness_of(old, now) >= Likeness::retyped) take(now_[now], old);
      return;
    }
    for (; old < old_end && now < now_end && likeness_of(old, now) >= Likeness::in_place;
         ++now, ++old)
      take(now_[now], old);
    for (; old < old_end && now < now_end &&
           likeness_of(old_end - 1, now_end - 1) >= Likeness::in_place;
         --now_end, --old_end)
      take(now_[now_end - 1], old_end - 1);
  }

  const std::vector<std::optional<RecordTraits>>& old_;
  std::vector<NewRecordTraits>& now_;
  std::vector<bool> taken_;
};

}  // namespace

void pair_records(const std::vector<std::optional<RecordTraits>>& old,
                  std::vector<NewRecordTraits>& now) {
  Pairing pairing(old, now);
  pairing.by(key_of_header_and_line);
  pairing.by_beginning();
  for (const KeyOf key : {key_of_line, key_of_header, key_of_players, key_of_beginning})
    pairing.by(key);
  pairing.by_place();
}

}  // namespace yari
