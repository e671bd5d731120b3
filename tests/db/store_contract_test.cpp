// What db/ asks of a back end, asked of SQLite; and of PostgreSQL in tests/postgres, which
// compiles this file once more.
#include <set>

#include "db/change/annotations.h"
#include "db/change/duplicate_groups.h"
#include "db/change/renaming.h"
#include "db/change/upkeep.h"
#include "db/drill_cards.h"
#include "db/evaluation_cache.h"
#include "db/explore/explorer.h"
#include "db/explore/list_place.h"
#include "db/explore/name_prefix.h"
#include "db/explore/search.h"
#include "db/import/known_games.h"
#include "db/open_store.h"
#include "db/origins.h"
#include "db/reports/judgements.h"
#include "db/reports/tagged_games.h"
#include "db/saved_queries.h"
#include "db/skipped_games.h"
#include "rules/start.h"
#include "tests/db/tools/back_ends.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// The ids that `visit` collects.
std::vector<GameId> found(Database& database, const Setup& setup, const GameFilter& filter = {}) {
  std::vector<GameId> ids;
  database.find_position(setup, filter, [&](const Hit& hit) {
    ids.push_back(hit.game);
    return true;
  });
  return ids;
}

Game named(Game game, const std::string& black, const std::string& white,
           const std::string& date = "") {
  game.tags.clear();
  game.set_tag(tags::black, black);
  game.set_tag(tags::white, white);
  if (!date.empty()) game.set_tag(tags::date, date);
  return game;
}

}  // namespace

FOR_EACH_BACK_END(
    "a back end keeps games as they were imported, and finds every position of theirs") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  std::vector<Game> games = mixed_games(40);
  for (std::size_t i = 0; i < games.size(); ++i)
    games[i].ending = static_cast<Ending>(i % std::size_t{ending_count});
  const std::vector<AddResult> added = import_all(database, games);
  std::size_t stored = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (added[i].added != Added::imported) continue;
    ++stored;
    INFO("game " << i);
    CHECK(database.load_game(added[i].game) == games[i]);
  }
  CHECK(stored > 30);
  CHECK(database.count() == static_cast<std::int64_t>(stored));
  CHECK(database.verify().problems == std::vector<std::string>{});
  std::size_t positions = 0;
  for (const auto& [sfen, hits] : occurrences(database)) {
    if (++positions % 50 != 0) continue;
    const auto setup = database.position(hits.front().game, hits.front().ply);
    REQUIRE(setup);
    std::vector<GameId> expected;
    for (const Hit& hit : hits) expected.push_back(hit.game);
    CHECK(found(database, *setup) == expected);
  }
  CHECK(positions > 50);
}

FOR_EACH_BACK_END("a back end knows duplicates, in the batch and from earlier ones") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  const Game game = named(game_of(Variant::shogi, "7g7f 3c3d 2g2f"), "Habu", "");
  Importer importer(database);
  const AddResult first = importer.add(game);
  CHECK(first.added == Added::imported);
  CHECK(importer.add(game).added == Added::duplicate);
  importer.commit();
  const AddResult more = importer.add(named(game, "Habu", "Tanigawa"));
  CHECK(more.added == Added::duplicate_with_more);
  CHECK(more.game == first.game);
  const AddResult other = importer.add(named(game, "Oyama", "Tanigawa"));
  CHECK(other.added == Added::imported);
  CHECK(other.same_moves == first.game);
  importer.finish();
  Database again(back_end.open());
  CHECK(Importer(again).add(game).added == Added::duplicate);
  CHECK(again.header(first.game)->white == "Tanigawa");
  CHECK(again.count() == 2);
}

