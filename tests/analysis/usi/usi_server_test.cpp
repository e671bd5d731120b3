// The USI server: a scripted interface, limits, stop, mates, and what it does not understand.
#include "analysis/usi/usi_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "analysis/engine/engine_options.h"
#include "analysis/engine/signature.h"
#include "rules/outcome.h"
#include "rules/sfen.h"
#include "tests/support/catch.h"

using namespace yari;

namespace {

// What the server answers to these lines, the last search finished.
std::string session(std::initializer_list<std::string_view> lines, Variant v = Variant::yari) {
  std::ostringstream out;
  UsiServer server(out, {.variant = v, .engine = {.hash_mib = 1}});
  for (std::string_view line : lines) {
    if (!server.obey(line)) break;
  }
  server.wait();
  return out.str();
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string best_move(const std::string& text) {
  const std::size_t at = text.rfind("bestmove ");
  REQUIRE(at != std::string::npos);
  const std::size_t begin = at + 9;
  return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

}  // namespace

TEST_CASE("the server introduces itself and gets ready") {
  const std::string text = session({"usi", "isready"});
  CHECK(text.rfind("id name ", 0) == 0);
  CHECK(has(text, "option name USI_Hash type spin"));
  CHECK(has(text, "usiok\nreadyok\n"));
}

TEST_CASE("the server offers the rows of the engine's options, and sets them") {
  std::string rows;
  for (const EngineOption& option : engine_options) {
    const auto offered = [&](int value) {
      return fmt::format("option name {} type spin default {} min {} max {}\n", option.usi_name,
                         value, option.least, option.most);
    };
    rows += offered(1);
    for (const char* name : {option.usi_name, option.other_usi_name}) {
      INFO(name);
      const std::string least = fmt::format("setoption name {} value {}", name, option.least);
      const std::string more = fmt::format("setoption name {} value {}", name, option.least + 1);
      const std::string below = fmt::format("setoption name {} value {}", name, option.least - 1);
      const std::string beyond = fmt::format("setoption name {} value {}", name, option.most + 1);
      CHECK(has(session({more, "usi"}), offered(option.least + 1)));
      CHECK(has(session({more, least, "usi"}), offered(option.least)));
      for (const std::string& wrong : {below, beyond}) {
        const std::string text = session({wrong, "usi"});
        CHECK(has(text, fmt::format("{} must be {} to {}\n", name, option.least, option.most)));
        CHECK(has(text, offered(1)));
      }
    }
  }
  // They come first, in their order, and nothing else has a number but MultiPV and
  // BookMoves.
  const std::string text = session({"usi"});
  CHECK(has(text, "authors\n" + rows + "option name MultiPV"));
  CHECK(std::ranges::count(text, '\n') == std::ranges::count(rows, '\n') + 9);
}

TEST_CASE("the server answers go with a legal move in both games") {
  for (Variant v : {Variant::yari, Variant::shogi}) {
    const std::string text = session({"position startpos", "go nodes 2000"}, v);
    CHECK(has(text, "info depth 1 "));
    with_variant(v, [&]<class V>(V) {
      CHECK(Position<V>::start().is_legal(*read_usi_move(best_move(text), v)));
    });
  }
}

TEST_CASE("a whole game with clocks is played to its end without losing on time", "[slow]") {
  using Clock = std::chrono::steady_clock;
  std::ostringstream out;
  UsiServer server(out, {.engine = {.hash_mib = 1}});
  Line<YariShogi> line(Position<YariShogi>::start());
  std::string moves;
  std::array<long, 2> left{800, 800};
  for (int ply = 0; ply < 120 && !line.outcome(); ++ply) {
    server.obey("position startpos moves" + moves);
    out.str("");
    const auto begin = Clock::now();
    server.obey("go btime " + std::to_string(left[0]) + " wtime " + std::to_string(left[1]) +
                " binc 20 winc 20");
    server.wait();
    const auto spent =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin).count();
    long& clock = left[static_cast<std::size_t>(ply % 2)];
    clock += 20 - spent;
    // The machine may be busy with other things: a little grace, but no lost game.
    REQUIRE(clock > -500);
    clock = std::max(clock, 1L);
    const std::string best = best_move(out.str());
    if (best == "resign") break;
    const Move m = *read_usi_move(best, Variant::yari);
    REQUIRE(line.is_legal(m));
    line.play(m);
    moves += " " + best;
  }
  CHECK(line.position().move_number() > 20);
}

TEST_CASE("lines have numbers where several are asked for, and the depth is not passed") {
  const std::string one = session({"go depth 2"});
  CHECK(has(one, "info depth 2 seldepth "));
  CHECK_FALSE(has(one, "info depth 3"));
  CHECK_FALSE(has(one, "multipv"));
  const std::string two = session({"setoption name MultiPV value 2", "go depth 2"});
  CHECK(has(two, " multipv 1 score "));
  CHECK(has(two, " multipv 2 score "));
  CHECK_FALSE(has(two, " multipv 3 "));
}

TEST_CASE("a book is named by its file, and by none no more") {
  CHECK(has(session({"usi"}), "option name BookFile type string default no_book\n"));
  CHECK(has(session({"setoption name BookFile value my.db", "usi"}), "string default my.db\n"));
  for (const char* none : {"no_book", "<empty>"})
    CHECK(has(session({"setoption name BookFile value my.db",
                       fmt::format("setoption name BookFile value {}", none), "usi"}),
              "option name BookFile type string default no_book\n"));
}

TEST_CASE("an option is set without a word, and a value that it cannot have is said") {
  for (const char* value : {"true", "false"})
    CHECK(session({fmt::format("setoption name USI_OwnBook value {}", value)}).empty());
  CHECK(has(session({"setoption name USI_OwnBook value perhaps"}),
            "USI_OwnBook must be true or false"));
  CHECK(has(session({"setoption name USI_MyBook value true"}), "no option 'USI_MyBook'"));
}

TEST_CASE("an endless search answers when it is stopped, and not before") {
  std::ostringstream out;
  UsiServer server(out, {.engine = {.hash_mib = 1}});
  // A mate in one is known at once, but the interface said infinite.
  server.obey("position sfen k6/7/K6/7/7/7/7/7/7 b R 1");
  server.obey("go infinite");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto begin = std::chrono::steady_clock::now();
  server.obey("stop");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
  const std::string text = out.str();
  CHECK(text.find("bestmove") == text.rfind("bestmove"));
  CHECK(has(text, "score mate 1 "));
}

TEST_CASE("pondering goes on until the opponent has moved") {
  std::ostringstream out;
  UsiServer server(out, {.engine = {.hash_mib = 1}});
  server.obey("position startpos moves 1g1f 1a1b");
  server.obey("go ponder btime 2000 wtime 2000 byoyomi 0");
  server.obey("ponderhit");
  server.wait();
  CHECK(has(out.str(), "bestmove "));
}

TEST_CASE("go mate gives the moves to mate, or says that there is none") {
  CHECK(has(session({"position sfen k6/7/K6/7/7/7/7/7/7 b R 1", "go mate 1000"}), "checkmate R*"));
  CHECK(has(session({"position startpos", "go mate 1000"}), "checkmate nomate"));
}

TEST_CASE("what the server does not understand is said and leaves it working") {
  const std::string text =
      session({"hello", "setoption name Colour value red", "setoption name USI_Hash value 0",
               "position startpos moves 1g1e", "position sfen 9/9 b -", "", "go nodes 100"});
  CHECK(has(text, "unknown command 'hello'"));
  CHECK(has(text, "no option 'Colour'"));
  CHECK(has(text, "USI_Hash must be 1 to"));
  CHECK(has(text, "illegal"));
  CHECK(has(text, "bestmove "));
}

TEST_CASE("go searchmoves considers these moves alone, and says which are illegal") {
  const std::string text =
      session({"position startpos", "go searchmoves 1g1f 9g9f 1g1e nodes 2000"}, Variant::shogi);
  CHECK((best_move(text) == "1g1f" || best_move(text) == "9g9f"));
  CHECK(has(text, "searchmoves: '1g1e' is illegal, and ignored"));
  CHECK(best_move(session({"position startpos", "go nodes 2000 searchmoves 4i5h"},
                          Variant::shogi)) == "4i5h");
  CHECK(has(session({"position startpos", "go searchmoves 1g1e nodes 500"}, Variant::shogi),
            "bestmove "));
}

TEST_CASE("a mated side resigns, and the variant can be chosen by an option") {
  CHECK(has(session({"setoption name USI_Variant value shogi",
                     "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "go nodes 100"}),
            "bestmove resign"));
}

TEST_CASE("where a position was refused no other one is searched in its place") {
  for (const char* refused : {"position startpos moves 1a1b", "position sfen nonsense",
                              "position startpos moves 7g7f 7g7f"}) {
    INFO(refused);
    const auto after = [&](std::string_view go) {
      return session({"position startpos moves 2g2f", refused, go, "stop"}, Variant::shogi);
    };
    const std::string text = after("go nodes 200");
    CHECK(best_move(text) == "resign");
    CHECK(has(text, "info string the position was refused: there is nothing to search\n"));
    CHECK_FALSE(has(text, " pv "));
    CHECK(best_move(after("go infinite")) == "resign");
    CHECK(best_move(after("go ponder btime 1000")) == "resign");
    CHECK(has(after("go mate 1000"), "checkmate timeout\n"));
    CHECK(best_move(session({refused, "position startpos", "go nodes 200"}, Variant::shogi)) !=
          "resign");
    CHECK(best_move(session({refused, "setoption name USI_Variant value shogi", "go nodes 200"},
                            Variant::shogi)) != "resign");
  }
}

TEST_CASE("the signature of the search is the one that is written here, on every machine") {
  // A change of the search or of the evaluation that is meant changes them.
  CHECK(search_signature(4) == 11344);
  CHECK(search_signature(6) == 25294);
}
