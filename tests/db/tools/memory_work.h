/// \file
/// A queue of the store in memory.
#pragma once

#include "tests/db/tools/memory_store.h"

namespace yari::test {

class MemoryWork final : public store::WorkReader {
 public:
  explicit MemoryWork(const MemoryQueue& queue) : queue_(queue) {}
  std::vector<store::WorkGroup> groups() override;
  bool has_open(std::string_view engine) override;
  std::optional<store::WorkRow> find(const store::Work& work) override;
  void each(store::WorkState state,
            const std::function<bool(const store::WorkRow&)>& visit) override;

 private:
  const MemoryQueue& queue_;
};

class MemoryWorkWriter final : public store::WorkWriter {
 public:
  explicit MemoryWorkWriter(MemoryQueue& queue) : queue_(queue) {}
  bool put(const store::Work& work) override;
  std::vector<store::Claim> claim(const store::ClaimRequest& request) override;
  bool extend(const store::Claim& claim, std::chrono::milliseconds lease) override;
  bool finish(const store::Claim& claim) override;
  bool give_back(const store::Claim& claim) override;
  bool fail(const store::Claim& claim, std::string_view reason, bool again) override;
  std::int64_t retry() override;
  std::int64_t clear(store::WorkState state) override;

 private:
  /// Null when somebody else has the lease.
  MemoryLease* held(const store::Claim& claim);
  void end_leases();

  MemoryQueue& queue_;
};

}  // namespace yari::test