FOR_EACH_BACK_END("a back end knows where games come from, and finds them by it") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  const std::vector<Game> games = mixed_games(6);
  const Origin origins[] = {{"a.zip", "x.kif", 1, 7},
                            {"a.zip", "x.kif", 2, 8},
                            {"a.zip", "x.kif", 4, 9},
                            {"B_1%.csa", "", 1, 0xFFFFFFFF},
                            {"BX1%.csa", "", 1, 3}};
  Importer importer(database);
  std::vector<GameId> ids;
  for (std::size_t i = 0; i < games.size(); ++i)
    ids.push_back(importer.add(prepare(games[i]), i < 5 ? &origins[i] : nullptr).game);
  importer.finish();
  for (std::size_t i = 0; i < 5; ++i) CHECK(origin_of(database, ids[i]) == origins[i]);
  CHECK_FALSE(origin_of(database, ids[5]));
  const auto named = [&](const std::string& part) {
    GameFilter filter;
    filter.from_file = part;
    return database.ids(filter);
  };
  CHECK(named("b_1%") == std::vector{ids[3]});
  CHECK(named("zip:x") == std::vector{ids[0], ids[1], ids[2]});
  set_origins(database, "a.zip", "x.kif", {{ids[2], 1, 9}});
  CHECK_FALSE(origin_of(database, ids[0]));
  CHECK(origin_of(database, ids[2])->record == 1);
  CHECK(games_from(database, "a.zip", "x.kif").size() == 1);
}

FOR_EACH_BACK_END("a back end resolves names, filters headers, and lists them in order") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  Game moves = game_of(Variant::shogi, "7g7f 3c3d");
  moves.result = GameResult::black_wins;
  import_all(database, {named(moves, "Łukasz Nowak", "Nguyễn Văn An", "1990"),
                        named(moves, "濱田", "Ｌｕｋａｓ", "1992-05"),
                        named(moves, "浜田", "Ann Lukas", "1991-07-01")});
  const auto ids_of = [&](const GameFilter& filter) { return database.ids(filter); };
  const auto player = [](const std::string& name) {
    GameFilter filter;
    filter.player = name;
    return filter;
  };
  CHECK(ids_of(player("lukas")) == std::vector<GameId>{1, 2, 3});
  CHECK(ids_of(player("nguyen an")) == std::vector<GameId>{1});
  CHECK(ids_of(player("浜田")) == std::vector<GameId>{3});
  GameFilter both = player("lukas");
  both.opponent = "nguyen";
  CHECK(ids_of(both) == std::vector<GameId>{1});
  GameFilter dated;
  dated.date_from = 19910000;
  dated.date_to = 19920500;
  CHECK(ids_of(dated) == std::vector<GameId>{2, 3});
  CHECK(database.count(dated) == 2);
  CHECK(database.ids(dated, {.sort = SortBy::date, .limit = 1}) == std::vector<GameId>{3});
  CHECK(database.ids({}, {.sort = SortBy::date, .descending = true, .limit = 2, .offset = 1}) ==
        std::vector<GameId>{3, 1});
  for (const char* const no_word : {"\"", "-", "'"})
    CHECK(names_beginning(database, NameKind::player, no_word, 9).empty());
  CHECK(names_beginning(database, NameKind::player, "an\"n", 9).empty());
  CHECK(names_beginning(database, NameKind::player, "ann", 9) ==
        std::vector<std::string>{"Ann Lukas"});
  std::vector<std::string> tagged;
  each_tagged_game(database, dated, [&](const TaggedGame& game) {
    tagged.emplace_back(game.tag(tags::date));
    return true;
  });
  CHECK(tagged == std::vector<std::string>{"1992-05", "1991-07-01"});
}

FOR_EACH_BACK_END("a back end filters by ratings, and a query finds the same games") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  std::vector<Game> games;
  const auto add = [&](std::vector<Tag> tags) {
    games.push_back(game_of(Variant::shogi, "7g7f 3c3d"));
    games.back().tags = std::move(tags);
    // Without it they would be one game.
    games.back().set_tag(tags::date, std::to_string(2000 + games.size()));
  };
  add({{"BlackElo", "1500"}, {"WhiteElo", "1900"}});
  add({{"BlackRating", "1700?"}, {"white_rating", "1800"}});
  add({{"BlackElo", "1700"}});
  add({});
  add({{"WhiteRate", "1700.5"}, {"BlackElo", "none"}, {"BlackRate", "1700"}});
  import_all(database, games);
  const auto rated = [](std::optional<int> low, std::optional<int> high) {
    GameFilter filter;
    filter.min_rating = low;
    filter.max_rating = high;
    return filter;
  };
  CHECK(database.ids(rated(1600, {})) == std::vector<GameId>{2, 5});
  CHECK(database.ids(rated({}, 1899)) == std::vector<GameId>{2, 5});
  CHECK(database.ids(rated(1700, 1700)) == std::vector<GameId>{5});
  CHECK(database.ids(rated(1, 9999), {.sort = SortBy::date, .descending = true, .limit = 2}) ==
        std::vector<GameId>{5, 2});
  CHECK(database.count(rated(1500, {})) == 3);
  std::vector<GameId> hits;
  const auto note = [&](const Hit& hit) {
    hits.push_back(hit.game);
    return true;
  };
  database.find_position(start_setup(Variant::shogi), rated(1600, {}), note);
  CHECK(std::exchange(hits, {}) == std::vector<GameId>{2, 5});
  const auto query = query::parse("rated > 1600", Variant::shogi);
  REQUIRE(query);
  search(database, *query, {}, {.threads = 1, .progress = {}}, note);
  CHECK(hits == std::vector<GameId>{2, 5});
}

