// The files of the page.
#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "answers/conditions.h"
#include "answers/json.h"
#include "web/api/context.h"
#include "web/page/joined_page.h"
#include "web/page/lean_text.h"
#include "web/page/page_files.h"

namespace yari::web {

namespace {

constexpr int no_content = 204;

std::string_view type_of(std::string_view path) {
  if (path.ends_with(".js")) return "text/javascript";
  if (path.ends_with(".css")) return "text/css";
  if (path.ends_with(".wasm")) return "application/wasm";
  return "text/html; charset=utf-8";
}

/// Another for another text.
std::string tag_of(std::string_view text) {
  return fmt::format("\"{:x}-{:x}\"", text.size(), std::hash<std::string_view>()(text));
}

std::string text_of(const PageFile& file, const std::filesystem::path& folder) {
  if (folder.empty() || file.source.empty()) return std::string(file.text);
  std::ifstream in(folder / file.source, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Puts `now` in the place of what stands from `from` to the end of `to`.
void replace_part(std::string& text, std::string_view from, std::string_view to,
                  const std::string& now) {
  const std::size_t begin = text.find(from);
  const std::size_t end = text.rfind(to);
  if (begin != text.npos && end != text.npos) text.replace(begin, end + to.size() - begin, now);
}

/// The page with one script and one style sheet in the place of the many that it is written in.
std::string with_joined_files(std::string page) {
  replace_part(page, "<link rel=\"stylesheet\"", "/library.css\">",
               fmt::format("<link rel=\"stylesheet\" href=\"{}\">", joined_page().style.path));
  replace_part(page, "/enter.js", "/enter.js", joined_page().script.path);
  return page;
}

/// The page with what its first view needs of the two games, so that it need not ask: as data,
/// which no browser runs. It says nothing of the database: who may not see that gets the page, too.
std::string with_data(std::string page, const Context& context) {
  std::string data =
      fmt::format(R"({{"password":{},"conditions":{},"positions":{{"yari":{},"shogi":{}}}}})",
                  context.options.password.empty() ? "false" : "true", dump(conditions_json()),
                  start_text(Variant::yari), start_text(Variant::shogi));
  // No text can end the element: in JSON a < stands in strings alone.
  for (std::size_t at = data.find('<'); at != data.npos; at = data.find('<', at))
    data.replace(at, 1, "\\u003c");
  const std::size_t end = page.find("</body>");
  if (end == page.npos) return page;
  return page.insert(end, "<script id=\"given\" type=\"application/json\">" + data + "</script>\n");
}

/// What is sent for a file, and its tag.
struct Served {
  std::string text;
  std::string tag;
};

Served served(const PageFile& file, const Context& context) {
  std::string text = text_of(file, context.options.page_folder);
  if (route_of(file) == "/") {
    if (context.options.page_folder.empty()) text = with_joined_files(std::move(text));
    text = with_data(std::move(text), context);
  }
  if (file.path.ends_with(".js") || file.path.ends_with(".css")) text = without_comments(text);
  std::string tag = tag_of(text);
  return {std::move(text), std::move(tag)};
}

void send(Call& call, const PageFile& file, const Served& given) {
  // Kept by the browser, which asks whether it is still the same.
  call.response.set_header("Cache-Control", "no-cache");
  call.response.set_header("ETag", given.tag);
  if (given.text.empty())
    call.response.status = no_content;
  else if (call.request.get_header_value("If-None-Match") == given.tag)
    call.response.status = 304;
  else
    call.response.set_content(given.text, std::string(type_of(file.path)));
}

/// The path would be another one if the text were.
void send_for_good(Call& call, const JoinedFile& file) {
  call.response.set_header("Cache-Control", "max-age=31536000, immutable");
  call.response.set_content(file.text, std::string(type_of(file.path)));
}

}  // namespace

std::set<std::string> page_paths() {
  std::set<std::string> paths{joined_page().script.path, joined_page().later.path,
                              joined_page().style.path};
  for (const PageFile& file : page_files()) paths.emplace(route_of(file));
  return paths;
}

void set_json(Call& call, const std::string& json) {
  call.response.set_content(json, "application/json");
}

void add_page_routes(Router& router, const Context& context) {
  for (const JoinedFile* file : {&joined_page().script, &joined_page().later, &joined_page().style})
    router.add("GET", file->path, [file](Call& call) { send_for_good(call, *file); });
  for (const PageFile& file : page_files()) {
    std::shared_ptr<const Served> once;
    if (context.options.page_folder.empty()) once = std::make_shared<Served>(served(file, context));
    router.add("GET", route_of(file),
               [&, once](Call& call) { send(call, file, once ? *once : served(file, context)); });
  }
}

}  // namespace yari::web
