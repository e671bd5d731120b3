#include "web/page/joined_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "web/page/lean_text.h"
#include "web/page/page_files.h"

namespace yari::web {

namespace {

/// Where the first script names the other one.
constexpr std::string_view later_path = "@later@";

bool in_javascript_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// "/name.js" of a statement that ends with './name.js';
std::string module_of(std::string_view statement) {
  const std::size_t begin = statement.rfind("'./");
  const std::size_t end = statement.rfind('\'');
  if (begin == statement.npos || end <= begin)
    throw std::logic_error(fmt::format("no module is named in: {}", statement));
  return std::string(statement.substr(begin + 2, end - begin - 2));
}

/// The names of "import {a, b as c} from './x.js';", or of "export" before it, without blanks:
/// "a,b as c". Empty for other statements.
std::string names_in(const std::string& statement) {
  const std::size_t begin = statement.find('{'), end = statement.find('}');
  if (begin == statement.npos || end == statement.npos) return {};
  std::string names;
  bool is_blank = false;
  for (const char c : statement.substr(begin + 1, end - begin - 1)) {
    if (c != ' ' && is_blank && !names.empty() && names.back() != ',' && c != ',') names += ' ';
    is_blank = c == ' ';
    if (!is_blank) names += c;
  }
  return names;
}

/// "import {a, b as c} from './x.js';" as "const {a,b:c}=need('/x.js');"
std::string import_as_code(const std::string& statement) {
  std::string needed = fmt::format("need('{}');", module_of(statement));
  const std::size_t from = statement.rfind(" from ");
  if (from == statement.npos) return needed;
  if (statement.starts_with("import * as "))
    return fmt::format("const {}={}", statement.substr(12, from - 12), needed);
  std::string names = names_in(statement);
  if (names.empty())
    throw std::logic_error(fmt::format("an import that is not understood: {}", statement));
  replace_all(names, " as ", ":");
  return fmt::format("const {{{}}}={}", names, needed);
}

/// The name that a line after "export " declares.
std::string exported_name(std::string_view declaration) {
  for (const std::string_view kind : {"const ", "function ", "async function ", "class "}) {
    if (!declaration.starts_with(kind)) continue;
    declaration.remove_prefix(kind.size());
    const auto end = std::ranges::find_if_not(declaration, in_javascript_name);
    return {declaration.begin(), end};
  }
  throw std::logic_error(fmt::format("an export that is not understood: {}", declaration));
}

/// A module as it stands in a joined script.
struct Module {
  std::string text;
  /// The body of a function that returns what the module exports.
  std::string code;
  std::vector<std::string> exported;
  /// Statements.
  std::vector<std::string> imports;
};

Module module_in(const std::string& text) {
  Module module;
  module.text = text;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("import ")) {
      for (std::string more; !line.ends_with(';') && std::getline(lines, more);) line += ' ' + more;
      module.imports.push_back(line);
      module.code += import_as_code(line) + '\n';
    } else if (line.starts_with("export ")) {
      const std::string declaration = line.substr(7);
      module.exported.push_back(exported_name(declaration));
      module.code += declaration + '\n';
    } else {
      module.code += line + '\n';
    }
  }
  module.code += fmt::format("return {{{}}};\n", fmt::join(module.exported, ","));
  return module;
}

/// By their paths.
using Modules = std::map<std::string, Module>;

/// Throws std::logic_error where a module imports what another does not export: a browser says
/// nothing of that once they are joined.
void check_imports(const Modules& modules) {
  for (const auto& [path, module] : modules)
    for (const std::string& statement : module.imports) {
      const auto from = modules.find(module_of(statement));
      if (from == modules.end()) continue;
      std::istringstream names(names_in(statement));
      for (std::string name; std::getline(names, name, ',');) {
        name = name.substr(0, name.find(' '));
        if (std::ranges::find(from->second.exported, name) == from->second.exported.end())
          throw std::logic_error(
              fmt::format("{} imports {} of {}, which does not export it by a statement of its own",
                          path, name, from->first));
      }
    }
}

JoinedFile named_by_text(std::string_view ending, std::string text) {
  std::string path =
      fmt::format("/page-{:x}.{}", std::hash<std::string_view>()(text) ^ text.size(), ending);
  return {std::move(path), std::move(text)};
}

/// The modules that those of `first` import, and so on, and these themselves.
std::set<std::string> imported_by(const Modules& modules, std::vector<std::string> first) {
  std::set<std::string> found;
  while (!first.empty()) {
    const std::string path = std::move(first.back());
    first.pop_back();
    if (!found.insert(path).second) continue;
    const std::string& text = modules.at(path).text;
    for (const auto& [other, unused] : modules)
      if (text.find(fmt::format("from '.{}'", other)) != text.npos ||
          text.find(fmt::format("import '.{}'", other)) != text.npos)
        first.push_back(other);
  }
  return found;
}

/// "'/a.js'() {...}" for each.
std::string makers_of(const Modules& modules,
                      const std::function<bool(const std::string&)>& wanted) {
  std::string makers;
  for (const auto& [path, module] : modules) {
    if (!wanted(path)) continue;
    std::string code = module.code;
    for (const auto& [other, unused] : modules)
      replace_all(code, fmt::format("import('.{}')", other), fmt::format("later('{}')", other));
    makers += fmt::format("'{}'() {{\n{}}},\n", path, code);
  }
  return makers;
}

JoinedPage joined_files() {
  std::map<std::string, std::string> modules;
  // By their places in the page: of two rules the later one counts.
  std::map<std::size_t, std::string> sheets;
  const std::string_view page_text =
      std::ranges::find(page_files(), "/index.html", &PageFile::path)->text;
  for (const PageFile& file : page_files()) {
    const std::string text = without_comments(file.text);
    if (file.path.ends_with(".css")) sheets[page_text.find(file.path)] = without_blanks(text);
    if (file.path.ends_with(".js") && !file.source.starts_with("wasm/"))
      modules.emplace(file.path, text);
  }
  std::string styles;
  for (const auto& [place, sheet] : sheets) styles += sheet;
  auto [first, later] = join_modules(modules, {"/enter.js", "/app.js"});
  JoinedPage page{{}, named_by_text("js", squeezed(later)), named_by_text("css", styles)};
  replace_all(first, later_path, page.later.path);
  page.script = named_by_text("js", squeezed(first));
  return page;
}

}  // namespace

JoinedScripts join_modules(const std::map<std::string, std::string>& texts,
                           const std::vector<std::string>& first) {
  Modules modules;
  for (const auto& [path, text] : texts) modules.emplace(path, module_in(text));
  check_imports(modules);
  const std::set<std::string> at_once = imported_by(modules, first);
  const std::string makers =
      makers_of(modules, [&](const std::string& path) { return at_once.contains(path); });
  const std::string others =
      makers_of(modules, [&](const std::string& path) { return !at_once.contains(path); });
  return {fmt::format("const makers = {{\n{}}};\nconst made = {{}};\n"
                      "const need = (path) => made[path] || (made[path] = makers[path]());\n"
                      "const later = async (path) => {{\n"
                      "if (!makers[path]) Object.assign(makers, (await import('{}')).makers(need, "
                      "later));\nreturn need(path);\n}};\nneed('{}');\n",
                      makers, later_path, first.front()),
          fmt::format("export const makers = (need, later) => ({{\n{}}});\n", others)};
}

const JoinedPage& joined_page() {
  static const JoinedPage page = joined_files();
  return page;
}

}  // namespace yari::web
