// Any 16 bits asked as a move: legal if and only if listed; and keys, checks and text stay true.
#include "fuzz/fuzz.h"
#include "rules/position.h"
#include "rules/sfen.h"

namespace yari::fuzz::moves_fuzz {
namespace {

template <class V>
void play(Bytes& bytes) {
  Position<V> position = Position<V>::start();
  while (!bytes.empty() && position.has_legal_move()) {
    const MoveList legal = position.legal_moves();
    const Move any = Move::from_bits(bytes.next16());
    require(position.is_legal(any) == legal.has(any), "legal if and only if in the list");
    require((position.fault_of(any) == MoveFault::legal) == legal.has(any), "a fault if not legal");
    const Move move = legal[bytes.next16() % legal.size()];
    const Key key = position.key_after(move);
    const bool check = position.gives_check(move);
    require(read_usi_move(write_usi_move(move, V::info.variant), V::info.variant) == move,
            "a legal move reads back");
    position.play(move);
    require(position.key() == key, "the key before the move is the key after it");
    require(position.in_check() == check, "the check before the move is the check after it");
    const auto fresh = Position<V>::from(position.setup());
    require(fresh && fresh->key() == key, "the key kept up is the key computed");
    require(fresh->same_position(position), "the position kept up is the position set up");
  }
}

}  // namespace

void check(std::string_view input) {
  Bytes bytes(input);
  if (bytes.next() % 2 == 0) return play<YariShogi>(bytes);
  play<Shogi>(bytes);
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (int i = 0; i < 40; ++i) {
    std::string text(1, static_cast<char>(i));
    for (int k = 0; k < 400; ++k)
      text += static_cast<char>(static_cast<unsigned>(k * (2 * i + 1)) * 2654435761U >> 13);
    all.push_back(text);
  }
  return all;
}

const Target target("moves", check, seeds);

}  // namespace yari::fuzz::moves_fuzz
