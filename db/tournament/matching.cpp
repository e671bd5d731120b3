// Edmonds' algorithm with one search tree at a time: cubic, for some hundred players.
#include "db/tournament/matching.h"

#include <deque>

namespace yari::tournament {

namespace {

constexpr std::size_t nobody = static_cast<std::size_t>(-1);

class Matching {
 public:
  explicit Matching(const Meetings& may_meet)
      : may_meet_(may_meet), size_(may_meet.size()), mate_(size_, nobody) {}

  std::size_t pairs() {
    std::size_t pairs = 0;
    for (std::size_t v = 0; v < size_; ++v)
      if (mate_[v] == nobody && augment(v)) ++pairs;
    return pairs;
  }

 private:
  /// Makes one pair more by a path that begins at `root`.
  bool augment(std::size_t root) {
    parent_.assign(size_, nobody);
    base_.resize(size_);
    for (std::size_t v = 0; v < size_; ++v) base_[v] = v;
    seen_.assign(size_, false);
    seen_[root] = true;
    queue_ = {root};
    while (!queue_.empty()) {
      const std::size_t v = queue_.front();
      queue_.pop_front();
      for (std::size_t to = 0; to < size_; ++to) {
        if (!may_meet_[v][to] || base_[v] == base_[to] || mate_[v] == to) continue;
        if (to == root || (mate_[to] != nobody && parent_[mate_[to]] != nobody)) {
          shrink(root, v, to);
        } else if (parent_[to] == nobody) {
          parent_[to] = v;
          if (mate_[to] == nobody) return flip(to), true;
          seen_[mate_[to]] = true;
          queue_.push_back(mate_[to]);
        }
      }
    }
    return false;
  }

  /// An odd cycle becomes one vertex.
  void shrink(std::size_t root, std::size_t v, std::size_t to) {
    const std::size_t common = common_base(root, v, to);
    std::vector<bool> in_blossom(size_, false);
    mark(v, common, to, in_blossom);
    mark(to, common, v, in_blossom);
    for (std::size_t i = 0; i < size_; ++i) {
      if (!in_blossom[base_[i]]) continue;
      base_[i] = common;
      if (!seen_[i]) {
        seen_[i] = true;
        queue_.push_back(i);
      }
    }
  }

  std::size_t common_base(std::size_t root, std::size_t a, std::size_t b) const {
    std::vector<bool> on_path(size_, false);
    for (;;) {
      a = base_[a];
      on_path[a] = true;
      if (a == root) break;
      a = parent_[mate_[a]];
    }
    for (;;) {
      b = base_[b];
      if (on_path[b]) return b;
      b = parent_[mate_[b]];
    }
  }

  void mark(std::size_t v, std::size_t common, std::size_t child, std::vector<bool>& in_blossom) {
    while (base_[v] != common) {
      in_blossom[base_[v]] = in_blossom[base_[mate_[v]]] = true;
      parent_[v] = child;
      child = mate_[v];
      v = parent_[mate_[v]];
    }
  }

  void flip(std::size_t v) {
    while (v != nobody) {
      const std::size_t before = parent_[v];
      const std::size_t next = mate_[before];
      mate_[v] = before;
      mate_[before] = v;
      v = next;
    }
  }

  const Meetings& may_meet_;
  std::size_t size_;
  std::vector<std::size_t> mate_, parent_, base_;
  std::vector<bool> seen_;
  std::deque<std::size_t> queue_;
};

}  // namespace

std::size_t most_pairs(const Meetings& may_meet) { return Matching(may_meet).pairs(); }

}  // namespace yari::tournament
