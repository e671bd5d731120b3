// Postings of one game are exchanged where they stand: the blocks that hold them are written again.
#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <vector>

#include "db/store/sqlite/index/run_parts.h"

namespace yari {

namespace {

/// A block taken apart.
struct OpenBlock {
  std::int64_t id = 0;
  int rice_bits = 0;
  std::optional<BlockPlace> place;
  std::vector<Posting> postings;

  std::optional<IndexKey> next() const { return place ? place->next : std::nullopt; }
};

/// Where a block is parted that has grown too large: near its middle, between two keys; 0 where it
/// has only one.
std::size_t parting_of(const std::vector<Posting>& postings) {
  const std::size_t middle = postings.size() / 2;
  const auto begins_key = [&](std::size_t i) { return postings[i - 1].key != postings[i].key; };
  for (std::size_t distance = 0; distance < middle; ++distance) {
    if (begins_key(middle - distance)) return middle - distance;
    if (middle + distance < postings.size() && begins_key(middle + distance))
      return middle + distance;
  }
  return 0;
}

}  // namespace

/// Changes the blocks of one run.
class PostingIndex::Editor {
 public:
  Editor(PostingIndex& index, const Run& run) : index_(index), run_(run) {}

  bool has(const Posting& p) {
    const std::optional<OpenBlock> block = block_for(p);
    return block && std::ranges::binary_search(block->postings, p, std::less<>());
  }
  /// False when it is not there.
  bool remove(const Posting& p) {
    std::optional<OpenBlock> block = block_for(p);
    if (!block) return false;
    const auto at = std::ranges::lower_bound(block->postings, p, std::less<>());
    if (at == block->postings.end() || *at != p) return false;
    block->postings.erase(at);
    --run_.postings;
    store(*std::move(block));
    return true;
  }
  /// False when it is there already. Requires: the run has blocks.
  bool insert(const Posting& p) {
    OpenBlock block = block_for(p).value();
    const auto at = std::ranges::lower_bound(block.postings, p, std::less<>());
    if (at != block.postings.end() && *at == p) return false;
    block.postings.insert(at, p);
    ++run_.postings;
    store(std::move(block));
    return true;
  }
  /// As it has become.
  const Run& run() const { return run_; }

 private:
  std::int64_t first_id() const { return block_id(run_.slot, 0, 0); }

  OpenBlock open(std::int64_t id) {
    Statement& row = index_.block_;
    if (!row.first({id})) index_.lacks_blocks();
    OpenBlock open{id, 0, {}, {}};
    const BlockReader block(id, row.blob(0));
    const bool good = block.all(open.postings);
    open.rice_bits = block.rice_bits();
    open.place = block.place();
    row.reset();
    if (!good || index_.is_of_other(open.place)) index_.damaged(id);
    return open;
  }
  /// The last block from `first` to `last`.
  std::optional<std::int64_t> last_id(std::int64_t first, std::int64_t last) {
    Statement& row = index_.last_block_;
    if (!row.first({first, last})) return std::nullopt;
    const std::int64_t id = row.integer(0);
    row.reset();
    return id;
  }
  std::optional<std::int64_t> id_after(std::int64_t id) {
    Statement& row = index_.next_block_;
    if (!row.first({id, last_block_id(run_.slot)})) return std::nullopt;
    const std::int64_t next = row.integer(0);
    row.reset();
    return next;
  }

  /// The block that the posting belongs into; no value when the run has none.
  std::optional<OpenBlock> block_for(const Posting& p) {
    const auto begins = last_id(first_id(), block_id(run_.slot, p.key, 0));
    if (!begins) {
      const auto first = id_after(first_id() - 1);
      return first ? std::optional(open(*first)) : std::nullopt;
    }
    if (block_key(*begins) != p.key) return open(*begins);
    // Of the blocks that begin with the key, the last one that begins before the posting.
    std::uint32_t low = 0, high = block_sequence(*last_id(*begins, *begins + max_sequence));
    while (low < high) {
      const std::uint32_t middle = low + (high - low + 1) / 2;
      if (p < open(*begins + middle).postings.front())
        high = middle - 1;
      else
        low = middle;
    }
    return open(*begins + low);
  }

  void insert_row(std::int64_t id, const Bytes& blob) {
    index_.insert_block_.run({id, blob});
    ++run_.blocks;
  }
  /// One of the same number in the place of a row: SQLite then leaves the pages beside it alone.
  void replace_row(std::int64_t id, const Bytes& blob) { index_.replace_block_.run({id, blob}); }
  void delete_row(std::int64_t id) {
    index_.delete_block_.run({id});
    --run_.blocks;
  }

  /// The block as bytes under the number of its first key; no value when it is too large.
  static std::optional<Bytes> encoded(const OpenBlock& block, std::int64_t id) {
    BlockBuilder builder(block.rice_bits);
    for (const Posting& p : block.postings)
      if (!builder.try_add({&p, 1})) return std::nullopt;
    return builder.take(id, block.place);
  }

