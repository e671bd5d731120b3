// Words of USI at their bounds, both ways: what an engine is sent, what is read of its answers, and
// what the server makes of what it is asked.
#include <fstream>
#include <sstream>

#include "analysis/engine/search_score.h"
#include "analysis/usi/process.h"
#include "analysis/usi/usi_client.h"
#include "analysis/usi/usi_client_info.h"
#include "analysis/usi/usi_server.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/analysis/usi_client_fakes.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

using std::chrono::milliseconds;

Move word_move(std::string_view move, Variant v = Variant::shogi) {
  return *read_usi_move(move, v);
}

std::string words_of_moves(const std::vector<Move>& moves) {
  std::string text;
  for (Move m : moves) text += (text.empty() ? "" : " ") + write_usi_move(m, Variant::shogi);
  return text;
}

/// "cp 12", "mate -3", with "~" before a bound; "none".
std::string score_said(std::string_view line) {
  const auto info = read_usi_info(line);
  if (!info || !info->score) return "none";
  return std::string(info->is_bound ? "~" : "") + (info->score->mate ? "mate " : "cp ") +
         std::to_string(info->score->value);
}

const GamePosition even_shogi{start_setup(Variant::shogi), {}, RuleSet::standard};

/// HeardLines of an engine that was asked for `multipv` of them.
struct HeardLines {
  explicit HeardLines(int multipv) : lines(even_shogi, multipv) {}
  bool add(const char* line) { return lines.add(*read_usi_info(line)); }
  /// "cp 40/3 7g7f 3c3d; ..." of all lines.
  std::string with(std::string_view best) {
    const Analysis a = lines.analysis(best.empty() ? Move::none() : word_move(best));
    std::string text = a.scored ? "" : "unscored ";
    for (const ScoredLine& line : a.lines)
      text += (line.score.mate ? "mate " : "cp ") + std::to_string(line.score.value) + '/' +
              std::to_string(line.depth) + ' ' + words_of_moves(line.pv) + "; ";
    return text;
  }
  UsiLines lines;
};

UsiSettings fake_settings(const TemporaryFolder& folder, const Fake& fake) {
  UsiSettings settings;
  settings.command = write_fake(folder, fake);
  settings.patience = milliseconds(5000);
  return settings;
}

/// The lines that a fake heard which begin with this word.
std::string lines_heard(const TemporaryFolder& folder, std::string_view word) {
  std::ifstream in(folder.path() / "heard");
  std::string all;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(word)) all += line + '\n';
  return all;
}

std::string served(std::initializer_list<std::string_view> lines, Variant v = Variant::shogi) {
  std::ostringstream out;
  UsiServer server(out, {.variant = v, .engine = {.hash_mib = 1}});
  for (const std::string_view line : lines)
    if (!server.obey(line)) break;
  server.wait();
  return out.str();
}

