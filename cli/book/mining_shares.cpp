#include "cli/book/mining_shares.h"

namespace yari::cli {

namespace {

constexpr std::chrono::milliseconds between_questions{100};
/// Positions that are waited for, for each program.
constexpr std::size_t most_waiting = 32;

}  // namespace

MiningShares::MiningShares(const Options& options, Known known, std::function<void()> flush)
    : options_(options), known_(std::move(known)), flush_(std::move(flush)), shares_(options.all) {}

bool MiningShares::has_room() const { return waiting_ < most_waiting * shares_.size(); }

bool MiningShares::take(const MiningTask& task, Key key) {
  const std::uint64_t number = key % options_.all;
  if (number == options_.own) return true;
  Share& share = shares_[number];
  if (share.waiting.empty()) share.heard = Clock::now();
  share.waiting.push_back(task);
  ++waiting_;
  return false;
}

std::vector<std::pair<MiningTask, Analysis>> MiningShares::answers() {
  std::vector<std::pair<MiningTask, Analysis>> found;
  const Clock::time_point now = Clock::now();
  if (options_.all == 1 || now - asked_ < between_questions) return found;
  asked_ = now;
  flush_();
  for (Share& share : shares_) {
    std::deque<MiningTask> still;
    for (MiningTask& task : share.waiting) {
      std::optional<Analysis> analysis = known_(task.position);
      if (!analysis) {
        still.push_back(std::move(task));
        continue;
      }
      share.heard = now;
      found.emplace_back(std::move(task), *std::move(analysis));
    }
    share.waiting = std::move(still);
  }
  waiting_ -= found.size();
  return found;
}

std::optional<MiningTask> MiningShares::abandoned() {
  const Clock::time_point now = Clock::now();
  for (Share& share : shares_) {
    if (share.waiting.empty() || now - share.heard < options_.lease) continue;
    MiningTask task = std::move(share.waiting.front());
    share.waiting.pop_front();
    --waiting_;
    return task;
  }
  return std::nullopt;
}

}  // namespace yari::cli
