// Games by mail: between two databases that exchange nothing but messages, and what mail programs
// do to these.
#include "answers/mail.h"

#include "notation/json/position_json.h"
#include "record/tree_edit.h"
#include "rules/start.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"

namespace yari::test {

namespace {

/// A move after which the other side is mated.
template <class V>
std::optional<Move> mating_move(const Position<V>& position) {
  for (const Move move : position.legal_moves()) {
    Position<V> after = position;
    after.play(move);
    if (after.in_check() && !after.has_legal_move()) return move;
  }
  return std::nullopt;
}

/// A random game that ends in mate within 40 plies.
template <class V>
std::vector<Move> mating_game(Rng& rng) {
  for (;;) {
    std::vector<Move> moves;
    Position<V> position = Position<V>::start();
    while (moves.size() < 40 && position.has_legal_move()) {
      const std::optional<Move> mate = mating_move(position);
      moves.push_back(mate ? *mate : random_move(position, rng));
      position.play(moves.back());
      if (mate) return moves;
    }
  }
}

std::string with_crlf(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

std::string quoted(const std::string& text, const std::string& mark) {
  std::string out = mark;
  for (const char c : text) {
    out += c;
    if (c == '\n') out += mark;
  }
  return out + '\n';
}

/// Lines of moves wrapped anew, as a mail program does it: the rest of each is not quoted.
std::string wrapped(const std::string& text, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  for (const char c : text) {
    const bool diagram = out.find("in hand") != out.npos;
    if (c == ' ' && column > width && !diagram) {
      out += '\n';
      column = 0;
      continue;
    }
    out += c;
    column = c == '\n' ? 0 : column + 1;
  }
  return out;
}

/// One player: a database, and the words that come before a message.
struct Player {
  TemporaryFolder folder;
  RunOptions here{.folder = folder.path()};

  std::string run(std::vector<std::string> words) const {
    const Outcome outcome = yari(words, here);
    INFO(words[0] << ": " << outcome.err);
    REQUIRE(outcome.code == 0);
    return outcome.out;
  }
  nlohmann::json shown() const { return yari({"show", "1", "--json"}, here).object(); }
};

Mail read(const std::string& text) { return *read_mail(text, std::nullopt); }

std::string written(const Mail& mail) {
  const Game& game = *mail.score;
  const int plies = game.moves.main_plies();
  Position<YariShogi> position = *Position<YariShogi>::from(game.start);
  for (const Move move : game.moves.main_moves()) position.play(move);
  static_cast<void>(plies);
  const auto moves = moves_written(mail, position.setup());
  if (!moves) return moves.error().message;
  std::string text;
  for (const std::string& usi : usi_texts(Variant::yari, *moves))
    text += (text.empty() ? "" : " ") + usi;
  return text;
}

/// The message after 1. P-7f P-3d.
std::string message() {
  Game game = new_game(Variant::yari);
  game.set_tag(tags::black, "Aoki");
  game.set_tag(tags::white, "Baba");
  game.set_tag("Annotator", "private");
  add_line(game.moves,
           {*read_usi_move("7g7f", Variant::yari), *read_usi_move("3c3d", Variant::yari)});
  game.moves.edit_note(1).comment = "a private remark";
  game.moves.edit_note(1).spent_ms = 1000;
  return write_mail(game);
}

}  // namespace

TEMPLATE_TEST_CASE("a game is played by mail, from the first move to mate", "[slow]", YariShogi,
                   Shogi) {
  Rng rng(46);
  const std::vector<Move> moves = mating_game<TestType>(rng);
  const std::vector<std::string> usi = usi_texts(TestType::info.variant, moves);
  const Player black, white;
  black.run({"new", "--variant", std::string(TestType::info.id), "--black", "Aoki Taro", "--white",
             "Baba", "--event", "A club with a long name that plays by mail, spring and summer"});
  std::string last;
  for (std::size_t ply = 0; ply < usi.size(); ++ply) {
    const Player& mover = ply % 2 == 0 ? black : white;
    const Player& other = ply % 2 == 0 ? white : black;
    std::string mail = mover.run({"move", "1", usi[ply], "--mail"});
    if (ply % 4 == 1) {
      mail =
          with_crlf("Dear friend,\n\nhere it is.\n\n" + mail + "\n-- \nBaba, P-5f street 7g7f\n");
    } else if (ply % 4 == 2 && ply + 1 < usi.size()) {
      mail = "My move:\n\n" + usi[ply] + "\n\nOn Monday Baba wrote:\n" + quoted(last, "> ");
    } else if (ply % 4 == 3) {
      mail = wrapped(quoted(mail, "> > "), 30) + "\nAs above.\n" + quoted(last, "AB> ");
    }
    INFO(mail);
    other.folder.file("mail.txt", mail);
    other.run({ply == 0 ? "new" : "move", "--from", "mail.txt"});
    last = mail;
    CHECK(other.shown()["text"] == mover.shown()["text"]);
  }
  for (const Player* player : {&black, &white}) {
    const auto game = player->shown();
    CHECK(game["plies"] == moves.size());
    CHECK(game["ending"] == "mate");
    CHECK(game["result"] == (moves.size() % 2 == 1 ? "1-0" : "0-1"));
    player->run({"db", "verify"});
    CHECK_THAT(player->run({"board", "--game", "1"}), Contains("Checkmate: "));
    CHECK(yari({"move", "1", "7g7f"}, player->here).code == 1);
  }
  for (std::size_t ply = 0; ply < moves.size(); ++ply) black.run({"undo"});
  CHECK(black.shown()["plies"] == 0);
  CHECK(black.shown()["result"] == "*");
  black.run({"undo"});
  CHECK(yari({"show", "1"}, black.here).code == 1);
  black.run({"db", "verify"});
}

TEST_CASE("a handicap, a rule set, a resignation and a draw are exchanged by mail") {
  for (const std::string end : {"--resign", "--draw-agreed"}) {
    const Player black, white;
    white.run(
        {"new", "--handicap", "YR1a", "--rules", "svp", "--black", "Aoki", "--white", "Baba"});
    black.folder.file("mail.txt",
                      white.run({"move", "1", "P-4d", "--mail", "--comment", "private"}));
    CHECK_THAT(black.run({"new", "--from", "mail.txt"}), Contains(", P-4d\n"));
    CHECK(black.shown()["handicap"] == "YR1a");
    CHECK(black.shown()["rules"] == "svp");
    CHECK_THAT(black.shown()["text"].get<std::string>(), !Contains("private"));
    white.folder.file("mail.txt", black.run({"move", "1", "P-4f", end, "--mail"}));
    white.run({"move", "--from", "mail.txt"});
    CHECK(white.shown()["result"] == (end == "--resign" ? "1-0" : "1/2-1/2"));
    CHECK(white.shown()["ending"] == (end == "--resign" ? "resignation" : "draw agreed"));
    CHECK(white.shown()["ending"] == black.shown()["ending"]);
    CHECK_THAT(white.run({"show", "1", "--mail"}), Contains("\nThe game is over: 1"));
  }
}

TEST_CASE("a message has moves, the diagram and who moves, and nothing private") {
  const std::string text = message();
  CHECK_THAT(text, Catch::Matchers::StartsWith(
                       "[Variant \"Yari Shogi\"]\n[Black \"Aoki\"]\n[White \"Baba\"]\n") &&
                       Contains("\n1. P-7f P-3d *\n") && Contains("    Baba (White)\n") &&
                       Contains("\nIt is Black's turn (Aoki).\n") && !Contains("private") &&
                       !Contains("emt"));
  const Mail mail = read(text);
  REQUIRE(mail.score);
  CHECK(mail.score->moves.main_plies() == 2);
  CHECK(mail.score->tag(tags::white) == "Baba");
  CHECK(mail.findings.empty());
  CHECK(written(mail) == "");
}

TEST_CASE("the longest record of a message counts, whatever is quoted around it") {
  const std::string old = message();
  std::string now = old;
  now.replace(now.find("P-3d *"), 6, "P-3d 2. P-2f P-4d *");
  for (const std::string& text :
       {now + quoted(old, "> "), quoted(old, ">") + now, quoted(quoted(now, "> "), "> ") + old,
        quoted(now, "ab> "), with_crlf(quoted(now, "> ")), wrapped(now, 12),
        "From: Aoki\nSubject: Re: 2. P-1f\n\n" + now}) {
    INFO(text);
    const Mail mail = read(text);
    REQUIRE(mail.score);
    CHECK(mail.score->moves.main_plies() == 4);
    CHECK(mail.score->tag(tags::black) == "Aoki");
  }
  // A tag broken at a blank.
  std::string broken = now;
  broken.replace(broken.find("[Black \"Aoki\"]"), 14, "[Black \"Aoki\n> Taro\"]");
  CHECK(read(broken).score->tag(tags::black) == "Aoki Taro");
  // Without tags and without a result.
  CHECK(read("Hello.\n\n1. P-7f P-3d 2. P-2f\n\nBest wishes\n").score->moves.main_plies() == 3);
  CHECK_FALSE(read("Hello.\n\nNothing here.\n").score);
  CHECK_FALSE(read("").score);
}

TEST_CASE("the move that was written beside a quoted message is found") {
  const std::string before = "Hello Aoki, a nice opening!\n\n";
  const std::string after =
      "\nOn 2026-11-26, Aoki wrote:\n" + quoted(message(), "> ") + "\n-- \nP-1f\n";
  for (const char* move : {"P-2f", "2g2f", "2. P-2f", "2.P-2f", "My move: P-2f", "My move: 2. 2g2f",
                           "▲２六歩", "I play P-2f now.", "I play (P-2f)!", "p-2f", "P2f"}) {
    INFO(move);
    CHECK(written(read(before + move + "\n" + after)) == "2g2f");
    CHECK(written(read(after.substr(1, after.find("-- ") - 1) + before + move + "\n")) == "2g2f");
  }
  CHECK(written(read(before + after)) == "");
  CHECK_THAT(written(read("P-2e\n" + after)), Contains("did you mean"));
  CHECK_THAT(written(read("P-2f or P-1f, I wonder.\n" + after)), Contains("say which"));
  CHECK(written(read("P-2f P-4d\n" + after)) == "2g2f 4c4d");
}

TEST_CASE("White's answer after 1... is a move, and moves without tags are of the quoted game") {
  std::string first = message();
  first.replace(first.find("P-3d *"), 6, "*");
  for (const char* answer : {"1... P-3d", "1...P-3d", "My move: 1... P-3d"}) {
    INFO(answer);
    CHECK(written(read(std::string(answer) + "\n\n" + quoted(first, "> "))) == "3c3d");
    CHECK(written(read(quoted(first, "> ") + "\n" + answer + "\n")) == "3c3d");
  }
  for (const std::string& text :
       {"1. P-7f P-3d\n\n" + quoted(first, "> "), quoted(first, "> ") + "\n1. P-7f P-3d\n"}) {
    const Mail mail = read(text);
    CHECK(mail.score->moves.main_plies() == 2);
    CHECK(mail.score->tag(tags::white) == "Baba");
    CHECK(written(mail) == "");
  }
  // Of another game, nobody is named.
  CHECK(read("1. P-2f P-3d\n\n" + quoted(first, "> ")).score->tag(tags::white).empty());
}

TEST_CASE("a record that is damaged in a message is not taken for a shorter one") {
  std::string text = message();
  text.replace(text.find("P-3d *"), 6, "P-3d 2. P-2e *");
  const Mail mail = read(text);
  REQUIRE(mail.score);
  CHECK(mail.score->was_cut());
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  REQUIRE(yari({"new", "--black", "Aoki", "--white", "Baba"}, here).code == 0);
  folder.file("mail.txt", text);
  const Outcome outcome = yari({"move", "--from", "mail.txt"}, here);
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("P-2e") && Contains("cannot be read to its end"));
  CHECK(yari({"show", "1", "--json"}, here).object()["plies"] == 0);
}

TEST_CASE("a message without bounds is refused, and one that is all quotes is read in no time") {
  CHECK_FALSE(read_mail(std::string(longest_mail + 1, ' '), {}));
  const std::size_t n = longest_mail / 2;
  for (const std::string& unit :
       {std::string(">"), std::string("["), std::string("[A\n"), std::string("1. P-7f\n\n"),
        std::string("P-7f\n"), std::string("P-9z "), std::string("{"), std::string("| | "),
        std::string("1. P-7f P-3d 2. ")}) {
    INFO(unit);
    std::string text;
    while (text.size() < n) text += unit;
    const auto mail = read_mail(text, {});
    REQUIRE(mail);
    CHECK(moves_written(*mail, start_setup(Variant::yari)).has_value() <= true);
  }
}

TEST_CASE("random damage to a message does no harm") {
  Rng rng(3);
  const std::string text = message() + quoted(message(), "> ");
  for (int i = 0; i < 300; ++i) {
    std::string damaged = text;
    for (int k = 0; k < 5; ++k) damaged[rng() % damaged.size()] = static_cast<char>(rng());
    if (rng() % 2 == 0) damaged.resize(rng() % damaged.size());
    const auto mail = read_mail(damaged, {});
    REQUIRE(mail);
    if (mail->score) CHECK(mail->score->moves.main_plies() <= 2);
    static_cast<void>(moves_written(*mail, start_setup(Variant::yari)));
  }
}

}  // namespace yari::test
