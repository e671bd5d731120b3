// What is studied: cards of games, books and puzzles, and a book that is edited.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "answers/study/book_edit.h"
#include "answers/study/book_source.h"
#include "answers/study/drill.h"
#include "answers/study/drill_session.h"
#include "db/change/upkeep.h"
#include "db/reports/judgements.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/platform/scratch.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

namespace fs = std::filesystem;

constexpr DateNumber training_day = 20260102;

Move study_move(std::string_view text) { return *read_usi_move(text, Variant::shogi); }

Game study_game(const std::vector<std::string>& moves, const std::vector<Tag>& tags = {}) {
  Game game = new_game(Variant::shogi);
  game.tags = tags;
  NodeId node = root_node;
  for (const std::string& move : moves) node = game.moves.add(node, study_move(move));
  return game;
}

std::string usi_of(const std::vector<Move>& moves) {
  std::string text;
  for (const Move move : moves)
    text += (text.empty() ? "" : " ") + write_usi_move(move, Variant::shogi);
  return text;
}

StoredJudgement judged_move(int ply, JudgedKind kind, Color color, std::string_view better) {
  StoredJudgement j;
  j.ply = ply;
  j.kind = kind;
  j.color = color;
  if (!better.empty()) j.better = study_move(better);
  return j;
}

/// "1:0 2g2f (7g7f), ": game, ply, what was better, and what was played, of each mistake.
std::string mistakes_of(Database& database, const GameFilter& filter,
                        std::optional<Color> side = {}, std::size_t most = 99) {
  std::string all;
  std::size_t seen = 0;
  const auto load = [&](GameId id) { return database.load_game(id); };
  each_mistake(database, filter, OwnSide(filter, side), training_day, load,
               [&](const DrillCard& card) {
                 CHECK(card.source == CardSource::mistake);
                 CHECK(card.due == training_day);
                 CHECK(card.position.move_number == 1);
                 all += fmt::format("{}:{} {} ({}), ", card.game, card.ply, usi_of(card.moves),
                                    write_usi_move(card.played, Variant::shogi));
                 return ++seen < most;
               });
  return all;
}

constexpr const char* book_title = "#YANEURAOU-DB2016 1.00\n";

/// What stands in a book of these entries after the edit of one move of `position`.
std::string edited_book(const fs::path& file, const std::string& entries, const BookEdit& edit) {
  std::ofstream(file, std::ios::binary) << book_title << entries;
  const Result<EditedBook> edited = edit_book(file.string(), edit);
  if (!edited) return edited.error().message;
  const std::string text = read_file(file);
  REQUIRE(text.starts_with(book_title));
  return fmt::format("{} {} {}\n{}", edited->changed, edited->positions, edited->moves,
                     text.substr(std::string_view(book_title).size()));
}

Setup after_moves(const std::vector<std::string>& moves) {
  const Game game = study_game(moves);
  return setup_of({game.start, game.moves.main_moves(), {}});
}

}  // namespace

TEST_CASE("mistakes are those of the player, each ply once, with the line that the record has") {
  const platform::test::Scratch scratch;
  Database database(scratch / "a.db", OpenMode::create);
  Game with_line =
      study_game({"7g7f", "3c3d", "2g2f", "8c8d", "2f2e"}, {{"Black", "Ann"}, {"White", "Bob"}});
  NodeId node = with_line.moves.add(root_node, study_move("2g2f"));
  for (const char* move : {"8c8d", "2f2e", "8d8e", "9g9f", "9c9d", "1g1f", "1c1d", "3g3f", "4c4d"})
    node = with_line.moves.add(node, study_move(move));
  add_games(database, "add",
            {with_line, study_game({"7g7f", "3c3d"}, {{"Black", "Bob"}, {"White", "Ann"}}),
             study_game({"2g2f"}, {{"Black", "Ann"}})});
  StoredAnnotation first;
  first.judgements = {judged_move(0, JudgedKind::blunder, Color::black, "2g2f"),
                      judged_move(0, JudgedKind::missed_mate, Color::black, "2g2f"),
                      judged_move(1, JudgedKind::mistake, Color::white, "8c8d"),
                      judged_move(2, JudgedKind::inaccuracy, Color::black, "7f7e"),
                      judged_move(2, JudgedKind::lost_win, Color::black, "7f7e"),
                      judged_move(2, JudgedKind::mistake, Color::black, ""),
                      // What was played, no move there, and one after the end of the game.
                      judged_move(2, JudgedKind::blunder, Color::black, "2g2f"),
                      judged_move(2, JudgedKind::missed_mate, Color::black, "7f7e"),
                      judged_move(4, JudgedKind::mistake, Color::black, "5a5b"),
                      judged_move(5, JudgedKind::mistake, Color::white, "8d8e")};
  store_annotation(database, 1, first);
  StoredAnnotation second;
  second.judgements = {judged_move(1, JudgedKind::blunder, Color::white, "8c8d")};
  store_annotation(database, 2, second);
  const std::string of_black =
      "1:0 2g2f 8c8d 2f2e 8d8e 9g9f 9c9d 1g1f 1c1d 3g3f (7g7f), 1:2 7f7e (2g2f), ";
  GameFilter ann;
  ann.player = "ann";
  CHECK(mistakes_of(database, ann) == of_black + "2:1 8c8d (3c3d), ");
  CHECK(mistakes_of(database, ann, Color::black) == of_black);
  CHECK(mistakes_of(database, ann, {}, 1) == of_black.substr(0, of_black.find(", ") + 2));
  GameFilter one;
  one.ids = {2};
  CHECK(mistakes_of(database, one) == "2:1 8c8d (3c3d), ");
  GameFilter bob;
  bob.player = "bob";
  CHECK(mistakes_of(database, bob) == "1:1 8c8d (3c3d), ");
}

