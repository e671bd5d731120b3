// The files of the page: their types, their tags, and a folder that takes their place.
#include "web/page/page_files.h"

#include <fstream>

#include "tests/support/catch.h"
#include "tests/web/server.h"

namespace yari::test {

TEST_CASE("every file of the page has its type, and is not sent again while it is the same") {
  TestServer server;
  httplib::Client client = server.client();
  for (const web::PageFile& file : web::page_files()) {
    if (file.text.empty()) continue;
    INFO(file.path);
    const std::string route(web::route_of(file));
    const auto answer = client.Get(route);
    REQUIRE(answer);
    CHECK(answer->status == 200);
    const std::string type = answer->get_header_value("Content-Type");
    CHECK(type == (file.path.ends_with(".js")     ? "text/javascript"
                   : file.path.ends_with(".css")  ? "text/css"
                   : file.path.ends_with(".wasm") ? "application/wasm"
                                                  : "text/html; charset=utf-8"));
    const std::string tag = answer->get_header_value("ETag");
    REQUIRE(!tag.empty());
    const auto same = client.Get(route, httplib::Headers{{"If-None-Match", tag}});
    REQUIRE(same);
    CHECK(same->status == 304);
    CHECK(same->body.empty());
  }
}

TEST_CASE("with a folder of the page its files are read for every request") {
  web::ServeOptions options;
  std::string name = (std::filesystem::temp_directory_path() / "yari-page-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  options.page_folder = name;
  TestServer server(options);
  httplib::Client client = server.client();
  CHECK(client.Get("/")->status == 204);
  CHECK(client.Get("/app.js")->status == 204);
  std::filesystem::create_directories(options.page_folder / "web/page");
  std::ofstream(options.page_folder / "web/page/index.html") << "no head, no body";
  std::ofstream(options.page_folder / "web/page/app.js") << "// remark\nlet x = 1;\n";
  CHECK(client.Get("/")->body == "no head, no body");
  CHECK(client.Get("/app.js")->body == "let x = 1;\n");
  std::ofstream(options.page_folder / "web/page/index.html") << "<head></head><body></body>";
  const std::string page = client.Get("/")->body;
  CHECK(page.starts_with("<head><link rel=\"modulepreload\""));
  CHECK(page.ends_with("</script>\n</body>"));
  server.stop();
  std::filesystem::remove_all(options.page_folder);
}

}  // namespace yari::test
