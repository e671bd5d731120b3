// From games to runs of postings.
#include "db/index_batch.h"

#include <algorithm>

#include "db/codec/large_memory.h"
#include "db/codec/posting_sort.h"

namespace yari {

void IndexBatch::add(const CountedGame& facts, const PreparedGame& game) {
  const GameId id = facts.id;
  counts_.added(facts, game);
  std::vector<Posting>& to = keys_of_positions_;
  // Growing by doubling would take twice the memory for the last few postings of a full batch.
  if (const std::size_t size = to.size() + game.keys.size(); to.capacity() < size)
    reserve_large(to, std::max(size, std::min(2 * to.capacity(), postings_per_run_ + 4096)));
  for (std::size_t ply = 0; ply < game.keys.size(); ++ply)
    to.push_back(position_posting(id, game, ply));
  keys_of_contents_.push_back(content_posting(id, game));
}

void IndexBatch::write(Writing& writing) {
  sort_by_key(keys_of_positions_, scratch_);
  counts_.write(writing, keys_of_positions_);
  writing.batch->positions().append(keys_of_positions_);
  keys_of_positions_.clear();
  std::vector<Posting> scratch;
  sort_by_key(keys_of_contents_, scratch);
  writing.batch->contents().append(keys_of_contents_);
  keys_of_contents_.clear();
}

}  // namespace yari
