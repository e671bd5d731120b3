#include "analysis/book/graph_values.h"

#include <cstdlib>
#include <queue>

#include "analysis/book/book_score.h"

namespace yari {

namespace {

/// That a choice of `node` is worth `value`. What is worth most comes first, and of equal ones the
/// shortest line, so that the numbers of the nodes decide nothing.
struct Known {
  std::size_t node = 0;
  GraphValue value;

  bool operator<(const Known& other) const {
    const int mine = std::abs(value.score), theirs = std::abs(other.value.score);
    return mine != theirs ? mine < theirs : value.depth > other.value.depth;
  }
};

}  // namespace

int one_ply_before(int score, int drop) {
  const int size = std::abs(score);
  const int smaller = size >= least_book_mate ? size - 1 : size > drop ? size - drop : 0;
  return score < 0 ? -smaller : smaller;
}

std::vector<GraphValue> graph_values(std::span<const std::vector<GraphChoice>> nodes, int drop) {
  // The nodes from which a choice leads to a node, once for each.
  std::vector<std::vector<std::size_t>> before(nodes.size());
  std::vector<std::size_t> unknown(nodes.size());
  std::vector<std::optional<GraphValue>> values(nodes.size());
  std::priority_queue<Known> next;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    unknown[node] = nodes[node].size();
    for (const GraphChoice& choice : nodes[node]) {
      if (choice.to)
        before[*choice.to].push_back(node);
      else
        next.push({node, {choice.score, choice.depth}});
    }
  }
  // What is still to come is no larger than what comes now. So a win now is the best that there
  // is, and a loss is as small as it gets once every choice loses.
  while (!next.empty() && next.top().value.score != 0) {
    const auto [node, value] = next.top();
    next.pop();
    if (values[node] || (value.score < 0 && --unknown[node] > 0)) continue;
    values[node] = value;
    const GraphValue earlier{one_ply_before(-value.score, drop), value.depth + 1};
    for (const std::size_t from : before[node]) next.push({from, earlier});
  }
  // Of what is left each side can hold a draw, by a line without an end or one that ends even.
  for (; !next.empty(); next.pop())
    if (!values[next.top().node]) values[next.top().node] = next.top().value;
  std::vector<GraphValue> all;
  all.reserve(values.size());
  for (const std::optional<GraphValue>& value : values) all.push_back(value.value_or(GraphValue{}));
  return all;
}

}  // namespace yari
