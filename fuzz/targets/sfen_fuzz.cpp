// SFEN: what is read is written and read back the same, and a setup without faults is a position.
#include "fuzz/fuzz.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari::fuzz::sfen_fuzz {

void check(std::string_view input) {
  Bytes bytes(input);
  const Variant variant = bytes.next() % 2 == 0 ? Variant::yari : Variant::shogi;
  const Result<Setup> setup = read_start(bytes.rest(), variant);
  if (!setup) return require(setup.error().offset <= bytes.rest().size(), "errors lie in the text");
  const Result<Setup> again = read_sfen(write_sfen(*setup), variant);
  require(again && *again == *setup, "what is written reads back the same");
  with_variant(variant, [&]<class V>(V) {
    const auto position = Position<V>::from(*setup);
    require(position.has_value() == faults_of(*setup).empty(), "no faults is a valid position");
    if (!position) return;
    require(position->setup() == *setup, "a position keeps its setup");
    require(position->count_legal_moves() == position->legal_moves().size(), "counts agree");
  });
}

std::vector<std::string> seeds() {
  std::vector<std::string> all{std::string("\0startpos", 9), "\1startpos"};
  for (const Game& game : seed_games()) {
    const char which = game.variant == Variant::yari ? '\0' : '\1';
    with_variant(game.variant, [&]<class V>(V) {
      Position<V> position = *Position<V>::from(game.start);
      for (Move move : game.moves.main_moves()) position.play(move);
      all.push_back(which + write_sfen(position.setup()));
    });
  }
  return all;
}

const Target target("sfen", check, seeds);

}  // namespace yari::fuzz::sfen_fuzz
