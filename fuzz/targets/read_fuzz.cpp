// Every reader, on the records of every format: what one format holds is damage to another.
#include "fuzz/fuzz.h"
#include "fuzz/reading.h"
#include "notation/format.h"

namespace yari::fuzz::read_fuzz {

void check(std::string_view input) {
  Bytes bytes(input);
  const std::uint8_t which = bytes.next();
  check_reading(formats()[which / 2 % formats().size()], which % 2 != 0, bytes.rest());
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const Game& game : seed_games()) {
    for (std::size_t f = 0; f < formats().size(); ++f) {
      if (formats()[f].write == nullptr) continue;
      all.push_back(static_cast<char>(2 * f) + formats()[f].write(game, {}).text);
    }
  }
  return all;
}

const Target target("read", check, seeds, reshape_text);

}  // namespace yari::fuzz::read_fuzz
