// Seeds and failing, shared by all targets.
#include "fuzz/fuzz.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "import/read_records.h"
#include "tests/support/random_game.h"

namespace yari::fuzz {
namespace {

template <class V>
Game annotated_game(test::Rng& rng) {
  Game game = test::random_game<V>(rng, 30 + static_cast<int>(rng() % 60));
  game.set_tag(tags::black, "Kuro \"先\" \\ {x}");
  game.set_tag(tags::date, "1995-08-??");
  game.result = GameResult::white_wins;
  game.ending = Ending::resignation;
  for (int i = 0; i < 5; ++i) {
    Note& note = game.moves.edit_note(static_cast<NodeId>(rng() % game.moves.size()));
    note.comment = "A comment (1-0) [x]\n先手";
    note.glyphs = {static_cast<std::uint8_t>(1 + rng() % 6)};
    note.spent_ms = static_cast<std::uint32_t>(rng() % 3'600'000);
  }
  const Move other = game.moves.move(game.moves.main_line().front());
  for (Move move : Position<V>::start().legal_moves()) {
    if (move == other) continue;
    game.moves.add(root_node, move);
    break;
  }
  return game;
}

}  // namespace

Target::Target(std::string_view called, void (*check_input)(std::string_view),
               std::vector<std::string> (*first_inputs)(),
               void (*change)(std::string&, std::string_view, std::uint64_t))
    : name(called), check(check_input), seeds(first_inputs), reshape(change) {
  targets().push_back(this);
}

std::vector<const Target*>& targets() {
  static std::vector<const Target*> all;
  return all;
}

void require(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

std::filesystem::path scratch_file(std::string_view name) {
  return std::filesystem::temp_directory_path() /
         ("yari-fuzz-" + std::to_string(getpid()) + std::string(name));
}

const std::vector<Game>& seed_games() {
  static const std::vector<Game> games = [] {
    std::vector<Game> all;
    test::Rng rng(1);
    for (int i = 0; i < 4; ++i) {
      all.push_back(annotated_game<YariShogi>(rng));
      all.push_back(annotated_game<Shogi>(rng));
    }
    const std::filesystem::path samples = std::filesystem::path(YARI_SOURCE_DIR) / "samples";
    RecordSource source({samples.string()});
    read_records(source, {}, [&](ReadRecord read) {
      if (read.result.game) all.push_back(std::move(*read.result.game));
      return all.size() < 40;
    });
    return all;
  }();
  return games;
}

}  // namespace yari::fuzz
