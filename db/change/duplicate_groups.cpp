#include "db/change/duplicate_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "db/people/name_keys.h"
#include "record/tag_value.h"

namespace yari {

namespace {

/// Groups of numbers that pairs connect.
class Connected {
 public:
  GameId root(GameId id) {
    GameId& parent = parents_.try_emplace(id, id).first->second;
    return parent == id ? id : parent = root(parent);
  }
  void connect(GameId a, GameId b) {
    const GameId x = root(a), y = root(b);
    parents_[std::max(x, y)] = std::min(x, y);
  }

 private:
  std::map<GameId, GameId> parents_;
};

/// A game as a group looks at it.
struct Loaded {
  DuplicateGame game;
  std::vector<Tag> tags;
  std::vector<Move> moves;
};

/// Spellings that differ in letters or a rank alone are the same name.
bool names_differ(const std::string& a, const std::string& b) {
  if (says_nothing(a) || says_nothing(b)) return false;
  return people::letters_key(a, NameKind::player) != people::letters_key(b, NameKind::player);
}

bool dates_differ(const std::optional<DateNumber>& a, const std::optional<DateNumber>& b) {
  return a && b && (latest(*a) < earliest(*b) || latest(*b) < earliest(*a));
}

std::string plies_text(std::size_t n) { return n == 1 ? "1 ply" : fmt::format("{} plies", n); }

/// A slip of the pen is one move among many that are the same.
void compare_moves(const Loaded& keeper, Loaded& other) {
  std::vector<std::string>& out = other.game.differences;
  const auto [a, b] = std::ranges::mismatch(keeper.moves, other.moves);
  other.game.other_moves = b != other.moves.end();
  if (other.game.other_moves) {
    const bool is_slip = a != keeper.moves.end() && keeper.moves.size() == other.moves.size() &&
                         std::equal(a + 1, keeper.moves.end(), b + 1);
    const auto ply = a - keeper.moves.begin() + 1;
    out.push_back(is_slip ? fmt::format("another move at ply {}", ply)
                          : fmt::format("other moves from ply {} on", ply));
  }
  if (other.moves.size() < keeper.moves.size())
    out.push_back(plies_text(keeper.moves.size() - other.moves.size()) + " fewer");
}

void compare_tags(const Loaded& keeper, Loaded& other) {
  std::vector<std::string>& out = other.game.differences;
  const auto value = [](const Loaded& game, const std::string& name) -> std::string {
    const auto found = std::ranges::find(game.tags, name, &Tag::name);
    return found == game.tags.end() ? "" : found->value;
  };
  std::set<std::string> names;
  for (const Loaded* game : std::initializer_list<const Loaded*>{&keeper, &other})
    for (const Tag& tag : game->tags) names.insert(tag.name);
  for (const std::string& name : names) {
    const std::string of_keeper = value(keeper, name), of_other = value(other, name);
    if (of_keeper == of_other) continue;
    other.game.knows_more = other.game.knows_more || says_nothing(of_keeper);
    out.push_back(of_other.empty() ? "no " + name : fmt::format("{} is '{}'", name, of_other));
  }
}

bool sides_exchanged(const GameHeader& a, const GameHeader& b) {
  return names_differ(a.black, b.black) && names_differ(a.white, b.white) &&
         !names_differ(a.black, b.white) && !names_differ(a.white, b.black);
}

void compare(const Loaded& keeper, Loaded& other) {
  std::vector<std::string>& out = other.game.differences;
  compare_moves(keeper, other);
  if (sides_exchanged(keeper.game.header, other.game.header))
    out.push_back("Black and White are exchanged");
  compare_tags(keeper, other);
  const GameHeader& kept = keeper.game.header;
  if ((kept.result == GameResult::unknown && other.game.header.result != kept.result) ||
      (kept.ending == Ending::unknown && other.game.header.ending != kept.ending))
    other.game.knows_more = true;
  if (keeper.game.header.result != other.game.header.result)
    out.push_back(fmt::format("the result is {}", name(other.game.header.result)));
  if (keeper.game.header.ending != other.game.header.ending)
    out.push_back(fmt::format("the ending is {}", name(other.game.header.ending)));
  if (keeper.game.has_notes && !other.game.has_notes) out.push_back("no notes");
  if (!keeper.game.has_notes && other.game.has_notes) out.push_back("has notes");
  if (other.game.was_cut && !keeper.game.was_cut) out.push_back("text that could not be read");
  other.game.contradicts = contradicts(keeper.game.header, other.game.header);
}

auto worth(const Loaded& game) {
  return std::tuple(game.moves.size(), game.game.has_notes, game.game.tags, -game.game.header.id);
}

/// A damaged game cannot be compared and is left out.
std::optional<Loaded> load(Database& database, GameId id) {
  try {
    const std::optional<Game> game = database.load_game(id);
    const std::optional<GameHeader> header = database.header(id);
    if (!game || !header) return std::nullopt;
    Loaded loaded;
    loaded.game.header = *header;
    loaded.tags = game->tags;
    loaded.moves = game->moves.main_moves();
    loaded.game.tags = static_cast<int>(game->tags.size());
    loaded.game.was_cut = game->was_cut();
    loaded.game.has_notes = game->moves.has_notes() || game->moves.has_variations();
    return loaded;
  } catch (const DamagedGame&) {
    return std::nullopt;
  }
}

/// Games of the same two players, or of one day.
bool is_likely(const DuplicateGroup& group) {
  std::map<GameId, const GameHeader*> headers;
  for (const DuplicateGame& game : group.games) headers[game.header.id] = &game.header;
  return std::ranges::any_of(group.pairs, [&](const Twins& pair) {
    const auto a = headers.find(pair.first), b = headers.find(pair.second);
    if (a == headers.end() || b == headers.end()) return false;
    const std::optional<DateNumber> day = a->second->date;
    const bool same_day = day && *day % 100 != 0 && day == b->second->date;
    return same_day || same_players(*a->second, *b->second);
  });
}

DuplicateGroup group_of(Database& database, const std::set<GameId>& ids) {
  std::vector<Loaded> games;
  for (const GameId id : ids)
    if (std::optional<Loaded> game = load(database, id)) games.push_back(std::move(*game));
  std::ranges::sort(games, std::ranges::greater(), worth);
  DuplicateGroup group;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i > 0) compare(games[0], games[i]);
    group.games.push_back(games[i].game);
  }
  return group;
}

}  // namespace