bool has_part(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE(
    "scores are read with a bound before or after them, and cut to what can be reckoned with") {
  CHECK(score_said("info score cp 12") == "cp 12");
  CHECK(score_said("info score cp +12 pv a") == "cp 12");
  CHECK(score_said("info score cp -1000001") == "cp -1000000");
  CHECK(score_said("info score lowerbound cp 12 pv a") == "~cp 12");
  CHECK(score_said("info score cp 12 upperbound") == "~cp 12");
  CHECK(score_said("info score cp 12 nodes 3 lowerbound 5") == "cp 12");
  CHECK(score_said("info score mate 10001") == "mate 10000");
  CHECK(score_said("info score mate -10001") == "mate -10000");
  for (const char* const mated : {"0", "-0", "-"})
    CHECK(score_said("info score mate " + std::string(mated)) == "mate -1");
  CHECK(score_said("info score mate +0") == "none");
  CHECK(score_said("info score mate -3") == "mate -3");
  CHECK(score_said("info score points 12") == "none");
  CHECK(score_said("info score cp - pv a") == "none");
  CHECK(score_said("info\tscore  cp\t7 ") == "cp 7");
}

TEST_CASE("numbers of an info line are not below nothing, and not beyond their bound") {
  const auto info = read_usi_info(
      "info depth 1001 seldepth 1001 multipv 0 hashfull 1001 nodes 18446744073709551616 time -5");
  CHECK(info->depth == 1000);
  CHECK(info->selective_depth == 1000);
  CHECK(info->multipv == 1);
  CHECK(info->hash_full == 1000);
  CHECK(info->nodes == UINT64_MAX);
  CHECK(info->time == milliseconds(0));
  const auto other = read_usi_info("info depth -99999999999 multipv 1001 nodes 5x hashfull 1000");
  CHECK(other->depth == 0);
  CHECK(other->multipv == 1000);
  CHECK(other->nodes == 0);
  CHECK(other->hash_full == 1000);
}

TEST_CASE("a line of moves ends at the next key, and has 256 moves at most") {
  const auto pv = [](const std::string& line) { return read_usi_info(line)->pv; };
  CHECK(pv("info pv 7g7f 3c3d nodes 5 pv 2g2f").size() == 1);
  CHECK(pv("info pv 7g7f score cp 5").size() == 1);
  CHECK(pv("info pv 7g7f win").size() == 2);
  std::string many = "info pv";
  for (int i = 0; i < 300; ++i) many += " 7g7f";
  CHECK(pv(many).size() == 256);
  CHECK(words_of_moves(legal_line(even_shogi, {"7g7f", "3c3d", "7g7f", "8c8d"})) == "7g7f 3c3d");
  CHECK(legal_line(even_shogi, {"x"}).empty());
}

TEST_CASE("of a bound and an exact score the exact one is kept") {
  HeardLines lines(1);
  CHECK(lines.add("info depth 1 score cp 5 lowerbound pv 7g7f"));
  CHECK(lines.with("") == "cp 5/1 7g7f; ");
  CHECK(lines.add("info depth 2 score cp 6 lowerbound pv 7g7f"));
  CHECK(lines.add("info depth 3 score cp 7 pv 7g7f"));
  CHECK_FALSE(lines.add("info depth 4 score cp 8 upperbound pv 7g7f"));
  CHECK(lines.with("") == "cp 7/3 7g7f; ");
  CHECK(lines.add("info depth 5 score cp 9 pv 2g2f"));
  CHECK(lines.with("") == "cp 9/5 2g2f; ");
}

TEST_CASE("moves may come in a line of their own after the score") {
  HeardLines lines(2);
  CHECK_FALSE(lines.add("info pv 7g7f"));
  CHECK(lines.with("") == "unscored ");
  CHECK(lines.add("info depth 4 score cp 5"));
  CHECK(lines.with("").empty());
  CHECK_FALSE(lines.add("info pv 1a1a"));
  CHECK(lines.add("info pv 7g7f"));
  CHECK_FALSE(lines.add("info pv 2g2f"));
  CHECK(lines.with("") == "cp 5/4 7g7f; ");
}

TEST_CASE("the move that is played stands in front, with the score that goes with it") {
  HeardLines lines(3);
  lines.add("info depth 4 multipv 2 score cp 20 pv 2g2f");
  CHECK(lines.with("") == "cp 20/4 2g2f; ");
  lines.add("info depth 5 multipv 1 score cp 30 pv 7g7f 3c3d");
  lines.add("info depth 3 multipv 3 score cp 10 pv 1g1f");
  CHECK(lines.with("") == "cp 30/5 7g7f 3c3d; cp 20/4 2g2f; cp 10/3 1g1f; ");
  CHECK(lines.with("1g1f") == "cp 10/3 1g1f; cp 30/5 7g7f 3c3d; cp 20/4 2g2f; ");
  // Said of other moves, the depth is not known to be its own; no more lines than asked for.
  CHECK(lines.with("9g9f") == "cp 30/0 9g9f; cp 30/5 7g7f 3c3d; cp 20/4 2g2f; ");
  HeardLines alone(1);
  alone.add("info depth 6 score cp 40");
  CHECK(alone.with("9g9f") == "cp 40/6 9g9f; ");
  CHECK(HeardLines(1).with("9g9f") == "unscored cp 0/0 9g9f; ");
  HeardLines none(0);
  CHECK(none.add("info score cp 1 pv 7g7f"));
}

TEST_CASE("a move is in one line alone: the last that was said of it") {
  HeardLines lines(2);
  lines.add("info depth 8 multipv 1 score cp 100 pv 7g7f");
  lines.add("info depth 8 multipv 2 score cp -50 pv 2g2f");
  CHECK(lines.add("info depth 9 multipv 1 score cp 90 pv 2g2f 3c3d"));
  CHECK(lines.with("2g2f") == "cp 90/9 2g2f 3c3d; ");
  // A bound says less than an exact score, whatever its number.
  CHECK_FALSE(lines.add("info depth 9 multipv 2 score cp 40 lowerbound pv 2g2f"));
  CHECK(lines.add("info depth 9 multipv 2 score cp 80 pv 7g7f"));
  CHECK(lines.with("2g2f") == "cp 90/9 2g2f 3c3d; cp 80/9 7g7f; ");
  HeardLines apart(2);
  apart.add("info depth 8 multipv 2 score cp -50 pv 2g2f");
  apart.add("info depth 9 multipv 1 score cp 90");
  CHECK(apart.add("info pv 2g2f"));
  CHECK(apart.with("") == "cp 90/9 2g2f; ");
}

TEST_CASE("option names are compared without case, blanks, underscores and a beginning") {
  CHECK(same_option_name("UCI_Variant", "usi_variant"));
  CHECK(same_option_name("Z Z", "zz"));
  CHECK(same_option_name("Azaz", "AZAZ"));
  CHECK_FALSE(same_option_name("Hash1", "Hash"));
  CHECK_FALSE(same_option_name("xUSI_Hash", "Hash"));
  CHECK(read_usi_option("option name A B var c type combo var d")->name == "A B var c");
  CHECK(read_usi_option("option name A type")->type.empty());
  CHECK(read_usi_option("option name A")->name == "A");
  CHECK_FALSE(read_usi_option("option names A type spin"));
}

TEST_CASE("limits are sent with the words of USI, and none as infinite") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_line = "echo \"$line\" >> heard";
  UsiEngine engine(fake_settings(folder, fake));
  engine.analyze(even_shogi, {.depth = 3, .nodes = 40, .time = milliseconds(500)});
  engine.analyze(even_shogi, {});
  GamePosition other{*read_sfen("4k4/9/9/9/9/9/4P4/9/4K4 b - 7", Variant::shogi), {}, {}};
  other.moves = {word_move("5g5f")};
  CHECK_THROWS_AS(engine.analyze(other, {.depth = 1}), IllegalMove);
  CHECK(lines_heard(folder, "go") ==
        "go depth 3 nodes 40 movetime 500\ngo infinite\ngo depth 1\ngo depth 1\n");
  CHECK(has_part(lines_heard(folder, "position"),
                 "position startpos\nposition sfen 4k4/9/9/9/9/9/4P4/9/4K4 b - 7 moves 5g5f\n"));
  engine.new_game();
  CHECK(lines_heard(folder, "usinewgame") == "usinewgame\n");
}

