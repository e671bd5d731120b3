// Numbers and texts of blobs come back, and what is cut or too large is refused.
#include "db/codec/bytes.h"

#include <cstdint>

#include "db/codec/checksum.h"
#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("numbers take as many bytes as they need, seven bits in each") {
  for (const auto& [value, size] :
       std::vector<std::pair<std::uint64_t, std::size_t>>{{0, 1},
                                                          {127, 1},
                                                          {128, 2},
                                                          {16383, 2},
                                                          {16384, 3},
                                                          {UINT64_MAX >> 1, 9},
                                                          {UINT64_MAX, 10}}) {
    Bytes bytes;
    ByteWriter(bytes).varint(value);
    INFO(value);
    CHECK(bytes.size() == size);
    ByteReader in(bytes);
    CHECK(in.varint() == value);
    CHECK(in.at_end());
    CHECK(in.ok());
    for (const bool enough : {true, false}) {
      if (!enough && value == 0) continue;
      ByteReader bounded(bytes);
      CHECK(bounded.varint_up_to(enough ? value : value - 1) == (enough ? value : 0));
      CHECK(bounded.ok() == enough);
      CHECK(bounded.at_end());
    }
    ByteReader cut(ByteView(bytes).first(size - 1));
    CHECK(cut.varint() == 0);
    CHECK_FALSE(cut.ok());
  }
  // Eleven bytes are no number.
  const Bytes eleven(11, 0x80);
  ByteReader endless(eleven);
  CHECK(endless.varint() == 0);
  CHECK_FALSE(endless.ok());
}

TEST_CASE("small negative numbers take one byte") {
  for (const auto& [value, size] :
       std::vector<std::pair<std::int64_t, std::size_t>>{{0, 1},
                                                         {-1, 1},
                                                         {63, 1},
                                                         {-64, 1},
                                                         {64, 2},
                                                         {-65, 2},
                                                         {INT64_MAX, 10},
                                                         {INT64_MIN, 10}}) {
    Bytes bytes;
    ByteWriter(bytes).zigzag(value);
    INFO(value);
    CHECK(bytes.size() == size);
    CHECK(ByteReader(bytes).zigzag() == value);
  }
  Bytes bytes;
  for (const int value : {0, -1, 1, -2}) ByteWriter(bytes).zigzag(value);
  CHECK(bytes == Bytes{0, 1, 2, 3});
}

TEST_CASE("numbers of two and four bytes begin with the lowest") {
  Bytes bytes;
  ByteWriter out(bytes);
  out.u16(0x1234);
  out.u32(0x89ABCDEF);
  CHECK(bytes == Bytes{0x34, 0x12, 0xEF, 0xCD, 0xAB, 0x89});
  ByteReader in(bytes);
  CHECK(in.u16() == 0x1234);
  CHECK(in.left() == 4);
  CHECK(in.u32() == 0x89ABCDEF);
  CHECK(in.ok());
  CHECK(in.u16() == 0);
  CHECK_FALSE(in.ok());
}

TEST_CASE("a text is as long as it says, and no longer than what is left") {
  Bytes bytes;
  ByteWriter(bytes).text("abc");
  CHECK(bytes == Bytes{3, 'a', 'b', 'c'});
  ByteReader in(bytes);
  CHECK(in.text() == "abc");
  CHECK(in.ok());
  bytes[0] = 4;
  ByteReader cut(bytes);
  CHECK(cut.text().empty());
  CHECK_FALSE(cut.ok());
  CHECK(cut.left() == 0);
}

TEST_CASE("a checksum is of its bytes at its place, and takes four bytes more") {
  Bytes data{1, 2, 3};
  add_checksum(7, data);
  CHECK(data.size() == 7);
  const auto rest = without_checksum(7, data);
  REQUIRE(rest);
  CHECK(Bytes(rest->begin(), rest->end()) == Bytes{1, 2, 3});
  CHECK_FALSE(without_checksum(8, data));
  data[1] = 3;
  CHECK_FALSE(without_checksum(7, data));
  CHECK_FALSE(without_checksum(0, Bytes{1, 2, 3}));
  Bytes none;
  add_checksum(7, none);
  REQUIRE(without_checksum(7, none));
  CHECK(without_checksum(7, none)->empty());
}

}  // namespace yari::test
