// A few candidates are compared one by one; of many, those that fit are looked up by their facts.
#include "db/import/known_games.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "db/import/united_game.h"

namespace yari {

namespace {

/// Up to this many games with the same moves are compared one by one.
constexpr std::size_t few = 16;
/// Lines with many games are remembered; each holds at least `few`.
constexpr std::size_t most_lines = 10'000;

StoredLine line_of(const PreparedGame& game) {
  return {game.variant, game.start, game.moves, game.rules};
}

/// Of what a record says beside its moves, as far as it tells copies from others.
std::size_t hash_of(const Bytes& tag_values, const Bytes& notes) {
  const auto hash = [](const Bytes& bytes) {
    return std::hash<std::string_view>()(
        {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  return hash(tag_values) * 31 + hash(notes);
}

int agreement(const Identity& a, const Identity& b) {
  int same = 0;
  for (std::size_t i = 0; i < a.facts.size(); ++i) {
    same += !a.facts[i].empty() && !b.facts[i].empty() ? 1 : 0;
  }
  return same;
}

}  // namespace

GamesOfOneLine::Entry GamesOfOneLine::entry(GameId id, const Identity& identity) {
  Entry entry{id, {}, std::hash<std::string>()(identity.unread)};
  std::ranges::transform(identity.facts, entry.facts.begin(), std::hash<std::string>());
  return entry;
}

GamesOfOneLine::Facts GamesOfOneLine::facts_of(const Identity& identity) {
  Facts facts = 0;
  for (std::size_t i = 0; i < identity.facts.size(); ++i) {
    if (!identity.facts[i].empty()) facts |= Facts{1} << i;
  }
  return facts;
}

std::uint64_t GamesOfOneLine::hash(const Entry& entry, Facts compared) {
  std::uint64_t hash = entry.unread;
  for (std::size_t i = 0; i < entry.facts.size(); ++i) {
    if ((compared >> i & 1) != 0) hash = (hash ^ entry.facts[i]) * 0x9E3779B97F4A7C15 + i;
  }
  return hash;
}

GamesOfOneLine::List* GamesOfOneLine::list(Group& group, const Entry& wanted, Facts compared) {
  const auto [by, made] = group.by.try_emplace(compared);
  if (made) {
    for (const Entry& e : group.entries) by->second[hash(e, compared)].games.push_back(e.id);
  }
  const auto found = by->second.find(hash(wanted, compared));
  return found == by->second.end() ? nullptr : &found->second;
}

void GamesOfOneLine::add(GameId id, const Identity& identity) {
  const Entry added = entry(id, identity);
  Group& group = groups_[facts_of(identity)];
  group.entries.push_back(added);
  for (auto& [compared, lists] : group.by) lists[hash(added, compared)].games.push_back(id);
  if (first_ == 0 || id < first_) first_ = id;
}

std::vector<GameId> KnownGames::candidates(store::PostingReader& contents, const PreparedGame& game,
                                           bool in_index) {
  std::vector<GameId> ids;
  const IndexKey key = index_key(game.content);
  if (in_index) {
    contents.find(key, [&](std::span<const Posting> postings) {
      for (const Posting& p : postings) ids.push_back(p.game);
      return true;
    });
  }
  const auto [begin, end] = fresh_.equal_range(key);
  for (auto it = begin; it != end; ++it) ids.push_back(it->second);
  std::ranges::sort(ids);
  return ids;
}

KnownGames::Many* KnownGames::many_of(const PreparedGame& game) {
  const auto found = many_.find(game.content);
  // Of two lines with one hash, the other is compared one by one.
  if (found == many_.end() || !same_line(found->second.line, line_of(game))) return nullptr;
  return &found->second;
}

KnownGames::Answer KnownGames::find(store::Snapshot& snapshot, const PreparedGame& game,
                                    bool in_index) {
  store::GameReader& games = snapshot.games();
  if (Many* const many = many_of(game)) return find_in(games, *many, game);
  const std::vector<GameId> ids = candidates(snapshot.contents(), game, in_index);
  if (ids.empty()) return {};
  const bool remember = ids.size() > few && !many_.contains(game.content);
  return remember ? find_in(games, collect(games, ids, game), game) : find_among(games, ids, game);
}

KnownGames::Answer KnownGames::find_among(store::GameReader& games,
                                          const std::vector<GameId>& candidates,
                                          const PreparedGame& game) {
  Answer answer;
  const Identity wanted = identity_of(game);
  int most = -1;
  for (const GameId id : candidates) {
    std::optional<store::StoredGame> stored = readable_game(games, id);
    if (!stored || !has_line_of(*stored, game)) continue;
    if (answer.same_moves == 0) answer.same_moves = id;
    const Identity other = identity_of(*stored);
    if (contradict(wanted, other) || agreement(wanted, other) <= most) continue;
    most = agreement(wanted, other);
    answer.same = id;
    answer.stored = std::move(stored);
  }
  return answer;
}

KnownGames::Many& KnownGames::collect(store::GameReader& games,
                                      const std::vector<GameId>& candidates,
                                      const PreparedGame& game) {
  if (many_.size() >= most_lines) many_.clear();
  Many& many = many_[game.content];
  many.line = line_of(game);
  for (const GameId id : candidates) {
    const std::optional<store::StoredGame> stored = readable_game(games, id);
    if (stored && has_line_of(*stored, game)) many.games.add(id, identity_of(*stored));
  }
  return many;
}

KnownGames::Answer KnownGames::find_in(store::GameReader& games, Many& many,
                                       const PreparedGame& game) {
  Answer answer;
  const Identity wanted = identity_of(game);
  std::map<GameId, store::StoredGame> confirmed;
  // Hashes may be equal by chance, and more may be known of a game by now.
  answer.same = many.games.find(wanted, [&](GameId id) {
    std::optional<store::StoredGame> stored = readable_game(games, id);
    if (!stored || (game.moves.empty() && !has_line_of(*stored, game))) return false;
    if (contradict(wanted, identity_of(*stored))) return false;
    confirmed[id] = *std::move(stored);
    return true;
  });
  if (answer.same) answer.stored = std::move(confirmed[*answer.same]);
  answer.same_moves = many.games.first();
  return answer;
}

std::optional<GameId> KnownGames::find_copy(store::Snapshot& snapshot, const PreparedGame& game) {
  const auto [of_line, is_new] = copies_.try_emplace(game.content);
  if (is_new)
    for (const GameId id : candidates(snapshot.contents(), game, true))
      if (const auto stored = readable_game(snapshot.games(), id))
        of_line->second.emplace(hash_of(stored->tags.values, stored->notes), id);
  const auto [begin, end] = of_line->second.equal_range(hash_of(game.tag_values, game.notes));
  for (auto at = begin; at != end; ++at) {
    const auto stored = readable_game(snapshot.games(), at->second);
    if (stored && has_line_of(*stored, game) && says_the_same(*stored, game)) return at->second;
  }
  return std::nullopt;
}

void KnownGames::added(GameId id, const PreparedGame& game, bool fresh) {
  if (fresh) fresh_.emplace(index_key(game.content), id);
  if (Many* const many = many_of(game)) many->games.add(id, identity_of(game));
  if (const auto found = copies_.find(game.content); found != copies_.end())
    found->second.emplace(hash_of(game.tag_values, game.notes), id);
}

}  // namespace yari
