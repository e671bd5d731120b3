// The files of the page: their types, their tags, and a folder that takes their place.
#include "web/page/page_files.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "tests/support/catch.h"
#include "tests/web/server.h"
#include "web/page/joined_page.h"
#include "web/page/lean_text.h"

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
  CHECK(page.starts_with("<head></head><body>"));
  CHECK(page.ends_with("</script>\n</body>"));
  server.stop();
  std::filesystem::remove_all(options.page_folder);
}

TEST_CASE("the page comes with one script and one style sheet, which a browser keeps") {
  TestServer server;
  httplib::Client client = server.stranger();
  const std::string page = client.Get("/")->body;
  for (const web::JoinedFile* file :
       {&web::joined_page().script, &web::joined_page().later, &web::joined_page().style}) {
    INFO(file->path);
    CHECK((page.find('"' + file->path + '"') != page.npos) == (file != &web::joined_page().later));
    const auto answer = client.Get(file->path);
    REQUIRE(answer);
    CHECK(answer->status == 200);
    CHECK(answer->body == file->text);
    CHECK(answer->get_header_value("Cache-Control") == "max-age=31536000, immutable");
  }
  CHECK(page.find("/library.css") == page.npos);
  CHECK(page.find("/enter.js") == page.npos);
  // Sheets keep their order: of two rules the later one counts.
  const std::string& style = web::joined_page().style.text;
  CHECK(style.find(".wood{") < style.find("#games-switch{"));
  CHECK(style.find("#games-switch{") < style.find(".result-table{"));
  // As docs/serve.md promises; the outlines of the pieces are counted apart.
  const auto outlines = std::ranges::find(web::page_files(), "/outlines.js", &web::PageFile::path);
  REQUIRE(outlines != web::page_files().end());
  const std::size_t bytes = web::joined_page().script.text.size() +
                            web::joined_page().style.text.size() - outlines->text.size();
  CHECK(bytes < 200 * 1024);
  CHECK(outlines->text.size() < 250 * 1024);
}

TEST_CASE("modules are joined into what is needed at once and what is needed later") {
  const auto [first, later] = web::join_modules(
      {{"/a.js",
        "import {b as c,\n  d} from './b.js';\nimport * as e from './b.js';\nimport './b.js';\n"
        "c(import('./f.js'), import('./file.js'));\n"},
       {"/b.js",
        "export const b = 1;\nexport function d() {\n}\nexport class F {\n}\nexport async "
        "function g() {\n}\n"},
       {"/f.js", "import {b} from './b.js';\nexport const f = b;\n"}},
      {"/a.js"});
  CHECK(first.find("const {b:c,d}=need('/b.js');\nconst e=need('/b.js');\n"
                   "need('/b.js');\nc(later('/f.js'), import('./file.js'));\nreturn {};") !=
        first.npos);
  CHECK(first.find("const b = 1;\nfunction d() {\n}\nclass F {\n}\nasync function g() {\n}\n"
                   "return {b,d,F,g};") != first.npos);
  CHECK(first.find("'/f.js'()") == first.npos);
  CHECK(first.ends_with("need('/a.js');\n"));
  CHECK(later ==
        "export const makers = (need, later) => ({\n'/f.js'() {\nconst {b}=need('/b.js');\n"
        "const f = b;\nreturn {f};\n},\n});\n");
  CHECK_THROWS_AS(web::join_modules({{"/a.js", "export let a = 1;\n"}}, {"/a.js"}),
                  std::logic_error);
  CHECK_THROWS_AS(web::join_modules({{"/a.js", "import a from 'a';\n"}}, {"/a.js"}),
                  std::logic_error);
  // Of two constants in one statement the second would be undefined, and nothing would say so.
  CHECK_THROWS_AS(web::join_modules({{"/a.js", "import {c as d} from './b.js';\n"},
                                     {"/b.js", "export const b = 1, c = 2;\n"}},
                                    {"/a.js"}),
                  std::logic_error);
  CHECK(web::without_blanks("a, b {\n  c: d;\n}\n@media (x) {\n e :not(f) { g: 0 1px }\n}\n") ==
        "a,b{c: d;}@media (x){e :not(f){g: 0 1px}}");
}

TEST_CASE("what is sent of a script has no comments, and its texts are whole") {
  const auto is_sent_as = [](std::string_view text, std::string_view sent) {
    INFO(text);
    CHECK(web::without_comments(text) == sent);
  };
  is_sent_as("// one\n\n  // two\nlet a = 1;  // three\n  let b = 2;", "let a = 1;\nlet b = 2;\n");
  is_sent_as("/**\n * A.\n * @type {B}\n */\nlet a;\n/** @type {B} */ (c).d();\n",
             "let a;\n(c).d();\n");
  is_sent_as("f(/** @type {any} */ (a), b); /* end */\n", "f((a), b);\n");
  // What looks like a comment stays where it is text.
  is_sent_as("a = '  // b' + \"/* c */\" + 'it\\'s // d';\n",
             "a = '  // b' + \"/* c */\" + 'it\\'s // d';\n");
  is_sent_as("a = `\n  // b\n\n /* c */ ${d({e: `// ${f /* g */}`})} // h `;  // i\n",
             "a = `\n  // b\n\n /* c */ ${d({e: `// ${f }`})} // h `;\n");
  is_sent_as("a = `\\`// b`; // c\n", "a = `\\`// b`;\n");
  // A quotation mark in a regular expression begins no text; a division is no expression.
  is_sent_as("a(/[\"'/]\\/$/.test(b)); // c'\nreturn /'/; // d\n",
             "a(/[\"'/]\\/$/.test(b));\nreturn /'/;\n");
  is_sent_as("a = b / 2; // c' / d\n", "a = b / 2;\n");
  is_sent_as("a { background: url(https://b/c); /* d */ }\n",
             "a { background: url(https://b/c); }\n");
  CHECK(web::squeezed(
            "if (a) return [b, - 1 - -c] / 2 + ' = ' + `${a ? d : { e : 1 }} = ` + f(/, /);\n") ==
        "if(a)return[b,- 1 - -c]/ 2 + ' = ' + `${a?d:{e:1}} = ` + f(/, /);\n");
  // Texts that do not end.
  is_sent_as("a /* b", "a\n");
  is_sent_as("a = 'b\n// c\n", "a = 'b\n");
}

}  // namespace yari::test
