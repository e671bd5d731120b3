// Blobs read back from disk: any bytes are decoded or refused, and what was decoded encodes the
// same.
#include "db/codec/notes_blob.h"
#include "db/codec/posting_block.h"
#include "db/codec/tag_layout.h"
#include "fuzz/fuzz.h"

namespace yari::fuzz {
namespace {

ByteView view(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void check_notes(std::string_view blob, Variant variant) {
  MoveTree tree;
  std::string unread;
  if (!decode_notes(view(blob), variant, tree, unread)) return;
  MoveTree again;
  std::string unread_again;
  const yari::Bytes encoded = encode_notes(tree, unread);
  require(decode_notes(encoded, variant, again, unread_again).has_value(), "notes read back");
  require(again == tree && unread_again == unread, "notes read back the same");
  text_of_notes(tree, unread);
}

void check_evaluations(std::string_view blob, Variant variant) {
  const Result<std::vector<Evaluation>> lines = decode_evaluations(view(blob), variant);
  if (!lines) return;
  require(decode_evaluations(encode_evaluations(*lines), variant) == *lines,
          "evaluations read back the same");
}

void check_tags(Bytes& bytes) {
  StoredTags stored;
  const std::uint8_t columns = bytes.next();
  if ((columns & 1) != 0) stored.black = "B";
  if ((columns & 2) != 0) stored.white = "W";
  if ((columns & 4) != 0) stored.event = "E";
  if ((columns & 8) != 0) stored.site = "S";
  if ((columns & 16) != 0) stored.date = 19950823;
  const std::string_view rest = bytes.rest();
  const std::size_t half = columns * rest.size() / 256;
  stored.layout.assign(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(half));
  stored.values.assign(rest.begin() + static_cast<std::ptrdiff_t>(half), rest.end());
  const std::optional<std::vector<Tag>> tags = put_together(stored);
  if (tags) require(put_together(take_apart(*tags)) == *tags, "tags read back the same");
}

void check_postings(std::string_view blob) {
  const BlockReader reader(block_id(0, 123, 0), view(blob));
  std::vector<Posting> postings;
  if (!reader.all(postings)) return;
  require(reader.valid() || postings.empty(), "an invalid block holds nothing");
  for (std::size_t i = 0; i < postings.size(); i += 1 + postings.size() / 8) {
    std::vector<Posting> found;
    require(reader.find(postings[i].key, found), "a whole block can be searched");
    require(std::find(found.begin(), found.end(), postings[i]) != found.end(),
            "every posting is found by its key");
  }
}

}  // namespace

void check(std::string_view input) {
  Bytes bytes(input);
  const std::uint8_t which = bytes.next();
  const Variant variant = which % 2 == 0 ? Variant::yari : Variant::shogi;
  switch (which / 2 % 4) {
    case 0:
      return check_notes(bytes.rest(), variant);
    case 1:
      return check_evaluations(bytes.rest(), variant);
    case 2:
      return check_tags(bytes);
    default:
      return check_postings(bytes.rest());
  }
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  const auto add = [&](int which, const yari::Bytes& blob) {
    all.push_back(static_cast<char>(which) + std::string(blob.begin(), blob.end()));
  };
  BlockBuilder builder(4);
  for (std::uint32_t i = 0; i < 200; ++i) builder.add({123 + i / 3 * 11, 7 + i % 3, i});
  // Without its checksum, which would keep every change from being looked at.
  yari::Bytes block = builder.take(block_id(0, 123, 0));
  block[8] &= 0x7F;
  block.resize(block.size() - 4);
  add(6, block);
  for (const Game& game : seed_games()) {
    const int v = game.variant == Variant::yari ? 0 : 1;
    MoveTree notes;
    for (NodeId n : game.moves.main_line()) {
      if (const Note* note = game.moves.note(n)) notes.edit_note(root_node) = *note;
    }
    add(v, encode_notes(notes, "9. P-9z"));
    add(2 + v, encode_evaluations({{31, false, 9, 1000, "engine", game.moves.main_moves()}}));
    const StoredTags stored = take_apart(game.tags);
    yari::Bytes both{0x9F};
    both.insert(both.end(), stored.layout.begin(), stored.layout.end());
    both.insert(both.end(), stored.values.begin(), stored.values.end());
    add(4, both);
  }
  return all;
}

}  // namespace yari::fuzz
