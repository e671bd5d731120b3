/// \file
/// Mining that several programs share over one database: who analyses which position.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/book/book_miner.h"
#include "rules/position.h"

namespace yari::cli {

/// Every program goes through the same positions and analyses those whose keys fall into its share.
/// For the others it waits until they are stored. Where nothing is heard of a share for a lease,
/// its positions are taken over, the first ones first.
class MiningShares {
 public:
  struct Options {
    /// From 0, of `all`.
    std::uint64_t own = 0, all = 1;
    std::chrono::milliseconds lease{60'000};
  };
  using Known = std::function<std::optional<Analysis>(const Setup&)>;

  /// `known` looks into the database; `flush` writes there what this program has found.
  MiningShares(const Options& options, Known known, std::function<void()> flush);

  /// Whether this program is to analyse the position, which has this key; else its answer is waited
  /// for.
  bool take(const MiningTask& task, Key key);
  /// What others have stored of the positions that are waited for, a few times in a second at most;
  /// the others get what is found here as often.
  std::vector<std::pair<MiningTask, Analysis>> answers();
  /// A position of which nobody says anything any more.
  std::optional<MiningTask> abandoned();

  bool waits() const { return waiting_ > 0; }
  /// False where so many positions are waited for that the next ones hardly matter.
  bool has_room() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Share {
    std::deque<MiningTask> waiting;
    Clock::time_point heard = {};
  };

  Options options_;
  Known known_;
  std::function<void()> flush_;
  std::vector<Share> shares_;
  std::size_t waiting_ = 0;
  Clock::time_point asked_ = {};
};

}  // namespace yari::cli
