// Tables of a back end by themselves, with more in them than the games of other tests put there.
#include <fmt/format.h>

#include <map>
#include <set>

#include "db/database_impl.h"
#include "tests/db/tools/back_ends.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

using Found = std::vector<Posting>;

/// Postings of `games` games: each has the first key, and some keys of its own.
Found postings_of(std::uint32_t first, std::uint32_t games, IndexKey frequent) {
  Found all;
  for (std::uint32_t game = first; game < first + games; ++game) {
    all.push_back({frequent, game, game % 7});
    all.push_back({1000 + game % 500, game, 8});
    all.push_back({(IndexKey{game} << 20) | 3, game, 9});
  }
  std::ranges::sort(all, std::less<>());
  return all;
}

Found found(store::Store& store, IndexKey key) {
  Found all;
  store.snapshot()->positions().find(key, [&](std::span<const Posting> postings) {
    all.insert(all.end(), postings.begin(), postings.end());
    return true;
  });
  return all;
}

std::map<IndexKey, Found> found_all(store::Store& store, const std::vector<IndexKey>& keys) {
  std::map<IndexKey, Found> all;
  store.snapshot()->positions().find_all(keys, [&](IndexKey key, std::span<const Posting> some) {
    Found& of_key = all[key];
    of_key.insert(of_key.end(), some.begin(), some.end());
    return true;
  });
  return all;
}

/// The same, the slow way.
std::map<IndexKey, Found> expected_of(const Found& postings, const std::vector<IndexKey>& keys) {
  const std::set<IndexKey> wanted(keys.begin(), keys.end());
  std::map<IndexKey, Found> all;
  for (const Posting& p : postings)
    if (wanted.contains(p.key)) all[p.key].push_back(p);
  return all;
}

}  // namespace

FOR_EACH_BACK_END("postings of a key that fills many blocks are found, before and after a merge") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  const auto store = back_end.open();
  constexpr IndexKey frequent = 1200;
  constexpr std::uint32_t half = 12'000;
  const Found first = postings_of(1, half, frequent);
  const Found second = postings_of(half + 1, half, frequent);
  for (const Found* const part : {&first, &second}) {
    const auto batch = store->batch();
    batch->positions().append(*part);
    batch->commit();
  }
  Found all = first;
  all.insert(all.end(), second.begin(), second.end());
  std::ranges::sort(all, std::less<>());
  // Unsorted, with keys before the first, between two, and after the last.
  std::vector<IndexKey> keys{frequent, 5, 1499, 1000, 2000, (IndexKey{1} << index_key_bits) - 1};
  for (std::uint32_t game = 1; game < 2 * half; game += 37)
    keys.push_back((IndexKey{game} << 20) | 3);
  const auto check_all = [&] {
    CHECK(found_all(*store, keys) == expected_of(all, keys));
    for (const IndexKey key : {frequent, IndexKey{5}, IndexKey{1000}})
      CHECK(found(*store, key) == expected_of(all, {key})[key]);
    int calls = 0;
    store->snapshot()->positions().find(frequent, [&](std::span<const Posting>) {
      ++calls;
      return false;
    });
    CHECK(calls == 1);
    CHECK(store->snapshot()->positions().count() == std::ssize(all));
    std::vector<std::string> faults;
    std::size_t checked = 0;
    store->snapshot()->positions().check(
        [&](std::span<const Posting> some) { checked += some.size(); },
        [&](const std::string& fault) { faults.push_back(fault); });
    CHECK(faults == std::vector<std::string>());
    CHECK(checked == all.size());
  };
  check_all();
  const auto is_kept = [](std::uint32_t game) { return game % 5 != 0; };
  std::map<IndexKey, std::int64_t> reported;
  {
    const auto batch = store->batch();
    store::MergeOptions options;
    options.keep = is_kept;
    options.frequent = half;
    options.report = [&](IndexKey key, std::int64_t postings) { reported[key] += postings; };
    if (batch->positions().begin_merge(store::MergeReach::all)) {
      while (batch->positions().merge_step(options)) continue;
    }
    batch->commit();
  }
  std::erase_if(all, [&](const Posting& p) { return !is_kept(p.game); });
  CHECK(reported == std::map<IndexKey, std::int64_t>{
                        {frequent, std::ranges::count(all, frequent, &Posting::key)}});
  check_all();
  {
    const auto batch = store->batch();
    // In a batch that is dropped.
    batch->positions().append(Found{{5, 2 * half + 1, 0}});
    CHECK(found(*store, 5).size() == 1);
    batch->positions().append(Found{{6, 1, 0}}, std::vector<std::int64_t>{1});
    CHECK(found(*store, 6).size() == 1);
    CHECK(found(*store, frequent).size() == expected_of(all, {frequent})[frequent].size() - 1);
  }
  check_all();
}

