#include "cli/book/mining_queue.h"

#include <fmt/format.h>

#include "rules/sfen.h"

namespace yari::cli {

namespace {

/// Positions that are waited for at a time.
constexpr std::size_t most_queued = 64;

}  // namespace

void MiningQueue::put(std::uint64_t most) {
  while (put_ < most && waiting_.size() < most_queued) {
    std::optional<MiningTask> task = miner_.next();
    if (!task) return;
    queue_.put(task->position, terms_.engine, terms_.settings, terms_.priority);
    waiting_.push_back(*std::move(task));
    ++put_;
  }
}

std::vector<std::string> MiningQueue::collect() {
  std::vector<std::string> sentences;
  std::deque<MiningTask> still;
  bool may_be_next = true;
  for (MiningTask& task : waiting_) {
    // They are taken in order: behind one that nobody has taken there is nothing new.
    const auto row = may_be_next ? queue_.find(task.position, terms_.engine, terms_.settings)
                                 : std::optional(WorkRow{});
    const auto state = row ? row->state : WorkState::failed;
    may_be_next = may_be_next && state != WorkState::waiting;
    if (state == WorkState::waiting || state == WorkState::running) {
      still.push_back(std::move(task));
      continue;
    }
    std::optional<Analysis> analysis = known_(task.position);
    if (analysis) {
      ++answered_;
    } else {
      sentences.push_back(fmt::format("position {} is not evaluated: {}",
                                      write_sfen_without_number(task.position),
                                      row ? row->reason : "it was taken out of the queue"));
      analysis.emplace().scored = false;
    }
    miner_.answer(task, *analysis);
  }
  waiting_ = std::move(still);
  return sentences;
}

}  // namespace yari::cli
