// Two kinds of evidence: what is known of both and agrees or differs, and what the moves share.
#include "db/import/changed_record.h"

#include <algorithm>

#include "db/import/same_game.h"
#include "db/people/name_keys.h"
#include "record/tag_value.h"

namespace yari {

namespace {

/// Shorter games are alike by chance.
constexpr std::size_t long_plies = 20;

std::string key_of_player(std::string_view name) {
  const std::string known = known_value(name);
  if (known.empty()) return {};
  const std::string key = people::letters_key(name, NameKind::player);
  return key.empty() ? known : key;
}

bool differ(const std::string& a, const std::string& b) {
  return !a.empty() && !b.empty() && a != b;
}
bool agree(const std::string& a, const std::string& b) { return !a.empty() && a == b; }

/// What the headers say: players, date, and event with its round.
struct HeaderEvidence {
  int agreeing = 0, differing = 0;
  bool same_players = false, same_date = false;

  HeaderEvidence(const RecordTraits& a, const RecordTraits& b) {
    for (std::size_t i = 0; i < a.players.size(); ++i) {
      agreeing += agree(a.players[i], b.players[i]) ? 1 : 0;
      differing += differ(a.players[i], b.players[i]) ? 1 : 0;
    }
    same_players = agreeing == 2;
    // Black and White confused are one mistake.
    if (differing == 2 && a.players[0] == b.players[1] && a.players[1] == b.players[0])
      differing = 1;
    bool date_differs = false;
    for (std::size_t i = 0; i < a.date.size(); ++i)
      date_differs = date_differs || differ(a.date[i], b.date[i]);
    same_date = a.date == b.date && (!a.date[2].empty() || !a.date[3].empty());
    differing += date_differs ? 1 : 0;
    differing += differ(a.event, b.event) || differ(a.round, b.round) ? 1 : 0;
    agreeing += same_date ? 1 : 0;
  }
};

enum class Lines : std::uint8_t {
  other,
  long_beginning,  ///< the longer part of the shorter one: an opening is shared by other games
  alike,
  one_begins_the_other,
  same
};

/// One move was wrong, or a few in a long game; or one is missing, and those behind it have moved
/// up.
bool are_alike(const std::vector<Move>& a, const std::vector<Move>& b, std::size_t beginning) {
  const std::size_t plies = std::min(a.size(), b.size());
  std::size_t in_place = 0, end = 0;
  for (std::size_t i = 0; i < plies; ++i) in_place += a[i] == b[i] ? 1 : 0;
  while (beginning + end < plies && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
  const std::size_t shared = std::max(in_place, beginning + end);
  return shared * 2 > plies && (shared * 5 >= plies * 4 || shared + 1 >= plies);
}

Lines compare_lines(const RecordTraits& a, const RecordTraits& b) {
  if (!a.has_moves || !b.has_moves || !a.start.same_position(b.start)) return Lines::other;
  const std::size_t plies = std::min(a.moves.size(), b.moves.size());
  const std::size_t beginning = common_beginning(a.moves, b.moves);
  if (a.moves.size() == b.moves.size() && beginning == plies) return Lines::same;
  // A game without moves would begin every other.
  if (plies == 0) return Lines::other;
  if (beginning == plies) return Lines::one_begins_the_other;
  if (are_alike(a.moves, b.moves, beginning)) return Lines::alike;
  return beginning >= long_plies && beginning * 2 > plies ? Lines::long_beginning : Lines::other;
}

/// The moves say nothing, or are not those they were.
Likeness by_header(const RecordTraits& old, const HeaderEvidence& header) {
  if (!header.same_players || header.differing > 0) return Likeness::none;
  // A record that had no moves was given some.
  if (old.has_moves && old.moves.empty()) return Likeness::in_place;
  return header.same_date ? Likeness::retyped : Likeness::none;
}

}  // namespace

RecordTraits traits_of(const Game& game) {
  RecordTraits traits;
  traits.variant = game.variant;
  traits.rules = game.rules;
  traits.start = game.start;
  traits.moves = game.moves.main_moves();
  traits.players = {key_of_player(game.tag(tags::black)), key_of_player(game.tag(tags::white))};
  const Identity identity = identity_of(prepare_header(game));
  traits.date = {identity.facts[2], identity.facts[3], identity.facts[4], identity.facts[6]};
  traits.event = known_value(game.tag(tags::event));
  traits.round = known_value(game.tag(tags::round));
  return traits;
}

RecordTraits traits_of_damaged(Variant variant, RuleSet rules, const std::string& black,
                               const std::string& white) {
  RecordTraits traits;
  traits.variant = variant;
  traits.rules = rules;
  traits.has_moves = false;
  traits.players = {key_of_player(black), key_of_player(white)};
  return traits;
}

std::size_t common_beginning(const std::vector<Move>& a, const std::vector<Move>& b) {
  const auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(end - a.begin());
}

Likeness likeness(const RecordTraits& old, const RecordTraits& now) {
  const HeaderEvidence header(old, now);
  // These games are not changed: what is said is which.
  if (old.variant != now.variant || old.rules != now.rules || !old.has_moves)
    return header.differing == 0 && header.agreeing > 0 ? Likeness::in_place : Likeness::none;
  const Lines lines = compare_lines(old, now);
  const bool is_long = std::min(old.moves.size(), now.moves.size()) >= long_plies;
  if (lines == Lines::other) return by_header(old, header);
  if (lines == Lines::long_beginning)
    return header.same_players && header.differing == 0 ? Likeness::in_place : Likeness::none;
  if (header.differing > 1)
    return lines == Lines::same && is_long ? Likeness::in_place : Likeness::none;
  if (header.differing == 1) {
    if (is_long && header.agreeing > 0) return Likeness::anywhere;
    return lines == Lines::same || is_long || header.agreeing > 1 ? Likeness::in_place
                                                                  : Likeness::none;
  }
  if (lines == Lines::alike) {
    if (is_long && header.same_players) return Likeness::anywhere;
    return is_long || header.agreeing > 0 ? Likeness::in_place : Likeness::none;
  }
  return is_long || header.agreeing > 0 ? Likeness::anywhere : Likeness::in_place;
}

}  // namespace yari
