// Corrections, duplicates, and that every change can be taken back.
#include "db/change/corrections.h"

#include "db/change/duplicate_merge.h"
#include "db/change/renaming.h"
#include "db/reports/judgements.h"
#include "record/board_verdict.h"
#include "rules/sfen.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

namespace yari::test {

namespace {

Game with_tags(Game game, const std::vector<Tag>& tags) {
  game.tags = tags;
  return game;
}

/// Every byte of the games: their rows with names in the place of numbers, their records with
/// checksums.
std::string dump_of(Database& database) {
  std::string dump;
  Statement rows(connection_of(database),
                 "SELECT g.id || ' ' || g.variant || g.rules || g.result || g.ending || ' ' || "
                 "g.plies || quote(s.sfen) || quote(b.name) || quote(w.name) || quote(e.name) || "
                 "quote(si.name) || quote(g.date) || quote(l.layout) || quote(g.tag_values) || "
                 "quote(r.moves) || quote(r.notes) || quote(r.sums) FROM games g "
                 "JOIN records r USING (id) LEFT JOIN starts s ON s.id = g.start "
                 "LEFT JOIN players b ON b.id = g.black LEFT JOIN players w ON w.id = g.white "
                 "LEFT JOIN events e ON e.id = g.event LEFT JOIN sites si ON si.id = g.site "
                 "LEFT JOIN tag_layouts l ON l.id = g.tag_layout ORDER BY g.id");
  for (rows.start({}); rows.step();) dump += std::string(rows.text(0)) + '\n';
  return dump;
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

/// Long enough that a beginning of it is told, whoever played it.
Game long_game() {
  Rng rng(3);
  return random_game<YariShogi>(rng, 24);
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

TEST_CASE("random corrections, renamings, merges and deletions are taken back to the byte") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> games = mixed_games(40);
  // Beginnings of others, with notes of their own.
  for (std::size_t i = 0; i < 20; ++i) {
    games.push_back(
        beginning_of(games[i], games[i].moves.main_plies() - 1 - static_cast<int>(i % 3)));
    games.back().moves.edit_note(root_node).comment = "copy " + std::to_string(i);
  }
  // Without moves every handicap is possible.
  for (int i = 0; i < 10; ++i)
    games.push_back(with_tags(new_game(i % 2 == 0 ? Variant::yari : Variant::shogi),
                              {{"Black", "Nobody"}, {"Round", std::to_string(i)}}));
  import_all(database, games);
  const std::string before = state_of(database), dump = dump_of(database);
  Rng rng(21);
  const auto some_games = [&] {
    std::vector<GameId> ids;
    for (const GameId id : database.ids({}))
      if (rng() % 6 == 0) ids.push_back(id);
    return ids;
  };
  int changes = 0;
  std::int64_t handicaps = 0, merged = 0;
  for (int i = 0; i < 60; ++i) {
    const std::size_t entries = journal(database).size();
    const std::string name = "Name " + std::to_string(rng() % 5);
    if (const auto kind = rng() % 6; kind == 5) {
      std::vector<DuplicateGroup> groups = duplicate_groups(database);
      std::erase_if(groups, [&](const DuplicateGroup&) { return rng() % 3 != 0; });
      merged += merge_duplicates(database, groups).deleted;
    } else if (kind == 4) {
      // Of few games the moves are legal without a lance: those that White began, or of no moves.
      std::vector<std::pair<GameId, Correction>> list;
      for (const GameId id : some_games()) {
        Correction c;
        c.handicap = rng() % 2 == 0                                  ? "even"
                     : database.header(id)->variant == Variant::yari ? "YR1a"
                                                                     : "lance";
        list.emplace_back(id, c);
      }
      handicaps += correct_games(database, "correct handicaps", list).edit.games;
    } else if (kind == 0) {
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
      if (!from.empty() && from != name) list.push_back({NameKind::player, from, name});
      if (!list.empty()) rename(database, list);
    } else {
      set_tags(database, some_games(), {{"Site", name}, {"Annotator", rng() % 2 ? "" : name}});
    }
    changes += journal(database).size() > entries ? 1 : 0;
    if (database.count() < 20)
      while (database.count() < 20 && undo(database)) --changes;
  }
  CHECK(changes > 20);
  CHECK(handicaps > 0);
  CHECK(merged > 0);
  CHECK(database.verify().problems.empty());
  while (undo(database)) {
  }
  CHECK(state_of(database) == before);
  CHECK(dump_of(database) == dump);
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
  CHECK(superfluous(groups[0]).empty());
  const DuplicatesMerged merged = merge_duplicates(database, groups);
  CHECK(merged.deleted == 1);
  CHECK(merged.completed == 1);
  CHECK(database.header(2)->event == "Cup");
  CHECK(database.header(2)->black == "Ann");
  CHECK_FALSE(database.header(1));
  REQUIRE(undo(database));
  CHECK_FALSE(undo(database));
  CHECK(content_of(database) == before);
}

TEST_CASE("merging duplicates unites variations and notes, and is taken back") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game longer = with_tags(game_of(Variant::yari, "7g7f 3c3d 6g6f 4c4d"),
                          {{"Black", "Ann"}, {"White", "Bob"}});
  const std::vector<NodeId> line = longer.moves.main_line();
  longer.moves.edit_note(line[1]).comment = "solid";
  longer.moves.edit_note(line[1]).glyphs = {1};
  Game shorter =
      with_tags(beginning_of(longer, 3), {{"Black", "Ann"}, {"White", "Bob"}, {"Event", "Cup"}});
  const std::vector<NodeId> begun = shorter.moves.main_line();
  shorter.moves.add(begun[0], *read_usi_move("5c5d", Variant::yari));
  shorter.moves.edit_note(begun[1]).comment = "slow";
  shorter.moves.edit_note(begun[1]).glyphs = {1, 3};
  shorter.moves.edit_note(begun[2]).spent_ms = 4000;
  import_all(database, {longer, shorter});
  const std::string before = state_of(database);
  CHECK(superfluous(duplicate_groups(database).at(0)).empty());
  CHECK(merge_duplicates(database, duplicate_groups(database)).deleted == 1);
  const std::optional<Game> game = database.load_game(1);
  REQUIRE(game);
  const MoveTree& tree = game->moves;
  const std::vector<NodeId> main = tree.main_line();
  REQUIRE(main.size() == 4);
  CHECK(tree.note(main[1])->comment == "solid\nslow");
  CHECK(tree.note(main[1])->glyphs == std::vector<std::uint8_t>{1, 3});
  CHECK(tree.note(main[2])->spent_ms == 4000u);
  CHECK(tree.next_sibling(main[1]) != no_node);
  CHECK(game->tag("Event") == "Cup");
  GameFilter slow;
  slow.text = "slow";
  CHECK(database.ids(slow) == std::vector<GameId>{1});
  CHECK(database.verify().problems.empty());
  CHECK(duplicate_groups(database).empty());
  REQUIRE(undo(database));
  CHECK(state_of(database) == before);
  CHECK(database.ids(slow) == std::vector<GameId>{2});
  CHECK(database.verify().problems.empty());
}

TEST_CASE("two duplicates that contradict each other are not both merged") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  const std::vector<Tag> players{{"Black", "Ann"}, {"White", "Bob"}};
  const Game longer = with_tags(game_of(Variant::yari, "7g7f 3c3d 6g6f"), players);
  Game shorter = with_tags(game_of(Variant::yari, "7g7f 3c3d"), players), later = shorter;
  shorter.set_tag("Date", "2001.05.06");
  later.set_tag("Date", "2002.05.06");
  import_all(database, {longer, shorter, later});
  CHECK(merge_duplicates(database, duplicate_groups(database)).deleted == 1);
  CHECK(database.header(1)->date == 20010506);
  CHECK(database.header(3)->date == 20020506);
}

TEST_CASE("a duplicate with another clock stays, for one of the two would be lost") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  const std::vector<Tag> players{{"Black", "Ann"}, {"White", "Bob"}};
  Game longer = with_tags(game_of(Variant::yari, "7g7f 3c3d 6g6f"), players);
  Game shorter = with_tags(game_of(Variant::yari, "7g7f 3c3d"), players);
  longer.moves.edit_note(longer.moves.main_line()[0]).spent_ms = 1000;
  shorter.moves.edit_note(shorter.moves.main_line()[0]).spent_ms = 2000;
  import_all(database, {longer, shorter});
  const std::vector<DuplicateGroup> groups = duplicate_groups(database);
  CHECK(groups.size() == 1);
  const DuplicatesMerged merged = merge_duplicates(database, groups);
  CHECK(merged.deleted == 0);
  CHECK(merged.completed == 0);
  CHECK(journal(database).empty());
}

