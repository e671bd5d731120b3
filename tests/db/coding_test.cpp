// The bytes on disk: posting blocks, notes, tags, dates. What is pinned here must never change.
#include "db/codec/checksum.h"
#include "db/codec/notes_blob.h"
#include "db/codec/posting_block.h"
#include "db/codec/posting_sort.h"
#include "db/codec/prepared_game.h"
#include "db/codec/record_sums.h"
#include "db/codec/tag_layout.h"
#include "db/codec/utf8.h"
#include "db/store/sqlite/index/posting_index.h"
#include "record/date.h"
#include "rules/sfen.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

using namespace yari;
using namespace yari::test;

namespace {

std::string hex(ByteView bytes) {
  std::string text;
  for (const std::uint8_t b : bytes) {
    text += "0123456789abcdef"[b >> 4];
    text += "0123456789abcdef"[b & 15];
  }
  return text;
}

Bytes bytes_of(std::string_view digits) {
  Bytes bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes.push_back(
        static_cast<std::uint8_t>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16)));
  return bytes;
}

std::vector<Posting> random_postings(Rng& rng, std::size_t count, std::uint64_t distance) {
  std::vector<Posting> postings;
  Posting p{rng() % 1000, 1, 0};
  for (std::size_t i = 0; i < count; ++i) {
    postings.push_back(p);
    if (rng() % 4 != 0) {
      p.key += 1 + rng() % distance;
      p.game = static_cast<std::uint32_t>(rng() % 1'000'000);
    }
    ++p.game;
    p.ply = static_cast<std::uint32_t>(rng() % 300);
  }
  return postings;
}

}  // namespace

TEST_CASE("a posting block has the bytes it always had") {
  BlockBuilder builder(4);
  for (const Posting& p : std::vector<Posting>{
           {5, 1000, 0}, {5, 1000, 8}, {6, 1001, 3}, {42, 1003, 2}, {1000, 1002, 15}}) {
    builder.add(p);
  }
  CHECK(hex(builder.take(block_id(2, 5, 0))) ==
        "05000a00e8030000840204051c00000000000000d800d82c3e"
        "762976a5");
  const Bytes of_schema_6 = bytes_of(
      "05000a00e8030000840204051c00000000000000d800d82c3e"
      "762976a5");
  CHECK_FALSE(BlockReader(block_id(2, 5, 0), of_schema_6).place());
  // As it was before schema 4, without a checksum.
  const Bytes old = bytes_of("05000a00e8030000040204051c00000000000000d800d82c3e");
  std::vector<Posting> read;
  CHECK(BlockReader(block_id(2, 5, 0), old).all(read));
  CHECK(read.size() == 5);
}

TEST_CASE("a posting block says where it stands") {
  const std::int64_t id = block_id(2, 5, 0);
  for (const BlockPlace& place :
       std::initializer_list<BlockPlace>{{true, false, std::nullopt},
                                         {false, true, IndexKey{0x123456789A}},
                                         {true, true, 0},
                                         {}}) {
    BlockBuilder builder(4);
    builder.add({5, 1000, 0});
    const Bytes blob = builder.take(id, place);
    const BlockReader reader(id, blob);
    REQUIRE(reader.valid());
    CHECK(reader.place() == place);
    CHECK(reader.rice_bits() == 4);
  }
  BlockBuilder builder(4);
  builder.add({5, 1000, 0});
  builder.add({9, 1001, 7});
  const Bytes blob = builder.take(id, BlockPlace{true, false, IndexKey{0x0203040506}});
  CHECK(hex(ByteView(blob).last(10).first(6)) == "030206050403");
}

TEST_CASE("the number of a block's row holds run, key and sequence") {
  static_assert(block_id(0, 0, 1) == 1);
  static_assert(block_id(0, 1, 0) == 262144);
  static_assert(block_id(1, 0, 0) == std::int64_t{1} << 58);
  static_assert(block_key(block_id(31, 0xFFFFFFFFFF, 7)) == 0xFFFFFFFFFF);
  static_assert(index_key(0x123456789ABCDEF0) == 0x123456789A);
}

