// Which games may be one, at the bounds, and the order in which they are shown.
#include <algorithm>

#include "db/change/duplicate_groups.h"
#include "db/change/upkeep.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// Pawns go on, Black's in the order of these files, White's from file 1 on. What is left of the
/// plies after each pawn has moved are second steps.
Game of_pawns(const std::string& files, int plies, const char* date = "2001.05.06",
              Variant variant = Variant::shogi) {
  const std::size_t width = variant == Variant::shogi ? 9 : 7;
  std::string moves;
  for (int ply = 0; ply < plies; ++ply) {
    const auto i = static_cast<std::size_t>(ply / 2);
    const bool black = ply % 2 == 0, again = i >= width;
    const char file = black ? files[i] : static_cast<char>('1' + i % width);
    const std::string_view ranks = black ? (again ? "fe" : "gf") : again ? "de" : "cd";
    if (ply > 0) moves += ' ';
    moves += {file, ranks[0], file, ranks[1]};
  }
  Game game = game_of(variant, moves);
  game.tags = {{"Black", "Ann"}, {"White", "Bob"}, {"Date", date}};
  return game;
}

std::vector<Twins> twins_of(const std::vector<Game>& games) {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, games);
  std::vector<Twins> twins;
  find_twins(database, [&](const Twins& t) { return twins.push_back(t), true; });
  return twins;
}

const std::string order_of_files = "1234567899";

}  // namespace

TEST_CASE("four fifths of twenty moves are enough, and less of either is not") {
  const std::vector<Twins> near{{Twins::Kind::near_same, 1, 2}};
  const Game whole = of_pawns(order_of_files, 20);
  for (const auto& [files, same] : std::vector<std::pair<std::string, bool>>{
           {"2134567899", true}, {"2341567899", true}, {"2345167899", false}}) {
    INFO(files);
    CHECK(twins_of({whole, of_pawns(files, 20)}) == (same ? near : std::vector<Twins>()));
  }
  CHECK(twins_of({of_pawns(order_of_files, 19), of_pawns("2134567899", 19)}).empty());
  CHECK(twins_of({whole, of_pawns("2134567899", 19)}).empty());
  CHECK(twins_of({whole, of_pawns("2134567899", 20, "2001.05.07")}).empty());
  CHECK(twins_of({whole, of_pawns("2134567899", 20, "2001.05")}).empty());
  for (const std::string_view side : {tags::black, tags::white}) {
    Game other = of_pawns("2134567899", 20);
    other.set_tag(side, "Cid");
    CHECK(twins_of({whole, other}).empty());
  }
}

TEST_CASE("a pair is near the same in one game and under the same rules alone") {
  const Game game = of_pawns(order_of_files, 20);
  CHECK(twins_of({game, of_pawns("2134567899", 20)}).size() == 1);
  Game other = of_pawns("2134567899", 20);
  other.rules = RuleSet::svp;
  CHECK(twins_of({game, other}).empty());
  const char* const date = "2001.05.06";
  const Game narrow = of_pawns("1234567765", 20, date, Variant::yari);
  CHECK(twins_of({narrow, of_pawns("2134567765", 20, date, Variant::yari)}).size() == 1);
  // The same moves may stand in both games.
  Game wide = new_game(Variant::shogi);
  NodeId node = root_node;
  for (const Move move : of_pawns("2134567765", 20, date, Variant::yari).moves.main_moves())
    node = wide.moves.add(node, move);
  wide.tags = narrow.tags;
  CHECK(twins_of({narrow, wide}).empty());
}

TEST_CASE("a search for twins ends with the first that is enough") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {of_pawns(order_of_files, 20), of_pawns("2134567899", 20),
                        of_pawns("3214567899", 20), of_pawns(order_of_files, 18)});
  int seen = 0;
  find_twins(database, [&](const Twins&) { return ++seen, true; });
  CHECK(seen == 4);
  for (const int most : {1, 2, 3}) {
    seen = 0;
    find_twins(database, [&](const Twins&) { return ++seen < most; });
    CHECK(seen == most);
  }
}

