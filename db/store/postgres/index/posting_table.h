/// \file
/// The indexes of postings, in the home: of positions, and of the contents of games.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/store/postgres/server/shards.h"
#include "db/store/shared/run_index.h"

namespace yari::pg {

using store::Run;

/// Readers keep what they see while runs are merged.
class PostingTable final : public store::RunIndex {
 public:
  /// `name` is "position" or "content".
  PostingTable(const Shards& shards, const std::string& name)
      : PostingTable(
            shards, shards.home(),
            {.name = name, .spare = spare_postings, .shard = 0, .reports_unplaced = true}) {}
  ~PostingTable() override;
  PostingTable(const PostingTable&) = delete;
  PostingTable& operator=(const PostingTable&) = delete;

  void find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) override;
  void find_all(std::span<const IndexKey> keys,
                const std::function<bool(IndexKey, std::span<const Posting>)>& visit) override;
  std::vector<Run> runs() override;
  /// The games of which something is stale.
  std::vector<std::int64_t> stale();
  void clear();
  /// A batch was not committed.
  void forget() { held_ = {}; }
  /// Writes what the shards had, each in tables of its own, before version 8. Where that is
  /// damaged, the index refuses to answer until it is rebuilt. Requires: the index is empty.
  void take_from_shards();

 private:
  class Rows;
  /// Postings that a block has room for and does not get: a row has 10 bytes more around it than in
  /// SQLite, and two are to fill 8192 bytes.
  static constexpr std::size_t spare_postings = 6;
  using FoundKeys = std::vector<std::vector<Posting>>;

  /// The tables in `place`.
  PostingTable(const Shards& shards, const Shard& place, store::IndexKind kind);

  std::string store_name() const override { return shards_.name(); }
  GameSet games() override;
  std::unique_ptr<store::BlockRows> blocks(const Run& run) override;
  void insert_block(std::int64_t id, const Bytes& blob) override;
  void delete_blocks(std::int64_t first, std::int64_t last) override {
    delete_blocks_.run({first, last});
  }
  bool has_blocks_outside(std::uint32_t used) override;
  void add_run(const Run& run) override {
    insert_run_.run({run.slot, run.age, run.postings, run.blocks});
  }
  void delete_runs() override { statement("DELETE FROM @.{0}_runs").run({}); }
  store::StaleGames stale_games() override;
  void add_stale(std::span<const std::int64_t> games, std::int64_t age) override {
    insert_stale_.run({array_of(games), age});
  }
  void forget_old_stale() override;
  std::optional<store::MergePlan> stored_plan() override;
  void store_plan(const store::MergePlan& plan) override;
  void forget_plan() override;

  /// With the name of the index in the place of each {0}.
  Statement statement(const char* sql) const;
  void add_stale_to(store::StaleGames& stale);
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
  void flush();

  const Shards& shards_;
  const Shard& place_;
  Statement runs_, find_, more_, stale_, insert_stale_, delete_blocks_, insert_run_;
  CopyRows held_;
  int flush_number_, blocks_at_once_ = 128;
};

}  // namespace yari::pg
