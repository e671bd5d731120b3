// The blocks of an index, checked without the games they point to.
#include <fmt/format.h>

#include <optional>

#include "db/store/error.h"
#include "db/store/sqlite/index/posting_index.h"

namespace yari {

// Where the table is damaged the rest of the run is left out.
void PostingIndex::check(const std::function<void(std::span<const Posting>)>& visit,
                         const std::function<void(const std::string&)>& report) {
  std::vector<Posting> postings;
  std::vector<Run> all;
  store::StaleGames stale;
  try {
    all = runs();
    stale = stale_games();
    check_slots(all);
  } catch (const DamagedFile& error) {
    report(error.what());
  }
  for (const Run& run : all) {
    std::int64_t found = 0, blocks = 0;
    std::optional<Posting> last;
    try {
      each_block(run, [&](std::int64_t id, const BlockReader& block) {
        postings.clear();
        if (!block.all(postings) || is_of_other(block.place()))
          report(fmt::format("{} index: block {} is damaged", name_, id));
        ++blocks;
        found += static_cast<std::int64_t>(postings.size());
        for (const Posting& p : postings) {
          if (last && !(*last < p))
            report(fmt::format("{} index: block {} is out of order", name_, id));
          last = p;
        }
        stale.remove_from(postings, run.age);
        visit(postings);
      });
    } catch (const DamagedFile& error) {
      report(error.what());
    }
    if (found != run.postings || blocks != run.blocks) {
      report(fmt::format("{} index: run {} has {} postings in {} blocks, it says {} in {}", name_,
                         run.slot, found, blocks, run.postings, run.blocks));
    }
  }
}

}  // namespace yari
