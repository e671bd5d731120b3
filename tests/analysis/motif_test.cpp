// What a move does, in words: positions drawn for each, and neighbours where it does not.
#include "analysis/annotate/motif.h"

#include "analysis/annotate/annotate.h"
#include "tests/analysis/play.h"

namespace yari::test {

namespace {

template <class V>
std::vector<Move> moves_of(std::initializer_list<const char*> texts) {
  std::vector<Move> moves;
  for (const char* text : texts) moves.push_back(*read_usi_move(text, V::info.variant));
  return moves;
}

template <class V = Shogi>
std::string motif(const char* sfen, const char* move, const char* answer = nullptr) {
  const Move reply = answer ? *read_usi_move(answer, V::info.variant) : Move::none();
  return motif_text(position<V>(sfen), *read_usi_move(move, V::info.variant),
                    answer ? std::optional(reply.to()) : std::nullopt);
}

std::string explained(const char* sfen, const char* played,
                      std::initializer_list<const char*> answers,
                      std::initializer_list<const char*> better) {
  return explanation(position<Shogi>(sfen), *read_usi_move(played, Variant::shogi),
                     moves_of<Shogi>(answers), moves_of<Shogi>(better));
}

}  // namespace

TEST_CASE("the most telling thing that a move does is said") {
  CHECK(motif("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b") == "mates");
  CHECK(motif("3k1g3/9/9/9/9/9/9/9/4K4 b N 1", "N*5c") == "forks the king and the gold");
  CHECK(motif("3k1p3/9/9/9/9/9/9/9/4K4 b N 1", "N*5c") == "");
  // The king is attacked, whoever stands beside it.
  CHECK(motif("3k1g3/3g5/9/9/9/9/9/9/4K4 b N 1", "N*5c") == "forks the king and the gold");
  // Taken, it forks nothing.
  CHECK(motif("3k1g3/4r4/9/9/9/9/9/9/4K4 b N 1", "N*5c", "5b5c") == "");
  CHECK(motif("4k4/4g4/9/9/9/9/9/9/4K4 b L 1", "L*5h") == "pins the gold to the king");
  CHECK(motif("4k4/9/9/9/4s4/9/9/4R4/4K4 b - 1", "5h5e") ==
        "takes the silver, which nobody guards");
  CHECK(motif("4k4/9/4l4/9/4r4/9/4L4/9/4K4 b - 1", "5g5e") == "takes the rook");
  // A lance for a pawn that is guarded wins nothing.
  CHECK(motif("4k4/9/4l4/9/4p4/9/4L4/9/4K4 b - 1", "5g5e", "5c5e") == "");
  CHECK(motif("4k4/9/9/4P4/9/9/9/9/4K4 b G 1", "5d5c") == "threatens mate");
  CHECK(motif("4k4/9/9/4P4/9/9/9/9/4K4 b P 1", "5d5c") == "");
}

TEST_CASE("in Yari Shogi pieces have their own names") {
  CHECK(motif<YariShogi>("3k3/7/7/3r3/7/7/7/3R3/3K3 b - 1", "4h4d") ==
        "takes the yari rook, which nobody guards");
}

TEST_CASE("an explanation says what can be answered, and what was missed") {
  CHECK(explained("3k1g3/9/9/9/4r4/9/9/8P/4R3K b N 1", "1h1g", {"5e5i+"}, {"N*5c"}) ==
        "Rx5i+ takes the rook, which nobody guards. N*5c forks the king and the gold");
  // The same move is not missed.
  CHECK(explained("3k1g3/9/9/9/9/9/9/8P/8K b N 1", "N*5c", {}, {"N*5c"}) == "");
}

TEST_CASE("a piece that has to move again has lost a tempo") {
  CHECK(explained("4k4/9/9/4p4/9/4R4/9/9/4K4 b - 1", "5f5e", {"5d5e"}, {}) ==
        "Px5e takes the rook, which nobody guards");
  CHECK(explained("4k4/9/4p4/9/9/4R4/9/9/4K4 b - 1", "5f5e", {"5c5d", "5e5f"}, {}) ==
        "P-5d attacks the rook, which must move again");
  // A rook that attacks a silver costs nobody a move.
  CHECK(explained("r3k4/9/9/9/9/4S4/9/9/4K4 b - 1", "5f5e", {"9a9e", "5e5d"}, {}) == "");
  // Another piece moves.
  CHECK(explained("4k4/9/4p4/9/9/4R4/9/9/4K4 b - 1", "5f5e", {"5c5d", "5i5h"}, {}) == "");
}

TEST_CASE("comments explain where that is asked for, and are replaced all the same") {
  // Black gives the rook away.
  Game game = new_game(Variant::shogi);
  game.start = *read_sfen("4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1", Variant::shogi);
  NodeId node = root_node;
  for (const char* move : {"5h5f", "5a4a", "5i4i"})
    node = game.moves.add(node, *read_usi_move(move, Variant::shogi));
  BuiltinEngine engine;
  AnnotateOptions options;
  options.decided = 0;
  const auto comment = [&](const Game& of, bool explain) {
    options.explain = explain;
    const Annotation annotation = annotate(of, engine, nodes(2000), options);
    const Note* note = annotation.game.moves.note(1);
    return std::pair(note ? note->comment : "", annotation.game);
  };
  const auto [plain, once] = comment(game, false);
  const auto [explained_text, twice] = comment(once, true);
  CHECK_THAT(plain, Contains("lunder: win chance") && !Contains("takes the rook"));
  CHECK_THAT(explained_text, Contains(" %. Px5f takes the rook, which nobody guards. "));
  CHECK_THAT(explained_text, Contains(". Better: "));
  CHECK(std::ranges::count(explained_text, '\n') == 0);
  // The answer is a variation beside the move of the game.
  std::vector<Move> next;
  for (NodeId n = twice.moves.any_child(1); n != no_node; n = twice.moves.next_sibling(n))
    next.push_back(twice.moves.move(n));
  CHECK(std::ranges::count(next, *read_usi_move("5e5f", Variant::shogi)) == 1);
}

}  // namespace yari::test
