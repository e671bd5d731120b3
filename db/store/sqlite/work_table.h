/// \file
/// A table of queued work.
#pragma once

#include "db/store/shared/work_rows.h"
#include "db/store/sqlite/file/lazy_statement.h"
#include "db/store/work_queue.h"

namespace yari {

class WorkTable final : public store::WorkReader, public store::WorkWriter {
 public:
  WorkTable(Connection& connection, store::WorkKind kind);

  std::vector<store::WorkGroup> groups() override;
  bool has_open(std::string_view engine) override;
  std::optional<store::WorkRow> find(const store::Work& work) override;
  void each(store::WorkState state,
            const std::function<bool(const store::WorkRow&)>& visit) override;

  bool put(const store::Work& work) override;
  std::vector<store::Claim> claim(const store::ClaimRequest& request) override;
  bool extend(const store::Claim& claim, std::chrono::milliseconds lease) override;
  bool finish(const store::Claim& claim) override;
  bool give_back(const store::Claim& claim) override;
  bool fail(const store::Claim& claim, std::string_view reason, bool again) override;
  std::int64_t retry() override;
  std::int64_t clear(store::WorkState state) override;

 private:
  std::string sql(std::string_view pattern) const;
  Parameter subject(const store::Work& work) const {
    return store::subject_of<Parameter>(kind_, work);
  }
  std::int64_t setting_number(const store::Work& work);
  /// Leases that have ended are nobody's.
  void end_leases(std::int64_t now);

  Connection& connection_;
  store::WorkKind kind_;
  LazyStatement find_setting_, insert_setting_, open_, find_, same_, put_, expire_, next_, claim_,
      extend_, finish_, give_back_, fail_;
};

}  // namespace yari
