// The files of the page.
#include <fstream>
#include <sstream>

#include "web/context.h"
#include "web/page_files.h"

namespace yari::web {

namespace {

constexpr int no_content = 204;

std::string_view type_of(std::string_view path) {
  if (path.ends_with(".js")) return "text/javascript";
  if (path.ends_with(".css")) return "text/css";
  if (path.ends_with(".wasm")) return "application/wasm";
  return "text/html; charset=utf-8";
}

std::string text_of(const PageFile& file, const std::filesystem::path& folder) {
  if (folder.empty() || file.source.empty()) return std::string(file.text);
  std::ifstream in(folder / file.source, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

void set_json(Call& call, const std::string& json) {
  call.response.set_header("Cache-Control", "no-store");
  call.response.set_content(json, "application/json");
}

void add_page_routes(Router& router, const Context& context) {
  for (const PageFile& file : page_files()) {
    router.add("GET", file.path == "/index.html" ? "/" : file.path, [&](Call& call) {
      call.response.set_header("Cache-Control", "no-cache");
      std::string text = text_of(file, context.options.page_folder);
      if (text.empty())
        call.response.status = no_content;
      else
        call.response.set_content(std::move(text), std::string(type_of(file.path)));
    });
  }
}

}  // namespace yari::web
