#include "cli/study/queued_positions.h"

#include <fmt/format.h>

#include "import/annotation/stored_evaluations.h"
#include "import/annotation/work_settings.h"
#include "import/ordered.h"

namespace yari::cli {

namespace {

/// Sentences that are kept for the end, which may be far away; 'yari queue' has all.
constexpr std::size_t most_notes = 20;

}  // namespace

void QueuedPositions::run(int jobs) {
  run_ordered(
      jobs, [&] { return leases_.next(); },
      [&](const WorkLeases::Leased& leased) {
        try {
          return evaluate(leased);
        } catch (...) {
          // Another thread may wait for work.
          end();
          throw;
        }
      },
      [&](const Outcome& outcome) { return count(outcome); });
}

QueuedPositions::Outcome QueuedPositions::evaluate(const WorkLeases::Leased& leased) {
  const store::Work& work = leased.claim.work;
  const std::optional<PositionSettings> settings = read_position_settings(work.settings);
  const std::optional<Setup> position = position_of(work);
  if (!settings || !position) {
    leases_.refuse(leased.claim, settings ? "no such position can occur" : unreadable_settings);
    return {End::left, {}};
  }
  std::vector<std::string> notes;
  std::vector<Evaluation> lines;
  try {
    std::unique_ptr<Engine> engine = engines_.take_same();
    engine->new_position(settings->limits);
    std::string nothing_said = "the engine names no move with a score";
    try {
      lines = stored_lines(
          engine->analyze({*position, {}, settings->rules}, settings->limits, leased.stop));
    } catch (const UselessAnswer& useless) {
      nothing_said = useless.what();
    }
    notes = engine->take_notes();
    engines_.give_back(std::move(engine));
    if (!leased.stop.stop_requested() && lines.empty())
      return fail(leased.claim, nothing_said, false);
  } catch (const EngineFailure& failure) {
    return fail(leased.claim, failure.what(), true);
  }
  try {
    const bool is_done = leases_.end(work.id, [&](const Claim& claim) {
      if (leased.stop.stop_requested()) return queue_.give_back(claim);
      return queue_.finish(claim, describe(settings->limits), lines);
    });
    return {is_done && !leased.stop.stop_requested() ? End::evaluated : End::left, notes};
  } catch (const RefusedResult& refused) {
    return fail(leased.claim, refused.what(), true);
  }
}

QueuedPositions::Outcome QueuedPositions::fail(const Claim& failed, const std::string& reason,
                                               bool again) {
  leases_.end(failed.work.id,
              [&](const Claim& claim) { return queue_.fail(claim, reason, again); });
  return {End::failed, {fmt::format("position {} is not evaluated: {}", failed.work.sfen, reason)}};
}

bool QueuedPositions::count(const Outcome& outcome) {
  for (const std::string& note : outcome.notes)
    if (notes_.size() < most_notes && noted_.insert(note).second) notes_.push_back(note);
  switch (outcome.end) {
    case End::left:
      return true;
    case End::evaluated:
      failed_in_a_row_ = 0;
      terminal_.progress("positions", ++evaluated_, 0);
      return true;
    case End::failed:
      ++failed_;
      if (++failed_in_a_row_ < most_failures_in_a_row) return true;
      notes_.push_back(fmt::format("given up after {} failures in a row", most_failures_in_a_row));
      end();
      return false;
  }
  return true;
}

}  // namespace yari::cli
