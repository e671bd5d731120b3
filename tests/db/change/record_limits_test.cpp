// No change makes a game that could not be read again after it was exported.
#include "record/record_limits.h"

#include "db/change/corrections.h"
#include "db/change/duplicate_merge.h"
#include "db/change/renaming.h"
#include "db/change/tree_edits.h"
#include "record/game_size.h"
#include "record/tree_edit.h"
#include "rules/sfen.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/cpu_time.h"

namespace yari::test {

namespace {

constexpr std::size_t most_tags = record_limits::tags.most;

std::vector<Tag> many_tags(const std::string& name, std::size_t n) {
  std::vector<Tag> tags;
  for (std::size_t i = 0; i < n; ++i) tags.push_back({name + std::to_string(i), "x"});
  return tags;
}

/// A game with the same moves as all of its kind.
Game twin(std::vector<Tag> tags, const std::string& comment = {}) {
  Game game = game_of(Variant::shogi, "7g7f 3c3d");
  game.tags = std::move(tags);
  if (!comment.empty()) game.moves.edit_note(1).comment = comment;
  return game;
}

Game twin_with_tags(const std::string& name, std::size_t n) { return twin(many_tags(name, n)); }

/// With a variation of `n` moves of rooks to and fro, after the pawn that is moved first.
Game twin_with_moves(const char* pawn, std::size_t n) {
  Game game = twin({});
  NodeId node = game.moves.add(root_node, *read_usi_move(pawn, Variant::shogi));
  node = game.moves.add(node, *read_usi_move("3c3d", Variant::shogi));
  const char* const moves[] = {"2h3h", "8b7b", "3h2h", "7b8b"};
  for (std::size_t i = 2; i < n; ++i)
    node = game.moves.add(node, *read_usi_move(moves[(i - 2) % 4], Variant::shogi));
  return game;
}

struct OneStored {
  TempFolder folder;
  Database database{folder / "a.db", OpenMode::create};
};

/// Nothing stored is more than a record may hold, and nothing is damaged.
void check_sound(Database& database) {
  CHECK(database.verify().problems.empty());
  for (std::int64_t id = 1; id <= database.count(); ++id)
    CHECK(beyond_limits(*database.load_game(id)).empty());
}

}  // namespace

TEST_CASE("two records of one game that are too large together stay two, with the reason") {
  struct Pair {
    Game first, second;
    std::string why;
  };
  // Each is made where it is looked at: they are large.
  const auto pair_of = [](int kind) -> Pair {
    const std::string comment(9 * record_limits::mebibyte, 'a');
    switch (kind) {
      case 0:
        return {twin_with_tags("A", 2'501), twin_with_tags("B", 2'500), "more than 5000 tags"};
      case 1:
        return {twin_with_tags("B", 2'500), twin_with_tags("A", 2'501), "more than 5000 tags"};
      case 2:
        return {twin_with_moves("2g2f", 100'000), twin_with_moves("1g1f", 100'001),
                "more than 200000 moves"};
      default:
        return {twin({}, comment), twin({}, comment.substr(1) + 'b'), "more than 16 MiB of text"};
    }
  };
  const Pair pair = pair_of(GENERATE(0, 1, 2, 3));
  CAPTURE(pair.why);
  const Game& first = pair.first;
  const Game& second = pair.second;
  OneStored s;
  const std::vector<AddResult> added = import_all(s.database, {first, second, first, second});
  CHECK(s.database.count() == 2);
  CHECK(added[1].added == Added::imported);
  CHECK(added[1].same_moves == 1);
  REQUIRE(added[1].clashes.size() == 1);
  CHECK(added[1].clashes[0] == Clash{Clash::Kind::size, pair.why});
  CHECK(added[2].game == 1);
  CHECK(added[3].added == Added::duplicate);
  CHECK(added[3].game == 2);
  CHECK(*s.database.load_game(1) == first);
  CHECK(*s.database.load_game(2) == second);
  // Of another import, too.
  const std::vector<AddResult> again = import_all(s.database, {second, first});
  CHECK(again[0].game == 2);
  CHECK(again[1].game == 1);
  CHECK(s.database.count() == 2);
  // What goes together is put together.
  Game more = twin({{"C", "y"}});
  CHECK(import_all(s.database, {more})[0].added == Added::duplicate_with_more);
  CHECK(merge_duplicates(s.database, duplicate_groups(s.database)).deleted == 0);
  CHECK(s.database.count() == 2);
  check_sound(s.database);
}

TEST_CASE("records of one game that fill the limits together become one game") {
  OneStored s;
  const std::vector<AddResult> added =
      import_all(s.database, {twin_with_tags("A", 2'500), twin_with_tags("B", most_tags - 2'500)});
  CHECK(added[1].added == Added::duplicate_with_more);
  CHECK(s.database.load_game(1)->tags.size() == most_tags);
  check_sound(s.database);
}

TEST_CASE("a correction beyond the limits is refused, and the other games are corrected") {
  OneStored s;
  import_all(s.database, {twin_with_tags("A", most_tags), game_of(Variant::shogi, "2g2f")});
  Correction one;
  one.tags = {{"B", "y"}};
  const CorrectionResult result = correct_games(s.database, "correct", {{1, one}, {2, one}});
  CHECK(result.edit.games == 1);
  CHECK(result.refused == std::vector<std::string>{"game 1: it would have more than 5000 tags"});
  CHECK(s.database.load_game(1)->tags.size() == most_tags);
  CHECK(s.database.load_game(2)->tag("B") == "y");
  Correction other;
  other.tags = {{"A1", "y"}, {"A2", ""}};
  CHECK(correct_games(s.database, "correct", {{1, other}}).refused.empty());
  check_sound(s.database);
}

TEST_CASE("a renaming that keeps a title in a new tag is refused where no tag has room") {
  OneStored s;
  std::vector<Tag> tags = many_tags("A", most_tags - 1);
  tags.push_back({"Black", "Habu 9-dan"});
  import_all(s.database, {twin(tags)});
  const RenameResult result =
      rename(s.database, *resolve({{NameKind::player, "Habu 9-dan", "Habu"}}));
  CHECK(result.edit.games == 0);
  CHECK(result.edit.refused ==
        std::vector<std::string>{"game 1: it would have more than 5000 tags"});
  CHECK(s.database.load_game(1)->tag("Black") == "Habu 9-dan");
}

TEST_CASE("an older game beyond the limits can be made smaller, and not larger") {
  OneStored s;
  add_game(s.database, "older", twin_with_tags("A", most_tags + 100));
  Correction less, same, more;
  less.tags = {{"A1", ""}};
  same.tags = {{"A2", "y"}};
  more.tags = {{"A1", "x"}};
  CHECK(correct_games(s.database, "less", {{1, less}}).edit.games == 1);
  CHECK(correct_games(s.database, "same", {{1, same}}).edit.games == 1);
  CHECK(correct_games(s.database, "more", {{1, more}}).refused.size() == 1);
  CHECK(s.database.load_game(1)->tags.size() == most_tags + 99);
}

TEST_CASE("comments and variations beyond the limits are refused, with the reason") {
  OneStored s;
  import_all(s.database, {twin({}, std::string(9 * record_limits::mebibyte, 'a')),
                          twin_with_moves("1g1f", record_limits::moves.most - 3)});
  REQUIRE(s.database.count() == 1);
  const auto edit = [&](TreeEdit change) {
    return edit_tree(s.database, 1, "edit", change).refused;
  };
  const std::vector<Move> opening = {*read_usi_move("7g7f", Variant::shogi)};
  TreeEdit note{.moves = opening, .before = std::string(8 * record_limits::mebibyte, 'b')};
  CHECK(edit(note) == "it would have more than 16 MiB of text");
  TreeEdit line{.kind = TreeEdit::Kind::add, .moves = opening};
  line.moves.push_back(*read_usi_move("8c8d", Variant::shogi));
  CHECK(edit(line).empty());
  line.moves.push_back(*read_usi_move("2g2f", Variant::shogi));
  CHECK(edit(line) == "it would have more than 200000 moves");
  check_sound(s.database);
}

TEST_CASE("thousands of tags are united in a time that follows from their number") {
  const double start = cpu_seconds();
  Game same_names = twin({}), other = twin({});
  for (std::size_t i = 0; i < most_tags; ++i) {
    same_names.tags.push_back({"A", std::to_string(i)});
    other.tags.push_back({"A", "x" + std::to_string(i)});
  }
  OneStored s;
  const std::vector<AddResult> added = import_all(s.database, {same_names, other});
  CHECK(added[1].clashes.size() == most_tags);
  CHECK(cpu_seconds() - start < 1);
}

}  // namespace yari::test
