/// \file
/// Merging the runs of all families, in steps that others can write between.
#pragma once

#include "db/database_impl.h"

namespace yari {

/// Whether there may be something to merge: a family has as many runs as one merge takes, or more.
bool may_merge(store::Snapshot& snapshot);

/// Goes on with merges that were interrupted, then merges the runs of which a size has many. Each
/// step is a batch of its own and leaves everything whole; it stops early where the log has grown
/// large, because somebody else reads. Requires: no open batch.
void merge_runs(Database::Impl& db);

/// The same in a batch that is open.
void merge_in_batch(Writing& writing);
/// The same, if few places are left for runs: what writes several runs into a batch calls it.
void make_room_for_runs(Writing& writing);

/// Commits and closes a batch that has added runs, and merges them where they have become many.
void commit_and_merge(Writing& writing);

/// Merges all runs of each family into one, without the postings of games that were deleted for
/// good, and begins to count the positions that come often. In steps, unless a batch is open.
void merge_all_runs(Database::Impl& db);

}  // namespace yari