TEST_CASE("players, dates and results contradict each other where both are known") {
  struct Row {
    GameHeader a, b;
    bool differ;
  };
  const auto header = [](const char* black, const char* white, std::optional<DateNumber> date,
                         GameResult result) {
    GameHeader h;
    h.black = black;
    h.white = white;
    h.date = date;
    h.result = result;
    return h;
  };
  using R = GameResult;
  const GameHeader known = header("Ann", "Bob", 20010506, R::draw);
  for (const auto& [a, b, differ] :
       {Row{known, known, false}, Row{known, header("?", "", 20010500, R::unknown), false},
        Row{known, header("ANN", "Bob, 3 Dan", {}, R::draw), false},
        Row{known, header("Cid", "Bob", {}, R::draw), true},
        Row{known, header("Ann", "Cid", {}, R::draw), true},
        Row{known, header("Ann", "Bob", 20010507, R::draw), true},
        Row{known, header("Ann", "Bob", 20000000, R::draw), true},
        Row{known, header("Ann", "Bob", {}, R::black_wins), true}}) {
    CHECK(contradicts(a, b) == differ);
    CHECK(contradicts(b, a) == differ);
  }
}

TEST_CASE("what a group says of a duplicate is what the first game lacks or has more") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game longer = with_tags(long_game(), {{"Black", "?"}});
  longer.moves.edit_note(longer.moves.main_line()[0]).comment = "solid";
  Game ended = with_tags(beginning_of(longer, 23), {{"Black", "Ann"}, {"White", "Bob"}});
  ended.ending = Ending::resignation;
  Game with_variation = with_tags(beginning_of(longer, 22), {{"White", "Cid"}});
  with_variation.moves.add(with_variation.moves.main_line()[0],
                           *read_usi_move("5c5d", Variant::yari));
  Game cut = with_tags(beginning_of(longer, 22), {{"White", "Bob"}});
  cut.unread = "3. P-9z";
  import_all(database, {longer, ended, with_variation, cut});
  const std::vector<DuplicateGroup> groups = duplicate_groups(database);
  REQUIRE(groups.size() == 1);
  std::map<GameId, std::string> said;
  std::map<GameId, bool> more;
  for (const DuplicateGame& game : groups[0].games) {
    for (const std::string& difference : game.differences)
      said[game.header.id] += difference + "; ";
    more[game.header.id] = game.knows_more;
  }
  CHECK(said[2] ==
        "1 ply fewer; Black is 'Ann'; White is 'Bob'; the ending is resignation; "
        "no notes; ");
  CHECK(said[3] == "2 plies fewer; no Black; White is 'Cid'; ");
  CHECK(said[4] ==
        "2 plies fewer; no Black; White is 'Bob'; no notes; "
        "text that could not be read; ");
  CHECK(more == std::map<GameId, bool>{{1, false}, {2, true}, {3, true}, {4, true}});
  CHECK(superfluous(groups[0]).empty());
  // Ann against Bob is taken over; Cid is another, and text that was not read stays with its game.
  CHECK(merge_duplicates(database, groups).deleted == 1);
  CHECK(database.header(1)->black == "Ann");
  CHECK(database.header(1)->ending == Ending::resignation);
  CHECK_FALSE(database.header(2));
  CHECK(database.header(4));
}

