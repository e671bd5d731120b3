// A database file with any bytes changed: it is read, or refused with DatabaseError.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "db/database.h"
#include "db/import/importer.h"
#include "fuzz/fuzz.h"
#include "rules/start.h"

namespace yari::fuzz {
namespace {

/// The bytes of a sound database.
const std::string& sound() {
  static const std::string bytes = [] {
    const std::filesystem::path file = scratch_file("-sound.db");
    std::filesystem::remove(file);
    {
      Database database(file, OpenMode::create);
      Importer importer(database);
      for (const Game& game : seed_games()) importer.add(game);
      importer.finish();
      database.compact();
    }
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    std::filesystem::remove(file);
    return text.str();
  }();
  return bytes;
}

void use(const std::filesystem::path& file) {
  Database database(file, OpenMode::read_only);
  database.statistics();
  database.verify();
  database.list({}, {}, [](const GameHeader&) { return true; });
  for (GameId id : database.ids({})) database.load_game(id);
  database.find_position(start_setup(Variant::yari), {}, [](const Hit&) { return true; });
  database.find_position(start_setup(Variant::shogi), {}, [](const Hit&) { return true; });
}

}  // namespace

/// The input is a row of changes: three bytes of place and one of value each.
void check(std::string_view input) {
  std::string damaged = sound();
  for (Bytes bytes(input); !bytes.empty();) {
    const std::size_t place = bytes.next16() | std::size_t{bytes.next()} << 16;
    damaged[place % damaged.size()] = static_cast<char>(bytes.next());
  }
  const std::filesystem::path file = scratch_file(".db");
  std::ofstream(file, std::ios::binary) << damaged;
  try {
    use(file);
  } catch (const DatabaseError&) {
    // A refusal is an answer.
  }
  std::filesystem::remove(file);
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (std::size_t place = 0; place < sound().size(); place += 611) {
    all.push_back({static_cast<char>(place), static_cast<char>(place >> 8),
                   static_cast<char>(place >> 16), static_cast<char>(place * 7)});
  }
  return all;
}

}  // namespace yari::fuzz
