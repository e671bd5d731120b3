// The home is committed first and says what must follow; the next writer looks whether it did.
#include "db/store/postgres/lost_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "db/codec/prepared_game.h"
#include "db/store/error.h"
#include "db/store/games.h"
#include "db/store/postgres/game_reader.h"

namespace yari::pg {

namespace {

/// How a transaction of a server ended: "committed", also of one long ago, "aborted", "in
/// progress", or "lost" where the server has been put back to an earlier time.
std::string end_of(Connection& server, std::int64_t transaction) {
  Statement row(server,
                "SELECT CASE WHEN $1::int8 < pg_snapshot_xmax(pg_current_snapshot())::text::int8 "
                "THEN coalesce(pg_xact_status($1::int8::text::xid8), 'committed') ELSE 'lost' END");
  return row.first({transaction}) ? std::string(row.text(0)) : "lost";
}

}  // namespace

void forget_parts(const Shards& shards) {
  shards.home().statement("DELETE FROM @.meta WHERE name LIKE 'xid %'").run({});
}

void note_parts(const Shards& shards) {
  forget_parts(shards);
  const auto& servers = shards.connections();
  for (std::size_t i = 1; i < servers.size(); ++i) {
    if (!servers[i]->has_begun()) continue;
    Statement part(*servers[i], "SELECT pg_current_xact_id_if_assigned()::text::int8");
    if (part.first({}) && !part.is_null(0))
      shards.home()
          .statement("INSERT INTO @.meta(name, value) VALUES ($1, $2)")
          .run({fmt::format("xid {}", i), part.integer(0)});
  }
  shards.home().connection->sync();
}

bool a_part_was_lost(const Shards& shards) {
  const auto& servers = shards.connections();
  if (servers.size() == 1) return false;
  Statement parts = shards.home().statement(
      "SELECT substr(name, 5)::int4, value FROM @.meta WHERE name LIKE 'xid %'");
  bool lost = false;
  for (parts.start({}); parts.step();) {
    const auto server = static_cast<std::size_t>(parts.integer(0));
    if (server >= servers.size()) continue;
    // Who began it may have died a moment ago.
    const auto give_up = std::chrono::steady_clock::now() + servers[server]->patience().lock;
    std::string end;
    while ((end = end_of(*servers[server], parts.integer(1))) == "in progress") {
      if (std::chrono::steady_clock::now() > give_up)
        throw Busy(servers[server]->name() + ": another program has not finished its batch");
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    lost = lost || end != "committed";
  }
  return lost;
}

void repost(GameReader& games, PostingTable& positions, PostingTable& contents) {
  std::vector<std::int64_t> changed = positions.stale();
  std::ranges::copy(contents.stale(), std::back_inserter(changed));
  std::ranges::sort(changed);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  std::vector<Posting> of_positions, of_contents;
  // What cannot be read, or is gone, keeps what it has.
  std::erase_if(changed, [&](std::int64_t id) {
    try {
      const auto game = store::load(games, id);
      if (!game) return true;
      const PreparedGame prepared = prepare(*game);
      const auto number = static_cast<std::uint32_t>(id);
      for (std::uint32_t ply = 0; ply < prepared.keys.size(); ++ply)
        of_positions.push_back({index_key(prepared.keys[ply]), number, ply});
      of_contents.push_back({index_key(prepared.content), number, 0});
      return false;
    } catch (const DamagedGame&) {
      return true;
    } catch (const DamagedFile&) {
      return true;
    }
  });
  if (changed.empty()) return;
  std::ranges::sort(of_positions, std::less<>());
  std::ranges::sort(of_contents, std::less<>());
  positions.append(of_positions, changed);
  contents.append(of_contents, changed);
}

}  // namespace yari::pg
