// Corrections, duplicates, and that every change can be taken back.
#include "db/corrections.h"

#include <catch2/catch.hpp>

#include "db/duplicate_groups.h"
#include "db/renaming.h"
#include "tests/db/support.h"

namespace yari::test {

namespace {

Game with_tags(Game game, const std::vector<Tag>& tags) {
  game.tags = tags;
  return game;
}

/// The first plies of a game.
Game beginning_of(const Game& game, int plies) {
  Game part = game;
  part.moves = {};
  NodeId node = root_node;
  for (const Move move : game.moves.main_moves())
    if (plies-- > 0) node = part.moves.add(node, move);
  return part;
}

}  // namespace

TEST_CASE("results, endings and tags are corrected, and contradictions with the moves reported") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  // Black's gold mates.
  Game mated = new_game(Variant::yari);
  mated.start = *read_sfen("3k3/7/3+B3/7/7/7/7/7/3K3 b R 1", Variant::yari);
  with_variant(Variant::yari, [&]<class V>(V) {
    mated.moves.add(root_node, *read_usi_move("R*1a", Variant::yari));
  });
  mated.result = GameResult::black_wins;
  mated.ending = Ending::mate;
  import_all(database, {mated, game_of(Variant::yari, "7g7f 3c3d")});
  const std::string before = content_of(database);
  Correction lost;
  lost.result = GameResult::white_wins;
  Correction mate;
  mate.ending = Ending::mate;
  mate.tags = {{"Event", "Cup"}};
  const CorrectionResult result =
      correct_games(database, "correct", {{1, lost}, {2, mate}, {77, lost}});
  CHECK(result.edit.games == 2);
  CHECK(result.missing == std::vector<GameId>{77});
  CHECK(result.contradictions ==
        std::vector<std::string>{"game 1: the moves end in mate, and the result is 0-1",
                                 "game 2: the ending is mate, and the last move does not mate"});
  CHECK(database.header(1)->result == GameResult::white_wins);
  CHECK(database.header(2)->ending == Ending::mate);
  CHECK(database.header(2)->event == "Cup");
  CHECK(database.verify().problems.empty());
  REQUIRE(undo(database));
  CHECK(content_of(database) == before);
}

TEST_CASE("random corrections, renamings and deletions are taken back to the byte") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, mixed_games(40));
  const std::string before = content_of(database);
  Rng rng(21);
  const auto some_games = [&] {
    std::vector<GameId> ids;
    for (const GameId id : database.ids({}))
      if (rng() % 6 == 0) ids.push_back(id);
    return ids;
  };
  int changes = 0;
  for (int i = 0; i < 60; ++i) {
    const std::size_t entries = journal(database).size();
    const std::string name = "Name " + std::to_string(rng() % 5);
    if (const auto kind = rng() % 4; kind == 0) {
      delete_games(database, some_games());
    } else if (kind == 1) {
      std::vector<std::pair<GameId, Correction>> list;
      for (const GameId id : some_games()) {
        Correction c;
        if (rng() % 2 == 0) c.result = static_cast<GameResult>(rng() % 4);
        if (rng() % 2 == 0) c.ending = static_cast<Ending>(rng() % ending_count);
        if (rng() % 2 == 0) c.tags.push_back({"Black", rng() % 3 == 0 ? "" : name + ", 3 Dan"});
        if (rng() % 3 == 0) c.tags.push_back({"Date", "19" + std::to_string(50 + rng() % 50)});
        list.emplace_back(id, c);
      }
      correct_games(database, "correct", list);
    } else if (kind == 2) {
      std::vector<Renaming> list;
      const auto headers = database.ids({});
      const std::string from = database.header(headers[rng() % headers.size()])->black;
      if (!from.empty() && from != name) list.push_back({people::NameKind::player, from, name});
      if (!list.empty()) rename(database, list);
    } else {
      set_tags(database, some_games(), {{"Site", name}, {"Annotator", rng() % 2 ? "" : name}});
    }
    changes += journal(database).size() > entries ? 1 : 0;
    if (database.count() < 20)
      while (database.count() < 20 && undo(database)) --changes;
  }
  CHECK(changes > 20);
  CHECK(database.verify().problems.empty());
  while (undo(database)) {
  }
  CHECK(content_of(database) == before);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("duplicates come in groups, the fullest game first, with what differs") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(9);
  const Game whole = with_tags(random_record(Variant::yari, rng, 60, false),
                               {{"Black", "Ann"}, {"White", "Bob"}, {"Date", "2001.05.06"}});
  const Game cut = with_tags(beginning_of(whole, 40),
                             {{"Black", "ANN, 3 Dan"}, {"White", "Bob"}, {"Event", "Cup"}});
  const Game others = with_tags(beginning_of(whole, 30), {{"Black", "Cid"}, {"White", "Dora"}});
  import_all(database, {cut, whole, others, random_record(Variant::shogi, rng, 40, false)});
  const std::string before = content_of(database);
  const std::vector<DuplicateGroup> groups = duplicate_groups(database);
  REQUIRE(groups.size() == 1);
  REQUIRE(groups[0].games.size() == 3);
  CHECK(groups[0].games[0].header.id == 2);
  const DuplicateGame& shorter = groups[0].games[1];
  CHECK(shorter.header.id == 1);
  CHECK(shorter.differences.front() == "20 plies fewer");
  CHECK(std::count(shorter.differences.begin(), shorter.differences.end(), "Event is 'Cup'") == 1);
  CHECK(std::count(shorter.differences.begin(), shorter.differences.end(), "no Date") == 1);
  CHECK_FALSE(shorter.contradicts);
  CHECK(groups[0].games[2].contradicts);
  CHECK(superfluous(groups[0]) == std::vector<GameId>{1});
  CHECK(complete_keeper(database, groups[0]));
  CHECK(database.header(2)->event == "Cup");
  CHECK(database.header(2)->black == "Ann");
  CHECK(delete_games(database, superfluous(groups[0])) == 1);
  REQUIRE(undo(database));
  REQUIRE(undo(database));
  CHECK(content_of(database) == before);
}

}  // namespace yari::test