namespace {

Game tagged(Game game, const std::vector<Tag>& tags) {
  game.tags = tags;
  return game;
}

/// The games of each group, by number.
std::vector<std::vector<GameId>> groups_of(const std::vector<Game>& games) {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, games);
  std::vector<std::vector<GameId>> groups;
  for (const DuplicateGroup& group : duplicate_groups(database)) {
    groups.emplace_back();
    for (const DuplicateGame& game : group.games) groups.back().push_back(game.header.id);
  }
  return groups;
}

const std::string one_line = "12345678998", other_line = "98765432154";

}  // namespace

TEST_CASE("groups of the same two players, or of one day, come before others") {
  const std::vector<std::vector<GameId>> order_of_files{{1, 2}, {3, 4}},
      likely_first{{3, 4}, {1, 2}};
  for (const auto& [tags, likely] :
       std::vector<std::pair<std::vector<Tag>, bool>>{{{}, false},
                                                      {{{"Black", "Ann"}}, false},
                                                      {{{"White", "Bob"}}, false},
                                                      {{{"Black", "Ann"}, {"White", "?"}}, false},
                                                      {{{"Black", "Ann"}, {"White", "Bob"}}, true},
                                                      {{{"Date", "2001"}}, false},
                                                      {{{"Date", "2001.05"}}, false},
                                                      {{{"Date", "2001.05.06"}}, true}}) {
    INFO((tags.empty() ? "" : tags.back().value));
    CHECK(groups_of({tagged(of_pawns(one_line, 22), {{"Event", "Cup"}}),
                     tagged(of_pawns(one_line, 20), {{"Event", "Cup"}}),
                     tagged(of_pawns(other_line, 22), tags),
                     tagged(of_pawns(other_line, 20), tags)}) ==
          (likely ? likely_first : order_of_files));
  }
}

TEST_CASE("the first of a group has most moves, then notes, then tags, then the lowest number") {
  const auto game = [](const char* black, int plies, const std::vector<Tag>& more = {}) {
    Game g = tagged(of_pawns(one_line, plies), {{"Black", black}});
    g.tags.insert(g.tags.end(), more.begin(), more.end());
    return g;
  };
  Game commented = game("B", 20), varied = game("E", 20);
  commented.moves.edit_note(1).comment = "hm";
  varied.moves.add(root_node, game_of(Variant::shogi, "7g7f").moves.main_moves()[0]);
  CHECK(groups_of({game("A", 20), commented, game("C", 20, {{"Event", "E"}}), game("D", 22), varied,
                   game("F", 20)}) == std::vector<std::vector<GameId>>{{4, 2, 5, 3, 1, 6}});
}

TEST_CASE("a short game is likely to be the beginning of another where both players are known") {
  for (const auto& [tags, likely] :
       std::vector<std::pair<std::vector<Tag>, bool>>{{{}, false},
                                                      {{{"Event", "Cup"}}, false},
                                                      {{{"Black", "Ann"}}, false},
                                                      {{{"White", "Bob"}}, false},
                                                      {{{"Black", "Ann"}, {"White", "-"}}, false},
                                                      {{{"Black", "Ann"}, {"White", "Bob"}}, true}})
    for (const auto& [shorter, longer] : {std::pair(4, 6), std::pair(19, 20)}) {
      TempFolder folder;
      Database database(folder / "a.db", OpenMode::create);
      import_all(database, {tagged(of_pawns(one_line, shorter), tags),
                            tagged(of_pawns(one_line, longer), tags)});
      std::vector<Twins> twins;
      const auto keep = [&](const Twins& t) { return twins.push_back(t), true; };
      const std::vector<Twins> one{{Twins::Kind::contained, 1, 2}};
      for (const GameId from : {1, 2}) {
        twins.clear();
        find_contained(database, from, keep, Beginnings::likely);
        CHECK(twins == (likely ? one : std::vector<Twins>()));
        twins.clear();
        find_contained(database, from, keep, Beginnings::all);
        CHECK(twins == one);
      }
      twins.clear();
      find_twins(database, keep, Beginnings::likely);
      CHECK(twins == (likely ? one : std::vector<Twins>()));
    }
  // From twenty moves on nobody need be known.
  CHECK(
      groups_of({tagged(of_pawns(one_line, 20), {}), tagged(of_pawns(one_line, 22), {})}).size() ==
      1);
  CHECK(
      groups_of({tagged(of_pawns(one_line, 19), {}), tagged(of_pawns(one_line, 22), {})}).empty());
}