  /// Writes a block that was changed.
  void store(OpenBlock block) {
    const bool same_key =
        !block.postings.empty() && block.postings.front().key == block_key(block.id);
    const std::int64_t id = same_key || block.postings.empty()
                                ? block.id
                                : block_id(run_.slot, block.postings.front().key, 0);
    // Where a key comes before that of the run's first blocks, they no longer begin with it.
    const bool is_divided =
        id < block.id && (!block.place || block.place->next == block_key(block.id));
    const auto blob = block.postings.empty() || is_divided ? std::nullopt : encoded(block, id);
    if (!blob) return store_anew(std::move(block));
    if (id == block.id) return replace_row(id, *blob);
    delete_row(block.id);
    insert_row(id, *blob);
    if (id > block.id) tell_neighbours(block, block.postings.front().key);
  }

  /// Writes a block that is empty, or has become more than one, with all that follow of a key that
  /// goes on from it.
  void store_anew(OpenBlock block) {
    const std::int64_t old = block.id;
    const IndexKey key = block.postings.empty() ? block_key(old) : block.postings.back().key;
    std::int64_t last = old;
    while (block_key(last) == key && block_sequence(last) < max_sequence &&
           id_after(last) == last + 1) {
      OpenBlock more = open(++last);
      block.postings.insert(block.postings.end(), more.postings.begin(), more.postings.end());
      if (block.place) block.place->next = more.next();
      delete_row(last);
      if (block.postings.back().key != key) break;
    }
    const std::span<const Posting> all(block.postings);
    if (all.empty()) {
      delete_row(old);
      return tell_neighbours(block, block.next());
    }
    bool has_replaced = false;
    const store::RunWriter::Insert put = [&](std::int64_t id, const Bytes& blob) {
      if (id != old) return insert_row(id, blob);
      replace_row(id, blob);
      has_replaced = true;
    };
    std::optional<std::int64_t> before;
    if (block_sequence(old) > 0 && all.front().key == block_key(old)) before = old - 1;
    const std::size_t parting = last == old && !before ? parting_of(block.postings) : 0;
    if (parting > 0) {
      write(put, all.first(parting), block.place, all[parting].key, {});
      if (block.place) block.place->is_first = false;
    }
    write(put, all.subspan(parting), block.place, block.next(), before);
    if (!has_replaced) delete_row(old);
    if (all.front().key > block_key(old)) tell_neighbours(block, all.front().key);
  }
  void write(const store::RunWriter::Insert& put, std::span<const Posting> postings,
             std::optional<BlockPlace> place, std::optional<IndexKey> next,
             std::optional<std::int64_t> before) {
    store::RunWriter writer(run_.slot, run_.postings, 0, place, put, before);
    writer.add(postings);
    writer.finish(next);
  }

  /// Tells the block before a changed one that `key` comes next, and, where the changed one is
  /// gone, the block after it that it is the first now.
  void tell_neighbours(const OpenBlock& block, std::optional<IndexKey> key) {
    if (const auto before = last_id(first_id(), block.id - 1)) {
      OpenBlock neighbour = open(*before);
      if (!neighbour.place) return;
      neighbour.place->next = key;
      rewrite(neighbour);
    } else if (const auto after = id_after(block.id - 1); block.postings.empty() && after) {
      OpenBlock neighbour = open(*after);
      if (!neighbour.place) return;
      neighbour.place->is_first = true;
      rewrite(neighbour);
    }
  }
  void rewrite(const OpenBlock& block) {
    BlockBuilder builder(block.rice_bits);
    for (const Posting& p : block.postings) builder.add(p);
    replace_row(block.id, builder.take(block.id, block.place));
  }

  PostingIndex& index_;
  Run run_;
};

bool PostingIndex::exchange(std::span<const Posting> before, std::span<const Posting> after) {
  std::vector<Run> all = runs();
  if (before.empty() || merge_under_way(connection_, name_, all)) return false;
  // Batches and merges keep the postings of a game in one run.
  for (Run& run : all) {
    Editor editor(*this, run);
    if (!editor.has(before.front())) continue;
    std::vector<Posting> gone, more;
    std::ranges::set_difference(before, after, std::back_inserter(gone), std::less<>());
    std::ranges::set_difference(after, before, std::back_inserter(more), std::less<>());
    // First what comes: so the run never becomes empty.
    const bool is_done =
        std::ranges::all_of(more, [&](const Posting& p) { return editor.insert(p); }) &&
        std::ranges::all_of(gone, [&](const Posting& p) { return editor.remove(p); });
    run = editor.run();
    write_runs(all);
    return is_done;
  }
  return false;
}

}  // namespace yari