FOR_EACH_BACK_END("a back end takes back edits and deletions") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  Rng rng(11);
  import_all(database, mixed_games(12));
  const std::string before = content_of(database);
  set_tags(database, {2, 3}, {{"Event", "A cup"}});
  CHECK(database.header(2)->event == "A cup");
  rename(database, {{NameKind::player, database.header(4)->black, "Somebody"}});
  const Game replaced = random_record(database.header(6)->variant, rng, 30, true);
  edit_games(database, "another record", {6}, [&](GameId, Game& game) {
    game.start = replaced.start;
    game.moves = replaced.moves;
    return true;
  });
  CHECK(database.load_game(6)->moves == replaced.moves);
  CHECK(database.verify().problems == std::vector<std::string>{});
  const std::string edited = content_of(database);
  CHECK(delete_games(database, {1, 5, 500}) == 2);
  CHECK_FALSE(database.header(5));
  CHECK(journal(database).front().games == 2);
  CHECK(undo(database));
  CHECK(content_of(database) == edited);
  while (undo(database)) {
  }
  CHECK(content_of(database) == before);
  CHECK(database.verify().problems == std::vector<std::string>{});
  delete_games(database, {1});
  CHECK(database.reindex() == std::vector<std::string>{});
  CHECK(journal(database).empty());
  CHECK(database.verify().problems == std::vector<std::string>{});
}

FOR_EACH_BACK_END(
    "a back end keeps annotations, evaluations and queries, and takes annotations back") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, {game_of(Variant::shogi, "7g7f 3c3d 2g2f")});
  const std::string before = content_of(database);
  StoredAnnotation annotation;
  annotation.engine = "e";
  annotation.limits = "nodes 1";
  annotation.coefficient = 600;
  annotation.judgements = {{.ply = 1,
                            .kind = JudgedKind::mistake,
                            .color = Color::white,
                            .loss = 2000,
                            .before = 5000,
                            .after = 3000,
                            .mate = {},
                            .move = database.load_game(1)->moves.main_moves()[1],
                            .better = Move::none()}};
  AnnotationChange change(database, "annotate 1 game");
  const Game own = *database.load_game(1);
  MoveTree tree = own.moves;
  tree.edit_note(tree.first_child(root_node)).comment = "book";
  change.store(1, own, tree, annotation);
  CHECK(load_annotation(database, 1)->judgements == annotation.judgements);
  CHECK(annotated_games(database) == std::vector<GameId>{1});
  CHECK(JudgementReader(database).at(1, 1, Variant::shogi) == annotation.judgements);
  CHECK(load_own_game(database, 1)->game.moves == own.moves);
  GameFilter comment;
  comment.text = "book";
  CHECK(database.ids(comment) == std::vector<GameId>{1});
  CHECK(undo(database));
  CHECK_FALSE(load_annotation(database, 1));
  CHECK(database.ids(comment).empty());
  CHECK(content_of(database) == before);
  EvaluationCache cache(database, Variant::shogi, "e", "nodes 1");
  cache.store(7, {Evaluation{}});
  cache.store(8, {});
  // Held back, and found; then written, and found by others.
  CHECK(cache.find(7)->size() == 1);
  cache.flush();
  CHECK(cache.find(7)->size() == 1);
  CHECK(EvaluationCache(database, Variant::shogi, "e", "nodes 1").find(8)->empty());
  CHECK_FALSE(EvaluationCache(database, Variant::shogi, "e", "nodes 2").find(7));
  cache.remove(7);
  CHECK_FALSE(cache.find(7));
  save_query(database, "mine", "check");
  CHECK(saved_query(database, "mine") == "check");
  CHECK(forget_query(database, "mine"));
  CHECK_FALSE(forget_query(database, "mine"));
}