TEST_CASE("the number of lines is sent when it changes, and a button without a value") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_line = "echo \"$line\" >> heard";
  fake.on_usi =
      "echo option name MultiPV type spin default 1; echo option name Clear Hash type button; "
      "echo usiok";
  UsiSettings settings = fake_settings(folder, fake);
  settings.options = {{"clearhash", "x"}};
  UsiEngine engine(settings);
  for (const int lines : {1, 2, 2, 1}) engine.analyze(even_shogi, {.nodes = 9, .multipv = lines});
  CHECK(lines_heard(folder, "setoption") ==
        "setoption name Clear Hash\nsetoption name MultiPV value 2\nsetoption name MultiPV value "
        "1\n");
  CHECK(engine.identity() == engine.name() + "; clearhash=x");
  settings.byoyomi = milliseconds(700);
  settings.options = {{"multipv", "1\n2"}};
  CHECK_THROWS_WITH(UsiEngine(settings), Contains("takes no option value of several lines"));
}

TEST_CASE("an engine with a byo-yomi gets it in the place of limits") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_line = "echo \"$line\" >> heard";
  UsiSettings settings = fake_settings(folder, fake);
  settings.byoyomi = milliseconds(700);
  UsiEngine engine(settings);
  CHECK(engine.identity() == "Fake 1; byoyomi 700");
  engine.analyze(even_shogi, {.nodes = 100});
  engine.analyze(even_shogi, {.time = milliseconds(300)});
  engine.analyze(even_shogi, {});
  CHECK(lines_heard(folder, "go") ==
        "go btime 0 wtime 0 byoyomi 700\ngo btime 0 wtime 0 byoyomi 300\ngo infinite\n");
}

