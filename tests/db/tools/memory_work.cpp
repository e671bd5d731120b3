// A lease is the token in the row, as in the other back ends.
#include "tests/db/tools/memory_work.h"

#include <algorithm>
#include <tuple>

namespace yari::test {

namespace {

using store::WorkState;

void let_go(MemoryLease& lease, WorkState state) {
  lease.token.reset();
  lease.row.state = state;
}

WorkState after_failure(const MemoryLease& lease) {
  return lease.row.attempts < store::most_attempts ? WorkState::waiting : WorkState::failed;
}

/// The row of the position with this engine and settings.
template <class Queue>
auto same_position(Queue& queue, const store::Work& work) {
  return std::ranges::find_if(queue, [&](const auto& entry) {
    const store::Work& other = entry.second.row.work;
    return std::tie(other.engine, other.settings, other.sfen) ==
           std::tie(work.engine, work.settings, work.sfen);
  });
}

}  // namespace

std::vector<store::WorkGroup> MemoryWork::groups() {
  std::map<std::pair<std::string, std::string>, store::WorkGroup> groups;
  for (const auto& [game, lease] : queue_) {
    const store::Work& work = lease.row.work;
    store::WorkGroup& group = groups[{work.engine, work.settings}];
    group.engine = work.engine;
    group.settings = work.settings;
    ++group.counts.at(static_cast<std::size_t>(lease.row.state));
    if (lease.row.state == WorkState::done)
      group.spent +=
          std::chrono::duration_cast<std::chrono::milliseconds>(lease.ended - lease.begun);
  }
  std::vector<store::WorkGroup> all;
  for (const auto& [key, group] : groups) all.push_back(group);
  return all;
}

bool MemoryWork::has_open(std::string_view engine) {
  return std::ranges::any_of(queue_, [&](const auto& entry) {
    const store::WorkRow& row = entry.second.row;
    return row.work.engine == engine &&
           (row.state == WorkState::waiting || row.state == WorkState::running);
  });
}

std::optional<store::WorkRow> MemoryWork::find(const store::Work& work) {
  const auto found = work.sfen.empty() ? queue_.find(work.id) : same_position(queue_, work);
  if (found == queue_.end() || found->second.row.work.engine != work.engine ||
      found->second.row.work.settings != work.settings)
    return std::nullopt;
  return found->second.row;
}

void MemoryWork::each(WorkState state, const std::function<bool(const store::WorkRow&)>& visit) {
  std::vector<store::WorkRow> rows;
  for (const auto& [game, lease] : queue_) {
    if (lease.row.state != state) continue;
    rows.push_back(lease.row);
    if (state == WorkState::running)
      rows.back().left = std::chrono::duration_cast<std::chrono::milliseconds>(
          lease.lease_end - std::chrono::system_clock::now());
  }
  std::ranges::stable_sort(rows, std::greater(), [](const auto& r) { return r.work.priority; });
  for (const store::WorkRow& row : rows)
    if (!visit(row)) return;
}

bool MemoryWorkWriter::put(const store::Work& work) {
  auto found = work.sfen.empty() ? queue_.find(work.id) : same_position(queue_, work);
  if (found == queue_.end()) {
    const std::int64_t next = queue_.empty() ? 1 : queue_.rbegin()->first + 1;
    found = queue_.try_emplace(work.sfen.empty() ? work.id : next).first;
  }
  store::WorkRow& row = found->second.row;
  if (row.work.engine == work.engine && row.work.settings == work.settings &&
      (row.state == WorkState::waiting || row.state == WorkState::running)) {
    row.work.priority = work.priority;
    return false;
  }
  found->second = {};
  row.work = work;
  row.work.id = found->first;
  return true;
}

void MemoryWorkWriter::end_leases() {
  for (auto& [game, lease] : queue_) {
    if (lease.row.state != WorkState::running || lease.lease_end > std::chrono::system_clock::now())
      continue;
    lease.row.reason = "the lease of " + lease.row.worker + " ended";
    let_go(lease, after_failure(lease));
  }
}

std::vector<store::Claim> MemoryWorkWriter::claim(const store::ClaimRequest& request) {
  end_leases();
  std::vector<MemoryLease*> waiting;
  for (auto& [game, lease] : queue_)
    if (lease.row.state == WorkState::waiting && lease.row.work.engine == request.engine)
      waiting.push_back(&lease);
  std::ranges::stable_sort(waiting, std::greater(),
                           [](const auto* l) { return l->row.work.priority; });
  if (std::ssize(waiting) > request.most) waiting.resize(static_cast<std::size_t>(request.most));
  std::vector<store::Claim> claims;
  for (MemoryLease* lease : waiting) {
    lease->row.state = WorkState::running;
    lease->row.worker = request.worker;
    lease->token = request.token;
    lease->begun = std::chrono::system_clock::now();
    lease->lease_end = lease->begun + request.lease;
    claims.push_back({lease->row.work, request.token, ++lease->row.attempts});
  }
  return claims;
}

MemoryLease* MemoryWorkWriter::held(const store::Claim& claim) {
  const auto found = queue_.find(claim.work.id);
  if (found == queue_.end() || found->second.token != claim.token) return nullptr;
  return &found->second;
}

bool MemoryWorkWriter::extend(const store::Claim& claim, std::chrono::milliseconds length) {
  MemoryLease* lease = held(claim);
  if (lease != nullptr) lease->lease_end = std::chrono::system_clock::now() + length;
  return lease != nullptr;
}

bool MemoryWorkWriter::finish(const store::Claim& claim) {
  MemoryLease* lease = held(claim);
  if (lease == nullptr) return false;
  lease->ended = std::chrono::system_clock::now();
  lease->row.reason.clear();
  let_go(*lease, WorkState::done);
  return true;
}

bool MemoryWorkWriter::give_back(const store::Claim& claim) {
  MemoryLease* lease = held(claim);
  if (lease == nullptr) return false;
  --lease->row.attempts;
  let_go(*lease, WorkState::waiting);
  return true;
}

bool MemoryWorkWriter::fail(const store::Claim& claim, std::string_view reason, bool again) {
  MemoryLease* lease = held(claim);
  if (lease == nullptr) return false;
  lease->row.reason = reason;
  let_go(*lease, again ? after_failure(*lease) : WorkState::failed);
  return true;
}

std::int64_t MemoryWorkWriter::retry() {
  std::int64_t games = 0;
  for (auto& [game, lease] : queue_) {
    if (lease.row.state != WorkState::failed) continue;
    lease.row.state = WorkState::waiting;
    lease.row.attempts = 0;
    ++games;
  }
  return games;
}

std::int64_t MemoryWorkWriter::clear(WorkState state) {
  return static_cast<std::int64_t>(
      std::erase_if(queue_, [&](const auto& l) { return l.second.row.state == state; }));
}

}  // namespace yari::test
