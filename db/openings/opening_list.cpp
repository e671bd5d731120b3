// Matching names against positions.
#include "db/openings/opening_list.h"

#include <algorithm>
#include <set>

#include "db/openings/shipped.h"

namespace yari::openings {

namespace {

template <class V>
bool holds(const Cell& cell, const Position<V>& position) {
  if (cell.square) return position.at(*cell.square) == cell.piece;
  return position.hand(cell.piece.color()).has(cell.piece.kind());
}

template <class V>
bool matches(const OpeningName& name, Color side, const Position<V>& position) {
  if (name.side && *name.side != side) return false;
  return std::ranges::all_of(name.conditions[side], [&](const Condition& condition) {
    return std::ranges::any_of(condition.any, [&](const Cell& c) { return holds(c, position); }) !=
           condition.absent;
  });
}

}  // namespace

/// Looks a line up ply by ply. Names before those found already are not tried again.
template <class V>
class OpeningList::Finder {
 public:
  explicit Finder(const OpeningList& list)
      : names_(list.names_),
        watches_(list.watches_[static_cast<std::size_t>(V::info.variant)]),
        last_ply_(list.last_plies_[static_cast<std::size_t>(V::info.variant)]) {}
  int last_ply() const { return last_ply_; }

  /// `ply` less than 0: whatever their limit.
  void look(const Position<V>& position, int ply) {
    for (std::size_t i = names_.size(); i-- > 0;)
      for (const Color side : {Color::black, Color::white}) look_for(i, side, position, ply);
  }

  /// The same of the position after a move. Requires: the position before it was looked at.
  void look_after(Move move, bool hands_changed, const Position<V>& position, int ply) {
    look_at(static_cast<std::size_t>(move.to().index()), position, ply);
    if (!move.is_drop()) look_at(static_cast<std::size_t>(move.from().index()), position, ply);
    if (hands_changed) look_at(hands, position, ply);
  }

  FoundNames found() const {
    const auto at = [&](std::size_t i) { return i == 0 ? nullptr : &names_[i - 1]; };
    FoundNames names;
    names.opening = at(opening_);
    for (const Color side : {Color::black, Color::white}) names.castles[side] = at(castles_[side]);
    return names;
  }

 private:
  void look_at(std::size_t place, const Position<V>& position, int ply) {
    for (const auto& [name, side] : watches_[place]) look_for(name, side, position, ply);
  }

  void look_for(std::size_t i, Color side, const Position<V>& position, int ply) {
    const OpeningName& name = names_[i];
    if (name.variant != V::info.variant || name.until < ply) return;
    std::size_t& best = name.kind == OpeningName::Kind::opening ? opening_ : castles_[side];
    if (i + 1 > best && matches(name, side, position)) best = i + 1;
  }

  std::span<const OpeningName> names_;
  const Watches& watches_;
  int last_ply_;
  /// One more than the number of the name; 0 for none.
  std::size_t opening_ = 0;
  ByColor<std::size_t> castles_{};
};

void OpeningList::watch() {
  watches_ = {};
  last_plies_ = {-1, -1};
  for (std::uint32_t i = 0; i < names_.size(); ++i)
    for (const Color side : {Color::black, Color::white}) {
      std::set<std::size_t> places;
      for (const Condition& condition : names_[i].conditions[side])
        for (const Cell& cell : condition.any)
          places.insert(cell.square ? static_cast<std::size_t>(cell.square->index()) : hands);
      const auto variant = static_cast<std::size_t>(names_[i].variant);
      last_plies_[variant] = std::max(last_plies_[variant], names_[i].until);
      Watches& watches = watches_[variant];
      for (const std::size_t place : places) watches[place].push_back({i, side});
    }
}

const OpeningList& OpeningList::shipped() {
  static const OpeningList list = OpeningList::read(shipped_openings()).value();
  return list;
}

void OpeningList::append(const OpeningList& other) {
  names_.insert(names_.end(), other.names_.begin(), other.names_.end());
  watch();
}

int OpeningList::last_ply() const {
  int last = 0;
  for (const OpeningName& name : names_) last = std::max(last, name.until);
  return last;
}

FoundNames OpeningList::of_line(const Setup& start, std::span<const Move> moves) const {
  return with_variant(start.variant, [&]<class V>(V) {
    Finder<V> finder(*this);
    auto position = Position<V>::from(start);
    if (!position) return FoundNames{};
    finder.look(*position, 0);
    int ply = 0;
    for (const Move move : moves) {
      if (ply++ >= finder.last_ply() || !position->is_legal(move)) break;
      const bool hands_change = move.is_drop() || !position->at(move.to()).empty();
      position->play(move);
      finder.look_after(move, hands_change, *position, ply);
    }
    return finder.found();
  });
}

FoundNames OpeningList::of_position(const Setup& setup) const {
  return with_variant(setup.variant, [&]<class V>(V) {
    Finder<V> finder(*this);
    if (const auto position = Position<V>::from(setup)) finder.look(*position, -1);
    return finder.found();
  });
}

}  // namespace yari::openings