TEST_CASE("blocks give back the postings they were built from") {
  Rng rng(1);
  for (const std::uint64_t distance :
       {std::uint64_t{1}, std::uint64_t{1} << 14, std::uint64_t{1} << 28}) {
    for (int rice = 0; rice <= 40; rice += 8) {
      if (distance >> rice > 1000) continue;  // codes that long are never written
      BlockBuilder builder(rice);
      std::vector<Posting> written, read;
      for (const Posting& p : random_postings(rng, 400, distance)) {
        if (!builder.fits({&p, 1})) break;
        builder.add(p);
        written.push_back(p);
      }
      const std::int64_t id = block_id(1, builder.first_key(), 0);
      const Bytes blob = builder.take(id);
      CHECK(blob.size() <= block_capacity);
      const BlockReader reader(id, blob);
      REQUIRE(reader.all(read));
      REQUIRE(read == written);
      for (const Posting& p : written) {
        std::vector<Posting> found;
        REQUIRE(reader.find(p.key, found));
        std::vector<Posting> expected;
        for (const Posting& q : written)
          if (q.key == p.key) expected.push_back(q);
        REQUIRE(found == expected);
      }
    }
  }
}

TEST_CASE("a damaged block is read without harm") {
  Rng rng(2);
  BlockBuilder builder(14);
  for (const Posting& p : random_postings(rng, 300, 1 << 14)) builder.add(p);
  const std::int64_t id = block_id(1, builder.first_key(), 0);
  const Bytes blob = builder.take(id);
  std::vector<Posting> out;
  CHECK(BlockReader(id, blob).all(out));
  const std::vector<Posting> sound = out;
  for (std::size_t cut = 0; cut < blob.size(); ++cut) {
    out.clear();
    CHECK_FALSE(BlockReader(id, ByteView(blob).first(cut)).all(out));
  }
  for (int i = 0; i < 20'000; ++i) {
    Bytes wrong = blob;
    for (auto n = 1 + rng() % 4; n > 0; --n) {
      wrong[rng() % (rng() % 2 ? 16 : wrong.size())] = static_cast<std::uint8_t>(rng());
    }
    out.clear();
    if (BlockReader(id, wrong).all(out)) REQUIRE(out == sound);
    // Without the checksum, whatever stands there is read without harm.
    wrong[8] &= 0x7F;
    wrong.resize(wrong.size() - 4);
    out.clear();
    BlockReader(id, wrong).all(out);
    REQUIRE(out.size() <= 0xFFFF);
  }
}

TEST_CASE("a block in another place, or with another byte, is damaged") {
  Rng rng(4);
  BlockBuilder builder(14);
  for (const Posting& p : random_postings(rng, 100, 1 << 14)) builder.add(p);
  const std::int64_t id = block_id(1, builder.first_key(), 0);
  const Bytes blob = builder.take(id);
  CHECK(BlockReader(id, blob).valid());
  CHECK_FALSE(BlockReader(id + 1, blob).valid());
  CHECK_FALSE(BlockReader(block_id(2, block_key(id), 0), blob).valid());
  for (std::size_t at = 0; at < blob.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      Bytes wrong = blob;
      wrong[at] ^= static_cast<std::uint8_t>(1 << bit);
      REQUIRE_FALSE(BlockReader(id, wrong).valid());
    }
  }
}

TEST_CASE("checksums are those they always were") {
  const Bytes data = bytes_of("00010203");
  // XXH3 of nothing is 0x2d06800538d394c2; the high half of its product with 0xd6e8feb86659fd93.
  CHECK(checksum(0, {}) == 0x9f31226c);
  CHECK(checksum(7, data) == 0x110cfc14);
  CHECK(sum_of_moves({12, Variant::shogi, 3}, data) == 0x150c5226);
  CHECK(sum_of_notes(12, data) == 0xe31a07c4);
  CHECK(record_sums(0x12345678, 0x9ABCDEF0) == static_cast<std::int64_t>(0x9ABCDEF012345678));
  CHECK(moves_half(record_sums(1, 2)) == 1);
  CHECK(notes_half(record_sums(1, ~0u)) == ~0u);
}

TEST_CASE("sorting by key keeps the order of games") {
  Rng rng(3);
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{100}, std::size_t{50'000}}) {
    std::vector<Posting> postings;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t key = rng() % 3 ? rng() >> 24 : rng() % 50;
      postings.push_back(
          {key, static_cast<std::uint32_t>(i / 100), static_cast<std::uint32_t>(i % 100)});
    }
    std::vector<Posting> sorted = postings;
    std::sort(sorted.begin(), sorted.end());
    std::vector<Posting> scratch;
    sort_by_key(postings, scratch);
    CHECK(postings == sorted);
  }
}

