// Rows, objects and edges of an opening tree.
#include "cli/search/tree_output.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "answers/book_json.h"
#include "answers/json.h"
#include "answers/opening_text.h"
#include "cli/output/book_text.h"
#include "cli/output/game_text.h"
#include "cli/output/line_text.h"
#include "cli/terminal/paragraph.h"
#include "cli/terminal/table.h"
#include "cli/terminal/text.h"
#include "rules/position.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

std::string move_text(const Setup& position, Move move) {
  return hodges_line({position, {}}, {move});
}

/// What the position after the move is called; null where it has no name.
const openings::OpeningName* name_after(const OpeningTree& tree, const Setup& before, Move move) {
  if (tree.names == nullptr) return nullptr;
  const Setup after = with_variant(before.variant, [&]<class V>(V) {
    auto position = Position<V>::from(before);
    if (!position || !position->is_legal(move)) return before;
    position->play(move);
    return position->setup();
  });
  return tree.names->of_position(after).opening;
}

/// What the book has of a move; null where it has nothing, or there is no book.
const BookMove* book_move(const OpeningTree& tree, std::size_t node, Move move) {
  if (tree.book.empty()) return nullptr;
  const auto found = std::ranges::find(tree.book[node], move, &BookMove::move);
  return found == tree.book[node].end() ? nullptr : &*found;
}

/// The moves of the book that no game shown has.
std::vector<const BookMove*> other_book_moves(const OpeningTree& tree, std::size_t node) {
  std::vector<const BookMove*> others;
  if (tree.book.empty()) return others;
  const auto& moves = tree.nodes[node].statistics.moves;
  for (const BookMove& move : tree.book[node]) {
    const auto played = std::ranges::find(moves, move.move, &ExplorerMove::move);
    if (played == moves.end() || played->counts.games < tree.min_games) others.push_back(&move);
  }
  return others;
}

Json json_of(const BookMove* move, Variant v) {
  return move == nullptr ? Json() : book_json(*move, v);
}

/// Prints the rows of a table, depth first.
class TreeTable {
 public:
  TreeTable(const OpeningTree& tree, Terminal& terminal) : tree_(tree), terminal_(terminal) {
    ways_.resize(tree.nodes.size());
    for (const ExplorerNode& node : tree.nodes) {
      depths_ = std::max(depths_, node.depth + 1);
    }
  }

  void print() {
    write_line(fmt::format(
        "{:<{}}{:>8}{}{:>8}{}{}{}{}", "move", width(), "games",
        results_fit() ? fmt::format("{:>8}{:>8}{:>8}", "black", "draw", "white") : "", "score",
        performance_fits() ? "  perf" : "", results_fit() ? " plies" : "",
        has_book() ? fmt::format("{:>{}}{:>6}{:>8}", "book", score_width(), "depth", "count") : "",
        dates_fit() ? "  first       last" : ""));
    print_moves(0);
    const ExplorerNode& root = tree_.nodes.front();
    print_row("all", root.statistics.all, root.position.side_to_move, "", nullptr);
    std::string players;
    for (const auto& [name, n] : root.statistics.players)
      players += fmt::format("{}{} ({})", players.empty() ? "" : ", ", printable(name),
                             grouped(static_cast<std::uint64_t>(n)));
    if (!players.empty()) write_folded(terminal_, "players: " + players);
  }

 private:
  /// Without them a row takes 52 columns besides the moves.
  bool dates_fit() const {
    return terminal_.width() == 0 || terminal_.width() >= width() + (has_book() ? 102 : 76);
  }
  /// The score says how they went.
  bool results_fit() const {
    return terminal_.width() == 0 || terminal_.width() >= width() + (has_book() ? 78 : 52);
  }
  /// Who asks for a book wants its scores first.
  bool performance_fits() const {
    return !has_book() || terminal_.width() == 0 || terminal_.width() >= width() + 48;
  }
  /// Of the book's.
  std::size_t score_width() const { return performance_fits() ? 12 : 8; }
  bool has_book() const { return !tree_.book.empty(); }
  std::size_t width() const { return 10 + 2 * static_cast<std::size_t>(depths_); }

