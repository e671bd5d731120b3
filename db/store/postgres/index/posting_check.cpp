// The blocks of an index, checked without the games they point to.
#include <fmt/format.h>

#include "db/store/postgres/index/posting_table.h"

namespace yari::pg {

/// One run, block by block: what its postings are, and whether a block is missing or too many.
class PostingTable::RunCheck {
 public:
  RunCheck(const PostingTable& table, const Run& run,
           const std::function<void(const std::string&)>& report)
      : table_(table), run_(run), report_(report) {}

  void add(std::int64_t id, ByteView blob) {
    const BlockReader block(id, blob, table_.shard_);
    postings_.clear();
    const std::optional<BlockPlace> before = std::exchange(place_, block.place());
    if (!block.all(postings_) || table_.is_of_other(place_))
      say(fmt::format("block {} is damaged", id));
    else if (blocks_ == 0 ? place_ && !place_->is_first : !follows(id, id_, before))
      say(fmt::format("a block before block {} is missing, or one is too many", id));
    if (block.valid() && !place_) ++unplaced_;
    ++blocks_;
    id_ = id;
    found_ += std::ssize(postings_);
    for (const Posting& p : postings_) {
      if (last_ && !(*last_ < p)) say(fmt::format("block {} is out of order", id));
      last_ = p;
    }
  }
  /// Of the block that was added last.
  const std::vector<Posting>& postings(const store::StaleGames& stale) {
    stale.remove_from(postings_, run_.age);
    return postings_;
  }
  std::int64_t unplaced() const { return unplaced_; }
  void finish() const {
    if (place_ && place_->next) say(fmt::format("the last block of run {} is missing", run_.slot));
    if (found_ == run_.postings && blocks_ == run_.blocks) return;
    say(fmt::format("run {} has {} postings in {} blocks, it says {} in {}", run_.slot, found_,
                    blocks_, run_.postings, run_.blocks));
  }

 private:
  void say(const std::string& what) const {
    report_(fmt::format("{} index: {}", table_.name_, what));
  }

  const PostingTable& table_;
  const Run& run_;
  const std::function<void(const std::string&)>& report_;
  std::optional<BlockPlace> place_;
  std::optional<Posting> last_;
  std::vector<Posting> postings_;
  std::int64_t id_ = 0, found_ = 0, blocks_ = 0, unplaced_ = 0;
};

void PostingTable::check(const std::function<void(std::span<const Posting>)>& visit,
                         const std::function<void(const std::string&)>& report) {
  for (const std::string& lost : lost_runs()) report(lost);
  const store::StaleGames stale = stale_games();
  std::int64_t unplaced = 0;
  for (const Run& run : runs()) {
    RunCheck check(*this, run, report);
    Stream rows(
        *place_.connection,
        place_.sql(fmt::format("SELECT id, data FROM @.{}_blocks WHERE id BETWEEN {} AND {} "
                               "ORDER BY id",
                               name_, block_id(run.slot, 0, 0), last_block_id(run.slot))));
    while (rows.step()) {
      check.add(rows.row().integer(0), rows.row().blob(1));
      visit(check.postings(stale));
    }
    check.finish();
    unplaced += check.unplaced();
  }
  if (unplaced > 0)
    report(
        fmt::format("{} index: {} blocks are of an earlier version, and a search does not notice "
                    "when one is missing; 'yari db compact' rewrites them",
                    name_, unplaced));
}

}  // namespace yari::pg
