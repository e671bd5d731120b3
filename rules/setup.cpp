#include "rules/setup.h"

#include <algorithm>

#include "rules/color_name.h"
#include "rules/position.h"

namespace yari {
namespace {

std::string side(Color c) { return std::string(proper_name(c)); }

/// Collects faults by walking over the board once.
class Inspection {
 public:
  explicit Inspection(const Setup& setup) : setup_(setup), info_(info(setup.variant)) {}

  std::vector<std::string> run() {
    for (Square s : all_squares) inspect(s);
    count_hands();
    judge_counts();
    judge_generals();
    return std::move(faults_);
  }

 private:
  void inspect(Square s) {
    const Piece piece = setup_[s];
    if (piece.empty()) return;
    if (s.file() >= info_.files) return add("a piece stands beyond the board");
    const KindInfo& kind = info_[piece.kind()];
    if (!kind.exists) return add("there is no such piece in " + std::string(info_.name));
    ++in_play_[unpromoted(piece.kind())];
    if (piece.kind() == general) ++generals_[piece.color()];
    if (rank_from_far_side(piece.color(), s.rank()) < kind.dead_ranks) {
      add(side(piece.color()) + "'s " + std::string(kind.name) + " on " + square_name(s) +
          " could never move");
    }
    if (piece.kind() == pawn) inspect_pawn(piece.color(), s);
  }

  void inspect_pawn(Color c, Square s) {
    int& pawns = pawns_on_file_[c][static_cast<std::size_t>(s.file())];
    // Once a file, however many there are.
    if (++pawns == 2) add(side(c) + " has two unpromoted pawns on file " + s.file_digit());
  }

  void count_hands() {
    for (const Hand& hand : setup_.hands) {
      for (Kind k : holdable_kinds) in_play_[k] += hand.count(k);
    }
  }

  void judge_counts() {
    for (Kind k : holdable_kinds) {
      const KindInfo& kind = info_[k];
      if (!kind.exists) {
        if (in_play_[k] != 0) add("a piece in hand that " + std::string(info_.name) + " lacks");
      } else if (in_play_[k] > kind.set_count) {
        add(std::to_string(in_play_[k]) + " " + std::string(kind.name) + "s, but a set has only " +
            std::to_string(kind.set_count));
      }
    }
  }

  void judge_generals() {
    const std::string name(info_[general].name);
    for (Color c : both_colors) {
      const int n = generals_[c];
      const int others = generals_[~c];
      const bool may_be_missing = info_.one_general_may_be_missing && others == 1;
      if (n == 0 && !may_be_missing) add(side(c) + " has no " + name);
      if (n > 1) add(side(c) + " has " + std::to_string(n) + " " + name + "s");
    }
  }

  void add(std::string fault) { faults_.push_back(std::move(fault)); }

  const Setup& setup_;
  const VariantInfo& info_;
  ByKind<int> in_play_{};
  ByColor<int> generals_{};
  ByColor<std::array<int, 9>> pawns_on_file_{};
  std::vector<std::string> faults_;
};

}  // namespace

bool Setup::same_position(const Setup& other) const {
  return variant == other.variant && board == other.board && hands == other.hands &&
         side_to_move == other.side_to_move;
}

Hand rest_of_set(const Setup& setup) {
  Hand rest;
  for (const Kind kind : holdable_kinds) {
    int n = info(setup.variant)[kind].set_count;
    for (const Piece p : setup.board) {
      if (!p.empty() && unpromoted(p.kind()) == kind) --n;
    }
    for (const Hand& hand : setup.hands) n -= hand.count(kind);
    rest.add(kind, std::max(n, 0));
  }
  return rest;
}

std::vector<std::string> faults_of(const Setup& setup) {
  std::vector<std::string> faults = Inspection(setup).run();
  if (!faults.empty()) return faults;
  const Color waiting = ~setup.side_to_move;
  const bool exposed = with_variant(setup.variant, [&]<class V>(V) {
    const Position<V> position = Position<V>::from_unchecked(setup);
    return position.has_general(waiting) &&
           !position.attackers(position.general_square(waiting), setup.side_to_move).empty();
  });
  if (exposed) faults.push_back(side(waiting) + " is in check, but it is the other side's move");
  return faults;
}

}  // namespace yari
