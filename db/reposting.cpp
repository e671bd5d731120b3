// The old postings of a game are dropped by its number, the new ones merged in.
#include "db/reposting.h"

#include <algorithm>

#include "db/index_batch.h"

namespace yari {

namespace {

void exchange(store::PostingWriter& index, const std::set<std::uint32_t>& games,
              std::vector<Posting>& postings) {
  if (games.empty()) return;
  std::sort(postings.begin(), postings.end());
  index.fold([&](std::uint32_t game) { return !games.contains(game); }, postings);
}

}  // namespace

void Reposting::add(GameId id, const PreparedGame& game) {
  if (!moved_.insert(static_cast<std::uint32_t>(id)).second) return;
  for (std::size_t ply = 0; ply < game.keys.size(); ++ply)
    positions_.push_back(position_posting(id, game, ply));
  add_content(id, game);
}

void Reposting::add_content(GameId id, const PreparedGame& game) {
  if (changed_.insert(static_cast<std::uint32_t>(id)).second)
    contents_.push_back(content_posting(id, game));
}

void Reposting::write(store::Batch& batch) {
  exchange(batch.positions(), moved_, positions_);
  exchange(batch.contents(), changed_, contents_);
}

}  // namespace yari