FOR_EACH_BACK_END("keys are counted by the games that are stored") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  const auto keys = [&] {
    std::map<IndexKey, std::int64_t> all;
    store_of(database).snapshot()->positions().each_key(
        [&](IndexKey key, std::int64_t games) { all[key] += games; });
    return all;
  };
  CHECK(keys().empty());
  import_all(database, mixed_games(30));
  std::map<IndexKey, std::set<std::uint32_t>> expected;
  const auto note = [&](std::span<const Posting> some) {
    for (const Posting& p : some)
      if (database.header(p.game)) expected[p.key].insert(p.game);
  };
  delete_games(database, {2, 3, 4});
  std::vector<Posting> all;
  store_of(database).snapshot()->positions().each(
      [&](std::span<const Posting> some) { all.insert(all.end(), some.begin(), some.end()); });
  note(all);
  std::map<IndexKey, std::int64_t> counts;
  for (const auto& [key, games] : expected) counts[key] = std::ssize(games);
  CHECK(keys() == counts);
}

namespace {

constexpr Move some_move = Move::from_bits(0x0123);

/// Counts of one game that was played here, or that is taken away.
PositionCounts counts_of(std::uint32_t game, int times = 1) {
  PositionCounts counts;
  const CountedGame facts{.id = game,
                          .result = GameResult::black_wins,
                          .plies = 40,
                          .date = 20'200'000 + game,
                          .black = 1,
                          .white = 2};
  counts.add(facts, std::array{some_move}, times);
  counts.settle(false);
  return counts;
}

}  // namespace

FOR_EACH_BACK_END("counts of many runs add up, are replaced, and go with the last game") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  const auto store = back_end.open();
  constexpr IndexKey often = 77, once = 78;
  constexpr CountPart part = part_of(2020, GameResult::black_wins), other = part + 1;
  const auto games = [&](IndexKey key, CountPart of = all_games) {
    const auto counts = store::read_counts(store->snapshot()->counts(), key, of);
    REQUIRE(counts);
    return counts->all().games;
  };
  const auto in_batch = [&](auto change) {
    const auto batch = store->batch();
    change(batch->counts());
    batch->commit();
  };
  using Rows = std::vector<store::KeyCounts>;
  in_batch([&](store::CountWriter& counts) {
    // Before there is a run.
    counts.replace(often, Rows{{often, all_games, counts_of(1)}, {often, part, counts_of(1)}});
    counts.replace(once, {});
    counts.append({});
    counts.add_position(often, {"a position", false});
    counts.add_position(once, {"another", false});
    counts.add_position(often, {"a position", true});
  });
  CHECK(games(often) == 1);
  CHECK(games(often, part) == 1);
  CHECK(games(once) == 0);
  CHECK(store->snapshot()->counts().position(often)->by_part);
  CHECK_FALSE(store->snapshot()->counts().position(once)->by_part);
  // More than a back end has room for: it merges on its way.
  for (std::uint32_t game = 2; game <= 80; ++game)
    in_batch([&](store::CountWriter& counts) {
      Rows run{{often, all_games, counts_of(game)},
               {often, game % 4 == 0 ? other : part, counts_of(game)}};
      if (game == 40) run.push_back({once, all_games, counts_of(game)});
      if (game == 41) run.push_back({once, all_games, counts_of(40, -1)});
      counts.append(run);
    });
  const auto check_sums = [&] {
    CHECK(games(often) == 80);
    CHECK(games(often, part) == 60);
    CHECK(games(often, other) == 20);
    CHECK(games(once) == 0);
    const auto of = [&](const PartFilter& filter) {
      const auto counts = store::read_counts(store->snapshot()->counts(), often, filter);
      REQUIRE(counts);
      return counts->all().games;
    };
    CHECK(of({}) == 80);
    CHECK(of({.result = GameResult::black_wins}) == 60);
    CHECK(of({.first_year = 2020, .last_year = 2020, .result = GameResult::white_wins}) == 20);
    CHECK(of({.first_year = 2021}) == 0);
    CHECK(of({.last_year = 2019}) == 0);
  };
  check_sums();
  in_batch([&](store::CountWriter& counts) {
    if (counts.begin_merge(store::MergeReach::all)) {
      while (counts.merge_step(INT64_MAX)) continue;
    }
  });
  check_sums();
  in_batch([&](store::CountWriter& counts) {
    counts.replace(often, Rows{{often, all_games, counts_of(5)}});
    counts.replace(once, Rows{{once, all_games, counts_of(6)}, {once, part, counts_of(6)}});
  });
  CHECK(games(often) == 1);
  CHECK(games(often, part) == 0);
  CHECK_FALSE(store::read_counts(store->snapshot()->counts(), often, PartFilter{}));
  CHECK(games(once) == 1);
  CHECK(games(once, part) == 1);
  in_batch([&](store::CountWriter& counts) {
    counts.replace(once, {});
    counts.forget(often);
  });
  CHECK(games(once) == 0);
  CHECK(games(once, part) == 0);
  // Of no game there is nothing to divide.
  CHECK_FALSE(store::read_counts(store->snapshot()->counts(), once, PartFilter{}));
  CHECK_FALSE(store->snapshot()->counts().position(often));
  CHECK(store->snapshot()->counts().position(once)->sfen == "another");
  std::vector<IndexKey> keys;
  store->snapshot()->counts().each_position(
      [&](IndexKey key, const store::CountedPosition&) { keys.push_back(key); });
  CHECK(keys == std::vector{once});
}

