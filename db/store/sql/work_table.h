/// \file
/// The tables of queued work: a lease is the token in the row.
#pragma once

#include "db/store/sql/statement.h"
#include "db/store/work_queue.h"

namespace yari::sql {

/// The table of one kind of work, and work_settings. Workers on any machine take from them, and
/// none waits for another.
class WorkTable final : public store::WorkReader, public store::WorkWriter {
 public:
  WorkTable(Tables& tables, store::WorkKind kind);

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
  /// SQL from a pattern with names: {work} for the table, {id} for its numbers, {subject} for the
  /// column that says what the work is about, {unique} for those by which it is there once,
  /// {columns} for what a row is read from, of the table w and work_settings s, {attempts} for
  /// store::most_attempts, {now} and {skip_locked} for what Tables has of that name.
  std::string sql(std::string_view pattern) const;
  /// The parameter for {subject}.
  Parameter subject(const store::Work& work) const;
  /// Whether the statement changed a row.
  bool changes(Prepared& statement, std::initializer_list<Parameter> parameters);

  Tables& tables_;
  store::WorkKind kind_;
  Prepared add_setting_, find_, same_, put_, expire_, settings_, next_, claim_, extend_, finish_,
      give_back_, fail_;
};

}  // namespace yari::sql