TEST_CASE("a puzzle ends with a move of the learner, and cards without moves are none") {
  const auto puzzle = [](const std::vector<std::string>& moves) {
    const auto card = puzzle_card(study_game(moves), training_day);
    return card ? usi_of(card->moves) : "none";
  };
  CHECK(puzzle({}) == "none");
  CHECK(puzzle({"7g7f"}) == "7g7f");
  CHECK(puzzle({"7g7f", "3c3d"}) == "7g7f");
  CHECK(puzzle({"7g7f", "3c3d", "2g2f"}) == "7g7f 3c3d 2g2f");
  const std::vector<Move> none{Move::none()}, some{Move::none(), study_move("7g7f")};
  CHECK_FALSE(book_card(start_setup(Variant::shogi), none, training_day));
  CHECK(usi_of(book_card(start_setup(Variant::shogi), some, training_day)->moves) == "7g7f");
  CHECK(book_card(start_setup(Variant::shogi), some, training_day)->source == CardSource::book);
  const std::vector<Move> twice{study_move("2g2f"), study_move("9g9f"), study_move("2g2f")};
  const GamePosition place{
      start_setup(Variant::shogi), {study_move("7g7f"), study_move("3c3d")}, {}};
  const DrillCard kept = own_card(place, twice, 5, training_day);
  CHECK(usi_of(kept.moves) == "2g2f 9g9f");
  CHECK(kept.game == 5);
  CHECK(kept.ply == 2);
  CHECK(kept.position.move_number == 1);
  CHECK(own_card(place, twice, 0, training_day).ply == 0);
}

TEST_CASE("any choice is right, of a mistake the first move, and a puzzle goes on to its end") {
  DrillCard card;
  card.position = start_setup(Variant::shogi);
  card.moves = {study_move("2g2f"), study_move("8c8d"), study_move("2f2e")};
  const auto verdict = [&](CardSource source, std::size_t done, std::string_view move) {
    card.source = source;
    return verdict_of(card, done, study_move(move));
  };
  CHECK(verdict(CardSource::mistake, 0, "2g2f") == AnswerVerdict::right);
  CHECK(verdict(CardSource::mistake, 0, "7g7f") == AnswerVerdict::wrong);
  CHECK(verdict(CardSource::puzzle, 0, "2g2f") == AnswerVerdict::more);
  CHECK(verdict(CardSource::puzzle, 0, "7g7f") == AnswerVerdict::wrong);
  CHECK(verdict(CardSource::puzzle, 2, "2f2e") == AnswerVerdict::right);
  CHECK(verdict(CardSource::puzzle, 2, "7g7f") == AnswerVerdict::wrong);
  // The moves of a line follow each other.
  CHECK(card_move_texts(card) == std::vector<std::string>{"P-2f", "P-8d", "P-2e"});
  const Json question = question_json(card, 2);
  CHECK(question["sfen"] == write_sfen(after_moves({"2g2f", "8c8d"})));
  CHECK(question["done"] == Json({"2g2f", "8c8d"}));
  CHECK(question_json(card, 0)["sfen"] == write_sfen(card.position));
  card.moves = {study_move("2g2f"), study_move("7g7f")};
  CHECK(verdict(CardSource::book, 0, "7g7f") == AnswerVerdict::right);
  CHECK(verdict(CardSource::own, 0, "2g2f") == AnswerVerdict::right);
  CHECK(verdict(CardSource::book, 0, "9g9f") == AnswerVerdict::wrong);
}

TEST_CASE("today is the day of the clock on the wall") {
  const auto wall = [] {
    const std::time_t now = std::time(nullptr);
    char text[16] = {};
    std::strftime(text, sizeof text, "%Y%m%d", std::localtime(&now));
    return std::atoi(text);
  };
  const DateNumber before = wall(), today = today_here(), after = wall();
  CHECK((today == before || today == after));
}