TEST_CASE("an annotated duplicate stays, and one with notes beside an annotated game") {
  for (const GameId annotated : {1, 2}) {
    TempFolder folder;
    Database database(folder / "a.db", OpenMode::create);
    const Game longer = with_tags(long_game(), {{"Black", "Ann"}});
    Game shorter = with_tags(beginning_of(longer, 23), {{"White", "Bob"}});
    shorter.moves.edit_note(shorter.moves.main_line()[1]).comment = "slow";
    const Game plain = with_tags(beginning_of(longer, 22), {{"Site", "Nara"}});
    import_all(database, {longer, shorter, plain});
    StoredAnnotation annotation;
    annotation.engine = "e";
    annotation.coefficient = 600;
    store_annotation(database, annotated, annotation);
    CHECK(merge_duplicates(database, duplicate_groups(database)).deleted == 1);
    CHECK(database.ids({}) == std::vector<GameId>{1, 2});
    CHECK(database.header(1)->site == "Nara");
    CHECK(merge_duplicates(database, {DuplicateGroup{}}).deleted == 0);
  }
}

TEST_CASE("an annotated game keeps its start, and open results contradict no moves") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game mated = new_game(Variant::yari);
  mated.start = *read_sfen("3k3/7/3+B3/7/7/7/7/7/3K3 b R 1", Variant::yari);
  mated.moves.add(root_node, *read_usi_move("R*1a", Variant::yari));
  CHECK(contradiction(mated).empty());
  mated.ending = Ending::mate;
  CHECK(contradiction(mated).empty());
  mated.start = {};
  CHECK(contradiction(mated) == "the ending is mate, and the last move does not mate");
  import_all(database, {new_game(Variant::yari), game_of(Variant::yari, "7g7f")});
  StoredAnnotation annotation;
  annotation.engine = "e";
  annotation.coefficient = 600;
  store_annotation(database, 1, annotation);
  Correction handicap;
  handicap.handicap = "YR1a";
  const CorrectionResult result = correct_games(database, "correct", {{1, handicap}});
  CHECK(result.refused ==
        std::vector<std::string>{
            "game 1: it is annotated; 'yari annotate --clear' takes the annotation out first"});
}

