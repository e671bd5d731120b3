#include "tests/pages/sample_games.h"

#include <stdexcept>

#include "analysis/annotate/annotate.h"
#include "analysis/engine/builtin.h"
#include "notation/hodges/hodges.h"
#include "tests/support/random_game.h"

namespace yari::test {

namespace {

// Plays `game` on from its start; one move in eight is any legal one.
template <class V>
void play_on(Game& game, Engine& engine, Rng& rng, int plies) {
  Line<V> line(*Position<V>::from(game.start), game.rules);
  NodeId node = root_node;
  std::vector<Move> moves;
  while (static_cast<int>(moves.size()) < plies && !line.outcome()) {
    const Move move = rng() % 8 == 0
                          ? random_move(line.position(), rng)
                          : engine.analyze({game.start, moves, game.rules}, {.nodes = 1500}).best();
    node = game.moves.add(node, move);
    moves.push_back(move);
    line.play(move);
  }
  if (const auto outcome = line.outcome()) {
    game.result = outcome->result;
    game.ending = outcome->ending;
  }
}

constexpr std::string_view plain_record = R"([Variant "Yari Shogi"]
[Black "Anna"]
[White "Bert"]
[Date "2024.05.01"]
[Event "Club evening"]
[Result "1-0"]

{The start.} 1. P-7f! {Takes the {corner\}.} P-3d (P-5d? P-2f (P-4f P-4d) P-5e) (G-4b)
2. P-2f P-1d!? {A waiting move.} 3. P-2e?! P-1e?? (P-5d) 1-0
)";

}  // namespace

Game annotated_game(const Setup& start, unsigned seed) {
  BuiltinEngine engine({.hash_mib = 4});
  for (Rng rng(seed);;) {
    Game game = new_game(start.variant);
    game.start = start;
    game.set_tag(tags::black, "Yaribase (1,500 nodes)");
    game.set_tag(tags::white, "Yaribase with lapses");
    game.set_tag(tags::event, "Self-play");
    game.set_tag(tags::date, "2024.05.0" + std::to_string(seed % 9 + 1));
    with_variant(start.variant, [&]<class V>(V) { play_on<V>(game, engine, rng, 100); });
    if (game.moves.main_plies() < 40) continue;
    const Annotation annotation = annotate(game, engine, {.nodes = 1500});
    if (annotation.players[0].blunders + annotation.players[1].blunders > 0) return annotation.game;
  }
}

Evaluation evaluation(int score, bool mate) {
  Evaluation e;
  e.score = score;
  e.mate = mate;
  return e;
}

Game plain_game() {
  const ReadResult result = read_hodges(plain_record, {.strict = true, .variant = Variant::yari});
  if (!result.game) throw std::logic_error(result.diagnostics.at(0).message);
  return *result.game;
}

Game hostile_game() {
  const std::string text(hostile_text);
  Game game = plain_game();
  for (Tag& tag : game.tags) tag.value = text;
  game.tags.push_back({"Annotator", text + "\xFF\xC0"});
  for (NodeId node = 0; node < game.moves.size(); ++node) {
    Note& note = game.moves.edit_note(node);
    note.before = text;
    note.comment = text;
    note.bookmark = text;
  }
  game.unread = text;
  return game;
}

}  // namespace yari::test
