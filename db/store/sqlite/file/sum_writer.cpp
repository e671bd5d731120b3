// Rows are found first and written then: the walk must not meet what it has written.
#include "db/store/sqlite/file/sum_writer.h"

#include <string>
#include <vector>

#include "db/codec/record_sums.h"

namespace yari {

namespace {

constexpr const char* record_columns =
    "SELECT r.moves, r.notes, g.variant, g.start FROM records r JOIN games g ON g.id = r.id "
    "WHERE r.id = ?";

}  // namespace

SumWriter::SumWriter(Connection& connection)
    : connection_(connection),
      any_(connection, record_columns),
      missing_(connection, std::string(record_columns) + " AND r.sums IS NULL"),
      update_(connection, "UPDATE records SET sums = ? WHERE id = ?") {}

void SumWriter::write(GameId id, Statement& row) {
  if (!row.first({id})) return;
  const Variant v = row.integer(2) == 1 ? Variant::shogi : Variant::yari;
  const std::int64_t sums = record_sums(sum_of_moves({id, v, row.integer(3)}, row.blob(0)),
                                        sum_of_notes(id, row.blob(1)));
  row.reset();
  update_.run({sums, id});
}

bool SumWriter::add_some_missing() {
  constexpr std::size_t at_once = 10'000;
  Statement rows(connection_, "SELECT id FROM records WHERE sums IS NULL AND id > ? ORDER BY id");
  std::vector<GameId> ids;
  for (rows.start({last_}); ids.size() < at_once && rows.step();) ids.push_back(rows.integer(0));
  rows.reset();
  for (const GameId id : ids) add_missing(last_ = id);
  const bool more = ids.size() == at_once;
  if (!more) last_ = 0;
  return more;
}

}  // namespace yari
