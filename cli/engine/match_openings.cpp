// Openings of a match from a file or from the games of a database.
#include "cli/engine/match_openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "analysis/engine/replayed.h"
#include "cli/output/sound_games.h"
#include "cli/terminal/failure.h"
#include "cli/terminal/text_file.h"
#include "text/text.h"

namespace yari::cli {

namespace {

/// The opening's last position; no value where the game is shorter or over by then.
std::optional<Key> last_key(const GamePosition& opening) {
  return with_variant(opening.start.variant, [&]<class V>(V) -> std::optional<Key> {
    const Line<V> line = replayed<V>(opening);
    if (line.outcome()) return std::nullopt;
    return line.position().key();
  });
}

std::optional<GamePosition> opening_of(const Game& game, int plies) {
  GamePosition opening{game.start, {}};
  NodeId node = root_node;
  for (int ply = 0; ply < plies; ++ply) {
    node = game.moves.first_child(node);
    if (node == no_node) return std::nullopt;
    opening.moves.push_back(game.moves.move(node));
  }
  return opening;
}

}  // namespace

std::vector<GamePosition> openings_of_file(const std::string& file, Variant variant) {
  std::vector<GamePosition> read;
  const std::string whole = read_text_file(file);
  std::size_t number = 0;
  for (std::string_view text = whole; !text.empty();) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty()) continue;
    const Result<GamePosition> opening = read_opening(line, variant);
    if (!opening)
      throw Failure(fmt::format("{}:{}:{}: error: {}", file, number, opening.error().offset + 1,
                                opening.error().message));
    read.push_back(*opening);
  }
  if (read.empty()) throw Failure(file + " contains no opening");
  return read;
}

std::vector<GamePosition> openings_of_database(Terminal& terminal, Database& games, Variant variant,
                                               int plies) {
  std::vector<GamePosition> openings;
  std::unordered_set<Key> seen;
  SoundGames sound(games, terminal);
  GameFilter filter;
  filter.variant = variant;
  for (const GameId id : games.ids(filter)) {
    const std::optional<Game> game = sound.load(id);
    std::optional<GamePosition> opening = game ? opening_of(*game, plies) : std::nullopt;
    if (!opening) continue;
    const std::optional<Key> key = last_key(*opening);
    if (key && seen.insert(*key).second) openings.push_back(std::move(*opening));
  }
  if (openings.empty())
    throw Failure(fmt::format("the database has no {} game of {} plies", info(variant).id, plies));
  return openings;
}

}  // namespace yari::cli
