// Reads records, stores them in a database, counts what was played from the start, asks the engine.
#include <iostream>
#include <string>
#include <vector>

#include "analysis/engine/builtin.h"
#include "db/explore/explorer.h"
#include "import/import_games.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace {

void count(const char* path, const std::vector<std::string>& files) {
  yari::Database database(path, yari::OpenMode::create);
  const yari::ImportSummary summary = yari::import_games(database, files, {});
  std::cout << summary.imported << " games imported, " << summary.rejected << " rejected\n";

  const yari::Setup start = yari::start_setup(yari::Variant::shogi);
  for (const yari::ExplorerMove& move : yari::explore(database, start).moves)
    std::cout << yari::write_usi_move(move.move, yari::Variant::shogi) << "  " << move.counts.games
              << " games\n";

  yari::BuiltinEngine engine({.hash_mib = 16});
  const yari::Analysis analysis = engine.analyze({start, {}}, {.nodes = 5000});
  std::cout << engine.name() << " plays "
            << yari::write_usi_move(analysis.best(), yari::Variant::shogi) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: opening_counts DATABASE FILE...\n";
    return 2;
  }
  try {
    count(argv[1], {argv + 2, argv + argc});
  } catch (const yari::DatabaseError& error) {
    std::cerr << "opening_counts: " << error.what() << '\n';
    return 1;
  }
}
