// Moves as people type them on the command line and on the page.
#include "notation/moves/typed_moves.h"

#include "notation/json/position_json.h"
#include "notation/moves/nearest_move.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"

namespace yari::test::typed_moves {

namespace {

std::string typed(std::string_view text, Variant v = Variant::shogi) {
  const Result<std::vector<Move>> moves = read_typed_moves(text, start_setup(v));
  if (!moves) return std::to_string(moves.error().offset) + ": " + moves.error().message;
  std::string out;
  for (const Move m : *moves) out += (out.empty() ? "" : " ") + write_usi_move(m, v);
  return out;
}

}  // namespace

TEST_CASE("typed moves are read in any case, width and notation") {
  for (const char* text :
       {"7g7f 3c3d 2g2f", "P-7f P-3d P-2f", "p-7f P-3D p2f", "1: P-7f P-3d 2: P-2f",
        "1) P-7f P-3d 2) P-2f", "1.P7f 2.P3d 3.P2f", "Pawn-7f pawn to 3d pawn 2g-2f",
        "７六歩 ３四歩 ２六歩", "▲７六歩△３四歩▲２六歩", "Ｐ－７ｆ　Ｐ－３ｄ　Ｐ－２ｆ",
        "１．P-7f P-3d ２．P-2f", "7G7F, 3c3d, P-2f", "7g-7f 3c-3d 2g2f", "7g 7f 3c to 3d 2g 2f",
        "1. P-7f... P-3d 2… P-2f"}) {
    CAPTURE(text);
    CHECK(typed(text) == "7g7f 3c3d 2g2f");
  }
  CHECK(typed("1. p-7f pawn-3d yari bishop x 3d", Variant::yari).find("expected") ==
        std::string::npos);
}

TEST_CASE("typed moves may take back on the square of the last move before them") {
  Position<Shogi> position = *Position<Shogi>::from(start_setup(Variant::shogi));
  const auto before = read_typed_moves("7g7f 3c3d 8h2b+", position.setup());
  REQUIRE(before);
  for (const Move m : *before) position.play(m);
  const Setup after = position.setup();
  const auto target = last_target_of(*before);
  CHECK(read_typed_moves("△同　銀", after, target) == read_typed_moves("3a2b", after));
  CHECK(read_typed_moves("同飛", after, target) == read_typed_moves("8b2b", after));
  CHECK(read_typed_moves("Sx", after, target) == read_typed_moves("3a2b", after));
  CHECK(read_typed_moves("同銀", after).error().message == "there is no move before it");
}

TEST_CASE("Japanese moves of either game are typed moves") {
  Rng rng(3);
  int moves = 0;
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    for (int game = 0; game < 40; ++game) {
      with_variant(v, [&]<class V>(V) {
        Position<V> position = *Position<V>::from(start_setup(v));
        std::optional<Square> last_target;
        for (int ply = 0; ply < 120; ++ply) {
          const MoveList legal = position.legal_moves();
          if (legal.empty()) return;
          for (const Move move : legal) {
            const std::string text = japanese_move(position, move, last_target);
            const auto read = read_typed_moves(text, position.setup(), last_target);
            CAPTURE(text, write_sfen(position.setup()));
            // 飛車 can be either rook of Yari Shogi: both moves are named, and none is taken.
            if (read)
              CHECK(read->front() == move);
            else
              CHECK_THAT(read.error().message, Contains(write_usi_move(move, v)));
            ++moves;
          }
          const Move played = legal[static_cast<int>(rng() % static_cast<unsigned>(legal.size()))];
          last_target = played.to();
          position.play(played);
        }
      });
    }
  }
  CHECK(moves > 100'000);
}

TEST_CASE("an error in typed moves says where it is and what may be meant") {
  CHECK(typed("P-7f P-3d P-2k") ==
        "10: expected a move of Shogi like 7g7f, P-7f or ７六歩, found 'P-2k'; did you mean P-2f?");
  CHECK(typed("P-2e") == "0: no pawn of Black can go to 2e; did you mean P-2f?");
  CHECK(typed("2g2e").ends_with("; did you mean 2g2f?"));
  CHECK(typed("nonsense") ==
        "0: expected a move of Shogi like 7g7f, P-7f or ７六歩, found 'nonsense'");
}

TEST_CASE("what is far from every move is near none") {
  const Position<Shogi> start = Position<Shogi>::start();
  CHECK(nearest_moves(start, "P-2k") == "P-2f");
  CHECK(nearest_moves(start, "Q-7f") == "P-7f");
  CHECK(nearest_moves(start, "hello").empty());
  CHECK(nearest_moves(start, "x").empty());
}

}  // namespace yari::test::typed_moves
