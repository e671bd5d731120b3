// Names of openings: what the shipped list says of known lines, and how lists are read.
#include <set>

#include "db/explore/game_openings.h"
#include "db/openings/opening_list.h"
#include "rules/sfen.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

using openings::FoundNames;
using openings::OpeningList;

namespace {

FoundNames names_of(const std::string& usi_moves, Variant v = Variant::shogi) {
  const Game game = game_of(v, usi_moves);
  return OpeningList::shipped().of_line(game.start, game.moves.main_moves());
}

std::string opening(const std::string& usi_moves) {
  const FoundNames names = names_of(usi_moves);
  return names.opening == nullptr ? "" : names.opening->english;
}

Setup end_of(const Game& game) {
  auto position = *Position<Shogi>::from(game.start);
  for (const Move move : game.moves.main_moves()) position.play(move);
  return position.setup();
}

std::string refusal(const std::string& text) {
  const auto list = OpeningList::read(text);
  return list ? "" : std::to_string(list.error().offset) + ": " + list.error().message;
}

}  // namespace

TEST_CASE("well-known lines have their names, whatever the order of moves") {
  CHECK(opening("7g7f 3c3d 6g6f 8c8d 2h6h") == "Fourth File Rook");
  CHECK(opening("6g6f 3c3d 7g7f 8c8d 2h6h") == "Fourth File Rook");
  CHECK(opening("7g7f 3c3d 7f7e 8c8d 2h7h") == "Quick Ishida");
  CHECK(opening("7g7f 8c8d 5g5f 8d8e 2h5h") == "Central Rook");
  CHECK(opening("2g2f 3c3d 7g7f 5c5d 2f2e 8b5b") == "Gokigen Central Rook");
  CHECK(opening("2g2f 8c8d 2f2e 8d8e 6i7h 4a3b") == "Double Wing Attack");
  CHECK(opening("7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d") ==
        "Side Pawn Capture");
  CHECK(opening("7g7f 3c3d 8h2b+ 3a2b B*4e") == "Wrong Diagonal Bishop");
  CHECK(opening("7g7f 3c3d 8i7g") == "Demon Slayer");
  CHECK(opening("7g7f 3c3d 6g6f 3d3e 2h6h 8b3b") == "Double Ranging Rook");
  CHECK(opening("7g7f 3c3d").empty());
}

TEST_CASE("each side has its castle, the most exact name of those that fit") {
  // Black: rook to 6h, king to 2h behind silver and gold; White: boat.
  const FoundNames names = names_of(
      "7g7f 8c8d 6g6f 3c3d 2h6h 5a4b 5i4h 4b3b 4h3h 6a5b 3h2h 7a6b 3i3h 1c1d 1g1f 5c5d 6i5h 3a4b");
  REQUIRE(names.castles[Color::black] != nullptr);
  CHECK(names.castles[Color::black]->english == "Mino");
  CHECK(names.castles[Color::black]->japanese == "美濃囲い");
  REQUIRE(names.opening != nullptr);
  CHECK(names.opening->japanese == "四間飛車");
}

TEST_CASE("no name is invented for Yari Shogi: its games give their first moves") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, {game_of(Variant::yari, "7g7f 3c3d 6g6f")});
  const GameOpening found = opening_of(database, 1, OpeningList::shipped());
  CHECK(found.names.opening == nullptr);
  CHECK(found.names.castles[Color::black] == nullptr);
  CHECK(found.first_moves.size() == 2);
  for (const openings::OpeningName& name : OpeningList::shipped().names())
    CHECK(name.variant == Variant::shogi);
}

TEST_CASE("names of the user's own win over the shipped ones") {
  OpeningList list = OpeningList::shipped();
  const auto own = OpeningList::read(
      "[shogi]\nopening | Mine | | 20 | R6h !P7g\n[yari]\nopening | Edge | 端 | 4 | P1f|P7f\n");
  REQUIRE(own);
  list.append(*own);
  const Game game = game_of(Variant::shogi, "7g7f 3c3d 2h6h");
  CHECK(list.of_line(game.start, game.moves.main_moves()).opening->english == "Mine");
  CHECK(list.of_position(end_of(game)).opening->english == "Mine");
}

