/// \file
/// Batches of which one server has a part and another has not.
#pragma once

#include "db/store/postgres/index/posting_table.h"
#include "db/store/postgres/server/shards.h"

namespace yari::pg {

class GameReader;

/// Writes into the home which transactions of the other servers belong to this batch.
void note_parts(const Shards& shards);
/// What was lost has been repaired.
void forget_parts(const Shards& shards);

/// Whether a server does not have its part of the last batch that the home has: its games are
/// counted, and are not there.
bool a_part_was_lost(const Shards& shards);

/// Gives each game of which something is stale the postings that it has as it is stored: where a
/// change of it was lost, the index has those that it would have had.
void repost(GameReader& games, PostingTable& positions, PostingTable& contents);

}  // namespace yari::pg