TEST_CASE("an engine that gives up or claims a win without a score is judged by the rules") {
  const TemporaryFolder folder;
  Fake fake;
  fake.on_go = "echo bestmove resign";
  UsiEngine resigning(fake_settings(folder, fake));
  CHECK_THROWS_WITH(resigning.analyze(even_shogi, {.nodes = 1}),
                    Contains("gives up without naming a move or a score"));
  fake.on_go = "echo bestmove win";
  UsiEngine claiming(fake_settings(folder, fake));
  CHECK_THROWS_WITH(claiming.analyze(even_shogi, {.nodes = 1}),
                    Contains("claims a win that the rules do not confirm"));
  const GamePosition entered{
      *read_sfen("4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b 2P 1", Variant::shogi), {}, {}};
  const Analysis analysis = claiming.analyze(entered, {.nodes = 1});
  CHECK(analysis.scored);
  CHECK(analysis.score == Score{perpetual_score, false});
  fake.on_go = "echo info depth 4 score cp -900; echo bestmove resign";
  UsiEngine stating(fake_settings(folder, fake));
  CHECK(stating.analyze(even_shogi, {.nodes = 1}).score == Score{-900, false});
}

TEST_CASE("nothing is asked where there is no legal move: a mate, or a stalemate by its rules") {
  const TemporaryFolder folder;
  UsiEngine engine(fake_settings(folder, {}));
  const auto finished = [&](Variant v, const char* sfen) {
    return engine.analyze({*read_sfen(sfen, v), {}, {}}, {.nodes = 1}).score;
  };
  CHECK(finished(Variant::shogi, "1r7/9/9/9/9/9/k8/9/K8 b - 1") == Score{0, true});
  CHECK(finished(Variant::yari, "k6/7/K6/7/7/7/7/7/1+R5 w - 1") == Score{0, false});
}

TEST_CASE("the server says what it can and what it has, in the words of USI") {
  const std::string text = served({"usi"});
  CHECK(has_part(text, "\nid author the Yaribase authors\n"));
  CHECK(has_part(text, "option name MultiPV type spin default 1 min 1 max 64\n"));
  CHECK(has_part(text, "option name USI_OwnBook type check default true\n"));
  CHECK(has_part(text, "option name BookMoves type spin default 1000 min 0 max 10000\n"));
  CHECK(has_part(text, "USI_Variant type combo default shogi var yari var yarishogi var shogi\n"));
  const std::string set =
      served({"setoption name USI_OwnBook value false", "setoption name BookMoves value 0",
              "setoption name UCI_Variant value yarishogi", "usi"});
  CHECK(has_part(set, "option name USI_OwnBook type check default false\n"));
  CHECK(has_part(set, "option name BookMoves type spin default 0 min"));
  CHECK(has_part(set, "USI_Variant type combo default yari "));
}

TEST_CASE("values at the bounds of the server's options are taken, and beyond them refused") {
  CHECK(served({"setoption name MultiPV value 64", "setoption name BookMoves value 10000",
                "setoption name USI_Ponder value true"})
            .empty());
  CHECK(served({"setoption name MultiPV value 65"}) == "info string MultiPV must be 1 to 64\n");
  CHECK(served({"setoption name MultiPV value 0"}) == "info string MultiPV must be 1 to 64\n");
  CHECK(served({"setoption name BookMoves value 10001"}) ==
        "info string BookMoves must be 0 to 10000\n");
  CHECK(served({"setoption name BookMoves value -1"}) ==
        "info string BookMoves must be 0 to 10000\n");
  CHECK(served({"setoption name MultiPV 2"}) == "info string MultiPV must be 1 to 64\n");
  CHECK(served({"setoption MultiPV value 2"}) == "info string expected setoption name NAME\n");
  CHECK(served({"setoption name"}) == "info string expected setoption name NAME\n");
  CHECK(served({"setoption name USI_Variant value go"}) == "info string no variant 'go'\n");
  CHECK(has_part(served({"setoption name BookFile value  my book.db ", "usi"}),
                 "default my book.db\n"));
}

