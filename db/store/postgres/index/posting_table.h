/// \file
/// An index from keys to games, in the home: sorted runs of the blocks that SQLite has, too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/postgres/server/shards.h"
#include "db/store/postings.h"
#include "db/store/shared/index_merge.h"
#include "db/store/shared/stale_games.h"

namespace yari::pg {

using store::Run;

/// Postings that a block has room for and does not get: a row has 10 bytes more around it than in
/// SQLite, and two are to fill 8192 bytes.
inline constexpr std::size_t spare_postings = 6;

/// Whether the block `id` comes directly after the block `before` in their run: it has the key that
/// `place_before` names, or the next number of the same key. True where that names none.
bool follows(std::int64_t id, std::int64_t before, const std::optional<BlockPlace>& place_before);

/// The tables NAME_runs, NAME_blocks and NAME_stale. A step of a merge is in one batch: readers
/// keep what they see.
class PostingTable final : public store::PostingReader, public store::PostingWriter {
 public:
  /// `name` is "position" or "content".
  PostingTable(const Shards& shards, std::string name)
      : PostingTable(shards, std::move(name), shards.home(), 0) {}
  ~PostingTable() override;
  PostingTable(const PostingTable&) = delete;
  PostingTable& operator=(const PostingTable&) = delete;

  void find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) override;
  void find_all(std::span<const IndexKey> keys,
                const std::function<bool(IndexKey, std::span<const Posting>)>& visit) override;
  void each(const std::function<void(std::span<const Posting>)>& visit) override;
  void each_key(const std::function<void(IndexKey, std::int64_t)>& visit) override;
  std::int64_t count() override;
  std::size_t pieces() override { return runs().size(); }
  void check(const std::function<void(std::span<const Posting>)>& visit,
             const std::function<void(const std::string&)>& report) override;

  void append(std::span<const Posting> postings,
              std::span<const std::int64_t> changed = {}) override;
  bool begin_merge(store::MergeReach reach) override { return store::begin_merge(*this, reach); }
  bool merge_step(const store::MergeOptions& options) override;

  /// The games of which something is stale.
  std::vector<std::int64_t> stale();
  void clear();
  /// A batch was not committed.
  void forget() { held_ = {}; }
  /// Writes what the shards had, each in tables of its own, before version 8. Where that is
  /// damaged, the index refuses to answer until it is rebuilt. Requires: the index is empty.
  void take_from_shards();

  // What a merge needs (db/store/shared/index_merge.h).
  class Cursor;
  /// The oldest first.
  std::vector<Run> runs();
  std::optional<store::MergePlan> merge_under_way(const std::vector<Run>& runs);
  void store_plan(const store::MergePlan& plan);
  void forget_plan();
  void write_runs(std::span<const Run> runs);
  int new_slot(const std::vector<Run>& runs);
  store::RunWriter writer(const Run& run, std::int64_t expected);
  std::vector<Cursor> consuming(const store::MergePlan& plan, const std::vector<Run>& runs);
  store::StaleGames stale_games();
  void forget_old_stale();
  [[noreturn]] void out_of_order() const;

 private:
  class RunCheck;
  using FoundKeys = std::vector<std::vector<Posting>>;
  /// The tables in `place`, whose blocks have checksums of the shard of that number.
  PostingTable(const Shards& shards, std::string name, const Shard& place, int shard);

  /// With the name of the index in the place of each {0}.
  Statement statement(const char* sql, Use use = Use::often) const;
  /// Reads a block. Throws DamagedFile where it is damaged, or not of this index.
  BlockReader reader(std::int64_t id, ByteView blob) const;
  /// Throws DamagedFile if there are blocks that belong to no run. Looks once.
  void check_slots();
  /// A sentence for each run that is gone but has blocks.
  std::vector<std::string> lost_runs();
  void add_stale(store::StaleGames& stale);
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
  void find_in(const Found& at, const BlockReader& block, IndexKey key,
               std::vector<Posting>& found) const;
  void find_continued(Found at, std::vector<Posting>& found);
  /// What the server has answered; true where some of it may be stale.
  bool read_parts(std::span<const IndexKey> keys, std::vector<Part>& parts);
  void leave_out_stale(std::vector<Part>& parts);
  void insert(std::int64_t id, const Bytes& blob);
  void flush();
  void add_run(const Run& run);
  /// Whether a block stood in the other index, which numbers its blocks alike.
  bool is_of_other(const std::optional<BlockPlace>& place) const {
    return place && place->of_contents != of_contents_;
  }
  [[noreturn]] void damaged(std::int64_t id) const;
  [[noreturn]] void lacks_blocks() const;

  const Shards& shards_;
  std::string name_;
  const Shard& place_;
  int shard_;
  bool of_contents_;
  bool checked_slots_ = false;
  Statement runs_, find_, more_, stale_, insert_stale_, delete_blocks_, insert_run_;
  CopyRows held_;
  int flush_number_;
};

}  // namespace yari::pg
