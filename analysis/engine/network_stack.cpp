#include "analysis/engine/network_stack.h"

namespace yari {

template <class V>
void NetworkStack<V>::reset(const Position<V>& p) {
  top_ = 0;
  Entry& entry = entries_.front();
  entry.known = {};
  for (Color c : both_colors) {
    entry.views[static_cast<std::size_t>(index(c))] = Inputs::view(p, c);
  }
}

template <class V>
void NetworkStack<V>::push(const Position<V>& before, Move m, const Position<V>& after) {
  if (++top_ == entries_.size()) entries_.emplace_back();
  Entry& entry = entries_[top_];
  entry.known = {};
  entry.views = entries_[top_ - 1].views;
  entry.change = m ? change_of(before, m, after) : Change{};
  if (m && !m.is_drop() && before.at(m.from()).kind() == general) {
    const Color mover = before.side_to_move();
    entry.views[static_cast<std::size_t>(index(mover))] = Inputs::view(after, mover);
  }
}

template <class V>
auto NetworkStack<V>::change_of(const Position<V>& before, Move m, const Position<V>& after)
    -> Change {
  Change change;
  change.holder = before.side_to_move();
  change.added = {after.at(m.to()), m.to()};
  if (m.is_drop()) {
    change.held = m.dropped();
    change.held_number = before.hand(change.holder).count(change.held);
    return change;
  }
  change.removed[0] = {before.at(m.from()), m.from()};
  if (const Piece captured = before.at(m.to()); !captured.empty()) {
    change.removed[1] = {captured, m.to()};
    change.held = unpromoted(captured.kind());
    change.held_number = after.hand(change.holder).count(change.held);
    change.taken_in = true;
  }
  return change;
}

template <class V>
auto NetworkStack<V>::inputs_of(const Change& change, Color perspective, View view) const ->
    typename Network<V>::Change {
  typename Network<V>::Change inputs;
  for (const Placed& placed : change.removed) {
    if (!placed.piece.empty())
      inputs.remove(network_, Inputs::piece(perspective, view, placed.piece, placed.square));
  }
  if (!change.added.piece.empty()) {
    inputs.add(network_, Inputs::piece(perspective, view, change.added.piece, change.added.square));
  }
  if (change.held_number != 0) {
    const int input =
        Inputs::held_piece(perspective, view, change.holder, change.held, change.held_number);
    change.taken_in ? inputs.add(network_, input) : inputs.remove(network_, input);
  }
  return inputs;
}

template <class V>
void NetworkStack<V>::bring_up_to_date(const Position<V>& p, Color perspective) {
  const auto side = static_cast<std::size_t>(index(perspective));
  const View view = entries_[top_].views[side];
  std::size_t from = top_;
  while (from > 0 && !entries_[from].known[side] && entries_[from - 1].views[side] == view) --from;
  Entry& base = entries_[from];
  if (!base.known[side]) {
    network_.first_layer(entries_[top_].layers[side], p, perspective);
    entries_[top_].known[side] = true;
    return;
  }
  for (std::size_t i = from + 1; i <= top_; ++i) {
    Entry& entry = entries_[i];
    network_.apply(inputs_of(entry.change, perspective, view), entries_[i - 1].layers[side],
                   entry.layers[side]);
    entry.known[side] = true;
  }
}

template <class V>
int NetworkStack<V>::evaluate(const Position<V>& p) {
  for (Color c : both_colors) {
    if (!entries_[top_].known[static_cast<std::size_t>(index(c))]) bring_up_to_date(p, c);
  }
  const auto us = static_cast<std::size_t>(index(p.side_to_move()));
  return network_.output(entries_[top_].layers[us], entries_[top_].layers[1 - us],
                         Network<V>::bucket(p));
}

template class NetworkStack<YariShogi>;
template class NetworkStack<Shogi>;

}  // namespace yari
