#include "db/tournament/berger.h"

namespace yari::tournament {

std::size_t berger_rounds(std::size_t players) { return players + players % 2 - 1; }

Pairing berger_round(std::size_t players, std::size_t round, int cycles) {
  const std::size_t others = berger_rounds(players);
  const bool second_cycle = round >= others;
  std::size_t r = round % others;
  if (cycles == 2 && !second_cycle && others >= 3 && r + 2 >= others) r = 2 * others - 3 - r;
  // The last player stays; the others move on by half of them from round to round.
  const std::size_t half = (others + 1) / 2;
  const std::size_t first = r * half % others;
  Pairing pairing;
  const auto add = [&](std::size_t black, std::size_t white) {
    if (second_cycle) std::swap(black, white);
    if (black >= players || white >= players)
      pairing.bye = black >= players ? white : black;
    else
      pairing.games.emplace_back(black, white);
  };
  if (r % 2 == 0)
    add(first, others);
  else
    add(others, first);
  for (std::size_t i = 1; i < half; ++i) add((first + i) % others, (first + others - i) % others);
  return pairing;
}

}  // namespace yari::tournament
