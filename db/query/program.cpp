// How a query becomes a program.
#include "db/query/program.h"

#include <algorithm>

#include "db/query/image.h"
#include "rules/start.h"

namespace yari::query {

template <class V>
Program<V>::Program(const Query& original) : query(expand(original)) {
  const std::size_t n = query.nodes.size();
  probe_of.assign(n, -1);
  local.assign(n, true);
  changes.resize(n);
  cost_.assign(n, 0);
  for (Part part = 0; part < n; ++part) {
    std::visit([&](const auto& node) { add(part, node); }, query.nodes[part]);
    needs_changes |= !changes[part].empty();
  }
  only_headers = probes.empty() && local[root()];
  make_tracks();
  if (local[root()]) last_ply = last_ply_of(root());
}

template <class V>
std::vector<Part> Program<V>::parts_of(Part part) const {
  if (const auto* node = as<All>(part)) return node->parts;
  if (const auto* node = as<Any>(part)) return node->parts;
  if (const auto* node = as<Sequence>(part)) return node->parts;
  if (const auto* node = as<Not>(part)) return {node->part};
  return {};
}

template <class V>
template <class Leaf>
void Program<V>::add(Part part, const Leaf&) {
  probe_of[part] = static_cast<int>(probes.size());
  probes.push_back(make_probe<V>(query.nodes[part]));
  cost_[part] = cost(probes.back());
  changes[part] = changes_needed(query.nodes[part], start_setup(V::info.variant));
}
template <class V>
void Program<V>::add(Part, const HeaderTest&) {
  reads_header = true;
}
template <class V>
void Program<V>::add(Part part, const Not& node) {
  inherit(part, node.part);
}
template <class V>
void Program<V>::add(Part part, const All& node) {
  for (Part p : node.parts) inherit(part, p);
}
template <class V>
void Program<V>::add(Part part, const Any& node) {
  for (Part p : node.parts) inherit(part, p);
}
template <class V>
void Program<V>::add(Part part, const Sequence&) {
  local[part] = false;
}
template <class V>
void Program<V>::add(Part, const Either&) {}  // expand left none

template <class V>
void Program<V>::inherit(Part part, Part from) {
  local[part] = local[part] && local[from];
  cost_[part] += cost_[from];
}

template <class V>
void Program<V>::make_tracks() {
  if (local[root()]) return add_track(root());
  for (Part part = 0; part <= root(); ++part) {
    if (local[part]) continue;
    for (Part p : parts_of(part)) {
      if (local[p]) add_track(p);
    }
  }
}

template <class V>
void Program<V>::add_track(Part part) {
  tracks.push_back({part, branches_for(part, answer_yes, answer_no)});
}

/// Adds the branches that end at `if_true` or `if_false`; returns the first of them.
template <class V>
int Program<V>::branches_for(Part part, int if_true, int if_false) {
  if (const auto* node = as<Not>(part)) return branches_for(node->part, if_false, if_true);
  const bool all = as<All>(part) != nullptr;
  if (!all && !as<Any>(part)) {
    branches.push_back({part, if_true, if_false});
    return static_cast<int>(branches.size() - 1);
  }
  std::vector<Part> parts = parts_of(part);
  std::stable_sort(parts.begin(), parts.end(), [&](Part a, Part b) { return cost_[a] < cost_[b]; });
  int next = all ? if_true : if_false;
  for (std::size_t i = parts.size(); i-- > 0;) {
    next = all ? branches_for(parts[i], next, if_false) : branches_for(parts[i], if_true, next);
  }
  return next;
}

/// The last ply at which the part can hold, where its shape shows it.
template <class V>
int Program<V>::last_ply_of(Part part) const {
  if (const auto* amount = as<Amount>(part)) {
    const bool is_ply = amount->sum.size() == 1 && amount->sum[0].type == Term::Type::ply;
    return is_ply && amount->sum[0].factor == 1 ? amount->range.high : no_limit;
  }
  int last = as<Any>(part) ? 0 : no_limit;
  if (as<All>(part)) {
    for (Part p : parts_of(part)) last = std::min(last, last_ply_of(p));
  } else if (as<Any>(part)) {
    for (Part p : parts_of(part)) last = std::max(last, last_ply_of(p));
  }
  return last;
}

template struct Program<YariShogi>;
template struct Program<Shogi>;

}  // namespace yari::query
