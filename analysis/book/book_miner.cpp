// From analyses to a book: a graph of positions, its values, and the cheapest leaf.
#include "analysis/book/book_miner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

#include "analysis/book/book_score.h"
#include "analysis/engine/replayed.h"
#include "rules/legal_line.h"
#include "rules/position.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// Centipawns that make a move dearer by 1.
constexpr double centipawns_of_a_ply = 20;
/// What a move costs that neither the engine nor anybody else thinks much of.
constexpr double dearest = 50;
/// A plan is made again after this share of the positions is new.
constexpr std::size_t plans_per_graph = 50;
/// Of a book's move: what the best one weighs, and the centipawns that halve it.
constexpr std::uint64_t best_weight = 128;
constexpr int centipawns_of_half_a_weight = 10;

}  // namespace

BookMiner::BookMiner(const Setup& start, const BookMinerOptions& options, Known known,
                     Played played)
    : options_(options), known_(std::move(known)), played_(std::move(played)) {
  take_in_known({node_of(start)});
}

std::size_t BookMiner::node_of(const Setup& position) {
  const auto [found, fresh] =
      numbers_.try_emplace(write_sfen_without_number(position), nodes_.size());
  if (fresh) nodes_.push_back({.position = position});
  return found->second;
}

void BookMiner::take(std::size_t number, const Analysis& analysis) {
  const Setup position = nodes_[number].position;
  std::vector<Choice> choices;
  const auto choice_of = [&](Move move) -> Choice& {
    const auto same = std::ranges::find(choices, move, &Choice::move);
    if (same != choices.end()) return *same;
    choices.push_back({.move = move, .to = node_of(setup_of({position, {move}}))});
    return choices.back();
  };
  for (const ScoredLine& line : analysis.lines) {
    // What was stored is not always what an engine said.
    if (line.pv.empty() || first_illegal(position, line.pv)) continue;
    Choice& choice = choice_of(line.pv.front());
    choice.score = book_score(line.score);
    choice.depth = line.depth;
    if (line.pv.size() > 1) choice.ponder = line.pv[1];
  }
  for (const PlayedMove& played : played_(position))
    choice_of(played.move).times += std::max<std::uint64_t>(played.times, 1);
  Node& node = nodes_[number];
  node.choices = std::move(choices);
  if (node.choices.empty()) node.end = book_score(analysis.score);
  node.state = Node::State::analysed;
  ++analysed_;
  ++news_;
  evaluated_ = false;
}

void BookMiner::take_in_known(std::vector<std::size_t> nodes) {
  while (!nodes.empty()) {
    const std::size_t number = nodes.back();
    nodes.pop_back();
    if (nodes_[number].state != Node::State::leaf) continue;
    const std::optional<Analysis> known = known_(nodes_[number].position);
    if (!known) continue;
    take(number, *known);
    for (const Choice& choice : nodes_[number].choices) nodes.push_back(choice.to);
  }
}

void BookMiner::answer(const MiningTask& task, const Analysis& analysis) {
  --waiting_;
  if (!analysis.scored) {
    nodes_[task.node].state = Node::State::useless;
    return;
  }
  take(task.node, analysis);
  std::vector<std::size_t> next;
  for (const Choice& choice : nodes_[task.node].choices) next.push_back(choice.to);
  take_in_known(std::move(next));
}

std::optional<GraphValue> BookMiner::worth(const Choice& choice) const {
  if (nodes_[choice.to].state == Node::State::analysed) {
    const GraphValue& value = values_[choice.to];
    return GraphValue{one_ply_before(-value.score, options_.drop), value.depth + 1};
  }
  if (!choice.score) return std::nullopt;
  return GraphValue{*choice.score, choice.depth};
}

void BookMiner::evaluate() {
  if (evaluated_) return;
  std::vector<std::vector<GraphChoice>> graph(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.end) graph[i].push_back({.score = *node.end});
    for (const Choice& choice : node.choices) {
      if (nodes_[choice.to].state == Node::State::analysed)
        graph[i].push_back({.to = choice.to});
      else if (choice.score)
        graph[i].push_back({.score = *choice.score, .depth = choice.depth});
    }
  }
  values_ = graph_values(graph, options_.drop);
  evaluated_ = true;
}

