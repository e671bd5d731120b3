// Posting blocks at their bounds: how many fit, how short they are, and what a reader refuses.
#include "db/codec/posting_block.h"

#include <algorithm>
#include <bit>

#include "tests/support/catch.h"
#include "tests/support/random_game.h"

namespace yari::test {

namespace {

/// Bits of the codes of keys, as the layout says.
std::size_t code_bits(const std::vector<IndexKey>& keys, int rice_bits) {
  std::size_t bits = 0;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const IndexKey distance = keys[i] - keys[i - 1];
    bits +=
        distance == 0 ? 1 : 2 + ((distance - 1) >> rice_bits) + static_cast<unsigned>(rice_bits);
  }
  return bits;
}

Bytes block_of(BlockBuilder builder) {
  const std::int64_t id = block_id(1, builder.first_key(), 0);
  return builder.take(id, BlockPlace{});
}

std::vector<Posting> read_all(std::int64_t id, ByteView blob) {
  std::vector<Posting> postings;
  return BlockReader(id, blob).all(postings) ? postings : std::vector<Posting>();
}

}  // namespace

TEST_CASE("the Rice parameter of a distance is the logarithm of its 69 hundredths") {
  for (const auto& [distance, bits] :
       std::vector<std::pair<IndexKey, int>>{{0, 0},
                                             {1, 0},
                                             {2, 0},
                                             {3, 1},
                                             {5, 1},
                                             {6, 2},
                                             {92, 5},
                                             {93, 6},
                                             {1000, 9},
                                             {IndexKey{1} << 28, 27}}) {
    INFO(distance);
    CHECK(rice_bits_for(distance) == bits);
  }
}

TEST_CASE("a block takes as many postings as fill a page, and not one more") {
  Rng rng(1);
  for (int round = 0; round < 60; ++round) {
    BlockBuilder builder(static_cast<int>(rng() % 20));
    Posting next{rng() % 1000, static_cast<std::uint32_t>(1000 + rng() % 1000), 0};
    const IndexKey distance = 1 + (IndexKey{1} << rng() % 18);
    const std::uint32_t games = 1U << rng() % 24, plies = 1U << rng() % 9;
    std::vector<Posting> group;
    do {
      for (const Posting& p : group) builder.add(p);
      next.key += 1 + rng() % distance;
      group.clear();
      std::uint32_t game = 1 + static_cast<std::uint32_t>(rng() % games);
      for (std::size_t n = 1 + rng() % 5; n > 0; --n) {
        group.push_back({next.key, game, static_cast<std::uint32_t>(rng() % plies)});
        game += 1 + static_cast<std::uint32_t>(rng() % games);
      }
    } while (builder.fits(group));
    CHECK(block_of(builder).size() <= block_capacity);
    BlockBuilder more = builder;
    for (const Posting& p : group) more.add(p);
    CHECK(block_of(more).size() > block_capacity);
    const std::size_t before = builder.size();
    CHECK_FALSE(builder.try_add(group));
    CHECK(builder.size() == before);
  }
}

TEST_CASE(
    "a block is made shorter where another Rice parameter makes it so, and tells when none does") {
  Rng rng(2);
  int shorter = 0;
  for (int round = 0; round < 400; ++round) {
    const int given = static_cast<int>(rng() % 24);
    BlockBuilder builder(given);
    CHECK_FALSE(builder.shorten());
    std::vector<IndexKey> keys;
    IndexKey key = 5;
    std::size_t steps = 0;
    for (std::uint32_t i = 0, count = 1 + static_cast<std::uint32_t>(rng() % 40); i < count; ++i) {
      builder.add({key, i, 0});
      keys.push_back(key);
      if (rng() % 3 != 0) key += 1 + rng() % (IndexKey{1} << round % 20);
    }
    const std::optional<IndexKey> next = rng() % 2 == 0 ? std::optional(key) : std::nullopt;
    keys.push_back(next.value_or(keys.back()));
    for (std::size_t i = 1; i < keys.size(); ++i) steps += keys[i] != keys[i - 1] ? 1 : 0;
    const int best = steps == 0 ? given : rice_bits_for((keys.back() - keys.front()) / steps);
    const bool is_shorter = code_bits(keys, best) < code_bits(keys, given);
    REQUIRE(builder.shorten(next) == is_shorter);
    shorter += is_shorter ? 1 : 0;
    keys.pop_back();
    const Bytes blob = block_of(builder);
    const BlockReader reader(block_id(1, 5, 0), blob);
    REQUIRE(reader.rice_bits() == (is_shorter ? best : given));
    std::vector<Posting> read;
    REQUIRE(reader.all(read));
    REQUIRE(std::ranges::equal(read, keys, {}, &Posting::key));
    // 11 bytes of head, the codes, the numbers of games, 6 bytes of place and 4 of checksum.
    const auto game_bits = static_cast<std::size_t>(std::bit_width(read.size() - 1));
    REQUIRE(blob.size() == 11 + (code_bits(keys, reader.rice_bits()) + 7) / 8 +
                               (read.size() * game_bits + 7) / 8 + 6 + 4);
  }
  CHECK(shorter > 100);
}

