// Deleting, editing, merging and taking back, with the index and the checks in step.
#include "db/change/upkeep.h"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>

#include "db/change/duplicate_groups.h"
#include "db/change/duplicate_merge.h"
#include "db/change/renaming.h"
#include "db/codec/prepared_game.h"
#include "db/evaluation_cache.h"
#include "db/reports/judgements.h"
#include "db/store/sqlite/index/posting_index.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

std::vector<Game> sample(std::uint64_t seed, int count) {
  Rng rng(seed);
  std::vector<Game> games;
  for (int i = 0; i < count; ++i) {
    games.push_back(random_record(i % 2 ? Variant::yari : Variant::shogi, rng,
                                  i % 10 == 0 ? 0 : static_cast<int>(20 + rng() % 40), i % 3 == 0));
  }
  return games;
}

std::size_t starts(Database& database, Variant v) {
  std::size_t count = 0;
  database.find_position(start_setup(v), {},
                         [&](const Hit& hit) { return count += hit.ply == 0, true; });
  return count;
}

std::string content_of_row(Database& database, GameId id) {
  Statement row(
      connection_of(database),
      "SELECT quote(variant) || quote(black) || quote(date) || quote(plies) || "
      "quote(tag_values) || quote(moves) || quote(notes) FROM games JOIN records USING (id) "
      "WHERE id = ?");
  REQUIRE(row.first({id}));
  return std::string(row.text(0));
}

}  // namespace

TEST_CASE("a change that is stopped at any of its steps changes nothing") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, sample(7, 20));
  const std::vector<GameId> ids{1, 3, 5, 7};
  const auto set_event = [&] {
    return edit_games(database, "set Event", ids,
                      [](GameId, Game& game) {
                        game.set_tag("Event", "stopped");
                        return true;
                      })
        .games;
  };
  const std::vector<std::function<std::int64_t()>> changes{
      set_event, [&] { return delete_games(database, ids); },
      [&] { return undo(database) ? std::int64_t{4} : 0; }};
  for (const auto& change : changes) {
    const std::string before = content_of(database);
    int steps = 0;
    for (int last = 1;; ++last, steps = 0) {
      watch_changes(database, [&] {
        if (++steps == last) throw std::runtime_error("stopped");
      });
      try {
        const std::int64_t changed = change();
        CHECK(changed == 4);
        break;
      } catch (const std::runtime_error&) {
        CHECK(content_of(database) == before);
      }
    }
    CHECK(steps == 6);  // as it begins, at each game, and before it is stored
  }
}

TEST_CASE("deleted games are gone, their numbers unused, and come back on undo") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, sample(1, 60));
  const std::string before = content_of(database);
  const std::size_t found = starts(database, Variant::yari);
  REQUIRE(delete_games(database, {2, 4, 6, 60, 99}) == 4);
  CHECK(database.count() == 56);
  CHECK(starts(database, Variant::yari) == found - 4);
  CHECK_FALSE(database.load_game(4));
  CHECK(database.verify().problems.empty());
  CHECK(journal(database).front().what == "delete 5 games");
  SECTION("undo") {
    database.fold();
    REQUIRE(undo(database));
    CHECK(content_of(database) == before);
    CHECK(starts(database, Variant::yari) == found);
    CHECK(database.verify().problems.empty());
    CHECK_FALSE(undo(database));
    for (const AddResult& r : import_all(database, sample(1, 60)))
      CHECK(r.added != Added::imported);
  }
  SECTION("new numbers") {
    const auto results = import_all(database, sample(1, 60));
    std::set<GameId> added;
    for (const AddResult& r : results) {
      if (r.added == Added::imported) added.insert(r.game);
    }
    CHECK(added == std::set<GameId>{61, 62, 63, 64});
    CHECK(database.verify().problems.empty());
  }
  SECTION("compact") {
    database.compact();
    CHECK(journal(database).empty());
    CHECK_FALSE(undo(database));
    CHECK(database.verify().problems.empty());
    std::int64_t plies = 0;
    database.list({}, {}, [&](const GameHeader& h) { return plies += h.plies + 1, true; });
    CHECK(database.statistics().postings == plies);
  }
}