/// The cost of every node that can be reached, by Dijkstra's algorithm, and the leaves among them.
void BookMiner::plan() {
  if (news_ * plans_per_graph < analysed_ && !planned_.empty()) return;
  news_ = 0;
  evaluate();
  for (Node& node : nodes_) node.cost = std::numeric_limits<double>::infinity();
  Node& start = nodes_.front();
  start.cost = 0;
  start.ply = 0;
  using Reached = std::pair<double, std::size_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
  next.push({0, 0});
  planned_.clear();
  while (!next.empty()) {
    const auto [cost, number] = next.top();
    next.pop();
    const Node& node = nodes_[number];
    if (cost > node.cost) continue;
    if (node.state == Node::State::leaf) planned_.push_back(number);
    if (node.ply >= options_.max_ply) continue;
    const auto times =
        std::transform_reduce(node.choices.begin(), node.choices.end(), std::uint64_t{0},
                              std::plus<>(), [](const Choice& c) { return c.times; });
    for (const Choice& choice : node.choices) {
      double dislike = dearest;
      if (const auto value = worth(choice))
        dislike = std::min(dislike, (values_[number].score - value->score) / centipawns_of_a_ply);
      if (choice.times > 0)
        dislike = std::min(
            dislike, std::log2(static_cast<double>(times) / static_cast<double>(choice.times)));
      const double reached = cost + 1 + std::max(0.0, dislike);
      Node& to = nodes_[choice.to];
      if (reached >= to.cost) continue;
      to.cost = reached;
      to.ply = node.ply + 1;
      to.from = number;
      to.move = choice.move;
      next.push({reached, choice.to});
    }
  }
  std::ranges::reverse(planned_);
}

std::optional<std::size_t> BookMiner::cheapest_leaf() {
  plan();
  while (!planned_.empty() && nodes_[planned_.back()].state != Node::State::leaf)
    planned_.pop_back();
  if (planned_.empty()) return std::nullopt;
  return planned_.back();
}

std::vector<Move> BookMiner::line_to(std::size_t number) const {
  std::vector<Move> line;
  for (const Node* node = &nodes_[number]; node->from && line.size() < nodes_.size();
       node = &nodes_[*node->from])
    line.push_back(node->move);
  std::ranges::reverse(line);
  return line;
}

std::optional<MiningTask> BookMiner::next() {
  const std::optional<std::size_t> leaf = cheapest_leaf();
  if (!leaf) return std::nullopt;
  planned_.pop_back();
  nodes_[*leaf].state = Node::State::waiting;
  ++waiting_;
  return MiningTask{*leaf, nodes_[*leaf].position, line_to(*leaf)};
}

std::vector<Move> BookMiner::next_line() {
  const std::optional<std::size_t> leaf = cheapest_leaf();
  return leaf ? line_to(*leaf) : std::vector<Move>{};
}

GraphValue BookMiner::value() {
  evaluate();
  return values_.front();
}

std::vector<Move> BookMiner::best_line() {
  evaluate();
  std::vector<Move> line;
  std::vector<bool> seen(nodes_.size());
  for (std::size_t at = 0; !seen[at] && !nodes_[at].choices.empty();) {
    seen[at] = true;
    const Choice* best = nullptr;
    for (const Choice& choice : nodes_[at].choices) {
      const auto value = worth(choice);
      if (value && (best == nullptr || value->score > worth(*best)->score)) best = &choice;
    }
    if (best == nullptr) break;
    line.push_back(best->move);
    at = best->to;
  }
  return line;
}

std::optional<BookEntry> BookMiner::entry(const Node& node) const {
  BookEntry entry{node.position, write_sfen(node.position), {}};
  int best = std::numeric_limits<int>::min();
  for (const Choice& choice : node.choices) {
    const auto value = worth(choice);
    if (!value) continue;
    best = std::max(best, value->score);
    entry.moves.push_back({.move = choice.move,
                           .ponder = choice.ponder,
                           .score = value->score,
                           .depth = value->depth});
  }
  std::erase_if(entry.moves, [&](const BookMove& m) { return best - *m.score > options_.margin; });
  for (BookMove& move : entry.moves) {
    const int halves = std::min(7, (best - *move.score) / centipawns_of_half_a_weight);
    move.count = best_weight >> halves;
    const auto to = std::ranges::find(node.choices, move.move, &Choice::move)->to;
    if (nodes_[to].state != Node::State::analysed) continue;
    // The answer that the book knows now.
    const auto& answers = nodes_[to].choices;
    const auto value_of = [&](const Choice& c) {
      const auto value = worth(c);
      return value ? value->score : std::numeric_limits<int>::min();
    };
    const auto answer = std::ranges::max_element(answers, {}, value_of);
    if (answer != answers.end()) move.ponder = answer->move;
  }
  sort_moves(entry);
  return entry.moves.empty() ? std::nullopt : std::optional(std::move(entry));
}

void BookMiner::each(const std::function<void(const BookEntry&)>& visit) {
  evaluate();
  std::vector<std::pair<std::string_view, std::size_t>> sorted(numbers_.begin(), numbers_.end());
  std::ranges::sort(sorted);
  for (const auto& [sfen, number] : sorted) {
    if (nodes_[number].state != Node::State::analysed) continue;
    if (const auto found = entry(nodes_[number])) visit(*found);
  }
}

}  // namespace yari
