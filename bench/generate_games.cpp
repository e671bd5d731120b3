// Making up games: what they share and how they differ is drawn from hashes, not from state.
#include "bench/generate_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "rules/outcome.h"
#include "rules/position.h"

namespace yari::bench {

namespace {

using Rng = std::mt19937_64;

constexpr int opening_moves = 6;

std::uint64_t hash(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9E3779B97F4A7C15 + b;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

/// One of the few moves that this position's hash puts first; each half as likely as the last.
template <class V>
Move opening_move(const Position<V>& position, Rng& rng) {
  MoveList moves = position.legal_moves();
  const int kept = std::min(opening_moves, moves.size());
  std::partial_sort(moves.begin(), moves.begin() + kept, moves.end(), [&](Move a, Move b) {
    return hash(position.key(), a.bits()) < hash(position.key(), b.bits());
  });
  int choice = 0;
  while (choice + 1 < kept && rng() % 2 == 0) ++choice;
  return moves[choice];
}

template <class V>
Move middle_game_move(const Position<V>& position, Rng& rng) {
  MoveList moves;
  if (rng() % 3 == 0) position.tactical_moves(moves);
  if (moves.empty()) moves = position.legal_moves();
  return moves[static_cast<int>(rng() % static_cast<std::uint64_t>(moves.size()))];
}

template <class V>
void play(Game& game, Rng& rng) {
  Line<V> line(Position<V>::start());
  const int opening = 8 + static_cast<int>(rng() % 24);
  // The sum of two dice: lengths around a hundred, few very short or long.
  const int length = 30 + static_cast<int>(rng() % 80 + rng() % 70);
  NodeId node = root_node;
  game.moves.reserve(static_cast<std::size_t>(length));
  for (int ply = 0; ply < length; ++ply) {
    if (const auto outcome = line.outcome()) {
      game.result = outcome->result;
      game.ending = outcome->ending;
      return;
    }
    const Position<V>& position = line.position();
    const Move move = ply < opening ? opening_move(position, rng) : middle_game_move(position, rng);
    node = game.moves.add(node, move);
    line.play(move);
  }
  game.result = win_for(~line.position().side_to_move());
  game.ending = Ending::resignation;
}

std::string player(std::uint64_t n) {
  constexpr const char* syllables[] = {"ka", "mi", "ro", "ta", "shi", "yo", "na", "ha",
                                       "ku", "re", "do", "ma", "su",  "ne", "vi", "lo"};
  std::string family, given;
  for (int i = 0; i < 3; ++i) family += syllables[n >> (4 * i) & 15];
  for (int i = 0; i < 2; ++i) given += syllables[hash(n, 1) >> (4 * i) & 15];
  // Each of the first 4,096 has a family name of its own; those after them have longer given
  // names.
  for (std::uint64_t rest = n >> 12; rest != 0; rest >>= 4) given += syllables[rest & 15];
  family[0] = static_cast<char>(family[0] - 32);
  given[0] = static_cast<char>(given[0] - 32);
  return family + " " + given;
}

/// Few play much and many play little.
std::uint64_t some_player(Rng& rng, std::uint64_t players) {
  const std::uint64_t a = rng() % players;
  return std::min(a, rng() % players);
}

}  // namespace

Game generated_game(std::uint64_t number, bool mixed, std::uint64_t players) {
  Rng rng(hash(number, 0x59617269));
  Game game = new_game(mixed && number % 2 != 0 ? Variant::shogi : Variant::yari);
  const std::uint64_t day = rng() % 15'000;
  game.tags = {
      {"Event", fmt::format("Tournament {}", day / 30)},
      {"Site", fmt::format("City {}", hash(day / 30, 2) % 50)},
      {"Date", fmt::format("{:04}.{:02}.{:02}", 1980 + day / 360, 1 + day / 30 % 12, 1 + day % 30)},
      {"Black", player(some_player(rng, players))},
      {"White", player(some_player(rng, players))}};
  with_variant(game.variant, [&]<class V>(V) { play<V>(game, rng); });
  return game;
}

}  // namespace yari::bench