TEST_CASE("the content hash is what it always was") {
  const auto hash = [](Variant v, const std::string& moves) {
    return prepare(game_of(v, moves)).content;
  };
  CHECK(hash(Variant::yari, "7g7f 3c3d 2g2f 2a3b") == 0xD5E0D42B8F815E35);
  CHECK(hash(Variant::shogi, "7g7f 3c3d 2g2f 8c8d 2f2e") == 0x1B704BAD487D1AEF);
  CHECK(hash(Variant::shogi, "7g7f 3c3d 2g2f 8c8d") != hash(Variant::shogi, "7g7f 8c8d 2g2f 3c3d"));
}

TEST_CASE("moves are stored as two bytes, the low one first") {
  CHECK(hex(prepare(game_of(Variant::shogi, "7g7f 3c3d 8h2b+")).moves) == "3b1e150a0a63");
}

TEST_CASE("notes have the bytes they always had") {
  Game game = game_of(Variant::yari, "7g7f 3c3d");
  CHECK(encode_notes(game.moves, "").empty());
  game.moves.add(root_node, read_usi_move("2g2f", Variant::yari).value());
  Note& note = game.moves.edit_note(2);
  note.comment = "hm";
  note.glyphs = {6};
  note.spent_ms = 300;
  note.evaluations = {{.score = -25, .depth = 7, .nodes = 1000, .engine = "e", .pv = {}}};
  CHECK(hex(encode_notes(game.moves, "rest")) ==
        "010472657374"  // version, unread text
        "0100018e07"    // one variation: after the root, one move
        "022e02686d0106ac020100310ee80700016500");
}

TEST_CASE("trees with variations and notes are read back equal") {
  Rng rng(4);
  for (int i = 0; i < 300; ++i) {
    const Variant v = i % 2 ? Variant::yari : Variant::shogi;
    const Game game = random_record(v, rng, static_cast<int>(rng() % 60), true);
    const Bytes blob = encode_notes(game.moves, game.unread);
    Game copy = new_game(v);
    NodeId node = root_node;
    for (const Move m : game.moves.main_moves()) node = copy.moves.add(node, m);
    const auto read = decode_notes(blob, v, copy.moves, copy.unread);
    INFO((read ? std::string() : read.error().message));
    REQUIRE(read);
    REQUIRE(copy.moves == game.moves);
    REQUIRE(copy.unread == game.unread);
    // The order that nodes were added in leaves no trace.
    REQUIRE(encode_notes(copy.moves, copy.unread) == blob);
  }
}

TEST_CASE("a variation a hundred thousand moves deep is stored") {
  Game game = game_of(Variant::shogi, "7g7f");
  NodeId node = root_node;
  for (int i = 0; i < 100'000; ++i) {
    node = game.moves.add(node, read_usi_move(i % 2 ? "3c3d" : "2g2f", Variant::shogi).value());
  }
  MoveTree copy = game_of(Variant::shogi, "7g7f").moves;
  std::string unread;
  REQUIRE(decode_notes(encode_notes(game.moves, ""), Variant::shogi, copy, unread));
  CHECK(copy.size() == game.moves.size());
}

TEST_CASE("damaged notes are refused or read, never a crash") {
  Rng rng(5);
  const Game game = random_record(Variant::yari, rng, 40, true);
  Bytes blob;
  for (int i = 0; blob.size() < 300; ++i) {
    const Game other = random_record(Variant::yari, rng, 40, true);
    blob = encode_notes(other.moves, other.unread);
  }
  const auto read = [&](ByteView bytes) {
    MoveTree tree = random_game<YariShogi>(rng, 10).moves;
    std::string unread;
    return decode_notes(bytes, Variant::yari, tree, unread).has_value();
  };
  for (std::size_t cut = 1; cut < blob.size(); ++cut) read(ByteView(blob).first(cut));
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    Bytes wrong = blob;
    wrong[rng() % wrong.size()] = static_cast<std::uint8_t>(rng());
    refused += read(wrong) ? 0 : 1;
    Bytes noise(rng() % 200);
    for (std::uint8_t& b : noise) b = static_cast<std::uint8_t>(rng());
    if (!noise.empty()) noise[0] = 1;
    read(noise);
  }
  CHECK(refused > 100);
}

