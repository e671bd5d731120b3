// Matching names against positions.
#include "db/openings/opening_list.h"

#include <algorithm>

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

/// Looks a line up ply by ply. Names before those found already are not tried again.
template <class V>
class Finder {
 public:
  explicit Finder(std::span<const OpeningName> names) : names_(names) {
    for (const OpeningName& name : names)
      if (name.variant == V::info.variant) last_ply_ = std::max(last_ply_, name.until);
  }
  int last_ply() const { return last_ply_; }

  /// `ply` less than 0: whatever their limit.
  void look(const Position<V>& position, int ply) {
    const std::size_t from = std::min({opening_, castles_[Color::black], castles_[Color::white]});
    for (std::size_t i = names_.size(); i-- > from;) {
      const OpeningName& name = names_[i];
      if (name.variant != V::info.variant || name.until < ply) continue;
      for (const Color side : {Color::black, Color::white}) {
        std::size_t& best = name.kind == OpeningName::Kind::opening ? opening_ : castles_[side];
        if (i + 1 > best && matches(name, side, position)) best = i + 1;
      }
    }
  }

  FoundNames found() const {
    const auto at = [&](std::size_t i) { return i == 0 ? nullptr : &names_[i - 1]; };
    FoundNames names;
    names.opening = at(opening_);
    for (const Color side : {Color::black, Color::white}) names.castles[side] = at(castles_[side]);
    return names;
  }

 private:
  std::span<const OpeningName> names_;
  int last_ply_ = -1;
  /// One more than the number of the name; 0 for none.
  std::size_t opening_ = 0;
  ByColor<std::size_t> castles_{};
};

}  // namespace

const OpeningList& OpeningList::shipped() {
  static const OpeningList list = OpeningList::read(shipped_openings()).value();
  return list;
}

void OpeningList::append(const OpeningList& other) {
  names_.insert(names_.end(), other.names_.begin(), other.names_.end());
}

int OpeningList::last_ply() const {
  int last = 0;
  for (const OpeningName& name : names_) last = std::max(last, name.until);
  return last;
}

FoundNames OpeningList::of_line(const Setup& start, std::span<const Move> moves) const {
  return with_variant(start.variant, [&]<class V>(V) {
    Finder<V> finder(names_);
    auto position = Position<V>::from(start);
    if (!position) return FoundNames{};
    for (int ply = 0; ply <= finder.last_ply(); ++ply) {
      finder.look(*position, ply);
      const auto i = static_cast<std::size_t>(ply);
      if (i >= moves.size() || !position->is_legal(moves[i])) break;
      position->play(moves[i]);
    }
    return finder.found();
  });
}

FoundNames OpeningList::of_position(const Setup& setup) const {
  return with_variant(setup.variant, [&]<class V>(V) {
    Finder<V> finder(names_);
    if (const auto position = Position<V>::from(setup)) finder.look(*position, -1);
    return finder.found();
  });
}

}  // namespace yari::openings
