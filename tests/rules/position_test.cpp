// Legality and keys: properties on random games, and the restrictions one by one.
#include "rules/position.h"

#include <algorithm>
#include <random>

#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"

namespace yari {
namespace {

template <class V>
Position<V> position(std::string_view sfen) {
  const Result<Setup> setup = read_sfen(sfen, V::info.variant);
  REQUIRE(setup.has_value());
  const auto result = Position<V>::from(*setup);
  REQUIRE(result.has_value());
  return *result;
}

template <class V>
MoveFault fault(std::string_view sfen, std::string_view usi) {
  return position<V>(sfen).fault_of(*read_usi_move(usi, V::info.variant));
}

std::vector<std::uint16_t> sorted_bits(const MoveList& list) {
  std::vector<std::uint16_t> bits;
  for (Move m : list) bits.push_back(m.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

TEST_CASE("bits are counted alike with the processor's instruction and without") {
  std::mt19937_64 rng(3);
  for (int round = 0; round < 10'000; ++round) {
    const std::uint64_t few = rng() & rng() & rng();
    for (const std::uint64_t bits : {few, ~few, rng(), std::uint64_t{1} << round % 64}) {
      int expected = 0;
      for (std::uint64_t rest = bits; rest != 0; rest &= rest - 1) ++expected;
      REQUIRE(count_ones(bits) == expected);
      if (has_count_instruction()) REQUIRE(count_ones_by_instruction(bits) == expected);
    }
  }
  CHECK(count_ones(0) == 0);
  CHECK(count_ones(~std::uint64_t{0}) == 64);
}

TEMPLATE_TEST_CASE("a move is in the list if and only if it is legal, for all 65536 moves", "",
                   YariShogi, Shogi) {
  test::Rng rng(11);
  int ply = 0;
  for (int game = 0; game < 6; ++game) {
    test::play_random_game<TestType>(rng, 150, [&](const Position<TestType>& p) {
      if (++ply % 5 != 0) return;
      std::vector<std::uint16_t> legal;
      for (int bits = 0; bits <= 0xFFFF; ++bits) {
        if (p.is_legal(Move::from_bits(static_cast<std::uint16_t>(bits)))) {
          legal.push_back(static_cast<std::uint16_t>(bits));
        }
      }
      REQUIRE(sorted_bits(p.legal_moves()) == legal);
    });
  }
}

TEMPLATE_TEST_CASE("counts, parts and reversed lookups agree with the list of moves", "", YariShogi,
                   Shogi) {
  test::Rng rng(12);
  for (int game = 0; game < 20; ++game) {
    test::play_random_game<TestType>(rng, 200, [](const Position<TestType>& p) {
      const MoveList all = p.legal_moves();
      REQUIRE(p.count_legal_moves() == all.size());
      REQUIRE(p.has_legal_move() == !all.empty());
      MoveList parts;
      p.tactical_moves(parts);
      for (Move m : parts) REQUIRE((p.is_capture(m) || m.promotes()));
      p.quiet_moves(parts);
      REQUIRE(sorted_bits(parts) == sorted_bits(all));
      for (Move m : all) {
        if (m.is_drop()) continue;
        MoveList found;
        p.legal_moves_to(m.to(), p.moved_kind(m), found);
        REQUIRE(found.has(m));
      }
    });
  }
}

TEMPLATE_TEST_CASE("keys and checks kept while playing equal those computed afresh", "", YariShogi,
                   Shogi) {
  test::Rng rng(13);
  for (int game = 0; game < 30; ++game) {
    Position<TestType> p = Position<TestType>::start();
    for (int ply = 0; ply < 200 && p.has_legal_move(); ++ply) {
      const Move move = test::random_move(p, rng);
      const Key expected = p.key_after(move);
      const bool check = p.gives_check(move);
      p.play(move);
      const Position<TestType> fresh = Position<TestType>::from_unchecked(p.setup());
      REQUIRE(p.key() == fresh.key());
      REQUIRE(p.key() == expected);
      REQUIRE(p.in_check() == check);
      REQUIRE(p.checkers() == fresh.checkers());
      REQUIRE(p.checkers() == p.attackers(p.general_square(p.side_to_move()), ~p.side_to_move()));
      REQUIRE(p.same_position(fresh));
      REQUIRE(faults_of(p.setup()).empty());
    }
  }
}

TEMPLATE_TEST_CASE("a hand larger than any set has a key, and keeps it while pieces are dropped",
                   "", YariShogi, Shogi) {
  Setup setup = start_setup(TestType::info.variant);
  const Key none = Position<TestType>::from_unchecked(setup).key();
  setup.board[Square::at(3, 6)] = Piece::none();  // a file for Black's pawns
  for (Kind k : {pawn, TestType::info.hand_order[0]}) setup.hands[Color::black].add(k, 60);
  Position<TestType> p = Position<TestType>::from_unchecked(setup);
  REQUIRE(p.key() != none);
  setup.hands[Color::black].add(pawn, 1);
  CHECK(Position<TestType>::from_unchecked(setup).hands_key() == p.hands_key());
  const Move drop = Move::drop(pawn, Square::at(3, 5));
  REQUIRE(p.is_legal(drop));
  const Key expected = p.key_after(drop);
  p.play(drop);
  CHECK(p.key() == expected);
  CHECK(p.key() == Position<TestType>::from_unchecked(p.setup()).key());
}

TEMPLATE_TEST_CASE("attacked squares are those that have attackers", "", YariShogi, Shogi) {
  test::Rng rng(14);
  for (int game = 0; game < 5; ++game) {
    test::play_random_game<TestType>(rng, 120, [](const Position<TestType>& p) {
      for (Color c : both_colors) {
        const auto attacked = p.attacked(c, p.occupied());
        for (Square s : Bitboard<TestType>::all()) {
          REQUIRE(attacked.has(s) == !p.attackers(s, c).empty());
        }
      }
    });
  }
}

TEST_CASE("position keys never change, for databases hold them") {
  CHECK(Position<YariShogi>::start().key() == 0x22EA57FA255C8040u);
  CHECK(Position<Shogi>::start().key() == 0x7D390893A636F364u);
  CHECK(position<YariShogi>("1n5/r2k3/pp2Np1/2p1p1+B/6p/7/PP+n1PPP/2R4/1K4R w R2BPbn2p 52").key() ==
        0x30FA66ADE37EC734u);
  CHECK(
      position<Shogi>("lnksRb2+P/7+N1/1ppp1p2p/p6r1/9/2P6/PPNP1PP1P/2S1pS3/L1GK1G1NL b GL2PSgpb 69")
          .key() == 0x65BC00D29EF7F2C4u);
}

TEST_CASE("move numbers are no part of a position, hands and side to move are") {
  const std::string board = "3k3/7/7/7/7/7/7/7/3K3";
  CHECK(position<YariShogi>(board + " b P 1").key() ==
        position<YariShogi>(board + " b P 99").key());
  CHECK(position<YariShogi>(board + " b P 1").key() != position<YariShogi>(board + " w P 1").key());
  CHECK(position<YariShogi>(board + " b P 1").key() != position<YariShogi>(board + " b p 1").key());
  CHECK(
      position<YariShogi>(board + " b P 1").same_position(position<YariShogi>(board + " b P 99")));
  for (const char* other : {" w P 1", " b p 1", " b - 1"})
    CHECK_FALSE(
        position<YariShogi>(board + " b P 1").same_position(position<YariShogi>(board + other)));
  const auto with = position<YariShogi>(board + " b 2Pr 1");
  CHECK((with.key() ^ with.hands_key()) == position<YariShogi>(board + " b - 1").key());
}

TEST_CASE("move bits never change, for databases hold them") {
  CHECK(Move::board(Square::at(6, 6), Square::at(6, 5)).bits() == (59 | 60 << 7));
  CHECK(Move::board(Square::at(0, 3), Square::at(0, 2), true).bits() == (2 | 3 << 7 | 1 << 14));
  CHECK(Move::drop(YariShogi::YR, Square::at(4, 4)).bits() == (40 | 3 << 7 | 1 << 15));
}

TEST_CASE("each restriction on a move has its own name") {
  using Y = YariShogi;
  const std::string start(Y::info.start);
  CHECK(fault<Y>(start, "7g7f") == MoveFault::legal);
  CHECK(fault<Y>(start, "7f7e") == MoveFault::nothing_there);
  CHECK(fault<Y>(start, "7c7d") == MoveFault::not_your_piece);
  CHECK(fault<Y>(start, "7i7g") == MoveFault::own_piece_on_target);
  CHECK(fault<Y>(start, "7g7e") == MoveFault::cannot_reach);
  CHECK(fault<Y>(start, "7g7f+") == MoveFault::cannot_promote);
  CHECK(fault<Y>(start, "P*5e") == MoveFault::not_in_hand);
  CHECK(fault<Y>("3k3/P6/7/7/7/7/7/7/3K3 b - 1", "7b7a") == MoveFault::must_promote);
  CHECK(fault<Y>("3k3/R6/7/7/7/7/7/7/4K2 b - 1", "7b7a") == MoveFault::legal);
  CHECK(fault<Y>("3k3/7/7/7/7/7/7/7/3K3 b P 1", "P*7a") == MoveFault::dead_drop);
  CHECK(fault<Y>("3k3/7/7/7/7/7/7/7/3K3 b NBR 1", "N*7a") == MoveFault::dead_drop);
  CHECK(fault<Y>("3k3/7/7/7/7/7/7/7/3K3 b NBR 1", "B*7a") == MoveFault::dead_drop);
  CHECK(fault<Y>("3k3/7/7/7/7/7/7/7/3K3 b NBR 1", "R*7a") == MoveFault::legal);
  CHECK(fault<Y>("3k3/7/7/7/7/7/7/7/3K3 b NBR 1", "N*7b") == MoveFault::legal);
  CHECK(fault<Y>("3k3/7/7/7/7/7/P6/7/3K3 b P 1", "P*7e") == MoveFault::two_pawns);
  CHECK(fault<Y>("3k3/7/7/7/7/7/+P6/7/3K3 b P 1", "P*7e") == MoveFault::legal);
  CHECK(fault<Y>("3k3/7/7/7/7/7/7/7/3K3 b P 1", "P*4i") == MoveFault::target_occupied);
  CHECK(fault<Y>("3k3/3r3/7/7/7/7/7/3B3/3K3 b - 1", "4h5g") == MoveFault::leaves_general_in_check);
  CHECK(fault<Y>("3k3/3r3/7/7/7/7/7/3B3/3K3 b - 1", "4h4b+") == MoveFault::legal);
  CHECK(fault<Y>("3k3/3r3/7/7/7/7/7/7/3K3 b P 1", "4i4h") == MoveFault::leaves_general_in_check);
}

TEMPLATE_TEST_CASE("squares and kinds beyond the game are named as such", "", YariShogi, Shogi) {
  const Position<TestType>& start = Position<TestType>::start();
  const int squares = TestType::info.squares();
  const auto fault = [&](Move m) { return start.fault_of(m); };
  const Square here(0), last(squares - 1), beyond(squares);
  CHECK(fault(Move::board(here, beyond)) == MoveFault::no_such_square);
  CHECK(fault(Move::board(beyond, here)) == MoveFault::no_such_square);
  CHECK(fault(Move::board(Square(127), here)) == MoveFault::no_such_square);
  CHECK(fault(Move::board(last, here)) != MoveFault::no_such_square);
  CHECK(fault(Move::board(here, last)) != MoveFault::no_such_square);
  CHECK(fault(Move::drop(pawn, last)) == MoveFault::not_in_hand);
  CHECK(fault(Move::drop(pawn, beyond)) == MoveFault::no_such_square);
  for (const Kind kind : {general, TestType::PP})
    CHECK(fault(Move::drop(kind, here)) == MoveFault::no_such_square);
  // A drop has no promotion, and no more than the bits of a kind.
  const auto drop_with = [&](int bit) {
    return Move::from_bits(static_cast<std::uint16_t>(Move::drop(pawn, here).bits() | 1 << bit));
  };
  CHECK(fault(drop_with(14)) == MoveFault::cannot_promote);
  CHECK(fault(drop_with(11)) == MoveFault::no_such_square);
}

TEST_CASE("a kind that Yari Shogi lacks cannot be dropped") {
  for (const Kind kind : {Shogi::G, Shogi::B, Shogi::R})
    CHECK(Position<YariShogi>::start().fault_of(Move::drop(kind, Square(0))) ==
          MoveFault::no_such_square);
}

TEST_CASE("a side without a king is never in check, and the other can give none to it") {
  auto p = position<Shogi>("4k4/9/9/9/r8/9/9/9/9 b RP 1");
  CHECK(p.checkers().empty());
  CHECK(p.pinned().empty());
  CHECK(p.is_legal(*read_usi_move("P*9f", Variant::shogi)));
  CHECK(p.gives_check(*read_usi_move("R*5b", Variant::shogi)));
  CHECK(p.legal_moves().size() == 79 + 71);  // drops of the rook and of the pawn
  p.play(*read_usi_move("R*1a", Variant::shogi));
  CHECK(p.in_check());
  p.play(*read_usi_move("5a5b", Variant::shogi));
  CHECK_FALSE(p.in_check());
  auto white = position<Shogi>("4k4/9/9/9/r8/9/9/9/9 w - 1");
  CHECK_FALSE(white.gives_check(*read_usi_move("9e9i", Variant::shogi)));
}

TEMPLATE_TEST_CASE("a null move passes the turn and changes nothing else", "", YariShogi, Shogi) {
  Position<TestType> p = Position<TestType>::start();
  p.play_null();
  Setup expected = start_setup(TestType::info.variant);
  expected.side_to_move = Color::white;
  expected.move_number = 2;
  CHECK(p.setup() == expected);
  CHECK(p.key() == Position<TestType>::from_unchecked(expected).key());
}

TEST_CASE("a list of moves keeps those that are wanted, in their order") {
  MoveList list = Position<Shogi>::start().legal_moves();
  const MoveList all = list;
  list.keep_if([](Move m) { return m.to().rank() == 5; });
  CHECK(list.size() == 9);
  for (const Move m : all) CHECK(list.has(m) == (m.to().rank() == 5));
  CHECK(std::is_sorted(list.begin(), list.end(), [&](Move a, Move b) {
    return std::find(all.begin(), all.end(), a) < std::find(all.begin(), all.end(), b);
  }));
  list.clear();
  CHECK(list.empty());
  list.push(all[0]);
  CHECK(list[0] == all[0]);
}

TEST_CASE("a pinned piece that can move alone keeps a side from being stuck") {
  const auto p = position<Shogi>("l3k4/9/9/9/9/9/1gn6/R8/K8 b - 1");
  REQUIRE(p.pinned().has(Square::at(8, 7)));
  CHECK(p.has_legal_move());
  CHECK(p.legal_moves().size() == 7 + 3);  // up the file to the lance, on three squares promoted
  CHECK(p.count_legal_moves() == 10);
}

TEST_CASE("a pawn drop that leaves the other side without a move, and gives no check, is legal") {
  const std::string sfen = "8k/6G2/9/9/9/9/9/9/4K4 b P 1";
  CHECK(fault<Shogi>(sfen, "P*1c") == MoveFault::legal);
  auto p = position<Shogi>(sfen);
  CHECK(p.legal_moves().has(*read_usi_move("P*1c", Variant::shogi)));
  p.play(*read_usi_move("P*1c", Variant::shogi));
  CHECK(p.is_stalemate());
}

TEST_CASE("mate and stalemate are told apart") {
  const auto mated = position<Shogi>("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
  CHECK((mated.is_mate() && !mated.is_stalemate()));
  const auto stuck = position<Shogi>("k8/9/K8/9/9/9/9/9/1R7 w - 1");
  CHECK((stuck.is_stalemate() && !stuck.is_mate()));
  CHECK_FALSE(Position<Shogi>::start().is_mate());
  CHECK_FALSE(Position<Shogi>::start().is_stalemate());
}

TEST_CASE("tactical moves are captures and promotions, and all others are quiet") {
  const auto p = position<Shogi>("4k4/9/9/1p7/1P7/9/9/9/4K4 b G 1");
  MoveList tactical, quiet;
  p.tactical_moves(tactical);
  p.quiet_moves(quiet);
  CHECK(tactical.size() == 1);  // 8e8d, which is outside the zone
  CHECK(tactical.has(*read_usi_move("8e8d", Variant::shogi)));
  CHECK(quiet.size() == p.count_legal_moves() - 1);
  CHECK(quiet.has(*read_usi_move("G*5b", Variant::shogi)));
  CHECK_FALSE(quiet.has(*read_usi_move("8e8d", Variant::shogi)));
}

TEST_CASE("a position made of a faulty setup gives the faults") {
  const auto made = Position<YariShogi>::from(*read_sfen("7/7/7/7/7/7/7/7/7 b - 1", Variant::yari));
  REQUIRE_FALSE(made);
  CHECK(made.error() == std::vector<std::string>{"Black has no general", "White has no general"});
}

TEST_CASE("against two checks at once the general alone can move") {
  // A rook and a bishop give check; a gold could step between, and a lance could take the bishop.
  const auto p = position<Shogi>("4r3k/9/9/9/8b/9/9/9/4K3L b G 1");
  REQUIRE(p.checkers().has_several());
  for (const char* move : {"G*5h", "G*3g", "1i1e"})
    CHECK_FALSE(p.is_legal(*read_usi_move(move, Variant::shogi)));
  CHECK(p.is_legal(*read_usi_move("5i6i", Variant::shogi)));
  for (const Move m : p.legal_moves())
    CHECK((!m.is_drop() && m.from() == p.general_square(Color::black)));
}

TEST_CASE("a pawn drop may mate in Yari Shogi and may not in Shogi") {
  // The general on 1a is walled in; a pawn on 1b, guarded from below, mates.
  CHECK(fault<YariShogi>("5nk/5b1/5B1/7/7/7/7/7/3K3 b P 1", "P*1b") == MoveFault::legal);
  const std::string shogi = "7nk/7p1/8S/9/9/9/9/9/4K4 b P 1";
  CHECK(fault<Shogi>(shogi, "P*1b") == MoveFault::pawn_drop_mate);
  CHECK_FALSE(position<Shogi>(shogi).legal_moves().has(*read_usi_move("P*1b", Variant::shogi)));
  // Unguarded it is no mate: the king takes it.
  CHECK(fault<Shogi>("7nk/7p1/9/9/9/9/9/9/4K4 b P 1", "P*1b") == MoveFault::legal);
  // A pawn that moves there may mate.
  CHECK(fault<Shogi>("7nk/7p1/7SP/9/9/9/9/9/4K4 b - 1", "1c1b") == MoveFault::legal);
}

TEST_CASE("a knight of Shogi must promote on the last two ranks, a yari knight on the last alone") {
  CHECK(fault<Shogi>("4k4/9/9/1N7/9/9/9/9/4K4 b - 1", "8d7b") == MoveFault::must_promote);
  CHECK(fault<Shogi>("4k4/9/9/1N7/9/9/9/9/4K4 b - 1", "8d7b+") == MoveFault::legal);
  CHECK(fault<YariShogi>("3k3/7/7/1N5/7/7/7/7/3K3 b - 1", "6d5b") == MoveFault::legal);
  CHECK(fault<YariShogi>("3k3/7/7/1N5/7/7/7/7/3K3 b - 1", "6d6a") == MoveFault::must_promote);
}

TEST_CASE("a captured piece goes to hand unpromoted") {
  auto p = position<YariShogi>("3k3/7/7/7/+b6/P6/7/7/3K3 b - 1");
  p.play(*read_usi_move("7f7e", Variant::yari));
  CHECK(p.hand(Color::black).count(YariShogi::YB) == 1);
  CHECK(write_sfen(p.setup()) == "3k3/7/7/7/P6/7/7/7/3K3 w B 2");
}

}  // namespace
}  // namespace yari
