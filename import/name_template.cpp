// Names must be safe on every system, because collections are passed on.
#include "import/name_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "import/packing.h"
#include "rules/ascii.h"
#include "rules/outcome.h"

namespace yari {
namespace {

constexpr std::array<std::string_view, 10> fields{"id",   "black", "white",  "event",   "site",
                                                  "date", "round", "result", "variant", "plies"};

std::string value_of(std::string_view field, const Game& game, std::uint64_t number) {
  if (field == "id") return fmt::format("{:06}", number);
  if (field == "variant") return std::string(info(game.variant).id);
  if (field == "plies") return std::to_string(game.moves.main_plies());
  if (field == "result")
    return game.result == GameResult::draw ? "draw" : std::string(yari::name(game.result));
  return std::string(game.tag(field));
}

/// At most `most` characters of UTF-8, none of them cut.
std::string_view shortened(std::string_view text, std::size_t most) {
  std::size_t i = 0;
  for (std::size_t count = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80 && ++count > most) break;
  }
  return text.substr(0, i);
}

std::string safe(std::string_view value) {
  constexpr std::size_t longest = 60;
  constexpr std::string_view forbidden = "/\\:*?\"<>|";
  std::string text(shortened(value, longest));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || forbidden.find(c) != std::string_view::npos)
      c = '_';
  }
  // Hidden files, "..", and the trailing dots and blanks that Windows drops.
  if (text.starts_with('.')) text.front() = '_';
  while (text.ends_with('.') || text.ends_with(' ')) text.pop_back();
  return text.empty() ? "unknown" : text;
}

/// ".psn" or ".psn.gz" at the end of a name; a dot before that, as in a date, begins none.
std::string ending_of(std::string_view name) {
  name.remove_prefix(name.rfind('/') + 1);  // 0 where there is none
  std::size_t dot = name.rfind('.');
  if (dot == name.npos) return "";
  if (packing_of(name) && dot > 0) dot = std::min(name.rfind('.', dot - 1), dot);
  return std::string(name.substr(dot));
}

bool leads_out(std::string_view path) {
  return path.empty() || path.front() == '/' || path.back() == '/' ||
         ("/" + std::string(path) + "/").find("/../") != std::string::npos;
}

}  // namespace

Result<NameTemplate> NameTemplate::parse(std::string_view text) {
  if (leads_out(text)) return fail("expected a file name inside the folder");
  NameTemplate result;
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "{{" || text.substr(i, 2) == "}}" ||
        (text[i] != '{' && text[i] != '}')) {
      if (result.parts_.empty() || result.parts_.back().is_field) result.parts_.push_back({});
      result.parts_.back().text += text[i];
      i += text[i] == '{' || text[i] == '}' ? 2 : 1;
      continue;
    }
    const std::size_t end = std::min(text.find('}', i), text.size());
    const std::string_view field = text.substr(i, end - i);
    if (end == text.size() || field.empty() ||
        std::find(fields.begin(), fields.end(), field.substr(1)) == fields.end()) {
      return fail(
          fmt::format("expected one of {{{}}}, or {{{{ for a brace", fmt::join(fields, "}, {")), i);
    }
    result.parts_.push_back({std::string(field.substr(1)), true});
    i = end + 1;
  }
  if (!result.parts_.back().is_field) result.ending_ = ending_of(result.parts_.back().text);
  return result;
}

std::string NameTemplate::name(const Game& game, std::uint64_t number) {
  std::string path;
  for (const Part& part : parts_)
    path += part.is_field ? safe(value_of(part.text, game, number)) : part.text;
  const std::size_t dot = path.size() - ending_.size();
  std::string unique = path;
  for (int n = 2; !given_.insert(ascii_lower(unique)).second; ++n) {
    unique = fmt::format("{}-{}{}", path.substr(0, dot), n, path.substr(dot));
  }
  return unique;
}

}  // namespace yari