  void print_moves(std::size_t n) {
    const ExplorerNode& node = tree_.nodes[n];
    const auto& moves = node.statistics.moves;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].counts.games < tree_.min_games) break;
      const std::string move = move_text(node.position, moves[i].move);
      const std::optional<std::size_t> next = i < node.next.size() ? node.next[i] : std::nullopt;
      const bool seen = next && (*next == 0 || !ways_[*next].empty());
      const std::string before = !seen ? "" : *next == 0 ? "the start" : ways_[*next];
      const std::string name = name_text(name_after(tree_, node.position, moves[i].move));
      print_row(fmt::format("{:{}}{}", "", 2 * static_cast<std::size_t>(node.depth), move),
                moves[i].counts, node.position.side_to_move,
                (seen ? fmt::format("  = {}", before) : "") +
                    (name.empty() ? "" : "  " + printable(name)),
                book_move(tree_, n, moves[i].move));
      if (!next || seen) continue;
      ways_[*next] = ways_[n].empty() ? move : fmt::format("{} {}", ways_[n], move);
      print_moves(*next);
    }
    for (const BookMove* other : other_book_moves(tree_, n))
      print_row(fmt::format("{:{}}{}", "", 2 * static_cast<std::size_t>(node.depth),
                            move_text(node.position, other->move)),
                {}, node.position.side_to_move, "", other);
  }

  void print_row(std::string_view name, const PlayCounts& c, Color side, std::string_view note,
                 const BookMove* book) {
    const std::optional<double> score = c.score(side);
    const std::optional<double> performance = c.performance(side);
    const std::string results =
        results_fit() ? fmt::format("{:>8}{:>8}{:>8}", c.black_wins, c.draws, c.white_wins) : "";
    std::string line = fmt::format("{:<{}}{:>8}{}{:>8}", name, width(), c.games, results,
                                   score ? fmt::format("{:.1f} %", *score) : "-");
    if (performance_fits())
      line += fmt::format("{:>6}", performance ? fmt::format("{:+.0f}", *performance) : "-");
    if (results_fit()) line += fmt::format("{:>6}", c.mean_plies().value_or(0));
    if (book != nullptr)
      line += fmt::format("{:>{}}{:>6}{:>8}",
                          book_score_text(book->score, tree_.nodes.front().position.variant),
                          score_width(), book_value(book->depth), book_value(book->count));
    else if (has_book())
      line += fmt::format("{:>{}}", "", score_width() + 14);
    if (dates_fit())
      line += fmt::format("  {:<10}  {:<10}", c.first_date ? write_date(*c.first_date) : "",
                          c.last_date ? write_date(*c.last_date) : "");
    line += note;
    write_line(line);
  }

  void write_line(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    terminal_.write((terminal_.width() > 0 ? shortened(line, terminal_.width()) : line) + '\n');
  }

  const OpeningTree& tree_;
  Terminal& terminal_;
  int depths_ = 1;
  /// How each position was reached first; empty: not yet.
  std::vector<std::string> ways_;
};

}  // namespace

void print_tree(const OpeningTree& tree, Terminal& terminal) { TreeTable(tree, terminal).print(); }

void print_tree_json(const OpeningTree& tree, Terminal& terminal) {
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const ExplorerNode& node = tree.nodes[n];
    const Color side = node.position.side_to_move;
    const auto print = [&](Json row, const PlayCounts& counts, const Json& more) {
      add_fields(row, {{"node", n}, {"depth", node.depth}, {"sfen", write_sfen(node.position)}});
      row.update(counts_json(counts, side));
      row.update(more);
      terminal.json(row);
    };
    const auto& moves = node.statistics.moves;
    for (std::size_t i = 0; i < moves.size() && moves[i].counts.games >= tree.min_games; ++i) {
      Json more = object({{"next", i < node.next.size() ? node.next[i] : std::nullopt}});
      if (tree.names != nullptr)
        more.update(opening_json(name_after(tree, node.position, moves[i].move)));
      if (!tree.book.empty())
        more["book"] = json_of(book_move(tree, n, moves[i].move), node.position.variant);
      print(object({{"move", move_text(node.position, moves[i].move)},
                    {"usi", write_usi_move(moves[i].move, node.position.variant)}}),
            moves[i].counts, more);
    }
    for (const BookMove* other : other_book_moves(tree, n))
      print(object({{"move", move_text(node.position, other->move)},
                    {"usi", write_usi_move(other->move, node.position.variant)}}),
            {}, {{"next", nullptr}, {"book", json_of(other, node.position.variant)}});
    print(object({{"move", {}}, {"usi", {}}}), node.statistics.all,
          {{"next", nullptr}, {"players", players_json(node.statistics)}});
  }
}

void print_tree_dot(const OpeningTree& tree, Terminal& terminal) {
  terminal.write("digraph openings {\n  rankdir=LR;\n  node [shape=box];\n");
  const double all =
      static_cast<double>(std::max<std::int64_t>(1, tree.nodes[0].statistics.all.games));
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const ExplorerNode& node = tree.nodes[n];
    const PlayCounts& counts = node.statistics.all;
    // Of Black: the side to move changes from node to node.
    const std::optional<double> score = counts.score(Color::black);
    terminal.print("  n{} [label=\"{}\\n{}\", tooltip=\"{}\"];\n", n,
                   counted(static_cast<std::uint64_t>(counts.games), "game"),
                   score ? fmt::format("Black {:.0f} %", *score) : "no result",
                   write_sfen(node.position));
    const auto& moves = node.statistics.moves;
    for (std::size_t i = 0; i < moves.size() && moves[i].counts.games >= tree.min_games; ++i) {
      if (i >= node.next.size() || !node.next[i]) continue;
      terminal.print("  n{} -> n{} [label=\"{}\\n{}\", penwidth={:.1f}];\n", n, *node.next[i],
                     move_text(node.position, moves[i].move), moves[i].counts.games,
                     1 + 5 * static_cast<double>(moves[i].counts.games) / all);
    }
  }
  terminal.write("}\n");
}

}  // namespace yari::cli
