// Evaluations, tags and counts read back from disk: any bytes are decoded or refused, and what was
// decoded encodes the same.
#include <algorithm>

#include "db/codec/notes_blob.h"
#include "db/codec/position_counts.h"
#include "db/codec/tag_layout.h"
#include "fuzz/fuzz.h"
#include "rules/position.h"

namespace yari::fuzz::blobs_fuzz {
namespace {

ByteView view(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
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

/// Counts as they are read: those of two batches, which are added up.
void check_counts(Bytes& bytes) {
  const std::size_t half = bytes.next();
  const std::string_view rest = bytes.rest();
  const std::size_t middle = std::min(half, rest.size());
  std::optional<PositionCounts> one = PositionCounts::decode(view(rest.substr(0, middle)));
  const std::optional<PositionCounts> other = PositionCounts::decode(view(rest.substr(middle)));
  if (!one) return;
  one->settle(false);
  const yari::Bytes written = one->encode();
  std::optional<PositionCounts> again = PositionCounts::decode(written);
  require(again.has_value(), "counts read back");
  again->settle(false);
  require(again->encode() == written, "counts read back the same");
  if (other) one->add(*other);
  one->settle(true);
  one->encode();
}

/// Of as many games, in the middle of them all.
yari::Bytes counts_of(std::uint32_t games) {
  PositionCounts counts;
  const std::vector<Move> legal = [] {
    const MoveList list = Position<Shogi>::start().legal_moves();
    return std::vector<Move>(list.begin(), list.end());
  }();
  for (std::uint32_t id = 1; id <= games; ++id) {
    const CountedGame game{id, GameResult::black_wins, 80, 19'950'000 + id % 28, 1 + id % 7, 9};
    counts.add(game, std::span(legal).subspan(id % legal.size(), 1), id % 5 == 0 ? -1 : 1);
  }
  counts.settle(false);
  const yari::Bytes one = counts.encode();
  // The length of the first, and both.
  yari::Bytes two{static_cast<std::uint8_t>(std::min<std::size_t>(one.size(), 255))};
  two.insert(two.end(), one.begin(), one.end());
  two.insert(two.end(), one.begin(), one.end());
  return two;
}

}  // namespace

void check(std::string_view input) {
  Bytes bytes(input);
  const std::uint8_t which = bytes.next();
  const Variant variant = which % 2 == 0 ? Variant::yari : Variant::shogi;
  switch (which / 2 % 3) {
    case 0:
      return check_evaluations(bytes.rest(), variant);
    case 1:
      return check_tags(bytes);
    default:
      return check_counts(bytes);
  }
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  const auto add = [&](int which, const yari::Bytes& blob) {
    all.push_back(static_cast<char>(which) + std::string(blob.begin(), blob.end()));
  };
  add(4, counts_of(3));
  add(4, counts_of(200));
  for (const Game& game : seed_games()) {
    const int v = game.variant == Variant::yari ? 0 : 1;
    add(v, encode_evaluations({{31, false, 9, 1000, "engine", game.moves.main_moves()}}));
    const StoredTags stored = take_apart(game.tags);
    yari::Bytes both{0x9F};
    both.insert(both.end(), stored.layout.begin(), stored.layout.end());
    both.insert(both.end(), stored.values.begin(), stored.values.end());
    add(2, both);
  }
  return all;
}

const Target target("blobs", check, seeds);

}  // namespace yari::fuzz::blobs_fuzz