TEST_CASE("a game deleted damaged comes back as it was, and earlier changes can be taken back") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, sample(1, 6));
  REQUIRE(delete_games(database, {4}) == 1);
  connection_of(database).execute("UPDATE records SET moves = x'ffff' WHERE id = 3");
  const std::string before = content_of_row(database, 3);
  REQUIRE(delete_games(database, {3}) == 1);
  const auto second = undo(database);
  REQUIRE(second);
  REQUIRE(second->damaged.size() == 1);
  CHECK(second->damaged.front().find("game 3 is damaged") != std::string::npos);
  CHECK(content_of_row(database, 3) == before);
  const auto first = undo(database);
  REQUIRE(first);
  CHECK(first->damaged.empty());
  CHECK(database.load_game(4));
  CHECK(database.count() == 6);
}

TEST_CASE("a deleted game does not come back beside itself") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(7);
  std::vector<Game> games;
  for (int i = 0; i < 8; ++i) games.push_back(random_record(Variant::yari, rng, 30, false));
  import_all(database, games);
  MoveTree noted = games[1].moves;
  noted.edit_note(root_node).comment = "remembered";
  StoredAnnotation annotation;
  annotation.engine = "e";
  annotation.coefficient = 2500;
  database.replace_notes(2, noted);
  store_annotation(database, 2, annotation);
  REQUIRE(delete_games(database, {2, 3}) == 2);
  const std::vector<AddResult> again = import_all(database, {games[1]});
  REQUIRE(again.front().added == Added::imported);
  const GameId added = again.front().game;

  const std::optional<JournalEntry> entry = undo(database);
  REQUIRE(entry);
  CHECK(entry->games == 2);
  CHECK(entry->there_again == 1);
  CHECK(database.count() == 8);
  CHECK_FALSE(database.load_game(2));
  CHECK(database.load_game(3) == games[2]);
  // What only the one that was deleted had is not lost.
  CHECK(database.load_game(added)->moves == noted);
  CHECK(load_annotation(database, added));
  GameFilter filter;
  filter.text = "remembered";
  CHECK(database.ids(filter) == std::vector{added});
  CHECK(database.verify().problems.empty());
}

TEST_CASE("games that stood side by side come back side by side") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(7);
  const Game twin = random_record(Variant::yari, rng, 30, false);
  Game fuller = twin;
  fuller.set_tag("Site", "Edo");
  Game fullest = twin;
  fullest.set_tag("Event", "Cup");
  fullest.set_tag("Round", "2");
  add_games(database, "begin", {twin, twin, fuller, fullest});
  const std::string before = content_of(database);
  for (const std::vector<GameId>& some :
       std::vector<std::vector<GameId>>{{1}, {2}, {1, 2}, {2, 3}, {1, 2, 3, 4}}) {
    REQUIRE(delete_games(database, some) == static_cast<std::int64_t>(some.size()));
    CHECK(undo(database)->there_again == 0);
    CHECK(content_of(database) == before);
  }
  const std::vector<DuplicateGroup> groups = duplicate_groups(database);
  REQUIRE(merge_duplicates(database, groups).deleted == 3);
  CHECK(undo(database)->there_again == 0);
  CHECK(content_of(database) == before);
  REQUIRE(delete_games(database, superfluous(groups.at(0))) > 0);
  CHECK(undo(database)->there_again == 0);
  CHECK(content_of(database) == before);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("tags are edited and taken back") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, sample(2, 30));
  const std::string before = content_of(database);
  const std::vector<GameId> all = database.ids({});
  CHECK(set_tags(database, all, {{"event", "Ōsaka Open"}}).games == 30);
  CHECK(set_tags(database, all, {{"Event", "Ōsaka Open"}}).games == 0);
  CHECK(set_tags(database, {1, 2}, {{"Annotator", "me"}}).games == 2);
  CHECK(set_tags(database, {1}, {{"Site", ""}}).games == 1);
  GameFilter filter;
  filter.event = "osaka";
  CHECK(database.count(filter) == 30);
  CHECK(database.load_game(2)->tag("Annotator") == "me");
  CHECK(database.header(1)->site.empty());
  CHECK(database.verify().problems.empty());
  CHECK(journal(database).size() == 3);
  while (undo(database)) CHECK(database.verify().problems.empty());
  CHECK(content_of(database) == before);
}