TEST_CASE("a slip of one move, exchanged players and a record cut short are near-duplicates") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  const std::string start = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 9g9f 9c9d";
  const std::string end = " 7a7b 1g1f 1c1d 6g6f 6c6d 5g5f 5c5d 3g3f 7c7d 4g4f 4c4d";
  const std::vector<Tag> tags{{"Black", "Ann"}, {"White", "Bob"}, {"Date", "2001.05.06"}};
  const Game game = with_tags(game_of(Variant::shogi, start + " 3i3h" + end), tags);
  const Game slip = with_tags(game_of(Variant::shogi, start + " 3i4h" + end), tags);
  Game exchanged = game;
  exchanged.tags = {{"Black", "Bob"}, {"White", "Ann"}, {"Date", "2001.05.06"}};
  import_all(database, {game, slip, exchanged, beginning_of(game, 12)});
  const std::vector<DuplicateGroup> groups = duplicate_groups(database);
  REQUIRE(groups.size() == 1);
  std::map<GameId, std::string> first_difference;
  for (const DuplicateGame& other : groups[0].games)
    if (!other.differences.empty()) first_difference[other.header.id] = other.differences.front();
  CHECK(first_difference == std::map<GameId, std::string>{{2, "another move at ply 11"},
                                                          {3, "Black and White are exchanged"},
                                                          {4, "10 plies fewer"}});
  CHECK(superfluous(groups[0]) == std::vector<GameId>{4});
}

TEST_CASE("a game without moves is not the beginning of all others") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  const Game empty = with_tags(new_game(Variant::yari), {{"Black", "Ann"}});
  import_all(database, {empty, game_of(Variant::yari, "7g7f 3c3d"), empty,
                        with_tags(empty, {{"Black", "Cid"}})});
  CHECK(duplicate_groups(database).empty());
}

}  // namespace yari::test
