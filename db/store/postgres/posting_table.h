/// \file
/// An index from keys to games, in every shard: sorted runs of the blocks that SQLite has, too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/postgres/server/shards.h"
#include "db/store/postings.h"
#include "db/store/shared/stale_games.h"

namespace yari::pg {

/// One sorted sequence of blocks of a shard.
struct Run {
  int slot = 0;
  std::int64_t age = 0, postings = 0, blocks = 0;
  bool operator==(const Run&) const = default;
};

/// Postings that a block has room for and does not get: a row has 10 bytes more around it than in
/// SQLite, and two are to fill 8192 bytes.
inline constexpr std::size_t spare_postings = 6;

/// Whether the block `id` comes directly after the block `before` in their run: it has the key that
/// `place_before` names, or the next number of the same key. True where that names none.
bool follows(std::int64_t id, std::int64_t before, const std::optional<BlockPlace>& place_before);

/// The tables NAME_runs, NAME_blocks and NAME_stale. A shard merges by itself, and a step merges
/// whole shards: readers keep what they see.
class PostingTable final : public store::PostingReader, public store::PostingWriter {
 public:
  /// `name` is "position" or "content".
  PostingTable(Shards& shards, std::string name);
  ~PostingTable() override;

  void find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) override;
  void find_all(std::span<const IndexKey> keys,
                const std::function<bool(IndexKey, std::span<const Posting>)>& visit) override;
  void each(const std::function<void(std::span<const Posting>)>& visit) override;
  void each_key(const std::function<void(IndexKey, std::int64_t)>& visit) override;
  std::int64_t count() override;
  std::size_t pieces() override;
  void check(const std::function<void(std::span<const Posting>)>& visit,
             const std::function<void(const std::string&)>& report) override;

  void append(std::span<const Posting> postings,
              std::span<const std::int64_t> changed = {}) override;
  bool begin_merge(store::MergeReach reach) override;
  bool merge_step(const store::MergeOptions& options) override;

  void clear();
  /// A batch was not committed.
  void forget();

 private:
  class Cursor;
  class RunCheck;
  using FoundKeys = std::vector<std::vector<Posting>>;
  /// Of each shard, by age; asks all shards at once.
  std::vector<std::vector<Run>> runs();
  /// Reads a block. Throws DamagedFile where it is damaged, or not of this index and shard.
  BlockReader reader(std::size_t shard, std::int64_t id, ByteView blob) const;
  /// Throws DamagedFile if there are blocks that belong to no run. Looks once.
  void check_slots();
  /// A sentence for each run that is gone but has blocks.
  std::vector<std::string> lost_runs();
  void find_some(std::span<const IndexKey> keys, FoundKeys& found);
  /// A block that may hold a key; the next of its run are read where these begin with it, too.
  struct Found {
    std::int64_t id = 0;
    std::optional<BlockPlace> place;
  };
  /// What a run has of one of the keys that are looked up.
  struct Part {
    std::size_t key = 0;
    std::int64_t age = 0;
    std::vector<Posting> postings = {};
  };
  void check_first(std::size_t shard, const BlockReader& block) const;
  void find_in(std::size_t shard, const Found& at, const BlockReader& block, IndexKey key,
               std::vector<Posting>& found) const;
  void find_continued(std::size_t shard, Found at, std::vector<Posting>& found);
  /// What the shard has answered; true where some of it may be stale.
  bool read_parts(std::size_t shard, std::span<const IndexKey> keys, std::vector<Part>& parts);
  /// Asks a shard for the games of these that have something stale there.
  void ask_stale(std::size_t shard, const std::vector<Part>& parts);
  store::StaleGames stale_games();
  std::vector<std::vector<Posting>> by_shard(std::span<const Posting> postings);
  void append_to(std::size_t shard, const std::vector<Run>& before,
                 std::span<const Posting> postings, std::span<const std::int64_t> changed);
  void insert(std::size_t shard, std::int64_t id, const Bytes& blob);
  void flush(std::size_t shard);
  /// Returns how many blocks were written.
  std::int64_t merge_shard(std::size_t shard, const std::vector<Run>& all, std::vector<Run> merged,
                           const store::MergeOptions& options, const store::StaleGames& stale);
  void add_run(std::size_t shard, const Run& run);
  BlockPlace first_place(std::size_t shard) const;
  /// Whether a block stood in the other index, which numbers its blocks alike.
  bool is_of_other(const std::optional<BlockPlace>& place) const {
    return place && place->of_contents != of_contents_;
  }
  [[noreturn]] void damaged(std::size_t shard, std::int64_t id) const;
  [[noreturn]] void out_of_order(std::size_t shard) const;
  [[noreturn]] void lacks_blocks(std::size_t shard) const;
  int free_slot(const std::vector<Run>& runs) const;

  Shards& shards_;
  std::string name_;
  bool of_contents_;
  bool checked_slots_ = false;
  Fan runs_, find_, more_, stale_, insert_stale_;
  std::vector<CopyRows> held_;
  std::vector<int> flush_numbers_;
  /// The runs that are to be merged, of each shard.
  std::vector<std::vector<Run>> begun_;
};

}  // namespace yari::pg