FOR_EACH_BACK_END("a back end keeps cards, and what is known of them") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(5));
  const auto card_of = [](CardSource source, Variant v, const char* move) {
    DrillCard card;
    card.source = source;
    card.position = start_setup(v);
    card.position.move_number = 7;
    card.moves = {*read_usi_move(move, v)};
    card.due = 20261101;
    return card;
  };
  const std::vector<DrillCard> cards{card_of(CardSource::book, Variant::yari, "7g7f"),
                                     card_of(CardSource::book, Variant::shogi, "7g7f"),
                                     card_of(CardSource::puzzle, Variant::shogi, "2g2f")};
  AddedCards added = add_cards(database, cards);
  CHECK(added.added == 3);
  std::vector<DrillCard> stored = drill_cards(database, {});
  REQUIRE(stored.size() == 3);
  CHECK(stored[0].id < stored[1].id);
  CHECK(stored[1].position.same_position(start_setup(Variant::shogi)));
  CHECK(stored[1].position.move_number == 1);
  CHECK(stored[1].moves == cards[1].moves);

  DrillCard known = stored[1];
  known.repetitions = 2;
  known.days = 6;
  known.ease = 236;
  known.reviews = 3;
  known.lapses = 1;
  known.due = 20261107;
  known.reviewed = 20261101;
  CHECK(store_review(database, known));
  CHECK(drill_card(database, known.id) == known);
  // The book has another move now: what is known stays.
  added = add_cards(database, std::vector{card_of(CardSource::book, Variant::shogi, "2g2f"),
                                          card_of(CardSource::book, Variant::yari, "7g7f")});
  CHECK(added.added == 0);
  CHECK(added.changed == 1);
  CHECK(added.known == 1);
  known.moves = cards[2].moves;
  CHECK(drill_card(database, known.id) == known);

  CHECK(drill_cards(database, {.due = 20261106}).size() == 2);
  CHECK(drill_cards(database, {.sources = {CardSource::puzzle}}).size() == 1);
  CHECK(drill_cards(database, {.variant = Variant::yari}).size() == 1);
  // No change of games is one of cards.
  delete_games(database, {1});
  undo(database);
  database.reindex();
  database.compact();
  CHECK(drill_card(database, known.id) == known);
  CHECK(database.verify().ok());

  CHECK(remove_cards(database, std::vector{known.id, known.id + 100}) == 1);
  CHECK_FALSE(drill_card(database, known.id));
  CHECK_FALSE(store_review(database, known));
  // A number is given once.
  add_cards(database, cards);
  for (const DrillCard& card : drill_cards(database, {})) CHECK(card.id != known.id);
}

FOR_EACH_BACK_END("a back end reports a damaged game and gives the others") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(10));
  back_end.damage(database, 3);
  CHECK_THROWS_AS(database.load_game(3), DamagedGame);
  CHECK_NOTHROW(database.load_game(4));
  const auto query = query::parse("plies >= 0", Variant::yari);
  REQUIRE(query);
  std::set<GameId> hits;
  search(database, *query, {}, {.threads = 1, .progress = {}}, [&](const Hit& hit) {
    hits.insert(hit.game);
    return true;
  });
  CHECK_FALSE(hits.contains(3));
  CHECK(hits.size() > 2);
  CHECK(take_skipped_games(database).size() == 1);
  CHECK_FALSE(database.verify().ok());
}

FOR_EACH_BACK_END("a snapshot of a back end sees one moment, and a batch what it has written") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database reader(back_end.open()), writer(back_end.open());
  import_all(writer, mixed_games(5));
  const std::int64_t before = reader.count();
  {
    const Snapshot snapshot(reader);
    CHECK(reader.count() == before);
    delete_games(writer, {1});
    CHECK(writer.count() == before - 1);
    CHECK(reader.count() == before);
    CHECK(reader.header(1));
  }
  CHECK(reader.count() == before - 1);
  store::Store& store = store_of(writer);
  {
    const auto batch = store.batch();
    batch->queries().store("a", "check");
    CHECK(store.snapshot()->queries().find("a"));
    CHECK_FALSE(saved_query(reader, "a"));
  }
  CHECK_FALSE(saved_query(writer, "a"));
}

