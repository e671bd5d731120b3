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
  // What is taken in the next move forks nothing, neither the opponent's answer nor what was
  // missed.
  CHECK(explained("3k1g3/4r4/9/9/9/9/9/8P/8K b N 1", "1h1g", {}, {"N*5c"}) ==
        "N*5c forks the king and the gold");
  CHECK(explained("3k1g3/4r4/9/9/9/9/9/8P/8K b N 1", "1h1g", {}, {"N*5c", "5b5c", "1i2i"}) == "");
  CHECK(explained("k8/9/9/9/9/9/9/4R4/3K1G2P b n 1", "1i1h", {"N*5g"}, {}) ==
        "N*5g forks the king and the gold");
  CHECK(explained("k8/9/9/9/9/9/9/4R4/3K1G2P b n 1", "1i1h", {"N*5g", "5h5g", "9a9b"}, {}) == "");
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

TEST_CASE("what is worth a word, and what is said first") {
  // A pawn is not, nor a lance for a pawn; a knight is.
  CHECK(motif("4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1", "5h5e") == "");
  CHECK(motif("4k4/9/9/9/4n4/9/9/4R4/4K4 b - 1", "5h5e") ==
        "takes the knight, which nobody guards");
  // The king comes first and then what is worth most, wherever they stand.
  for (const char* sfen : {"9/9/9/3k1r3/9/3g5/9/9/4K4 b S 1", "9/9/9/3r1k3/9/5g3/9/9/4K4 b S 1"})
    CHECK(motif(sfen, "S*5e") == "forks the king and the rook");
  for (const char* sfen : {"8k/9/9/3g1r3/9/9/9/9/4K4 b S 1", "8k/9/9/3r1g3/9/9/9/9/4K4 b S 1"})
    CHECK(motif(sfen, "S*5e") == "forks the rook and the gold");
  // What is guarded must be worth more than what attacks it; a silver that nobody guards need not.
  CHECK(motif("2gn1k3/9/9/9/9/9/9/9/4K4 b N 1", "N*5c") == "");
  CHECK(motif("3n1k3/9/9/9/9/9/9/9/4K4 b N 1", "N*5c") == "forks the king and the knight");
  CHECK(motif("9/4s4/9/9/8k/9/9/9/K8 b R 1", "R*5e") == "forks the king and the silver");
  CHECK(motif("4g4/4s4/9/9/8k/9/9/9/K8 b R 1", "R*5e") == "");
}

TEST_CASE("a check threatens no mate and pins nothing, and what is taken neither") {
  // A gold on 5b would mate if White did nothing: after a check that cannot be.
  CHECK(motif("4k4/9/4P4/9/9/9/9/9/4K3R b G 1", "1i1a") == "");
  // The lance has pinned the gold; the rook gives check.
  CHECK(motif("4k4/4g4/9/9/9/9/9/4L4/3K4R b - 1", "1i1a") == "");
  CHECK(motif("4k4/4g4/9/9/9/9/9/9/4K4 b L 1", "L*5h", "5b5h") == "");
  CHECK(motif("4k4/9/9/4P4/9/9/9/9/4K4 b G 1", "5d5c", "5a5c") == "");
  // What was pinned before is not pinned by a move elsewhere, and a promotion takes nothing.
  CHECK(motif("4k4/4g4/9/9/9/9/8P/4L4/3K5 b - 1", "1g1f") == "");
  CHECK(motif("k8/9/9/4P4/9/9/9/9/4K4 b - 1", "5d5c+") == "");
  // A pawn that is pinned is not worth a word.
  CHECK(motif("4k4/4p4/9/9/9/9/9/9/4K4 b L 1", "L*5h") == "");
}

TEST_CASE("no tempo is lost to a check, to a piece worth as much or to one that attacks nothing") {
  // The silver uncovers the rook's check.
  CHECK(explained("k3r4/9/9/4s4/9/9/5R3/9/4K4 b - 1", "4g4f", {"5d4e", "4f4g"}, {}) == "");
  CHECK(explained("k8/9/9/4s4/9/9/5R3/9/4K4 b - 1", "4g4f", {"5d4e", "4f4g"}, {}) ==
        "S-4e attacks the rook, which must move again");
  CHECK(explained("k7r/9/9/9/9/9/5R3/9/4K4 b - 1", "4g4f", {"1a1f", "4f4g"}, {}) == "");
  CHECK(explained("k8/9/9/4s4/9/9/5R3/9/4K4 b - 1", "4g4f", {"5d6e", "4f4g"}, {}) == "");
  // One move of the opponent's is not enough to say so.
  CHECK(explained("k8/9/9/4s4/9/9/5R3/9/4K4 b - 1", "4g4f", {"5d4e"}, {}) == "");
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
