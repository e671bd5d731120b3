// A game that is changed twice has the postings of the later run.
#include "db/change/reposting.h"

#include <algorithm>
#include <functional>

#include "db/index_batch.h"
#include "db/merging.h"

namespace yari {

std::vector<Posting>& Reposting::of(GameId id, Changed& changed) {
  if (changed.games.contains(id) || changed.postings.size() >= writing_.db.reindex_postings)
    write();
  changed.games.insert(id);
  return changed.postings;
}

void Reposting::add(GameId id, const PreparedGame& game) {
  std::vector<Posting>& postings = of(id, positions_);
  for (std::size_t ply = 0; ply < game.keys.size(); ++ply)
    postings.push_back(position_posting(id, game, ply));
  add_content(id, game);
}

void Reposting::add_content(GameId id, const PreparedGame& game) {
  of(id, contents_).push_back(content_posting(id, game));
}

void Reposting::append(store::PostingWriter& index, Changed& changed) {
  if (changed.games.empty()) return;
  std::ranges::sort(changed.postings, std::less<>());
  const std::vector<std::int64_t> games(changed.games.begin(), changed.games.end());
  index.append(changed.postings, games);
  changed = {};
}

void Reposting::write() {
  append(writing_.batch->positions(), positions_);
  append(writing_.batch->contents(), contents_);
  make_room_for_runs(writing_);
}

}  // namespace yari
