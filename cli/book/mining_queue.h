/// \file
/// Mining whose positions other programs evaluate: they wait in the queue of the database.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/book/book_miner.h"
#include "db/work_queue.h"

namespace yari::cli {

/// Puts what the miner wants to know next into the queue, and brings back what became of it. After
/// an end that comes too early, the positions stay there and are evaluated all the same.
class MiningQueue {
 public:
  /// How the positions are put there.
  struct Terms {
    std::string engine, settings;
    int priority = 0;
  };
  using Known = std::function<std::optional<Analysis>(const Setup&)>;

  /// `known` looks for stored evaluations. Requires: all of them outlive this.
  MiningQueue(PositionQueue& queue, BookMiner& miner, Terms terms, Known known)
      : queue_(queue), miner_(miner), terms_(std::move(terms)), known_(std::move(known)) {}

  /// Puts positions there, `most` since the beginning at most, and not more at a time than workers
  /// need: what is put early is chosen with less known.
  void put(std::uint64_t most);
  /// Gives the miner what was evaluated or has failed since the last call. Returns a sentence for
  /// each that has no evaluation.
  std::vector<std::string> collect();

  bool waits() const { return !waiting_.empty(); }
  std::size_t waiting() const { return waiting_.size(); }
  /// Positions that were evaluated.
  std::uint64_t answered() const { return answered_; }

 private:
  PositionQueue& queue_;
  BookMiner& miner_;
  Terms terms_;
  Known known_;
  std::deque<MiningTask> waiting_;
  std::uint64_t put_ = 0, answered_ = 0;
};

}  // namespace yari::cli