TEST_CASE("a line has the names that its positions have one by one") {
  std::string text = "[shogi]\n";
  for (const char* const row :
       {"opening | a", "opening | b", "castle | c", "castle | d", "opening | e", "castle | f",
        "opening | g", "castle | h", "opening | i"})
    text += std::string(row) + " | | 1000 | @\n";
  for (const char* const position : {"!P7g", "P7f|P2f", "!G6i", "!K5i G4i|G6i", "b* P*", "P* !P5g",
                                     "!b2b !B*", "r*|p*", "white R* !R2h"})
    text.replace(text.find('@'), 1, position);
  const auto list = OpeningList::read(text);
  REQUIRE(list);
  Rng rng(47);
  std::set<std::string> seen;
  for (int i = 0; i < 200; ++i) {
    const Game game = random_game<Shogi>(rng, 60);
    const auto moves = game.moves.main_moves();
    FoundNames wanted;
    const auto take = [](const openings::OpeningName*& best, const openings::OpeningName* name) {
      if (name != nullptr && (best == nullptr || name > best)) best = name;
    };
    auto position = *Position<Shogi>::from(game.start);
    for (std::size_t ply = 0; ply <= moves.size(); ++ply) {
      const FoundNames names = list->of_position(position.setup());
      take(wanted.opening, names.opening);
      for (const Color side : {Color::black, Color::white})
        take(wanted.castles[side], names.castles[side]);
      if (ply < moves.size()) position.play(moves[ply]);
    }
    const FoundNames found = list->of_line(game.start, moves);
    CHECK(found.opening == wanted.opening);
    CHECK(found.castles[Color::black] == wanted.castles[Color::black]);
    CHECK(found.castles[Color::white] == wanted.castles[Color::white]);
    if (found.opening != nullptr) seen.insert(found.opening->english);
  }
  CHECK(seen.size() >= 3);
}

TEST_CASE("a list that cannot be read names the place") {
  CHECK(refusal("opening | a | b | 3 | P1f") ==
        "0: expected [shogi] or [yari] first, found 'opening | a | b | 3 | P1f'");
  CHECK(refusal("[chess]") == "0: expected [shogi] or [yari], found '[chess]'");
  CHECK(refusal("[shogi]\nopening | a | b | 3") ==
        "8: expected opening or castle | English | Japanese | last ply | position, found "
        "'opening | a | b | 3'");
  CHECK(refusal("[shogi]\nrook | a | b | 3 | P1f") ==
        "8: expected opening or castle, found 'rook'");
  CHECK(refusal("[shogi]\nopening | a | b | x | P1f") ==
        "26: expected a number of plies up to 1000, found 'x'");
  CHECK(refusal("[shogi]\nopening | a | b | 3 | P1f Q2b") ==
        "34: expected a piece with a square or a star, such as R2h, b2b or B*, found 'Q2b'");
  CHECK(refusal("[yari]\nopening | a | b | 3 | P9f").substr(0, 4) == "29: ");
  CHECK(refusal("[shogi]\nopening | a | b | 3 | white") ==
        "30: expected a position, found 'white'");
  CHECK(refusal("# nothing\n\n").empty());
  CHECK(refusal("[shogi]\nopening | | | 3 | P1f").ends_with("expected a name, found ''"));
  for (const std::string until : {"3x", "-1", "1001", ""}) {
    INFO(until);
    CHECK(refusal("[shogi]\nopening | a | b | " + until + " | P1f")
              .ends_with("expected a number of plies up to 1000, found '" + until + "'"));
  }
}

TEST_CASE("each part of a position in a list is a piece with a square or in hand, or a side") {
  const auto row = [](const std::string& variant, const std::string& position) {
    return "[" + variant + "]\nopening | | 端 | 3 | " + position;
  };
  for (const char* const bad : {"+", "+B*", "K*", "R2", "R0a", "R1`", "R1z", "P!1f", "R2hh"}) {
    INFO(bad);
    CHECK(refusal(row("shogi", bad)) ==
          "30: expected a piece with a square or a star, such as R2h, b2b or B*, found '" +
              std::string(bad) + "'");
  }
  CHECK(refusal(row("yari", "L1i")).starts_with("29: expected a piece"));
  const auto list =
      OpeningList::read(row("shogi", "black +R2c  b*") + "\nopening | b || 9 | white G5h");
  REQUIRE(list);
  CHECK(list->names()[0].side == Color::black);
  CHECK(list->names()[0].conditions[Color::black].size() == 2);
  CHECK(list->names()[1].side == Color::white);
}

TEST_CASE("an impossible position has no name, and a line has those before an illegal move") {
  const OpeningList& list = OpeningList::shipped();
  CHECK(list.of_position(Setup{}).opening == nullptr);
  CHECK(list.of_line(Setup{}, {}).opening == nullptr);
  const Game game = game_of(Variant::shogi, "7g7f 3c3d 6g6f 8c8d 2h6h");
  std::vector<Move> moves = game.moves.main_moves();
  moves.push_back(moves.front());
  REQUIRE(list.of_line(game.start, moves).opening != nullptr);
  CHECK(list.of_line(game.start, moves).opening->english == "Fourth File Rook");
}

}  // namespace yari::test
