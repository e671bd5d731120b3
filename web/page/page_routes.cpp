// The files of the page.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "answers/conditions.h"
#include "answers/json.h"
#include "web/api/context.h"
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

/// Comments and indentation are for who reads the source: comments on lines of their own and the
/// spaces before a line, a seventh of the whole, are not sent.
std::string without_comments(const std::string& text) {
  std::string lean;
  bool inside = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    inside = inside || line.compare(begin, 2, "/*") == 0;
    if (!inside && line.compare(begin, 2, "//") != 0) lean += line.substr(begin) + "\n";
    inside = inside && line.find("*/") == line.npos;
  }
  return lean;
}

/// Modules that the page imports when they are needed.
bool is_for_later(const PageFile& file) {
  return file.source.starts_with("wasm/") || file.path == "/editor.js" ||
         file.path == "/paint.js" || file.path == "/signs.js";
}

/// The page with a word to the browser about the other modules: it fetches them at once, and not
/// one after the other as they name each other.
std::string with_preloads(std::string page) {
  std::string links;
  for (const PageFile& file : page_files())
    if (file.path.ends_with(".js") && !is_for_later(file))
      links += fmt::format("<link rel=\"modulepreload\" href=\"{}\">\n", file.path);
  const std::size_t end = page.find("</head>");
  return end == page.npos ? page : page.insert(end, links);
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
  if (route_of(file) == "/") text = with_data(with_preloads(std::move(text)), context);
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

}  // namespace

void set_json(Call& call, const std::string& json) {
  call.response.set_content(json, "application/json");
}

void add_page_routes(Router& router, const Context& context) {
  for (const PageFile& file : page_files()) {
    std::shared_ptr<const Served> once;
    if (context.options.page_folder.empty()) once = std::make_shared<Served>(served(file, context));
    router.add("GET", route_of(file),
               [&, once](Call& call) { send(call, file, once ? *once : served(file, context)); });
  }
}

}  // namespace yari::web
