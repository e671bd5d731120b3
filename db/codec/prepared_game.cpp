// Encoding a game for the database.
#include "db/codec/prepared_game.h"

#include <algorithm>
#include <stdexcept>

#include "db/codec/bytes.h"
#include "db/codec/notes_blob.h"
#include "db/codec/tag_layout.h"
#include "rules/handicap.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari {

namespace {

/// The finalizer of the splitmix generator: every bit of the input moves every bit of the output.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xBF58476D1CE4E5B9;
  x ^= x >> 27;
  x *= 0x94D049BB133111EB;
  return x ^ x >> 31;
}

std::vector<Key> replay_keys(const Game& game, std::span<const Move> moves) {
  return with_variant(game.variant, [&]<class V>(V) {
    std::vector<Key> keys;
    keys.reserve(moves.size() + 1);
    auto position = Position<V>::from(game.start);
    if (!position) throw std::invalid_argument("a game with an impossible start cannot be stored");
    keys.push_back(position->key());
    for (const Move m : moves) {
      if (!position->is_legal(m))
        throw std::invalid_argument("a game with an illegal move cannot be stored");
      position->play(m);
      keys.push_back(position->key());
    }
    return keys;
  });
}

Bytes encode_moves(std::span<const Move> moves) {
  Bytes blob(2 * moves.size());
  std::uint8_t* out = blob.data();
  for (const Move m : moves) {
    *out++ = static_cast<std::uint8_t>(m.bits());
    *out++ = static_cast<std::uint8_t>(m.bits() >> 8);
  }
  return blob;
}

/// Games without moves differ in nothing but their tags.
std::uint64_t hash_of_tags(const StoredTags& tags) {
  std::uint64_t hash = tags.layout.size();
  const auto add = [&](auto begin, auto end) {
    for (; begin != end; ++begin) hash = mix(hash ^ static_cast<std::uint8_t>(*begin));
    hash = mix(hash + 0x100);
  };
  for (const auto* name : {&tags.black, &tags.white, &tags.event, &tags.site}) {
    if (*name) add((*name)->begin(), (*name)->end());
  }
  add(tags.layout.begin(), tags.layout.end());
  add(tags.values.begin(), tags.values.end());
  return mix(hash ^ static_cast<std::uint64_t>(tags.date.value_or(0)));
}

}  // namespace

std::uint64_t content_hash(Key start, std::span<const Move> moves) {
  std::uint64_t hash = mix(start);
  for (std::size_t i = 0; i < moves.size(); i += 4) {
    std::uint64_t word = 0;
    for (std::size_t j = i; j < std::min(i + 4, moves.size()); ++j) {
      word = word << 16 | moves[j].bits();
    }
    hash = mix(hash ^ word) + moves.size();
  }
  return mix(hash);
}

PreparedGame prepare_header(const Game& game) {
  PreparedGame p;
  p.variant = game.variant;
  p.rules = game.rules;
  p.result = game.result;
  p.ending = game.ending;
  if (game.start != start_setup(game.variant)) {
    p.start = write_sfen(game.start);
    p.handicap = handicap_name(game.start).value_or("");
  }
  StoredTags tags = take_apart(game.tags);
  p.black = std::move(tags.black);
  p.white = std::move(tags.white);
  p.event = std::move(tags.event);
  p.site = std::move(tags.site);
  p.date = tags.date;
  p.tag_layout = std::move(tags.layout);
  p.tag_values = std::move(tags.values);
  return p;
}

PreparedGame prepare(const Game& game, std::span<const Key> keys) {
  PreparedGame p = prepare_header(game);
  const std::vector<Move> moves = game.moves.main_moves();
  p.keys = keys.empty() ? replay_keys(game, moves) : std::vector<Key>(keys.begin(), keys.end());
  p.content = content_hash(p.keys.front(), moves);
  if (moves.empty())
    p.content ^=
        hash_of_tags({p.black, p.white, p.event, p.site, p.date, p.tag_layout, p.tag_values});
  p.moves = encode_moves(moves);
  p.notes = encode_notes(game.moves, game.unread);
  if (!p.notes.empty()) p.text = text_of_notes(game.moves, game.unread);
  return p;
}

}  // namespace yari
