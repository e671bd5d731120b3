// Lines beside the main line, in both ways that formats know: in brackets after a move, and by the
// number of the move that they begin with.
#include <algorithm>
#include <utility>

#include "notation/read/game_builder.h"
#include "notation/words/comment.h"
#include "text/text.h"

namespace yari {

template <class V>
void GameBuilder<V>::begin_variation(std::string_view text, bool of_ending) {
  if (ignores()) {
    ++(skip_ ? skip_->depth : cut_depth_);
    return;
  }
  if (of_ending && over_ && !in_variation()) {
    flush_next();
    at_.begin_continuation();
    last_ = Last::nothing;
    return;
  }
  const bool too_deep = at_.variations() == record_limits::nesting;
  if (too_deep || !at_.has_move()) {
    findings_.add(too_deep ? FindingCode::variation_too_deep : FindingCode::variation_without_move,
                  text, record_limits::nesting);
    skip_ = Skip{text, 0, false};
    return;
  }
  flush_next();
  at_.begin_variation();
  last_ = Last::nothing;
}

template <class V>
void GameBuilder<V>::end_variation(std::string_view text) {
  if (ignores()) {
    std::size_t& depth = skip_ ? skip_->depth : cut_depth_;
    if (depth > 0) {
      --depth;
      return;
    }
    if (!skip_) return;
    const bool closes = skip_->rest;
    end_skip(closes ? text : text.substr(text.size()));
    if (!closes) return;
  }
  if (at_.variations() == 0) {
    findings_.add(FindingCode::variation_not_open, text, shown(text));
    return;
  }
  const bool empty = !at_.has_move();
  if (!empty) flush_next();
  at_.end_variation();
  last_ = Last::nothing;
  if (empty) flush_next();
}

// Where the variation has no move yet, the text belongs to the move that it would replace.
template <class V>
void GameBuilder<V>::end_skip(std::string_view end) {
  const std::string_view skipped = up_to(std::exchange(skip_, std::nullopt)->begin, end);
  if (at_.variations() != 0 && !at_.has_move()) {
    add_comment(next_note().before, trimmed(skipped));
  } else {
    keep(skipped);
  }
}

template <class V>
void GameBuilder<V>::go_back(std::size_t number, std::string_view text) {
  settle_illegal_move();
  if (cut_) {
    branched_ = true;
    return;
  }
  if (skip_) end_skip(text);
  while (at_.variations() != 0) end_variation(text);
  flush_next();
  last_ = Last::nothing;
  const auto plies = static_cast<std::size_t>(at_.ply());
  const bool goes_on = number == plies + 1 && game_.moves.any_child(at_.node()) == no_node;
  const auto go_on = [&] { findings_.add(FindingCode::variation_continues, text, plies); };
  if (goes_on && !branched_ && !over_) return go_on();
  branched_ = true;
  if (number == 0 || (!has_move(number, at_.node(), plies) && !go_to_line_with(number, text))) {
    if (goes_on) return go_on();
    findings_.add(FindingCode::branch_unknown, text, number);
    return skip_rest(text);
  }
  line_ends_.push_back(at_.node());
  at_.go_back(static_cast<int>(number) - 1);
  at_branch_ = true;
}

// Whether the line of `plies` moves that ends at `node` has a move of that number, or its ending.
template <class V>
bool GameBuilder<V>::has_move(std::size_t number, NodeId node, std::size_t plies) const {
  return number <= plies + (over_ && node == main_end_.node ? 1 : 0);
}

// Some programs write the variations of a line from the first move to the last: the line that they
// branch off from is then not the one before.
template <class V>
bool GameBuilder<V>::go_to_line_with(std::size_t number, std::string_view text) {
  while (!line_ends_.empty()) {
    const std::vector<std::pair<NodeId, Move>> line = line_to(line_ends_.back());
    line_ends_.pop_back();
    replayed_ += line.size();
    if (findings_.over(replayed_, record_limits::replayed, text)) return false;
    if (!has_move(number, line.empty() ? root_node : line.back().first, line.size())) continue;
    findings_.add(FindingCode::branch_of_earlier_line, text, number);
    at_.go_to(line);
    return true;
  }
  return false;
}

template <class V>
std::vector<std::pair<NodeId, Move>> GameBuilder<V>::line_to(NodeId node) const {
  std::vector<std::pair<NodeId, Move>> line;
  for (NodeId n = node; n != root_node; n = game_.moves.parent(n))
    line.emplace_back(n, game_.moves.move(n));
  std::ranges::reverse(line);
  return line;
}

template <class V>
bool GameBuilder<V>::go_to_main_line(std::string_view text) {
  if (cut_ || illegal_ || game_.moves.any_child(main_end_.node) != no_node) return false;
  replayed_ += static_cast<std::size_t>(main_end_.plies);
  if (findings_.over(replayed_, record_limits::replayed, text)) return false;
  if (skip_) end_skip(text);
  while (at_.variations() != 0) end_variation(text);
  flush_next();
  line_ends_.push_back(at_.node());
  at_.go_to(line_to(main_end_.node));
  last_ = Last::nothing;
  branched_ = at_branch_ = false;
  return true;
}

template class GameBuilder<YariShogi>;
template class GameBuilder<Shogi>;

}  // namespace yari