TEST_CASE("players are joined and parted again") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, sample(3, 40));
  const std::string before = content_of(database);
  GameFilter of_freeling;
  of_freeling.player = "Freeling";
  const auto games = database.count(of_freeling);
  REQUIRE(games > 0);
  CHECK(rename(database, {{NameKind::player, "Christiaan Freeling", "C. F."}}).edit.games == games);
  CHECK(database.count(of_freeling) == 0);
  CHECK(rename(database, {{NameKind::player, "nobody", "somebody"}}).edit.games == 0);
  CHECK(database.verify().problems.empty());
  REQUIRE(undo(database));
  CHECK(content_of(database) == before);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("merging adds what is new") {
  TempFolder folder;
  Database to(folder / "to.db", OpenMode::create), from(folder / "from.db", OpenMode::create);
  const std::vector<Game> games = sample(4, 60);
  import_all(to, {games.begin(), games.begin() + 40});
  import_all(from, {games.begin() + 20, games.end()});
  EvaluationCache(from, Variant::yari, "e", "depth=1")
      .store(77, {{.score = 3, .mate = false, .depth = 1, .nodes = 1, .engine = "", .pv = {}}});
  connection_of(from).execute("UPDATE records SET moves = x'0000' WHERE id = 40");
  const MergeResult result = merge(to, from);
  CHECK(result.games == 40);
  CHECK(result.imported == 19);
  CHECK(result.duplicates == 20);
  CHECK(result.rejected.size() == 1);
  CHECK(result.evaluations == 1);
  CHECK(EvaluationCache(to, Variant::yari, "e", "depth=1").find(77)->front().score == 3);
  CHECK(to.verify().problems.empty());
  CHECK(merge(to, from).imported == 0);
  CHECK(to.load_game(41) == games[40]);
}

TEST_CASE("new games that begin others, or continue them, are reported") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(6);
  std::vector<Game> games;
  for (int i = 0; i < 40; ++i) {
    const Game game = random_record(i % 2 ? Variant::yari : Variant::shogi, rng, 30, false);
    const std::vector<Move> moves = game.moves.main_moves();
    for (const std::size_t plies : {rng() % 31, rng() % 31}) {
      Game part = game;
      part.moves = {};
      NodeId node = root_node;
      for (std::size_t m = 0; m < std::min<std::size_t>(plies, moves.size()); ++m)
        node = part.moves.add(node, moves[m]);
      games.push_back(part);
    }
  }
  std::shuffle(games.begin(), games.end(), rng);
  import_all(database, {games.begin(), games.begin() + 50});
  const GameId from = database.ids({}).back() + 1;
  import_all(database, {games.begin() + 50, games.end()});
  const auto moves_of = [&](GameId id) { return database.load_game(id)->moves.main_moves(); };
  // The slow way: every pair.
  std::set<std::pair<GameId, GameId>> all;
  std::set<GameId> shorter;
  for (const GameId a : database.ids({})) {
    for (const GameId b : database.ids({})) {
      const std::vector<Move> x = moves_of(a), y = moves_of(b);
      const bool same_start = database.load_game(a)->start == database.load_game(b)->start &&
                              database.load_game(a)->variant == database.load_game(b)->variant;
      if (same_start && !x.empty() && x.size() < y.size() &&
          std::equal(x.begin(), x.end(), y.begin())) {
        all.insert({a, b});
        if (a >= from) shorter.insert(a);
      }
    }
  }
  std::set<GameId> told;
  std::size_t older_first = 0;
  find_contained(database, from, [&](const Twins& t) {
    CHECK(t.kind == Twins::Kind::contained);
    CHECK(all.count({t.first, t.second}) == 1);
    if (t.first >= from) {
      CHECK(told.insert(t.first).second);
    } else {
      CHECK(t.second >= from);
      ++older_first;
    }
    return true;
  });
  CHECK(told == shorter);
  const auto older = std::count_if(all.begin(), all.end(), [&](const auto& pair) {
    return pair.first < from && pair.second >= from;
  });
  CHECK(static_cast<std::size_t>(older) == older_first);
  CHECK(older_first > 5);
  CHECK(told.size() > 5);
}

