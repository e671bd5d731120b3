/// \file
/// The queues, in the home: workers on any machine take from them, and none waits for another.
#pragma once

#include "db/store/postgres/server/shards.h"
#include "db/store/shared/work_rows.h"
#include "db/store/work_queue.h"

namespace yari::pg {

/// The table of one kind of work, and work_settings. Times are those of the server.
class WorkTable final : public store::WorkReader, public store::WorkWriter {
 public:
  WorkTable(const Shards& shards, store::WorkKind kind);

  std::vector<store::WorkGroup> groups() override;
  void each(store::WorkState state,
            const std::function<bool(const store::WorkRow&)>& visit) override;
  bool has_open(std::string_view engine) override;
  std::optional<store::WorkRow> find(const store::Work& work) override;

  bool put(const store::Work& work) override;
  std::vector<store::Claim> claim(const store::ClaimRequest& request) override;
  bool extend(const store::Claim& claim, std::chrono::milliseconds lease) override;
  bool finish(const store::Claim& claim) override;
  bool give_back(const store::Claim& claim) override;
  bool fail(const store::Claim& claim, std::string_view reason, bool again) override;
  std::int64_t retry() override;
  std::int64_t clear(store::WorkState state) override;

 private:
  Statement statement(std::string_view pattern) const;
  Parameter subject(const store::Work& work) const {
    return store::subject_of<Parameter>(kind_, work);
  }
  /// Whether the statement that was sent last changed a row.
  bool changed() const { return home_.connection->changes() > 0; }

  const Shard& home_;
  store::WorkKind kind_;
  Statement add_setting_, find_, same_, put_, expire_, claim_, extend_, finish_, give_back_, fail_;
};

}  // namespace yari::pg
