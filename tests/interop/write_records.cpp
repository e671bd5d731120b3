// Writes annotated games of Shogi as KIF and JKF into the folder named on its command line, each
// with a list of what a reader must find in it: a line a node, "DEPTH USI COMMENT".
#include <filesystem>
#include <fstream>
#include <iostream>

#include "notation/format.h"
#include "notation/read/engine_lines.h"
#include "notation/words/comment.h"
#include "rules/handicap.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/pages/sample_games.h"

using namespace yari;
using namespace yari::test;

namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\\n") : std::string(1, c);
  return out;
}

/// The comment of a node with the lines for its evaluations.
std::string comment_of(const Game& game, NodeId node, const Position<Shogi>& position,
                       std::optional<Square> last) {
  const Note* note = game.moves.note(node);
  if (!note) return "";
  std::string text;
  if (!note->comment.empty()) text = note->comment + '\n';
  Note opinions;
  opinions.evaluations = note->evaluations;
  NoteLosses losses;
  for (const std::string& line : note_lines(opinions, position, last, "*", losses).comments) {
    text += line + '\n';
  }
  return text;
}

/// Depth is that of the games made here: the call stack holds it.
void list(const Game& game, NodeId node, Position<Shogi> position, int depth, std::ostream& out) {
  std::optional<Square> last;
  if (node != root_node) {
    const Move move = game.moves.move(node);
    position.play(move);
    last = move.to();
    out << depth << ' ' << write_usi_move(move, Variant::shogi) << ' ';
  } else {
    out << "0 start ";
  }
  out << escaped(comment_of(game, node, position, last)) << '\n';
  for (NodeId n = game.moves.first_child(node); n != no_node; n = game.moves.next_sibling(n)) {
    list(game, n, position, depth + 1, out);
  }
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

void write_all(const std::filesystem::path& folder, const std::string& name, const Game& game) {
  write(folder / (name + ".kif"), format_named("kif")->write(game, {}).text);
  write(folder / (name + ".jkf"), format_named("jkf")->write(game, {}).text);
  std::ofstream expected(folder / (name + ".txt"), std::ios::binary);
  list(game, root_node, *Position<Shogi>::from(game.start), 0, expected);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return std::cerr << "usage: interop_records FOLDER\n", 2;
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  write_all(folder, "even", annotated_game(start_setup(Variant::shogi), 2));
  write_all(folder, "handicap", annotated_game(*read_handicap("Rook", Variant::shogi), 5));
}
