// From games to runs of postings.
#include "db/index_batch.h"

#include <algorithm>

#include "db/codec/posting_sort.h"

namespace yari {

namespace {

void append_run(store::PostingWriter& index, std::vector<Posting>& postings) {
  sort_by_key(postings);
  index.append(postings);
  postings.clear();
}

}  // namespace

void IndexBatch::add(GameId id, const PreparedGame& game) {
  std::vector<Posting>& to = keys_of_positions_;
  // Growing by doubling would take twice the memory for the last few postings of a full batch.
  if (const std::size_t size = to.size() + game.keys.size(); to.capacity() < size)
    to.reserve(std::max(size, std::min(2 * to.capacity(), postings_per_run_ + 4096)));
  for (std::size_t ply = 0; ply < game.keys.size(); ++ply)
    to.push_back(position_posting(id, game, ply));
  keys_of_contents_.push_back(content_posting(id, game));
}

void IndexBatch::write(store::PostingWriter& positions, store::PostingWriter& contents) {
  append_run(positions, keys_of_positions_);
  append_run(contents, keys_of_contents_);
}

}  // namespace yari
