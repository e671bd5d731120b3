#include "record/unite.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace yari {

namespace {

/// Takes over a value where there is none; 1 when there is another.
template <class T>
int take_over(T& value, const T& other) {
  if (value == T{}) value = other;
  return other == T{} || value == other ? 0 : 1;
}

/// std::string::find takes time by the product of both lengths where a text repeats itself
/// (Knuth, Morris and Pratt).
bool contains(std::string_view text, std::string_view part) {
  constexpr std::size_t few_steps = 1 << 20;
  if (part.size() > text.size()) return false;
  if (part.size() <= few_steps / (text.size() + 1)) return text.find(part) != text.npos;
  // By characters of `part` that fit: how many still do after the next one does not.
  std::vector<std::uint32_t> shorter(part.size());
  const auto next = [&](std::size_t fitting, char c) {
    while (fitting > 0 && part[fitting] != c) fitting = shorter[fitting - 1];
    return fitting + (part[fitting] == c ? 1 : 0);
  };
  for (std::size_t i = 1; i < part.size(); ++i)
    shorter[i] = static_cast<std::uint32_t>(next(shorter[i - 1], part[i]));
  std::size_t fitting = 0;
  for (const char c : text)
    if ((fitting = next(fitting, c)) == part.size()) return true;
  return false;
}

void join(std::string& text, const std::string& other) {
  if (contains(text, other)) return;
  text = contains(other, text) ? other : text + '\n' + other;
}

bool comes_before(std::uint8_t a, std::uint8_t b) { return a < b; }
bool comes_before(const Evaluation& a, const Evaluation& b) {
  const auto rest = [](const Evaluation& e) {
    return std::tie(e.score, e.mate, e.depth, e.nodes, e.engine);
  };
  if (rest(a) != rest(b)) return rest(a) < rest(b);
  return std::ranges::lexicographical_compare(a.pv, b.pv, {}, &Move::bits, &Move::bits);
}

template <class T>
void add_missing(std::vector<T>& list, const std::vector<T>& others) {
  if (others.empty() || list == others) return;
  const auto before = [](const T* a, const T* b) { return comes_before(*a, *b); };
  std::set<const T*, decltype(before)> known(before);
  // The pointers stay good.
  list.reserve(list.size() + others.size());
  for (const T& value : list) known.insert(&value);
  for (const T& other : others)
    if (known.insert(&other).second) list.push_back(other);
}

void unite_notes(Note& note, const Note& other, NoteClashes& clashes) {
  join(note.before, other.before);
  join(note.comment, other.comment);
  add_missing(note.glyphs, other.glyphs);
  add_missing(note.evaluations, other.evaluations);
  clashes.clocks += take_over(note.spent_ms, other.spent_ms);
  clashes.clocks += take_over(note.left_ms, other.left_ms);
  clashes.bookmarks += take_over(note.bookmark, other.bookmark);
}

/// The nodes of a tree by their moves: a node may have any number of children.
class Children {
 public:
  explicit Children(MoveTree& tree) : tree_(tree) {
    by_move_.reserve(tree.size());
    for (NodeId n = root_node + 1; n < tree.size(); ++n)
      by_move_.try_emplace(key(tree.parent(n), tree.move(n)), n);
  }
  /// The first child of `parent` with this move, added when there is none.
  NodeId with(NodeId parent, Move move) {
    const auto [at, is_new] = by_move_.try_emplace(key(parent, move), no_node);
    if (is_new) at->second = tree_.add(parent, move);
    return at->second;
  }

 private:
  static std::uint64_t key(NodeId parent, Move move) {
    return std::uint64_t{parent} << 16 | move.bits();
  }

  MoveTree& tree_;
  std::unordered_map<std::uint64_t, NodeId> by_move_;
};

}  // namespace

NoteClashes unite(MoveTree& tree, const MoveTree& other) {
  NoteClashes clashes;
  // Moves in the place of the ending do not continue the main line.
  if (other.ended_at() && other.main_plies() == tree.main_plies()) tree.end_main_line();
  Children children(tree);
  std::vector<NodeId> nodes(other.size(), root_node);
  for (NodeId node = root_node; node < other.size(); ++node) {
    if (node != root_node) nodes[node] = children.with(nodes[other.parent(node)], other.move(node));
    if (const Note* note = other.note(node); note != nullptr)
      unite_notes(tree.edit_note(nodes[node]), *note, clashes);
  }
  return clashes;
}

}  // namespace yari
