// A database file with any bytes changed: it is read, or refused with DatabaseError.
#include <filesystem>

#include "db/database.h"
#include "db/database_impl.h"
#include "db/explore/explorer.h"
#include "db/import/importer.h"
#include "fuzz/database_file.h"
#include "fuzz/fuzz.h"
#include "rules/start.h"

namespace yari::fuzz::database_fuzz {
namespace {

/// The bytes of a sound database, in which two games make a position one that is counted, by year
/// and result, too.
const std::string& sound() {
  static const std::string bytes = database_bytes([](Database& database) {
    CountLimits& limits = DatabaseParts::of(database).count_limits;
    limits.in_batch = 2;
    limits.by_part = 2;
    Importer importer(database);
    for (const Game& game : seed_games()) importer.add(game);
    importer.finish();
  });
  return bytes;
}

void use(const std::filesystem::path& file) {
  Database database(file, OpenMode::read_only);
  database.statistics();
  database.verify();
  database.list({}, {}, [](const GameHeader&) { return true; });
  for (GameId id : database.ids({})) database.load_game(id);
  GameFilter wins, days;
  wins.result = GameResult::black_wins;
  days.date_from = 19'90'02'03;
  for (const Variant variant : {Variant::yari, Variant::shogi}) {
    const Setup start = start_setup(variant);
    database.find_position(start, {}, [](const Hit&) { return true; });
    for (const GameFilter& filter : {GameFilter{}, wins, days}) explore(database, start, filter);
  }
}

}  // namespace

/// The input is a row of changes: three bytes of place and one of value each.
void check(std::string_view input) {
  std::string damaged = sound();
  for (Bytes bytes(input); !bytes.empty();) {
    const std::size_t place = bytes.next16() | std::size_t{bytes.next()} << 16;
    damaged[place % damaged.size()] = static_cast<char>(bytes.next());
  }
  const DatabaseFile file(damaged);
  try {
    use(file.path());
  } catch (const DatabaseError&) {
    // A refusal is an answer.
  }
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (std::size_t place = 0; place < sound().size(); place += 611) {
    all.push_back({static_cast<char>(place), static_cast<char>(place >> 8),
                   static_cast<char>(place >> 16), static_cast<char>(place * 7)});
  }
  return all;
}

const Target target("database", check, seeds);

}  // namespace yari::fuzz::database_fuzz
