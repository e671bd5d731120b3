// Drawings: well-formed whatever goes in, every piece in its place, honest axes.
#include "analysis/annotate/annotate.h"
#include "analysis/report/svg_board.h"
#include "analysis/report/svg_graph.h"
#include "analysis/report/svg_text.h"
#include "rules/sfen.h"
#include "tests/pages/markup.h"
#include "tests/pages/sample_games.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"

using namespace yari;
using namespace yari::test;

namespace {

std::string text_of(const std::vector<Element>& elements, std::string_view name) {
  for (const Element& e : elements) {
    if (e.name == name) return e.text;
  }
  return "";
}

bool has_text(const std::vector<Element>& elements, std::string_view text) {
  return std::any_of(elements.begin(), elements.end(),
                     [&](const Element& e) { return e.text == text; });
}

// A game of `scores` after the start's 0, centipawns from Black's view.
Game scored_game(const std::vector<int>& scores) {
  Rng rng(5);
  Game game = random_game<YariShogi>(rng, static_cast<int>(scores.size()));
  game.moves.edit_note(root_node).evaluations.push_back({});
  for (std::size_t i = 0; i < scores.size(); ++i) {
    game.moves.edit_note(static_cast<NodeId>(i) + 1).evaluations.push_back(evaluation(scores[i]));
  }
  return game;
}

}  // namespace

TEST_CASE("text for markup is escaped and freed of what XML forbids") {
  CHECK(escape_markup("a<b>&\"'c") == "a&lt;b&gt;&amp;&quot;&#39;c");
  CHECK(escape_markup("歩と🙂\n\t") == "歩と🙂\n\t");
  const std::string replaced = "\xEF\xBF\xBD";
  CHECK(escape_markup(std::string_view("\0", 1)) == replaced);
  CHECK(escape_markup("\x1B[31m") == replaced + "[31m");
  CHECK(escape_markup("\xE9t\xE9") == replaced + "t" + replaced);
  // One replacement for every byte that can begin no character, as Unicode recommends.
  CHECK(escape_markup("\xE0\x80\xBC") == replaced + replaced + replaced);  // '<' in three bytes
  CHECK(escape_markup("\xED\xA0\x80") == replaced + replaced + replaced);  // a surrogate
  CHECK(escape_markup("\xEF\xBF\xBE") == replaced);                        // U+FFFE
  CHECK(escape_markup("\xF4\x90\x80\x80") ==
        replaced + replaced + replaced + replaced);  // past the last character
}

TEMPLATE_TEST_CASE("every position of random games is drawn well-formed with all its pieces", "",
                   YariShogi, Shogi) {
  Rng rng(11);
  for (int game = 0; game < 5; ++game) {
    play_random_game<TestType>(rng, 120, [&](const Position<TestType>& position) {
      const Setup setup = position.setup();
      int pieces = static_cast<int>(position.occupied().count());
      for (const Color c : both_colors) {
        for (int k = 0; k < hand_kind_count; ++k) {
          pieces += position.hand(c).has(Kind{static_cast<std::uint8_t>(k)});
        }
      }
      const BoardStyle style = rng() % 2 ? BoardStyle::kanji : BoardStyle::western;
      const auto drawing =
          read_markup(draw_board_svg(setup, {.pieces = style, .flipped = rng() % 2 == 0}));
      CHECK(drawing.front().name == "svg");
      CHECK(count_elements(drawing, "g", "piece") == pieces);
      CHECK(count_elements(drawing, "g", "hand") == 2);
    });
  }
}

TEST_CASE("a board is drawn with kanji or letters, coordinates, marks and arrows") {
  const Setup setup =
      *read_sfen("r1nkbbr/2n4/pp1pppp/2p4/7/P6/1PPPPPP/4+R2/1BBKNNR w P2n 8", Variant::yari);
  const Move last = *read_usi_move("7i3h", Variant::yari);
  const Move drop = *read_usi_move("N*4e", Variant::yari);
  const SvgOptions options{.last_move = last,
                           .arrows = {{last, Color::black, SvgArrow::Meaning::played},
                                      {drop, Color::white, SvgArrow::Meaning::better}},
                           .title = "Diagram 1"};
  const auto kanji = read_markup(draw_board_svg(setup, options));
  CHECK(text_of(kanji, "title") == "Diagram 1");
  CHECK(has_text(kanji, "香"));
  CHECK(has_text(kanji, "将"));
  CHECK_FALSE(has_text(kanji, "YB"));
  for (const char* coordinate : {"1", "7", "a", "i"}) CHECK(has_text(kanji, coordinate));
  CHECK(count_elements(kanji, "rect", "last") == 2);
  CHECK(count_elements(kanji, "path", "played") == 1);
  CHECK(count_elements(kanji, "path", "better") == 1);

  SvgOptions western = options;
  western.pieces = BoardStyle::western;
  western.coordinates = false;
  const auto letters = read_markup(draw_board_svg(setup, western));
  CHECK(has_text(letters, "YB"));
  CHECK(has_text(letters, "+YR"));
  CHECK_FALSE(has_text(letters, "香"));
  CHECK_FALSE(has_text(letters, "i"));
}