TEST_CASE("a book of the server that cannot be read is said once, and the engine plays") {
  const std::string text =
      served({"setoption name BookFile value /no/such/book", "position startpos", "go nodes 100"});
  CHECK(has_part(text, "info string no book: /no/such/book: "));
  CHECK(has_part(text, "bestmove "));
  const std::string off = served({"setoption name USI_OwnBook value false",
                                  "setoption name BookFile value /no/such/book", "isready"});
  CHECK(off == "readyok\n");
}

TEST_CASE("the server plays from its book as far as it may") {
  const TemporaryFolder folder;
  const std::string book = (folder.path() / "a.db").string();
  std::ofstream(book) << "#YANEURAOU-DB2016 1.00\nsfen " << write_sfen(start_setup(Variant::shogi))
                      << "\n1g1f 9c9d 0 32 3\n";
  const auto played = [&](std::string_view more) {
    return served(
        {"setoption name BookFile value " + book, more, "position startpos", "go nodes 100"});
  };
  CHECK(played("") == "info string a move of the book\nbestmove 1g1f ponder 9c9d\n");
  CHECK_FALSE(has_part(played("setoption name BookMoves value 0"), "of the book"));
  CHECK_FALSE(has_part(played("setoption name USI_OwnBook value false"), "of the book"));
}

TEST_CASE("a mate that the server finds is written with its moves, or that there is none") {
  CHECK(served({"position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "go mate infinite"}) ==
        "checkmate G*5b\n");
  CHECK(served({"position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1", "go mate 1000"}) ==
        "checkmate nomate\n");
}

TEST_CASE("illegal moves among those to search are said, and a move twice is one") {
  const std::string text = served({"position startpos", "setoption name MultiPV value 3",
                                   "go searchmoves 1g1f 1g1f 1g1e 9g9f depth 1"});
  CHECK(has_part(text, "info string searchmoves: '1g1e' is illegal, and ignored\n"));
  CHECK(has_part(text, " multipv 2 "));
  CHECK_FALSE(has_part(text, " multipv 3 "));
  CHECK_FALSE(has_part(text, "depth 2"));
}

TEST_CASE("a game that is over ends the search, and quit the session") {
  std::ostringstream out;
  UsiServer server(out, {.engine = {.hash_mib = 1}});
  CHECK(server.obey("  "));
  CHECK(server.obey("go infinite"));
  CHECK(server.obey("gameover win"));
  CHECK(has_part(out.str(), "bestmove "));
  CHECK_FALSE(server.obey("quit now"));
  std::istringstream in("isready\nquit\nisready\n");
  std::ostringstream answers;
  serve_usi(in, answers, {.engine = {.hash_mib = 1}});
  CHECK(answers.str() == "readyok\n");
}

TEST_CASE("a search while another one runs ends that one first") {
  std::ostringstream out;
  UsiServer server(out, {.engine = {.hash_mib = 1}});
  server.obey("go infinite");
  server.obey("position startpos");
  const std::string first = out.str();
  CHECK(has_part(first, "bestmove "));
  server.obey("ponderhit");
  server.obey("go ponder nodes 50");
  server.obey("usinewgame");
  CHECK(has_part(out.str().substr(first.size()), "bestmove "));
}

TEST_CASE("after a position that cannot be read none before is searched") {
  const std::string text = served({"position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
                                   "position startpos moves 1g1e", "go mate 1000"});
  CHECK(has_part(text, "info string "));
  CHECK_FALSE(has_part(text, "checkmate G*5b\n"));
  CHECK(has_part(text, "checkmate timeout\n"));
}

}  // namespace yari::test
