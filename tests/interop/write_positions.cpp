// Prints positions of random games with their legal moves, a line each: "VARIANT SFEN|MOVE MOVE
// ...", moves in USI and in the order of their text. Usage: interop_positions COUNT SEED, for each
// of the two games.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/support/random_game.h"

using namespace yari;
using namespace yari::test;

namespace {

constexpr int longest_game = 300;

template <class V>
void print_positions(long count, Rng& rng) {
  while (count > 0) {
    play_random_game<V>(rng, longest_game, [&](const Position<V>& position) {
      if (count <= 0) return;
      --count;
      std::vector<std::string> moves;
      for (const Move m : position.legal_moves())
        moves.push_back(write_usi_move(m, V::info.variant));
      std::sort(moves.begin(), moves.end());
      std::string line = std::string(V::info.id) + ' ' + write_sfen(position.setup()) + '|';
      for (const std::string& move : moves) line += move + ' ';
      std::puts(line.c_str());
    });
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  Rng rng(std::strtoull(words[2], nullptr, 10));
  print_positions<YariShogi>(std::atol(words[1]), rng);
  print_positions<Shogi>(std::atol(words[1]), rng);
}