TEST_CASE("one new game among many is found to go on from older ones") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> older = mixed_games(300);
  Rng rng(8);
  const Game longest = random_record(Variant::shogi, rng, 40, false);
  for (const std::size_t plies : {12u, 39u}) {
    Game& cut = older.emplace_back(new_game(Variant::shogi));
    NodeId node = root_node;
    const std::vector<Move> moves = longest.moves.main_moves();
    for (std::size_t i = 0; i < plies; ++i) node = cut.moves.add(node, moves[i]);
  }
  const std::vector<AddResult> added = import_all(database, older);
  const GameId from = import_all(database, {longest}).front().game;
  std::vector<std::pair<GameId, GameId>> told;
  find_contained(database, from, [&](const Twins& t) {
    told.emplace_back(t.first, t.second);
    return true;
  });
  const std::vector<std::pair<GameId, GameId>> expected{{added[300].game, from},
                                                        {added[301].game, from}};
  CHECK(told == expected);
}

TEST_CASE("games that may be one are reported") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(5);
  const Game longest = random_record(Variant::yari, rng, 60, false);
  const auto cut = [&](int plies) {
    Game game = longest;
    game.moves = {};
    NodeId node = root_node;
    for (const Move m : longest.moves.main_moves()) {
      if (game.moves.main_plies() < plies) node = game.moves.add(node, m);
    }
    return game;
  };
  Game other_end = cut(55);
  with_variant(Variant::yari, [&]<class V>(V) {
    Position<YariShogi> position = Position<YariShogi>::start();
    for (const Move m : other_end.moves.main_moves()) position.play(m);
    NodeId node = other_end.moves.main_line().back();
    for (const Move m : position.legal_moves()) {
      if (m != longest.moves.main_moves()[55]) {
        other_end.moves.add(node, m);
        break;
      }
    }
  });
  import_all(database, {longest, cut(40), other_end, random_record(Variant::yari, rng, 60, false),
                        random_record(Variant::shogi, rng, 60, false)});
  std::vector<Twins> twins;
  find_twins(database, [&](const Twins& t) { return twins.push_back(t), true; });
  REQUIRE(twins.size() == 2);
  CHECK(twins[0] == Twins{Twins::Kind::contained, 2, 1});
  CHECK(twins[1] == Twins{Twins::Kind::near_same, 1, 3});
}

TEST_CASE("games that are wholly the same are reported once") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(8);
  const auto with_site = [](Game game, const std::string& site) {
    game.set_tag("Site", site);
    return game;
  };
  Game still = random_record(Variant::yari, rng, 0, false);
  import_all(database, {random_record(Variant::yari, rng, 40, false),
                        random_record(Variant::yari, rng, 40, false), with_site(still, "Nara"),
                        with_site(still, "Osaka"), with_site(still, "Tokyo")});
  // No import stores a game twice: it takes an edit, or a file from elsewhere.
  set_tags(database, {5}, {{"Site", "Nara"}});
  Connection& c = connection_of(database);
  c.execute(
      "UPDATE games SET (date, black, white) = (SELECT date, black, white FROM games WHERE id = 1) "
      "WHERE id = 2;"
      "UPDATE records SET moves = (SELECT moves FROM records WHERE id = 1), sums = NULL "
      "WHERE id = 2");
  // The index as a replay gives it.
  std::vector<Posting> contents;
  for (const GameId id : database.ids({}))
    contents.push_back(
        {index_key(prepare(*database.load_game(id)).content), static_cast<std::uint32_t>(id), 0});
  std::sort(contents.begin(), contents.end());
  PostingIndex index(c, "content");
  index.clear();
  index.append(contents);
  std::vector<Twins> twins;
  find_twins(database, [&](const Twins& t) {
    // A game without moves is the beginning of others, too.
    if (t.kind != Twins::Kind::contained) twins.push_back(t);
    return true;
  });
  CHECK(twins == std::vector<Twins>{{Twins::Kind::same, 1, 2}, {Twins::Kind::same, 3, 5}});
}
