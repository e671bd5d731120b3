// What a game had and what it has now are compared, so that positions it kept cost nothing.
#include "db/change/reposting.h"

#include <algorithm>
#include <functional>

#include "db/index_batch.h"

namespace yari {

namespace {

/// More games than this are exchanged by a merge: each writes some hundred blocks.
constexpr std::size_t most_one_by_one = 64;

std::vector<Posting> positions_of(GameId id, const PreparedGame& game) {
  std::vector<Posting> postings;
  for (std::size_t ply = 0; ply < game.keys.size(); ++ply)
    postings.push_back(position_posting(id, game, ply));
  std::ranges::sort(postings, std::less<>());
  return postings;
}

}  // namespace

void Reposting::add(GameId id, const Game* before, const PreparedGame& game) {
  const auto [entry, is_new] = positions_.try_emplace(static_cast<std::uint32_t>(id));
  if (!is_new) return;
  if (before != nullptr && positions_.size() <= most_one_by_one)
    entry->second.before = positions_of(id, prepare(*before));
  entry->second.after = positions_of(id, game);
  add_content(id, before, game);
}

void Reposting::add_content(GameId id, const Game* before, const PreparedGame& game) {
  const auto [entry, is_new] = contents_.try_emplace(static_cast<std::uint32_t>(id));
  if (!is_new) return;
  if (before != nullptr && contents_.size() <= most_one_by_one)
    entry->second.before = {content_posting(id, prepare(*before))};
  entry->second.after = {content_posting(id, game)};
}

void Reposting::exchange(store::PostingWriter& index, Changes& changes) {
  if (changes.size() <= most_one_by_one)
    std::erase_if(changes, [&](const auto& entry) {
      const Change& change = entry.second;
      return change.before && index.exchange(*change.before, change.after);
    });
  if (changes.empty()) return;
  std::vector<Posting> all;
  for (const auto& [game, change] : changes)
    all.insert(all.end(), change.after.begin(), change.after.end());
  std::ranges::sort(all, std::less<>());
  index.fold([&](std::uint32_t game) { return !changes.contains(game); }, all);
}

void Reposting::write(store::Batch& batch) {
  exchange(batch.positions(), positions_);
  exchange(batch.contents(), contents_);
}

}  // namespace yari