TEST_CASE("a variation in the place of the game's ending is stored as one") {
  Game game = game_of(Variant::yari, "7g7f 3c3d");
  game.moves.end_main_line();
  const NodeId after = game.moves.add(2, *read_usi_move("2g2f", Variant::yari));
  game.moves.edit_note(after).comment = "instead";
  const auto read = [](ByteView blob) -> std::optional<MoveTree> {
    MoveTree tree = game_of(Variant::yari, "7g7f 3c3d").moves;
    std::string unread;
    return decode_notes(blob, Variant::yari, tree, unread) ? std::optional(tree) : std::nullopt;
  };
  const auto copy = read(encode_notes(game.moves, ""));
  REQUIRE(copy);
  CHECK(*copy == game.moves);
  CHECK(copy->main_plies() == 2);
  CHECK(copy->ended_at() == NodeId{2});
  // One variation of one move: after node 0, 1 or 2, and none that is not there.
  const std::string drop_of_pawn = "1880", drop_of_general = "9883";
  for (const char* parent : {"00", "01", "02"}) {
    CHECK(read(bytes_of(std::string("010001") + parent + "01" + drop_of_pawn)));
    CHECK_FALSE(read(bytes_of(std::string("010001") + parent + "01" + drop_of_general)));
  }
  for (const char* parent : {"03", "04", "05"})
    CHECK_FALSE(read(bytes_of(std::string("010001") + parent + "01" + drop_of_pawn)));
  // A note that says nothing is none.
  Game plain = game_of(Variant::yari, "7g7f 3c3d");
  plain.moves.edit_note(1);
  CHECK(encode_notes(plain.moves, "").empty());
}

TEST_CASE("tags are kept in order, spelling and number") {
  const std::vector<std::vector<Tag>> lists{
      {},
      {{"Black", "A"}, {"White", "B"}},
      {{"White", "B"}, {"black", "A"}, {"Black", "C"}, {"Event", ""}, {"Date", "1995.08.??"}},
      {{"Date", "23 Aug 1995"}, {"Date", "1995"}, {"Note", "歩"}},
      {{"Date", "????.??.??"}, {"Site", "S"}, {"Round", "1"}},
  };
  for (const auto& tags : lists) CHECK(put_together(take_apart(tags)) == tags);
  for (const char* date :
       {"1995", "1995.08", "1995-08-23", "1995/08/23", "19950823", "1995.8.3", "199508",
        "1995/08/23(木) 19:07:12", "0000", "2001.02.??", "2001.??.??"}) {
    const std::vector<Tag> tags{{"Date", date}};
    CHECK(put_together(take_apart(tags)) == tags);
  }
  CHECK(hex(take_apart({{"Event", "E"}, {"Date", "1995.08.23"}, {"X", "y"}}).layout) ==
        "03054576656e74"
        "050444617465"
        "000158");
}

TEST_CASE("a column or a form of a date that is not there is damage") {
  StoredTags stored;
  stored.date = 20010203;
  for (const std::uint8_t code : {std::uint8_t{63}, std::uint8_t{64}, std::uint8_t{255}}) {
    stored.layout = {code, 1, 'D'};
    CHECK_FALSE(put_together(stored));
  }
}

TEST_CASE("dates are read in every form that records use") {
  struct Row {
    const char* text;
    int date;
  };
  for (const Row& row : std::vector<Row>{{"1995-08-23", 19950823},
                                         {"1995.08.??", 19950800},
                                         {"1995.8.3", 19950803},
                                         {"1995/8", 19950800},
                                         {"19950823", 19950823},
                                         {"1995", 19950000},
                                         {"23 Aug 1995", 19950823},
                                         {"Aug 1995", 19950800},
                                         {"August 3, 1995", 19950803},
                                         {"1999/07/15(木) 19:07:12", 19990715},
                                         {"????.??.??", 0},
                                         {"", 0},
                                         {"199?", 0},
                                         {"1995.13.40", 0},
                                         {"2001.2.30", 0},
                                         {"03/04/2026", 0},
                                         {"1995.08.4294967299", 0},
                                         {"平成7年8月", 19950800},
                                         {"14.3.2026", 20260314},
                                         {"yesterday", 0}}) {
    INFO(row.text);
    CHECK(read_date(row.text).value_or(0) == row.date);
  }
  CHECK(write_date(19950800) == "1995-08");
  CHECK(earliest(19950000) == 19950101);
  CHECK(latest(19950800) == 19950831);
}

TEST_CASE("invalid UTF-8 never comes out of a database") {
  CHECK(to_valid_utf8("歩a") == "歩a");
  CHECK(to_valid_utf8("a\xFFz") == "a\xEF\xBF\xBDz");
  CHECK(to_valid_utf8("\xE6\xAD") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(to_valid_utf8("\xC0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(to_valid_utf8("\xED\xA0\x80").size() == 9);
}
