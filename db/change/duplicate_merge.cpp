// The union of games whose main lines are the same, or beginnings of each other.
#include "db/change/duplicate_merge.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "db/change/change.h"
#include "db/change/game_writer.h"
#include "db/reports/judgements.h"
#include "record/game_size.h"
#include "record/tag_value.h"
#include "record/unite.h"
#include "text/ascii.h"

namespace yari {

namespace {

void complete_header(Game& game, const Game& other) {
  // Both may have thousands of tags.
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < game.tags.size(); ++i)
    places.try_emplace(ascii_lower(game.tags[i].name), i);
  for (const Tag& tag : other.tags) {
    const auto [place, is_new] = places.try_emplace(ascii_lower(tag.name), game.tags.size());
    if (is_new)
      game.tags.push_back(tag);
    else if (Tag& mine = game.tags[place->second]; says_nothing(mine.value))
      mine.value = tag.value;
  }
  if (game.result == GameResult::unknown) game.result = other.result;
  if (game.ending == Ending::unknown) game.ending = other.ending;
}

bool same_start(Setup a, const Setup& b) {
  a.move_number = b.move_number;
  return a == b;
}

/// One merge of all groups.
class DuplicateMerger {
 public:
  explicit DuplicateMerger(Database& database)
      : database_(database), change_(database, "merge duplicates"), writer_(change_) {}

  void add(const DuplicateGroup& group) {
    if (group.games.empty()) return;
    const GameId id = group.games.front().header.id;
    const std::optional<Game> before = load_or_note(change_.games(), id, merged_.damaged);
    if (!before) return;
    const bool annotated = load_annotation(database_, id).has_value();
    Game game = *before;
    // Grows with what is taken over: two games may agree with the first and not with each other.
    GameHeader known = group.games.front().header;
    for (const DuplicateGame& other : group.games)
      if (other.header.id != id && !other.other_moves && !contradicts(known, other.header) &&
          absorb(game, other, annotated))
        complete(known, other.header);
    if (game == *before || !change_.keep(id, has_other_record(*before, game))) return;
    writer_.write(id, *before, game);
    ++merged_.completed;
  }

  DuplicatesMerged finish() {
    writer_.finish();
    change_.commit();
    return std::move(merged_);
  }

 private:
  static void complete(GameHeader& known, const GameHeader& other) {
    for (std::string GameHeader::*name : {&GameHeader::black, &GameHeader::white})
      if (says_nothing(known.*name)) known.*name = other.*name;
    if (!known.date) known.date = other.date;
    if (known.result == GameResult::unknown) known.result = other.result;
  }

  /// False when the other game stays.
  bool absorb(Game& game, const DuplicateGame& other, bool annotated) {
    const GameId id = other.header.id;
    const std::optional<Game> loaded = load_or_note(change_.games(), id, merged_.damaged);
    if (!loaded || load_annotation(database_, id) || (annotated && other.has_notes)) return false;
    if (loaded->was_cut() && loaded->unread != game.unread) return false;
    // It may have been changed since the group was made.
    if (!same_start(loaded->start, game.start)) return false;
    Game whole = game;
    if (unite(whole.moves, loaded->moves).any()) return false;
    complete_header(whole, *loaded);
    const bool twice = true;
    if (!grows_beyond_limits(game, whole).empty() || !change_.keep(id, twice)) return false;
    game = std::move(whole);
    change_.batch->games().remove_text(id, searched_text(*loaded));
    change_.batch->games().remove(id);
    ++merged_.deleted;
    return true;
  }

  Database& database_;
  Change change_;
  GameWriter writer_;
  DuplicatesMerged merged_;
};

}  // namespace

DuplicatesMerged merge_duplicates(Database& database, const std::vector<DuplicateGroup>& groups) {
  DuplicateMerger merger(database);
  for (const DuplicateGroup& group : groups) merger.add(group);
  return merger.finish();
}

}  // namespace yari