FOR_EACH_BACK_END("what is asked about games that are not there is answered by nothing") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(8));
  const std::string before = state_of(database);
  const auto snapshot = store_of(database).snapshot();
  for (const GameId id : {GameId{0}, GameId{-1}, GameId{999}, last_game_id + 1}) {
    INFO("game " << id);
    CHECK_FALSE(snapshot->games().header(id));
    CHECK_FALSE(snapshot->games().game(id));
    CHECK_FALSE(snapshot->games().line(id));
    CHECK_FALSE(snapshot->games().facts(id));
    CHECK_FALSE(snapshot->annotations().load(id));
    CHECK_FALSE(snapshot->annotations().has(id));
    CHECK(snapshot->annotations().judgements(id, 1, Variant::shogi).empty());
    CHECK_FALSE(snapshot->origins().of(id));
    CHECK_FALSE(snapshot->journal().has_other_record(1, id));
  }
  CHECK_FALSE(snapshot->journal().has(99));
  CHECK(snapshot->journal().games(99).empty());
  CHECK_FALSE(snapshot->names().player(0));
  CHECK_FALSE(snapshot->names().player(99'999));
  CHECK(snapshot->names().beginning(NameKind::player, "", 2).size() == 2);
  CHECK(snapshot->names().beginning(NameKind::player, "", 0).empty());
}

FOR_EACH_BACK_END("changes to games that are not there change nothing") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(8));
  const std::string before = state_of(database);
  const PreparedGame game = prepare(mixed_games(9).back());
  {
    const auto batch = store_of(database).batch();
    const std::int64_t games = batch->journal().begin("games", store::JournalKind::games);
    const std::int64_t notes = batch->journal().begin("notes", store::JournalKind::annotations);
    CHECK_FALSE(batch->journal().keep(games, 999));
    CHECK_FALSE(batch->journal().keep(notes, 999));
    CHECK(batch->journal().keep(notes, 1));
    CHECK_FALSE(batch->journal().keep(notes, 1));
    batch->journal().remove(games);
    batch->journal().remove(notes);
    batch->games().add_text(999, "");
    batch->games().add_sums(999);
    batch->games().renew_sums(999);
    batch->games().add_sums(1);
    batch->annotations().remove(999);
    batch->queries().remove("none");
    batch->commit();
  }
  CHECK(state_of(database) == before);
  CHECK(database.verify().problems == std::vector<std::string>{});
}

FOR_EACH_BACK_END("a list and a walk end when whoever asked has had enough") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  std::vector<Game> games = mixed_games(12);
  for (Game& game : games) {
    game.set_tag(tags::black, "Somebody");
    game.set_tag(tags::white, "Another");
    game.set_tag(tags::date, "1999-09-09");
  }
  import_all(database, games);
  const auto snapshot = store_of(database).snapshot();
  int seen = 0;
  const auto enough = [&](const auto&...) { return ++seen < 2; };
  snapshot->games().list({}, {}, enough);
  CHECK(std::exchange(seen, 0) == 2);
  snapshot->games().list_tags({}, enough);
  CHECK(std::exchange(seen, 0) == 2);
  for (const SortBy sort :
       {SortBy::id, SortBy::date, SortBy::plies, SortBy::black, SortBy::white, SortBy::event}) {
    snapshot->games().list({}, {.sort = sort, .descending = true, .limit = {}}, enough);
    CHECK(std::exchange(seen, 0) == 2);
  }
}

FOR_EACH_BACK_END("games of one day are those of the same players, in the same seats") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  struct Row {
    const char *black, *white, *date;
  };
  std::vector<Game> games = mixed_games(8);
  const std::vector<Row> rows{{"A", "B", "1999-09-09"}, {"B", "A", "1999-09-09"},
                              {"A", "B", "1999-09-10"}, {"A", "B", "1999-09-09"},
                              {"B", "A", "1999-09-09"}, {"A", "?", "1999-09-09"},
                              {"A", "?", "1999-09-09"}, {"A", "B", "1999-09-09"}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    games[i].set_tag(tags::black, rows[i].black);
    games[i].set_tag(tags::white, rows[i].white);
    games[i].set_tag(tags::date, rows[i].date);
  }
  import_all(database, games);
  std::vector<std::vector<GameId>> groups;
  const auto snapshot = store_of(database).snapshot();
  store::each_group_of_one_day(snapshot->games(), [&](std::span<const GameId> group) {
    groups.emplace_back(group.begin(), group.end());
  });
  std::ranges::sort(groups);
  CHECK(groups == std::vector<std::vector<GameId>>{{1, 4, 8}, {2, 5}, {6, 7}});
}

}  // namespace yari::test