FOR_EACH_BACK_END("a back end that another one writes is busy, and can be read") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database first(back_end.open()), second(back_end.open_impatient());
  import_all(first, mixed_games(3));
  {
    const auto batch = store_of(first).batch();
    batch->games();
    CHECK_THROWS_AS(delete_games(second, {1}), Busy);
    CHECK(second.header(1));
  }
  CHECK(delete_games(second, {1}) == 1);
}

FOR_EACH_BACK_END("numbers given in a batch that was dropped are given again") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  const std::vector<Game> games = mixed_games(6);
  import_all(database, {games[0]});
  const GameId next = [&] {
    Importer importer(database);
    return importer.add(games[1]).game;
  }();
  CHECK_FALSE(database.header(next));
  CHECK(Importer(database).add(games[2]).game == next);
  import_all(database, games);
  CHECK(database.verify().problems == std::vector<std::string>{});
}

FOR_EACH_BACK_END("a list goes on after a game in every order, also where the game was deleted") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(20));
  std::vector<ListOptions> orders;
  for (const SortBy sort :
       {SortBy::id, SortBy::date, SortBy::plies, SortBy::black, SortBy::white, SortBy::event})
    for (const bool descending : {false, true})
      orders.push_back({.sort = sort, .descending = descending, .limit = {}});
  std::vector<std::vector<GameId>> lists;
  const GameId gone = 7;
  const auto check = [&](std::size_t order, GameId after) {
    const std::vector<GameId>& list = lists[order];
    const auto at = std::ranges::find(list, after);
    REQUIRE(at != list.end());
    ListOptions options = orders[order];
    options.after = after;
    options.offset = 3;
    INFO(static_cast<int>(options.sort) << ' ' << options.descending << " after " << after);
    CHECK(database.ids({}, options) == std::vector<GameId>(at + 1, list.end()));
    options.limit = 4;
    const auto end = list.end() - at > 5 ? at + 5 : list.end();
    CHECK(database.ids({}, options) == std::vector<GameId>(at + 1, end));
  };
  for (std::size_t i = 0; i < orders.size(); ++i) {
    lists.push_back(database.ids({}, orders[i]));
    REQUIRE(lists[i].size() > 10);
    for (const GameId after : {lists[i].front(), lists[i][5], lists[i].back()}) check(i, after);
  }
  CHECK(has_place(database, gone));
  delete_games(database, {gone});
  for (std::size_t i = 0; i < orders.size(); ++i) check(i, gone);
  CHECK(has_place(database, gone));
  // Of a game that was never there only its number is known.
  CHECK_FALSE(has_place(database, 9999));
  CHECK(database.ids({}, {.limit = {}, .after = 9999}).empty());
  CHECK(database.ids({}, {.sort = SortBy::plies, .limit = 2, .offset = 1, .after = 9999}) ==
        database.ids({}, {.sort = SortBy::plies, .limit = 2, .offset = 1}));
}

FOR_EACH_BACK_END("a back end counts positions, also after edits and compacting") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  DatabaseParts::of(database).count_limits = {
      .in_batch = 2, .in_run = 2, .most_stored = 1000, .by_part = 4, .together = 40, .changed = 3};
  Game game = named(game_of(Variant::shogi, "7g7f 3c3d"), "A", "B");
  game.result = GameResult::black_wins;
  Game other = named(game_of(Variant::shogi, "7g7f 8c8d"), "A", "C");
  import_all(database, {game, other, named(game_of(Variant::shogi, "2g2f"), "C", "B")});
  const auto counted = [&] {
    const ExplorerPosition at = explore(database, start_setup(Variant::shogi));
    return std::vector<std::int64_t>{at.all.games, at.all.black_wins};
  };
  CHECK(counted() == std::vector<std::int64_t>{3, 1});
  edit_games(database, "a win", {2}, [](GameId, Game& edited) {
    edited.result = GameResult::black_wins;
    return true;
  });
  CHECK(counted() == std::vector<std::int64_t>{3, 2});
  delete_games(database, {1});
  CHECK(counted() == std::vector<std::int64_t>{2, 1});
  CHECK(undo(database));
  CHECK(counted() == std::vector<std::int64_t>{3, 2});
  delete_games(database, {1});
  database.compact();
  CHECK(counted() == std::vector<std::int64_t>{2, 1});
  CHECK(explore(database, start_setup(Variant::shogi)).players.front().first == "C");
  CHECK(database.verify().problems == std::vector<std::string>{});
}

