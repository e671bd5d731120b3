// Every byte is checked on the way, since a database may come from anywhere.
#include "db/store/stored_game.h"

#include <fmt/format.h>

#include <vector>

#include "db/codec/notes_blob.h"
#include "db/codec/record_sums.h"
#include "db/store/error.h"
#include "db/store/line_game.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari::store {

std::string sentence_of_damage(const std::string& store, GameId id, const std::string& what) {
  return fmt::format("{}: game {} is damaged: {}", store, id, what);
}

void throw_damaged(const std::string& store, GameId id, const std::string& what) {
  throw DamagedGame(id, sentence_of_damage(store, id, what));
}

bool has_sound_moves(const StoredGame& stored) {
  const GameHeader& h = stored.header;
  return stored.moves &&
         (!stored.sums ||
          moves_half(*stored.sums) == sum_of_moves({h.id, h.variant, stored.start}, *stored.moves));
}

namespace {

/// One game on its way from bytes to moves.
class Decoder {
 public:
  Decoder(const StoredGame& stored, const std::string& store) : stored_(stored), store_(store) {}

  Game run(Trust trust, const Bytes* other_notes) {
    read_header();
    if (!stored_.moves) fail(moves_missing);
    if (trust == Trust::checksums) check_sums();
    read_moves();
    const ByteView notes = other_notes != nullptr ? *other_notes : stored_.notes;
    const Result<void> read = decode_notes(notes, game_.variant, game_.moves, game_.unread);
    if (!read) fail(read.error().message);
    replay();
    return std::move(game_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw_damaged(store_, stored_.header.id, what);
  }

  void read_header() {
    const GameHeader& header = stored_.header;
    game_.variant = header.variant;
    game_.rules = header.rules;
    game_.result = header.result;
    game_.ending = header.ending;
    game_.start = start_setup(header.variant);
    if (!header.start.empty()) {
      const Result<Setup> start = read_sfen(header.start, header.variant);
      if (!start) fail(start.error().message);
      game_.start = *start;
    }
    std::optional<std::vector<Tag>> tags = put_together(stored_.tags);
    if (!tags || stored_.layout_missing) fail("its tags do not fit together");
    game_.tags = *std::move(tags);
  }

  void check_sums() const {
    if (!stored_.sums) return;
    if (!has_sound_moves(stored_)) fail(other_moves);
    if (notes_half(*stored_.sums) != sum_of_notes(stored_.header.id, stored_.notes))
      fail("its notes are not those that were written");
  }

  void read_moves() {
    const Bytes& moves = *stored_.moves;
    if (moves.size() % 2 != 0) fail("half a move is stored");
    game_.moves.reserve(moves.size() / 2);
    NodeId node = root_node;
    for (std::size_t i = 0; i < moves.size(); i += 2) {
      node = game_.moves.add(
          node, Move::from_bits(static_cast<std::uint16_t>(moves[i] | moves[i + 1] << 8)));
    }
  }

  void replay() const {
    with_variant(game_.variant, [&]<class V>(V) {
      const auto start = Position<V>::from(game_.start);
      if (!start) fail(start.error().front());
      if (const std::string fault = fault_of_tree(*start, game_.moves); !fault.empty()) fail(fault);
    });
  }

  const StoredGame& stored_;
  const std::string& store_;
  Game game_;
};

}  // namespace

Game decode(const StoredGame& stored, const std::string& store, Trust trust,
            const Bytes* other_notes) {
  return Decoder(stored, store).run(trust, other_notes);
}

}  // namespace yari::store
