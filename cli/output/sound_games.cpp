#include "cli/output/sound_games.h"

#include <fmt/format.h>

#include "db/skipped_games.h"
#include "db/store/error.h"

namespace yari::cli {

std::optional<Game> SoundGames::load(GameId id) {
  try {
    return games_.load_game(id);
  } catch (const DamagedGame& error) {
    terminal_.message(fmt::format("game {} is left out: {}", id, error.what()));
    all_sound_ = false;
    return std::nullopt;
  }
}

bool tell_skipped_games(Terminal& terminal, Database& games) {
  const std::vector<std::string> damaged = take_skipped_games(games);
  for (const std::string& sentence : damaged) terminal.message(sentence);
  return damaged.empty();
}

}  // namespace yari::cli