bool contradicts(const GameHeader& a, const GameHeader& b) {
  const bool results =
      a.result != GameResult::unknown && b.result != GameResult::unknown && a.result != b.result;
  return names_differ(a.black, b.black) || names_differ(a.white, b.white) ||
         dates_differ(a.date, b.date) || results;
}

std::vector<DuplicateGroup> duplicate_groups(Database& database) {
  std::vector<Twins> pairs;
  find_twins(
      database,
      [&](const Twins& twins) {
        pairs.push_back(twins);
        return true;
      },
      Beginnings::likely);
  Connected connected;
  for (const Twins& pair : pairs) connected.connect(pair.first, pair.second);
  std::map<GameId, std::set<GameId>> ids;
  std::map<GameId, std::vector<Twins>> pairs_of;
  for (const Twins& pair : pairs) {
    const GameId root = connected.root(pair.first);
    ids[root].insert({pair.first, pair.second});
    pairs_of[root].push_back(pair);
  }
  std::vector<DuplicateGroup> groups;
  for (const auto& [root, members] : ids) {
    groups.push_back(group_of(database, members));
    groups.back().pairs = pairs_of[root];
  }
  std::stable_partition(groups.begin(), groups.end(), is_likely);
  return groups;
}

std::vector<GameId> superfluous(const DuplicateGroup& group) {
  std::vector<GameId> ids;
  for (std::size_t i = 1; i < group.games.size(); ++i) {
    const DuplicateGame& game = group.games[i];
    if (!game.contradicts && !game.other_moves && !game.knows_more && !game.has_notes &&
        !game.was_cut)
      ids.push_back(game.header.id);
  }
  return ids;
}

std::vector<GameId> superfluous(const std::vector<DuplicateGroup>& groups) {
  std::vector<GameId> ids;
  for (const DuplicateGroup& group : groups)
    for (const GameId id : superfluous(group)) ids.push_back(id);
  return ids;
}

}  // namespace yari