FOR_EACH_BACK_END("a back end takes games and evaluations of another") {
  SKIP_WITHOUT_SERVER;
  TestType back_end, other_end;
  Database database(back_end.open()), other(other_end.open());
  import_all(database, mixed_games(5));
  import_all(other, mixed_games(9));
  EvaluationCache(other, Variant::shogi, "e", "nodes 1").store(7, {Evaluation{}});
  const MergeResult result = merge(database, other);
  CHECK(result.games == other.count());
  CHECK(result.imported + result.duplicates == result.games);
  CHECK(result.evaluations == 1);
  CHECK(merge(database, other).evaluations == 0);
  CHECK(EvaluationCache(database, Variant::shogi, "e", "nodes 1").find(7));
  CHECK(database.verify().problems == std::vector<std::string>{});
}

FOR_EACH_BACK_END("undo takes back what an import gave a game that was there before") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  Game poor = named(game_of(Variant::shogi, "7g7f 3c3d 2g2f"), "Habu", "");
  poor.moves.edit_note(1).comment = "oldword";
  Game rich = named(poor, "Habu", "Tanigawa", "1995.08.23");
  rich.set_tag("Opening", "Bishop exchange");
  rich.result = GameResult::white_wins;
  rich.moves.edit_note(1).comment = "newword";
  Game svp = named(game_of(Variant::yari, "7g7f 3c3d"), "Habu", "");
  svp.rules = RuleSet::svp;
  Game standard = svp;
  standard.rules = RuleSet::standard;
  import_all(database, {poor, svp});
  const std::string games_before = content_of(database);
  const std::vector<AddResult> added = import_all(database, {rich, standard, rich});
  CHECK(added[0].added == Added::duplicate_with_more);
  CHECK(added[0].game == 1);
  CHECK(added[1].added == Added::imported);
  CHECK(added[1].same_moves == 0);
  CHECK(added[2].added == Added::duplicate);
  const auto with_word = [&](const char* word) {
    GameFilter filter;
    filter.text = word;
    return database.ids(filter) == std::vector<GameId>{1};
  };
  CHECK(database.load_game(1)->tag("Opening") == "Bishop exchange");
  CHECK(database.load_game(1)->result == GameResult::white_wins);
  CHECK(with_word("oldword"));
  CHECK(with_word("newword"));
  CHECK(with_word("Tanigawa"));
  REQUIRE(journal(database).size() == 1);
  CHECK(journal(database).front().games == 1);
  CHECK(undo(database));
  CHECK(*database.load_game(1) == poor);
  CHECK(with_word("oldword"));
  CHECK_FALSE(with_word("newword"));
  CHECK(database.verify().ok());
  delete_games(database, {added[1].game});
  CHECK(content_of(database) == games_before);
  // What an import brought itself is united without an entry.
  CHECK(undo(database));
  import_all(database, {named(game_of(Variant::shogi, "1g1f"), "A", "B"),
                        named(game_of(Variant::shogi, "1g1f"), "A", "B", "1999")});
  CHECK(journal(database).empty());
}

FOR_EACH_BACK_END("a back end finds twins") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  const Game shorter = named(game_of(Variant::shogi, "7g7f 3c3d"), "A", "B");
  const Game longer = named(game_of(Variant::shogi, "7g7f 3c3d 2g2f 8c8d"), "A", "B");
  import_all(database, {shorter, longer, named(shorter, "C", "D")});
  std::vector<Twins> pairs;
  const auto keep = [&](const Twins& twins) {
    pairs.push_back(twins);
    return true;
  };
  find_twins(database, keep);
  CHECK(pairs.front() == Twins{Twins::Kind::same, 1, 3});
  CHECK(pairs.size() == 3);
  pairs.clear();
  find_contained(database, 3, keep);
  CHECK(pairs == std::vector<Twins>{{Twins::Kind::contained, 3, 2}});
  // Of few moves, only those of the same players are likely.
  pairs.clear();
  find_contained(database, 3, keep, Beginnings::likely);
  CHECK(pairs.empty());
  find_contained(database, 1, keep, Beginnings::likely);
  find_twins(database, keep, Beginnings::likely);
  const Twins likely{Twins::Kind::contained, 1, 2};
  CHECK(pairs == std::vector<Twins>{likely, {Twins::Kind::same, 1, 3}, likely});
}

}  // namespace yari::test
