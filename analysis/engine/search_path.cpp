// Repetition and perpetual check inside the search.
#include "analysis/engine/search_path.h"

namespace yari {

void SearchPath::start(const VariantInfo& v, RuleSet rules) {
  entries_.clear();
  seen_.fill(0);
  root_ = 0;
  needed_ = repetitions_needed(v, rules);
  forbidden_ = rules == RuleSet::svp;
}

void SearchPath::push(Key key, bool in_check) {
  entries_.push_back({key, in_check});
  ++seen_[filter_index(key)];
}

void SearchPath::pop() {
  --seen_[filter_index(entries_.back().key)];
  entries_.pop_back();
}

std::optional<int> SearchPath::judge() const {
  const std::size_t last = entries_.size() - 1;
  int occurrences = 1;
  for (std::size_t back = 4; back <= last; back += 2) {
    const std::size_t i = last - back;
    if (entries_[i].key != entries_[last].key) continue;
    ++occurrences;
    if (forbidden_) {
      // The move that led here may not be played: as good as lost for the side that made it.
      if (occurrences >= needed_) return perpetual_score;
    } else if (i >= root_ || occurrences >= needed_) {
      return verdict(i);
    }
  }
  return std::nullopt;
}

int SearchPath::verdict(std::size_t since) const {
  const std::size_t last = entries_.size() - 1;
  bool mover_checked = true;
  bool other_checked = true;
  for (std::size_t i = since + 1; i <= last; ++i) {
    ((last - i) % 2 == 0 ? mover_checked : other_checked) &= entries_[i].in_check;
  }
  if (mover_checked == other_checked) return 0;
  return mover_checked ? perpetual_score : -perpetual_score;
}

}  // namespace yari
