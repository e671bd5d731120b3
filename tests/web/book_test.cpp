// The opening book of `yari serve --book` over HTTP: what it says, and edits as `yari book edit`
// makes them.
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/web/printed.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

constexpr const char* book_start = "?variant=shogi&usi=startpos";
constexpr const char* book_head =
    "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - "
    "1\n";
constexpr const char* two_book_moves = "7g7f 3c3d 12 20 128\n2g2f none 31995 none 3\n";

struct BookServer {
  TemporaryFolder folder;
  std::string file;
  TestServer server;

  explicit BookServer(const std::string& moves = two_book_moves, bool writes = true)
      : file(folder.file("a book.db", book_head + moves)), server(options(file, writes)) {}

  static web::ServeOptions options(const std::string& file, bool writes) {
    web::ServeOptions options;
    options.book = *SharedBook::open(file);
    options.writes = writes;
    return options;
  }
  Json set(const std::string& more, int status = 200) {
    return parsed(server.client().Post("/api/book" + (book_start + more), "", "text/plain"),
                  status);
  }
  Json remove(const std::string& move, int status = 200) {
    return parsed(server.client().Delete("/api/book" + (book_start + ("&move=" + move))), status);
  }
  Json undo(const std::string& more = "", int status = 200) {
    return parsed(server.client().Post("/api/book/undo" + (book_start + more), "", "text/plain"),
                  status);
  }
  Json get() { return server.get("/api/book" + std::string(book_start)); }
  static Json parsed(const httplib::Result& answer, int status) {
    REQUIRE(answer);
    INFO(answer->body);
    REQUIRE(answer->status == status);
    return Json::parse(answer->body);
  }
  std::string text() const { return read_file(file); }
};

}  // namespace

TEST_CASE("a book says the same in the API as book show prints") {
  BookServer f;
  CHECK(f.server.get("/api/about")["book"] == "a book.db");
  const Json answer = f.get();
  const auto shown = printed(f.server, {"book", "show", f.file, "--variant", "shogi"});
  REQUIRE(answer["moves"].size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(shown[i].size() == answer["moves"][i].size());
    CHECK(equal(answer["moves"][i], shown[i]));
  }
  CHECK(answer["moves"][0]["answer"]["move"] == "P-3d");
  CHECK(answer["moves"][0]["worth"] == Json::parse(R"({"cp": 12})"));
  CHECK(answer["moves"][1]["worth"] == Json::parse(R"({"mate": 5})"));
  CHECK(answer["moves"][1]["answer"].is_null());
  CHECK(f.server.get("/api/book?variant=yari")["moves"].empty());
  TestServer without;
  CHECK(without.client().Get("/api/book")->status == 404);
  CHECK(without.client().Post("/api/book?move=P-3f", "", "text/plain")->status == 404);
  CHECK(without.get("/api/about")["book"].is_null());
}

TEST_CASE("what a served book does not say of a position is among the findings") {
  BookServer f("7g7f none 0 1 1\n6g6f none nan 1 1\n");
  const Json answer = f.get();
  CHECK(answer["moves"].size() == 1);
  REQUIRE(answer["findings"].size() == 1);
  CHECK(answer["findings"][0]["line"] == 4);
  CHECK(f.server.get("/api/book?variant=shogi&usi=startpos%20moves%207g7f")["findings"].empty());
}

TEST_CASE("a move of a served book is changed, added, removed, and that undone") {
  BookServer f;
  const Json changed = f.set("&move=P-7f&score=-3&depth=none&answer=8c8d");
  CHECK(changed["moves"][0]["score"] == -3);
  CHECK(changed["moves"][0]["depth"].is_null());
  CHECK(changed["moves"][0]["ponder"] == "8c8d");
  CHECK(changed["moves"][0]["count"] == 128);
  CHECK(f.text() == book_head + std::string("7g7f 8c8d -3 none 128\n2g2f none 31995 none 3\n"));
  const Json added = f.set("&move=G-7h&count=9007199254740992");
  CHECK(added["moves"][2]["usi"] == "6i7h");
  CHECK(added["moves"][2]["count"] == std::uint64_t{1} << 53);
  const Json removed = f.remove("2g2f");
  CHECK(removed["moves"].size() == 2);
  CHECK(f.remove("2g2f", 404)["error"]["message"] == "the book does not have that move there");
  CHECK(f.undo("&version=" + added["version"].get<std::string>(), 409)["error"]["message"] ==
        "something else was changed since then");
  CHECK(f.undo("&version=" + removed["version"].get<std::string>())["moves"] == added["moves"]);
  CHECK(f.undo()["moves"] == removed["moves"]);
  CHECK(f.get()["moves"] == removed["moves"]);
}

TEST_CASE("a served book that another program changes is read again") {
  BookServer f;
  CHECK(
      yari({"book", "edit", f.file, "--variant", "shogi", "--set", "P-7f", "--score", "77"}).code ==
      0);
  CHECK(f.get()["moves"][0]["score"] == 77);
  CHECK(f.undo()["moves"][0]["score"] == 12);
  std::filesystem::remove(f.file);
  CHECK(f.server.client().Get("/api/book" + std::string(book_start))->status == 500);
}

TEST_CASE("edits of a served book that make no sense are refused, and the book stays") {
  BookServer f;
  for (const char* const more :
       {"", "&move=", "&move=R-5e", "&move=P-7f%20P-3d", "&move=P-7f&answer=P-2f",
        "&move=P-7f&score=x", "&move=P-7f&score=1000001", "&move=P-7f&depth=-1",
        "&move=P-7f&count=-1", "&move=P-7f&count=9007199254740993", "&move=P-7f&colour=1"}) {
    INFO(more);
    f.set(more, 400);
  }
  f.remove("R-5e", 400);
  f.undo("", 409);
  CHECK(f.text() == book_head + std::string(two_book_moves));

  BookServer damaged("7g7f\n7g7e\n");
  CHECK_THAT(damaged.set("&move=P-7f&score=1", 409)["error"]["message"].get<std::string>(),
             Contains("a book.db is left as it was") && Contains("4:1: the move is illegal") &&
                 !Contains(damaged.folder.path().string()));
  CHECK(damaged.text() == book_head + std::string("7g7f\n7g7e\n"));

  BookServer locked(two_book_moves, false);
  locked.set("&move=P-7f&score=1", 403);
  locked.remove("P-7f", 403);
  locked.undo("", 403);
  CHECK(locked.get()["moves"].size() == 2);
}

TEST_CASE("a served book of more than 64 MiB is not changed") {
  BookServer f;
  std::filesystem::resize_file(f.file, (std::uintmax_t{64} << 20) + 1);
  CHECK_THAT(f.set("&move=P-7f&score=1", 409)["error"]["message"].get<std::string>(),
             Contains("a book.db has more than 64 MiB: 'yari book edit' changes it"));
}

}  // namespace yari::test