TEST_CASE("a duplicate knows more where one of its tags does, whatever the others say") {
  const auto second = [](const std::vector<Tag>& first, const std::vector<Tag>& other) {
    TempFolder folder;
    Database database(folder / "a.db", OpenMode::create);
    import_all(database,
               {tagged(of_pawns(one_line, 22), first), tagged(of_pawns(one_line, 20), other)});
    return duplicate_groups(database).at(0).games.at(1);
  };
  CHECK(second({{"White", "Bob"}}, {{"Event", "Cup"}, {"White", "bob"}}).knows_more);
  CHECK(second({{"Event", "cup"}}, {{"Event", "Cup"}, {"White", "Bob"}}).knows_more);
  CHECK_FALSE(second({{"Event", "cup"}, {"White", "Bob"}}, {{"Event", "Cup"}}).knows_more);
  // Players are exchanged where both names stand on the other side.
  const auto exchanged = [&](const std::vector<Tag>& first, const std::vector<Tag>& other) {
    const auto differences = second(first, other).differences;
    return std::ranges::find(differences, "Black and White are exchanged") != differences.end();
  };
  CHECK(exchanged({{"Black", "Ann"}, {"White", "Bob"}}, {{"Black", "Bob"}, {"White", "Ann"}}));
  CHECK_FALSE(exchanged({{"White", "Bob"}}, {{"White", "Cid"}}));
  CHECK_FALSE(exchanged({{"Black", "Ann"}}, {{"Black", "Cid"}}));
  CHECK_FALSE(
      exchanged({{"Black", "Ann"}, {"White", "Bob"}}, {{"Black", "Bob"}, {"White", "Cid"}}));
  CHECK_FALSE(
      exchanged({{"Black", "Ann"}, {"White", "Bob"}}, {{"Black", "Cid"}, {"White", "Ann"}}));
}

TEST_CASE("a duplicate knows more where its result or ending is the only one that is known") {
  const auto knows_more = [](GameResult result, Ending ending, GameResult others, Ending ends) {
    TempFolder folder;
    Database database(folder / "a.db", OpenMode::create);
    Game longer = tagged(of_pawns(one_line, 22), {}), shorter = tagged(of_pawns(one_line, 20), {});
    longer.result = result;
    longer.ending = ending;
    shorter.result = others;
    shorter.ending = ends;
    import_all(database, {longer, shorter});
    const std::vector<DuplicateGroup> groups = duplicate_groups(database);
    const DuplicateGame& other = groups.at(0).games.at(1);
    CHECK(superfluous(groups).empty() == (other.knows_more || other.contradicts));
    return other.knows_more;
  };
  using enum GameResult;
  const Ending none = Ending::unknown, resigned = Ending::resignation, late = Ending::timeout;
  CHECK_FALSE(knows_more(GameResult::unknown, none, GameResult::unknown, none));
  CHECK(knows_more(GameResult::unknown, none, black_wins, none));
  CHECK(knows_more(GameResult::unknown, none, GameResult::unknown, late));
  CHECK(knows_more(black_wins, none, black_wins, resigned));
  CHECK_FALSE(knows_more(black_wins, resigned, black_wins, late));
  CHECK_FALSE(knows_more(black_wins, resigned, GameResult::unknown, none));
  CHECK_FALSE(knows_more(black_wins, resigned, white_wins, resigned));
}

}  // namespace yari::test
