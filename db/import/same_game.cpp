// A hit of the content index is confirmed by comparing the moves, then what else is known.
#include "db/import/same_game.h"

#include <algorithm>

#include "db/codec/notes_blob.h"
#include "db/codec/tag_layout.h"
#include "db/import/united_game.h"
#include "db/store/error.h"
#include "record/tag_value.h"
#include "text/ascii.h"

namespace yari {

namespace {

/// The SFEN of a stored start, empty for the even one, without its move number.
std::string_view position_of(std::string_view start, Variant v) {
  const std::string_view sfen = start.empty() ? info(v).start : start;
  return sfen.substr(0, sfen.find_last_of(' '));
}

std::string known_name(const std::optional<std::string>& name) {
  return name ? known_value(*name) : std::string();
}

/// The value of the tag Date where no column holds it.
std::string odd_date_of(const StoredTags& tags) {
  if (tags.date || tags.values.empty()) return {};
  // Only the names and the values in the layout matter here.
  StoredTags whole = tags;
  for (auto* column : {&whole.black, &whole.white, &whole.event, &whole.site}) {
    if (!*column) *column = "";
  }
  const std::optional<std::vector<Tag>> all = put_together(whole);
  if (!all) return {};
  for (const Tag& tag : *all) {
    if (same_ignoring_case(tag.name, tags::date)) return known_value(tag.value);
  }
  return {};
}

Identity make_identity(const StoredTags& tags, int game_result, ByteView notes) {
  const auto number = [](int n) { return n == 0 ? std::string() : std::to_string(n); };
  const int date = tags.date.value_or(0);
  return {{known_name(tags.black), known_name(tags.white), number(date / 10000),
           number(date / 100 % 100), number(date % 100), number(game_result), odd_date_of(tags)},
          unread_of(notes)};
}

}  // namespace

bool same_line(const StoredLine& a, const StoredLine& b) {
  return a.variant == b.variant && a.rules == b.rules && a.moves == b.moves &&
         position_of(a.start, a.variant) == position_of(b.start, b.variant);
}

std::optional<store::StoredGame> readable_game(store::GameReader& games, GameId id) {
  try {
    return games.game(id);
  } catch (const DamagedGame&) {
    return std::nullopt;
  }
}

bool has_line_of(const store::StoredGame& stored, const PreparedGame& game) {
  const GameHeader& header = stored.header;
  if (!has_sound_moves(stored) ||
      !same_line({header.variant, header.start, *stored.moves, header.rules},
                 {game.variant, game.start, game.moves, game.rules}))
    return false;
  if (!game.moves.empty()) return true;
  try {
    const Game other = decode(stored, "");
    return other.tags == put_together({game.black, game.white, game.event, game.site, game.date,
                                       game.tag_layout, game.tag_values});
  } catch (const DamagedGame&) {
    return false;
  }
}

bool are_same_game(store::GameReader& games, GameId a, GameId b) {
  try {
    const std::optional<StoredLine> one = games.line(a), other = games.line(b);
    if (!one || !other || !same_line(*one, *other)) return false;
    return !one->moves.empty() || store::load(games, a)->tags == store::load(games, b)->tags;
  } catch (const DamagedGame&) {
    return false;
  }
}

Identity identity_of(const PreparedGame& game) {
  return make_identity(
      {game.black, game.white, game.event, game.site, game.date, game.tag_layout, game.tag_values},
      static_cast<int>(game.result), game.notes);
}

bool contradict(const Identity& a, const Identity& b) {
  if (a.unread != b.unread) return true;
  for (std::size_t i = 0; i < a.facts.size(); ++i) {
    if (!a.facts[i].empty() && !b.facts[i].empty() && a.facts[i] != b.facts[i]) return true;
  }
  return false;
}

Identity identity_of(const store::StoredGame& game) {
  return make_identity(game.tags, static_cast<int>(game.header.result), game.notes);
}

std::optional<GameId> find_same_game(store::Snapshot& snapshot, const PreparedGame& game,
                                     GameId but) {
  const Identity wanted = identity_of(game);
  store::GameReader& games = snapshot.games();
  std::optional<GameId> found;
  snapshot.contents().find(index_key(game.content), [&](std::span<const Posting> postings) {
    for (const Posting& p : postings) {
      if (found || p.game == but) continue;
      const std::optional<store::StoredGame> stored = readable_game(games, p.game);
      if (!stored || !has_line_of(*stored, game)) continue;
      const Identity other = identity_of(*stored);
      const bool notes_fit =
          game.notes.empty() || stored->notes.empty() || game.notes == stored->notes;
      if (!contradict(wanted, other) && notes_fit && !has_more_in_header(*stored, game))
        found = p.game;
    }
    return !found;
  });
  return found;
}

}  // namespace yari