TEST_CASE("a card says where it comes from, when it is due, and what is known of its mistake") {
  const platform::test::Scratch scratch;
  Database database(scratch / "a.db", OpenMode::create);
  DrillCard card;
  card.source = CardSource::mistake;
  card.position = start_setup(Variant::shogi);
  card.moves = {study_move("2g2f"), study_move("8c8d")};
  card.played = study_move("7g7f");
  card.due = training_day;
  card.ease = 250;
  CHECK(card_json(card).dump() ==
        R"({"card":0,"source":"mistake","variant":"shogi",)"
        R"("sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",)"
        R"("side":"black","game":null,"ply":null,"due":"2026-01-02","reviewed":null,)"
        R"("repetitions":0,"days":0,"ease":2.5,"reviews":0,"lapses":0})");
  CHECK(card_answer_json(card).dump() ==
        R"({"moves":["P-2f","P-8d"],"usi":["2g2f","8c8d"],"played":"P-7f"})");
  add_games(database, "add", {study_game({"7g7f"})});
  card.game = 1;
  CHECK(card_reason_json(database, card).dump() ==
        R"({"reason":"In game 1, P-7f was played at ply 1.","judgement":null,)"
        R"("before":null,"after":null})");
  StoredAnnotation annotation;
  annotation.judgements = {judged_move(0, JudgedKind::blunder, Color::black, "2g2f")};
  annotation.judgements[0].move = study_move("7g7f");
  annotation.judgements[0].before = 6321;
  annotation.judgements[0].after = 2150;
  store_annotation(database, 1, annotation);
  CHECK(card_reason_json(database, card).dump() ==
        R"({"reason":"In game 1, P-7f was played at ply 1: blunder, the win chance fell from )"
        R"(63 % to 22 %.","judgement":"blunder","before":63.21,"after":21.5})");
  card.reviewed = 20251231;
  CHECK(card_json(card)["reviewed"] == "2025-12-31");
  CHECK(card_json(card)["ply"] == 0);
  const DrillCard after = answered(card, Grade::again, training_day);
  CHECK(after.reviews == 1);
  CHECK(after.lapses == 1);
  CHECK(after.reviewed == training_day);
  CHECK(after.due == training_day + after.days);
  CHECK(answered(card, Grade::good, training_day).lapses == 0);
}

TEST_CASE(
    "a new position of a book stands in its order, and a turned one is changed in its place") {
  const platform::test::Scratch scratch;
  const fs::path file = scratch / "a.db";
  const std::string start = "sfen " + write_sfen(start_setup(Variant::shogi)) + "\n";
  const Setup after = after_moves({"7g7f"}), last = after_moves({"2g2f", "9c9d", "9g9f"});
  const std::string middle = "sfen " + write_sfen(after) + "\n";
  const std::string end = "sfen " + write_sfen(last) + "\n";
  REQUIRE(end < middle);
  REQUIRE(middle < start);
  const std::string of_start = "7g7f none 1 none none\n", of_end = "8c8d none 2 none none\n";
  const BookEdit edit{.position = after, .move = study_move("3c3d"), .score = std::optional(7)};
  const auto added = edited_book(file, end + of_end + start + of_start, edit);
  CHECK(added.starts_with("true 3 3\n"));
  CHECK_THAT(edited_book(file, start + of_start + "# the end\n", edit), Contains("\n# the end\n"));
  CHECK(added.find(end) < added.find(middle + "3c3d"));
  CHECK(added.find(middle) < added.find(start + "7g7f"));
  const auto at_end = edited_book(file, end + of_end, edit);
  CHECK(at_end.starts_with("true 2 2\n" + end));
  CHECK(at_end.find(end) < at_end.find(middle + "3c3d"));
  CHECK(read_file(book_before(file.string())) == book_title + end + of_end);
  // White to move, as Black would see it: the move is the one turned round.
  const BookEdit other{.position = turned(start_setup(Variant::shogi)),
                       .move = study_move("8c8d"),
                       .answer = std::optional<Move>(),
                       .score = std::optional(9)};
  const auto turned_round = edited_book(file, start + of_start, other);
  CHECK(turned_round.starts_with("true 1 2\n" + start));
  CHECK(turned_round.find("\n2g2f none 9") != turned_round.npos);
  // A move that is not there cannot be taken out, of either.
  BookEdit removal{.position = after, .move = study_move("3c3d"), .remove = true};
  CHECK(edited_book(file, start + of_start, removal).starts_with("false 0 0\n" + start));
  removal.position = start_setup(Variant::shogi);
  CHECK(edited_book(file, start + of_start, removal).starts_with("false 0 0\n" + start));
  removal.move = study_move("7g7f");
  CHECK(edited_book(file, end + of_end + start + of_start, removal) == "true 1 1\n" + end + of_end);
}

TEST_CASE("what is no book is refused with its name") {
  const platform::test::Scratch scratch;
  const auto refused = [&](const std::string& text) -> std::string {
    const fs::path file = scratch.file("a.book", text);
    try {
      BookSource source(file.string(), {.variant = Variant::shogi});
      return "";
    } catch (const UnreadableBook& error) {
      std::string said = error.what();
      REQUIRE(said.starts_with(file.string()));
      return said.substr(file.string().size());
    }
  };
  CHECK(refused(book_title).empty());
  CHECK(refused(std::string("SQLite format 3\0", 16)) ==
        " is a database of games: 'yari book make' makes a book of it");
  CHECK(refused(std::string(300, '\0') + "\x01\xFF") == ": expected a book, found a binary file");
  CHECK_THROWS_AS(BookSource((scratch / "none").string(), {.variant = Variant::shogi}),
                  UnreadableBook);
}

}  // namespace yari::test