TEST_CASE("a board's description names every piece, hand and the side to move") {
  const Setup setup = *read_sfen("3k3/7/7/7/7/7/7/7/3K2R b 2Pn 1", Variant::yari);
  CHECK(text_of(read_markup(draw_board_svg(setup)), "desc") ==
        "Black: general 4i; yari rook 1i; in hand pawn x2. "
        "White: general 4a; in hand yari knight. Black to move.");
}

TEST_CASE("a Setup that is no position is drawn all the same") {
  Setup setup;
  for (Piece& piece : setup.board) piece = Piece(Color::white, Kind{6});
  for (Hand& hand : setup.hands) hand.add(pawn, 255);
  for (const int size : {-5, 0, 100000}) {
    const auto drawing = read_markup(draw_board_svg(setup, {.square_size = size}));
    CHECK(count_elements(drawing, "g", "piece") == 63 + 2);
    CHECK(has_text(drawing, "255"));
    const int width = std::stoi(drawing.front().attributes.at("width"));
    CHECK(width >= 8 * 7);
    CHECK(width <= 200 * 9);
  }
}

TEST_CASE("titles of drawings are shown as they are") {
  const std::string text(hostile_text);
  CHECK(text_of(read_markup(draw_board_svg(Setup{}, {.title = text})), "title") == text);
  const auto graph = read_markup(draw_graph_svg(scored_game({10, 20}), {.title = text}));
  CHECK(text_of(graph, "title") == text + ": Black's chance to win");
}

TEST_CASE("a graph says in words what it shows") {
  const Game game = scored_game({0, 100000, -100000});
  const auto graph = read_markup(draw_graph_svg(game));
  CHECK(text_of(graph, "desc") ==
        "Black's chance to win, in percent, after each of 3 plies: 0: 50; 1: 50; 2: 100; 3: 0.");
  for (const char* label : {"0 %", "50 %", "100 %"}) CHECK(has_text(graph, label));
}

TEST_CASE("a graph's vertical axis runs from 0 to 100 however small the differences") {
  const auto graph = read_markup(
      draw_graph_svg(scored_game({0, 0, 0}), {.coefficient = 0.004, .width = 400, .height = 200}));
  const auto line = std::find_if(graph.begin(), graph.end(), [](const Element& e) {
    const auto found = e.attributes.find("class");
    return found != e.attributes.end() && found->second == "line";
  });
  REQUIRE(line != graph.end());
  CHECK(line->attributes.at("d") == "M52.0 87.0L163.3 87.0L274.7 87.0L386.0 87.0");
}

TEST_CASE("plies without an evaluation leave a gap in the graph") {
  Game game = scored_game({0, 0, 0, 0, 0, 0});
  game.moves.clear_note(3);
  CHECK(count_elements(read_markup(draw_graph_svg(game)), "path", "line") == 2);
  CHECK(has_graph(game));
}

TEST_CASE("judged moves carry a dot") {
  Game game = scored_game({0, 0, 0, 0});
  game.moves.edit_note(2).glyphs = {4};
  game.moves.edit_note(3).glyphs = {1, 6};
  const auto graph = read_markup(draw_graph_svg(game));
  CHECK(count_elements(graph, "circle") == 2);
  CHECK(has_text(graph, "ply 2: blunder"));
  CHECK(has_text(graph, "ply 3: inaccuracy"));
  std::vector<std::string> fills;
  game.moves.edit_note(4).glyphs = {2};
  for (const Element& e : read_markup(draw_graph_svg(game)))
    if (e.name == "circle") fills.push_back(e.attributes.at("fill"));
  CHECK(fills == std::vector<std::string>{"#c2261c", "#c9a400", "#d9730d"});
}

TEST_CASE("games without evaluations have no graph, and drawing one is harmless") {
  const Game empty = new_game(Variant::shogi);
  CHECK_FALSE(has_graph(empty));
  CHECK_FALSE(has_graph(plain_game()));
  CHECK(count_elements(read_markup(draw_graph_svg(empty)), "path", "line") == 0);
  CHECK(count_elements(read_markup(draw_graph_svg(plain_game())), "path", "line") == 0);
}

TEST_CASE("a game that ends in mate is drawn to its end") {
  Game game = new_game(Variant::yari);
  game.start = *read_sfen("3k3/+R6/7/7/7/7/7/7/3K3 b R 1", Variant::yari);
  const Setup start = game.start;
  const Position<YariShogi> position = *Position<YariShogi>::from(start);
  Move mate = Move::none();
  for (const Move move : position.legal_moves()) {
    Position<YariShogi> next = position;
    next.play(move);
    if (next.is_mate()) mate = move;
  }
  REQUIRE(mate);
  game.moves.add(root_node, mate);
  game.moves.edit_note(root_node).evaluations.push_back(evaluation(1, true));
  CHECK(text_of(read_markup(draw_graph_svg(game)), "desc") ==
        "Black's chance to win, in percent, after each of 1 plies: 0: 100; 1: 100.");
}
