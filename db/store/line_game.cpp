#include "db/store/line_game.h"

#include <fmt/format.h>

#include "record/tree_check.h"

namespace yari::store {

template <class V>
std::string fault_of_tree(const Position<V>& start, const MoveTree& tree) {
  const NodeId node = first_illegal(start, tree);
  if (node == no_node) return {};
  return fmt::format("the move at ply {} ({:#06x}) is not legal", tree.ply(node),
                     tree.move(node).bits());
}
template std::string fault_of_tree(const Position<YariShogi>& start, const MoveTree& tree);
template std::string fault_of_tree(const Position<Shogi>& start, const MoveTree& tree);

std::optional<Game> game_of_line(const StoredLine& line) {
  if (line.plies() == 0 || line.moves.size() % 2 != 0) return std::nullopt;
  return with_variant(line.variant, [&]<class V>(V) -> std::optional<Game> {
    const auto start = start_of<V>(line);
    if (!start) return std::nullopt;
    Game game;
    game.variant = line.variant;
    game.start = start->setup();
    NodeId node = root_node;
    for (int ply = 0; ply < line.plies(); ++ply) node = game.moves.add(node, line.move(ply));
    if (!fault_of_tree(*start, game.moves).empty()) return std::nullopt;
    return game;
  });
}

}  // namespace yari::store