TEST_CASE("games and plies of any size come back from a block") {
  const std::int64_t id = block_id(3, 9, 0);
  for (const std::uint32_t game : {1U, 0xFFFFU, 0xFFFFFFU, 0x1FFFFFFU, 0xFFFFFFFFU})
    for (const std::uint32_t ply : {0U, 1U, 0xFFFFU, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
      BlockBuilder builder(3);
      const std::vector<Posting> written{{9, 0, ply}, {9, game, 0}, {9, game, ply | 1}, {11, 1, 1}};
      for (const Posting& p : written) builder.add(p);
      const Bytes blob = builder.take(id);
      CHECK(read_all(id, blob) == written);
      std::vector<Posting> found;
      CHECK(BlockReader(id, blob).find(11, found));
      CHECK(found == std::vector<Posting>{{11, 1, 1}});
    }
}

TEST_CASE("codes as long as a word, and longer, come back") {
  for (const int rice : {0, 1, 14, 20, 37}) {
    BlockBuilder builder(rice);
    std::vector<Posting> written;
    IndexKey key = 0;
    for (IndexKey zeros = 1; zeros < 130; ++zeros) {
      if (key >= (IndexKey{1} << index_key_bits)) break;
      written.push_back({key, 1, static_cast<std::uint32_t>(zeros)});
      builder.add(written.back());
      key += ((zeros - 1) << rice) + zeros % (IndexKey{1} << rice) + 1;
    }
    const std::int64_t id = block_id(0, 0, 1);
    CHECK(read_all(id, builder.take(id)) == written);
  }
}

TEST_CASE("a head that no block has is refused, with or without a checksum") {
  // Count, bytes of codes, lowest game, bits of codes, games and plies, and bytes after the head.
  const auto valid = [](std::uint8_t count, std::uint8_t code_bytes, std::uint8_t rice,
                        std::uint8_t game_bits, std::uint8_t ply_bits, std::size_t rest) {
    Bytes blob{count, 0, code_bytes, 0, 7, 0, 0, 0, rice, game_bits, ply_bits};
    blob.resize(blob.size() + rest);
    return BlockReader(block_id(0, 5, 0), blob).valid();
  };
  CHECK(valid(1, 0, 0, 0, 0, 0));
  CHECK_FALSE(valid(0, 0, 0, 0, 0, 0));
  CHECK(valid(1, 0, 40, 0, 0, 0));
  CHECK_FALSE(valid(1, 0, 41, 0, 0, 0));
  CHECK(valid(1, 0, 0, 32, 0, 4));
  CHECK_FALSE(valid(1, 0, 0, 33, 0, 5));
  CHECK(valid(1, 0, 0, 0, 32, 4));
  CHECK_FALSE(valid(1, 0, 0, 0, 33, 5));
  CHECK(valid(2, 1, 0, 4, 5, 4));
  CHECK_FALSE(valid(2, 1, 0, 4, 5, 3));
  CHECK_FALSE(valid(2, 1, 0, 4, 5, 5));
  CHECK_FALSE(BlockReader(block_id(0, 5, 0), Bytes(10)).valid());
}

TEST_CASE("a key beyond those of the index is damage, and the last one is not") {
  constexpr IndexKey last = (IndexKey{1} << index_key_bits) - 1;
  const std::int64_t id = block_id(0, 5, 0);
  for (const IndexKey key : {last, last + 1}) {
    BlockBuilder builder(38);
    builder.add({5, 1, 0});
    builder.add({key, 1, 1});
    const Bytes blob = builder.take(id);
    CHECK(read_all(id, blob).size() == (key == last ? 2 : 0));
    std::vector<Posting> found;
    CHECK(BlockReader(id, blob).find(last, found) == (key == last));
    CHECK(BlockReader(id, blob).find(5, found) == (key == last));
    CHECK(BlockReader(id, blob).find(4, found));
  }
}

}  // namespace yari::test
