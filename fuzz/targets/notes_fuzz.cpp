// Notes read back from disk: any bytes are decoded or refused, and what was decoded encodes the
// same.
#include "db/codec/notes_blob.h"
#include "fuzz/fuzz.h"

namespace yari::fuzz::notes_fuzz {
namespace {

ByteView view(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

void check(std::string_view input) {
  Bytes bytes(input);
  const Variant variant = bytes.next() % 2 == 0 ? Variant::yari : Variant::shogi;
  MoveTree tree;
  std::string unread;
  if (!decode_notes(view(bytes.rest()), variant, tree, unread)) return;
  MoveTree again;
  std::string unread_again;
  const yari::Bytes encoded = encode_notes(tree, unread);
  require(decode_notes(encoded, variant, again, unread_again).has_value(), "notes read back");
  require(again == tree && unread_again == unread, "notes read back the same");
  text_of_notes(tree, unread);
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const Game& game : seed_games()) {
    MoveTree notes;
    for (NodeId n : game.moves.main_line()) {
      if (const Note* note = game.moves.note(n)) notes.edit_note(root_node) = *note;
    }
    const yari::Bytes blob = encode_notes(notes, "9. P-9z");
    all.push_back(static_cast<char>(game.variant == Variant::yari ? 0 : 1) +
                  std::string(blob.begin(), blob.end()));
  }
  return all;
}

const Target target("notes", check, seeds);

}  // namespace yari::fuzz::notes_fuzz
